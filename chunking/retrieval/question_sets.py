"""Sets of questions on documents: merging them, and matching those of a file to a document.

A question belongs to the document that it names, by its source, so that it follows an edited file:
its passages are located again by their quotes.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
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
# Questions or documents that a note names before the others are only counted, and characters of
# each text in it: so much of three fits into a few lines of a terminal.
_NAMED, _SHORT = 3, 60


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
    """Return the questions of a file that are on a document, as `document_of` finds it.

    Args:
        contained: The documents in the file by name, which give the quotes.
    """
    found = []
    for each in with_quotes(questions, contained):
        if not each.evidence or not one_line(each.text):
            continue
        if document_of(each, [document]) is not None:
            found.append(replace(each, text=one_line(each.text), document=document.source))
    return Matched(found, len(questions) - len(found))


def with_quotes(questions: Iterable[Question], contained: Mapping[str, Document]) -> list[Question]:
    """Return questions with the quotes of their passages in the documents that a file contains."""
    return [
        locate(each, contained[each.document].text).question
        if not each.quotes and each.document in contained
        else each
        for each in questions
    ]


def document_of(question: Question, documents: Sequence[Document]) -> int | None:
    """Return the index of the document that a question is on, or None.

    It is the one that the question names, by its source, its route, or its source without the
    ending of a file; else the only one that has all of its quotes. A question that names none is on
    a single document.
    """
    name = question.document
    if not name and len(documents) == 1:
        return 0
    tests: tuple[Callable[[Document], bool], ...] = (
        lambda each: name != "" and name in {each.source, each.route},
        lambda each: name != "" and name == each.source.rpartition(".")[0],
        lambda each: _has_quotes(each.text, question),
    )
    for test in tests:
        found = [i for i, each in enumerate(documents) if test(each)]
        if len(found) == 1:
            return found[0]
    return None


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
    """Return the questions with evidence, the index of the document of each, and notes.

    The notes name questions that are left out, and those that lack a part of their evidence.
    """
    sources = [document.source for document in documents]
    if len({*sources}) < len(sources):
        twice = next(source for source in sources if sources.count(source) > 1)
        raise SettingsError(f"documents must have different names, got {twice!r:.80} twice")
    answered, owners = [], []
    lost: list[str] = []
    lacking: list[str] = []
    for question in questions:
        owner = document_of(question, documents)
        if owner is None:
            lost.append(_without_document(question, sources))
            continue
        located = locate(question, documents[owner].text)
        if "lost" in located.statuses or not located.statuses:
            reason = _without_passage(question, located, documents[owner])
            (lacking if located.question.evidence else lost).append(reason)
        if located.question.evidence:
            answered.append(located.question)
            owners.append(owner)
    if not answered:
        got = _first(lost) or "got none"
        raise SettingsError(f"evaluate needs a question with evidence in a document; {got}")
    listed = ((lost, "left out"), (lacking, "with a part of the evidence only"))
    notes = [f"{count_of(len(e), 'question')} {what}: {_first(e)}" for e, what in listed if e]
    return answered, owners, tuple(notes)


def _without_document(question: Question, sources: Sequence[str]) -> str:
    """Return why a question is on none of the documents."""
    names = ", ".join(sources) if len(sources) <= _NAMED else count_of(len(sources), "document")
    if question.document:
        return f"{_named(question)}: is on {_short(question.document)!r}, not on {names}"
    quotes = ", ".join(f'"{_short(each)}"' for each in question.quotes)
    has = f", and no single one has {quotes}" if quotes else ""
    return f"{_named(question)}: names none of {names}{has}"


def _without_passage(question: Question, located: Located, document: Document) -> str:
    """Return which passage of a question is not in its document."""
    if not question.evidence:
        return f"{_named(question)}: has no evidence"
    at = located.statuses.index("lost")
    if question.quotes and question.quotes[at]:
        what = f'the quote "{_short(question.quotes[at])}" is not in {document.source}'
    else:
        length = f"{document.source} has {len(document.text):,} characters"
        what = f"got the evidence {list(question.evidence[at])}, and {length}"
    return f"{_named(question)}: {what}"


def _named(question: Question) -> str:
    return f'{question.place or "question"} ("{_short(question.text)}")'


def _short(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= _SHORT else f"{line[:_SHORT]}…"


def _first(reasons: Sequence[str]) -> str:
    """Return the first reasons, and the number of the others."""
    left_out = len(reasons) - _NAMED
    return "; ".join([*reasons[:_NAMED], *([f"{left_out:,} more"] if left_out > 0 else [])])


def synthetic_notes(questions: Sequence[Question]) -> tuple[str, ...]:
    """Return how many questions are synthetic, and how they were drafted."""
    kinds = Counter(each.synthetic for each in questions if each.synthetic)
    if not kinds:
        return ()
    parts = ", ".join(f"{count} from {kind}" for kind, count in sorted(kinds.items()))
    return (f"{kinds.total()} of {count_of(len(questions), 'question')} synthetic ({parts})",)
