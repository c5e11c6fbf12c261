"""Sets of questions on documents: merging them, and matching those of a file to a document.

A question belongs to the document that it names, by its source, so that it follows an edited file:
its passages are located again by their quotes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from chunking.core.document import Document
from chunking.core.text.normalization import replace_surrogates
from chunking.retrieval.questions import Located, Question, Span, locate

LONGEST = 1_000
"""Characters of a question."""


def one_line(text: str) -> str:
    """Return a question as it is asked: one line of at most `LONGEST` characters."""
    return " ".join(replace_surrogates(text).split())[:LONGEST]


def belongs(question: Question, document: Document) -> bool:
    """Return whether a question is on a document; one that names none is on any."""
    return question.document in {"", document.source}


def merge_questions(
    questions: Iterable[Question], others: Iterable[Question]
) -> tuple[Question, ...]:
    """Return questions with those of others; questions of one text and document become one."""
    found: dict[tuple[str, str], Question] = {}
    for each in (*questions, *others):
        key = (each.document, each.text)
        found[key] = _joined(found[key], each) if key in found else each
    return tuple(found.values())


def _joined(one: Question, other: Question) -> Question:
    """Return a question with the passages of two, each once, in reading order."""
    passages: dict[Span, str] = {}
    for each in (one, other):
        quotes = each.quotes or ("",) * len(each.evidence)
        passages |= dict(zip(each.evidence, quotes, strict=True))
    spans = tuple(sorted(passages))
    quotes = tuple(passages[span] for span in spans)
    return replace(one, evidence=spans, quotes=quotes if all(quotes) else ())


class Matched(NamedTuple):
    """The questions of a file that are on a document, and the number of the others."""

    questions: list[Question]
    others: int


def match_document(
    questions: Sequence[Question], contained: Mapping[str, Document], document: Document
) -> Matched:
    """Return the questions of a file that are on a document.

    A question is if it names no document, or this one, with or without the ending of its file; else
    if this document has all of its quotes.

    Args:
        questions: The questions.
        contained: The documents in the file by name, which give the quotes.
        document: The document.
    """
    names = {"", document.source, document.source.rpartition(".")[0]}
    found = []
    for each in questions:
        if not each.quotes and each.document in contained:
            each = locate(each, contained[each.document].text).question  # noqa: PLW2901
        if not each.evidence or not one_line(each.text):
            continue
        if each.document in names or _has_quotes(document.text, each):
            found.append(replace(each, text=one_line(each.text), document=document.source))
    return Matched(found, len(questions) - len(found))


def _has_quotes(text: str, question: Question) -> bool:
    return bool(question.quotes) and all(each and each in text for each in question.quotes)


def with_present_places(located: Sequence[Located], stored: Sequence[Question]) -> list[Question]:
    """Return questions as a file keeps them.

    Passages that were located have their present places; lost ones stay, for an earlier version.

    Args:
        located: The questions, located in the present text.
        stored: The same questions as they were before.
    """
    return [
        each.question if "lost" not in each.statuses else before
        for each, before in zip(located, stored, strict=True)
    ]
