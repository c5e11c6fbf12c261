"""Questions with the passages that answer them, and files of them.

A file is JSON Lines, one question per line, or JSON with documents in it:

    {"question": "When is high tide?", "document": "tides.md", "evidence": [[120, 164]],
     "quotes": ["High tide is six hours after low tide."]}
    {"docs": [{"doc": "tides", "text": "…"}], "questions": [{"doc": "tides", "question": "…",
     "evidence": [[120, 164]]}]}

Spans are half-open offsets of characters. Quotes find the passages again after an edit. Drafted
questions are marked: `"synthetic": "headings"` names how one was drafted, and `"masked"` is a text
that is removed from chunks before they are ranked for it.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

from chunking.core.document import Document
from chunking.core.errors import LoadError, why_unreadable
from chunking.core.files import read_regular

Span: TypeAlias = tuple[int, int]
Status: TypeAlias = Literal["valid", "relocated", "lost"]

# The span of a quote without a place.
_ANYWHERE = (0, 0)
_DEEP = "must not be nested so deeply, or have numbers of so many digits"


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and the passages of one document that answer it.

    Attributes:
        document: Name of the document; empty where there is only one.
        evidence: Half-open spans of the passages, in reading order.
        quotes: Text of each passage; empty if unknown.
        synthetic: How the question was drafted: "headings" or the name of a model;
            empty if a person wrote it.
        masked: Text that is removed from chunks, wherever it occurs, before they are ranked for
            this question, because it is the question itself; empty for none.
        place: Where it was read, such as "questions.jsonl line 3"; empty if unknown.
    """

    text: str
    document: str
    evidence: tuple[Span, ...]
    quotes: tuple[str, ...] = ()
    synthetic: str = ""
    masked: str = ""
    place: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Located:
    """A question whose passages were located in the present text, with the status of each.

    `question` has the passages that were found, each once.
    """

    question: Question
    statuses: tuple[Status, ...]


def locate(question: Question, text: str) -> Located:
    """Locate the passages of a question in a text that may have changed.

    A passage is valid where its quote is still at its place, or anywhere if it has no place, or
    where it has no quote and its span lies in the text. Otherwise it is relocated to the nearest
    occurrence of its quote; without one it is lost.
    """
    spans: list[Span] = []
    statuses: list[Status] = []
    quotes = question.quotes or ("",) * len(question.evidence)
    for (start, end), quote in zip(question.evidence, quotes, strict=True):
        if 0 <= start < end <= len(text) and (not quote or text[start:end] == quote):
            statuses.append("valid")
            spans.append((start, end))
            continue
        place = _nearest(text, quote, start) if quote else -1
        status: Status = "valid" if (start, end) == _ANYWHERE else "relocated"
        statuses.append(status if place >= 0 else "lost")
        if place >= 0:
            spans.append((place, place + len(quote)))
    found = tuple(sorted(set(spans)))
    passages = tuple(text[start:end] for start, end in found)
    return Located(replace(question, evidence=found, quotes=passages), tuple(statuses))


def _nearest(text: str, quote: str, start: int) -> int:
    """Return the occurrence of a quote that is nearest to an offset, or -1."""
    after = text.find(quote, max(0, start))
    before = text.rfind(quote, 0, max(0, start) + len(quote))
    if after < 0 or (before >= 0 and start - before <= after - start):
        return before
    return after


def read_questions(path: str | Path) -> tuple[list[Question], dict[str, Document]]:
    """Return the questions of a file, and the documents in it by name."""
    name = Path(path).name
    try:
        content = read_regular(path).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise LoadError(f"{name}: {why_unreadable(error)}") from None
    return parse_questions(content, name)


def parse_questions(content: str, name: str) -> tuple[list[Question], dict[str, Document]]:
    """Return the questions of the content of a file, and the documents in it by name."""
    try:
        return _from_json(json.loads(content), name)
    except json.JSONDecodeError:
        pass
    except (ValueError, RecursionError):
        raise LoadError(f"{name}: {_DEEP}") from None
    rows = [(i, line) for i, line in enumerate(content.splitlines(), 1) if line.strip()]
    questions = []
    for number, line in rows:
        try:
            entry = json.loads(line)
        except json.JSONDecodeError:
            raise LoadError(f"{name} line {number}: is no JSON") from None
        except (ValueError, RecursionError):
            raise LoadError(f"{name} line {number}: {_DEEP}") from None
        questions.append(_question(entry, f"{name} line {number}"))
    if not questions:
        raise LoadError(f"{name}: has no questions")
    return questions, {}


def to_json_lines(questions: Iterable[Question]) -> str:
    """Return questions as JSON Lines."""
    rows = (
        {
            "question": each.text,
            "document": each.document,
            "evidence": [list(span) for span in each.evidence],
            "quotes": list(each.quotes),
            **({"synthetic": each.synthetic} if each.synthetic else {}),
            **({"masked": each.masked} if each.masked else {}),
        }
        for each in questions
    )
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _from_json(data: Any, name: str) -> tuple[list[Question], dict[str, Document]]:  # noqa: ANN401 - JSON
    if isinstance(data, dict) and "questions" in data:
        entries, texts = data["questions"], data.get("docs", [])
    else:
        entries, texts = (data if isinstance(data, list) else [data]), []
    try:
        documents = {
            str(each["doc"]): Document(str(each["text"]), source=str(each["doc"])) for each in texts
        }
    except (KeyError, TypeError):
        raise LoadError(f"{name}: each of its docs must have doc and text") from None
    if not isinstance(entries, list) or not entries:
        raise LoadError(f"{name}: has no questions")
    found = [_question(each, f"{name} question {i}") for i, each in enumerate(entries, 1)]
    return found, documents


def _question(entry: Any, place: str) -> Question:  # noqa: ANN401 - JSON
    """Return the question of an entry."""
    if not isinstance(entry, dict) or not isinstance(entry.get("question"), str):
        raise LoadError(f"{place}: must be an object with question and evidence")
    document = str(entry.get("document", entry.get("doc", "")))
    quotes = entry.get("quotes", [])
    synthetic, masked = entry.get("synthetic") or "", entry.get("masked") or ""
    try:
        spans = [(int(start), int(end)) for start, end in entry.get("evidence", [])]
    except (OverflowError, TypeError, ValueError):
        raise LoadError(f"{place}: evidence must be a list of [start, end] offsets") from None
    if not isinstance(quotes, list) or not all(isinstance(each, str) for each in quotes):
        raise LoadError(f"{place}: quotes must be a list of texts")
    if not isinstance(synthetic, str) or not isinstance(masked, str):
        raise LoadError(f"{place}: synthetic and masked must be texts")
    if not spans:
        spans = [_ANYWHERE] * len(quotes)
    if not spans or (quotes and len(quotes) != len(spans)):
        raise LoadError(f"{place}: needs evidence, and as many quotes as evidence if any")
    in_order = _in_order(spans, quotes)
    return Question(entry["question"], document, *in_order, synthetic, masked, place)


def _in_order(
    spans: Sequence[Span], quotes: Sequence[str]
) -> tuple[tuple[Span, ...], tuple[str, ...]]:
    order = sorted(range(len(spans)), key=lambda i: spans[i])
    return tuple(spans[i] for i in order), tuple(quotes[i] for i in order if quotes)
