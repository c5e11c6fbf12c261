"""`chunkscope draft`: synthetic questions from documents."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from chunking.cli import terminal
from chunking.cli.options import Language, Output
from chunking.core.errors import ChunkingError, ModelError, SettingsError
from chunking.core.text.numbers import count_of

if TYPE_CHECKING:
    from chunking.core.document import Document
    from chunking.retrieval.question_generation import Generated
    from chunking.retrieval.questions import Question


def draft_questions(
    files: Annotated[list[str], typer.Argument(help="Documents; - reads standard input.")],
    *,
    source: Annotated[
        list[str] | None,
        typer.Option(
            "--from",
            help="headings, or a chat model as openai:NAME; repeat for several. "
            "Headings if omitted.",
        ),
    ] = None,
    count: Annotated[int, typer.Option(help="Questions of each kind per document, at most.")] = 30,
    output: Output = None,
    language: Language = None,
) -> None:
    """Draft synthetic questions for `evaluate` from documents."""
    from chunking.retrieval.drafts import HEADINGS, HEADINGS_NEEDED, check_count, draft
    from chunking.retrieval.questions import to_json_lines

    sources = [*dict.fromkeys(source or [HEADINGS])]
    for each in sources:
        if each != HEADINGS and not each.startswith("openai:"):
            raise SettingsError(f"--from must be {HEADINGS} or openai:NAME, got {each!r:.80}")
    check_count(count)
    terminal.check_output(output, *files)
    documents = [terminal.read_document(file, language=language) for file in files]
    found: list[Question] = []
    for each in sources:
        if each == HEADINGS:
            found += [question for document in documents for question in draft(document, count)]
        else:
            found += _generate(documents, each, count)
    if not found:
        raise ChunkingError(
            f"no questions can be drafted from the {' and '.join(sources)} of "
            f"{', '.join(document.source for document in documents)}"
            + (f": {HEADINGS_NEEDED}" if sources == [HEADINGS] else "")
        )
    for document in documents:
        title = document.source if len(documents) > 1 else ""
        terminal.print_notes_on(document, {}, title=title)
    terminal.write(to_json_lines(found), output)


def _generate(documents: Sequence[Document], name: str, count: int) -> list[Question]:
    """Return the questions of a chat model, after a note on what is sent to its server."""
    from chunking.embedding.openai import ChatModel
    from chunking.retrieval.question_generation import (
        dropped_note,
        generate,
        generation_cost,
    )

    model = ChatModel(name)
    cost = generation_cost(documents, model, count)
    terminal.print_notes([cost.note] if cost is not None else [])
    found: list[Generated] = []
    try:
        for document in documents:
            for each in generate(document, model, count, on_step=_progress()):
                found.append(each)  # noqa: PERF402 - those before an error are kept
    except ModelError as error:
        if not found:
            raise
        terminal.print_notes([f"{count_of(len(found), 'question')} before an error: {error}"])
    terminal.print_notes(filter(None, [dropped_note(found)]))
    return [each.question for each in found if each.question is not None]


def _progress() -> Callable[[int, int], None] | None:
    """Return a callback that prints progress; None if standard error is not a terminal."""
    if not sys.stderr.isatty():
        return None
    return lambda done, total: terminal.print_progress(done, total, f"of {total:,} questions")
