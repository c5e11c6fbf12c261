"""Sets of questions on documents: merging them, and matching those of a file to a document.

A question belongs to the document that it names, by its source, so that it follows an edited file:
its passages are located again by their quotes.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from typing import NamedTuple

from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.core.text.normalization import replace_surrogates
from chunking.core.text.numbers import count_of
from chunking.retrieval.questions import Located, Question, Span, locate, parse_questions

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
        contained: The documents in the file by name, which give the quotes.
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


def sample_questions(document: Document) -> list[Question]:
    """Return the questions on a sample; empty for a sample without any, and other documents."""
    name = f"{document.source.rpartition('.')[0]}.questions.jsonl"
    file = files("chunking.loading.samples").joinpath("texts", name)
    if not document.source or not file.is_file():
        return []
    asked, contained = parse_questions(file.read_text("utf-8"), name)
    matched = match_document(asked, contained, document).questions
    return [locate(each, document.text).question for each in matched]


def with_evidence(
    documents: Sequence[Document], questions: Sequence[Question]
) -> tuple[list[Question], list[int], tuple[str, ...]]:
    """Return the questions with evidence, the index of the document of each, and notes."""
    names = {document.source: i for i, document in enumerate(documents)}
    if len(names) < len(documents):
        sources = [document.source for document in documents]
        twice = next(source for source in sources if sources.count(source) > 1)
        raise SettingsError(f"documents must have different names, got {twice!r:.80} twice")
    answered, owners, lost = [], [], 0
    for question in questions:
        owner = 0 if len(documents) == 1 else names.get(question.document)
        if owner is None:
            lost += 1
            continue
        located = locate(question, documents[owner].text).question
        if located.evidence:
            answered.append(located)
            owners.append(owner)
        else:
            lost += 1
    if not answered:
        raise SettingsError(_without_evidence(documents, questions))
    note = f"{count_of(lost, 'question')} left out: no evidence in a document"
    return answered, owners, (note,) if lost else ()


def _without_evidence(documents: Sequence[Document], questions: Sequence[Question]) -> str:
    """Return why no question has evidence in a document, in one sentence."""
    required = "evaluate needs a question with evidence in a document"
    names = {document.source: document for document in documents}
    for question in questions:
        named = documents[0] if len(documents) == 1 else names.get(question.document)
        if named is None:
            return f"{required}; got one for {question.document!r:.80}, which is none of them"
        if question.evidence:
            span = list(question.evidence[0])
            length = len(named.text)
            return f"{required}; got {span}, and {named.source} has {length:,} characters"
    return f"{required}; got none"


def synthetic_notes(questions: Sequence[Question]) -> tuple[str, ...]:
    """Return how many questions are synthetic, and how they were drafted."""
    kinds = Counter(each.synthetic for each in questions if each.synthetic)
    if not kinds:
        return ()
    parts = ", ".join(f"{count} from {kind}" for kind, count in sorted(kinds.items()))
    return (f"{kinds.total()} of {count_of(len(questions), 'question')} synthetic ({parts})",)
