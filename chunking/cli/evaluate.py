"""`chunkscope evaluate`: strategies measured by the questions that their chunks answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from chunking.cli import terminal
from chunking.cli.options import Json, Language, Strategies
from chunking.errors import SettingsError
from chunking.settings.spec import parse_spec

if TYPE_CHECKING:
    from chunking.types import Document

_DEFAULT = ("structure", "recursive", "sentence")


def evaluate_questions(
    files: Annotated[
        list[str] | None,
        typer.Argument(help="Documents; may be left out if the questions contain them."),
    ] = None,
    *,
    questions: Annotated[str, typer.Option(help="File of questions: JSON Lines, or JSON.")],
    strategy: Strategies = None,
    tokens: Annotated[int, typer.Option(help="Tokens to retrieve per question.")] = 800,
    chunks: Annotated[
        int | None, typer.Option(help="Chunks to retrieve per question, in place of --tokens.")
    ] = None,
    ranking: Annotated[
        Literal["cosine", "bm25", "fusion"],
        typer.Option(help="Rank chunks by vectors, by words, or by both."),
    ] = "cosine",
    scope: Annotated[
        Literal["document", "all"],
        typer.Option(help="Rank the chunks of the question's document, or of all."),
    ] = "document",
    measures: Annotated[
        Literal["half-open", "published"],
        typer.Option(
            help="Definitions of the measures; published retrieves 5 chunks unless --chunks is set."
        ),
    ] = "half-open",
    model: Annotated[str | None, typer.Option(help="Model that ranks the chunks.")] = None,
    language: Language = None,
    as_json: Json = False,
) -> None:
    """Evaluate strategies by questions whose answers are known."""
    from chunking.analysis.retrieval.evaluation import Retrieval, chunk_all, evaluate_chunkings
    from chunking.analysis.retrieval.published import PUBLISHED_CHUNKS
    from chunking.analysis.retrieval.questions import read_questions
    from chunking.embedding import DEFAULT_MODEL
    from chunking.output.summaries.evaluation import to_dict, to_table

    strategies = [parse_spec(spec) for spec in strategy or _DEFAULT]
    asked, contained = read_questions(questions)
    documents: list[Document] = [
        terminal.read_document(file, language=language) for file in files or ()
    ] or [*contained.values()]
    if not documents:
        raise SettingsError("evaluate needs documents: name their files before --questions")
    if measures == "published" and chunks is None:
        chunks = PUBLISHED_CHUNKS
    retrieval = Retrieval(
        tokens, chunks, ranking, scope, model=model or DEFAULT_MODEL, definitions=measures
    )
    for document in documents:
        terminal.print_cost(document, *(each.material for each in strategies))
    progress = terminal.embedding_progress()
    chunkings = chunk_all(documents, strategies, on_batch=progress)
    if ranking != "bm25":
        texts = [text for each in chunkings.values() for found in each for text in found.texts]
        texts += [question.text for question in asked]
        terminal.print_cost_of_texts(retrieval.model, texts)
    found = evaluate_chunkings(documents, asked, chunkings, retrieval, on_batch=progress)
    terminal.print_notes(found.notes)
    for document in documents if ranking != "bm25" else ():
        terminal.print_coverage(document, retrieval.model)
    if as_json:
        terminal.write_json(to_dict(found))
    else:
        terminal.write(to_table(found))
