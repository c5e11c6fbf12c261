"""Synthetic questions made of the headings of a document, without a model.

They compare strategies; they do not estimate how well real questions are answered.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np

from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.core.layout import PATH_SEPARATOR, Layout
from chunking.core.prepared import Material, Prepared
from chunking.core.units import UnitKind, Units
from chunking.engine import prepare
from chunking.retrieval.questions import Question, Span

HEADINGS = "headings"
"""What the questions are made of, in their `synthetic`."""
# Questions of each kind and document: enough for an interval of about ± 0.15.
COUNT = 30
# Evidence is not longer than what is retrieved by default, which is about 3,200 characters.
_LONGEST_EVIDENCE = 2_000
_LONGEST_SECTION = 2 * _LONGEST_EVIDENCE
# Less text below a heading is a caption or a line of contents.
_SHORTEST_EVIDENCE = 80
_NO_TEXT = {UnitKind.HEADING.code, UnitKind.RULE.code, UnitKind.FRONT_MATTER.code}
HEADINGS_NEEDED = (
    f"a heading needs words of its own and {_SHORTEST_EVIDENCE} to {_LONGEST_SECTION:,} characters "
    "below it"
)
"""What a heading needs for a question, in words."""
# A title that is only a number says nothing about its section.
_NUMBER = re.compile(
    r"(?:(?:act|appendix|book|chapter|part|scene|section|abschnitt|anhang|buch|kapitel|teil)\s+)?"
    r"(?:[\divxlc]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)[.:]?",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]{3}")

Item = TypeVar("Item")


def draft(document: Document, count: int = COUNT) -> list[Question]:
    """Return synthetic questions from evenly spaced headings of a document, in reading order.

    The question is a heading, or its path if it is not unique, the evidence the text below it up to
    the next one, at most 2,000 characters. The heading itself is masked. Sections of more than
    4,000 characters have no question: their title is about all of it.

    Args:
        count: Largest number of questions; a document may have fewer.
    """
    check_count(count)
    return evenly_spaced(_from_headings(prepare(document, Material("sentences"))), count)


def check_count(count: int) -> int:
    """Return a number of questions, which must be at least 1."""
    if count < 1:
        raise SettingsError(f"the number of questions must be at least 1, got {count}")
    return count


def evenly_spaced(items: Sequence[Item], count: int) -> list[Item]:
    """Return at most so many items, evenly spaced, in their order.

    >>> evenly_spaced("abcdef", 3)
    ['a', 'c', 'e']
    """
    count = min(count, len(items))
    return [items[len(items) * i // count] for i in range(count)]


def sections(layout: Layout, units: Units) -> list[int]:
    """Return the number of the section of each unit, -1 before the first heading, (n,)."""
    found: list[int] = (
        np.searchsorted(layout.outline.starts, units.starts, side="right") - 1
    ).tolist()
    return found


def _from_headings(prepared: Prepared) -> list[Question]:
    text, units = prepared.document.text, prepared.units
    starts = prepared.layout.outline.starts
    paths = list(prepared.layout.outline.paths)
    titles = _names(paths)
    edges = np.searchsorted(units.starts, [*starts.tolist(), len(text)]).tolist()
    found = []
    for title, (first, after) in zip(titles, pairwise(edges), strict=True):
        if not title or first >= after or units.kinds[first] != UnitKind.HEADING.code:
            continue
        body = [i for i in range(first + 1, after) if units.kinds[i] not in _NO_TEXT]
        span = _first_part(units, body)
        if span is None:
            continue
        line = text[max(0, int(units.starts[first]) - 1) : int(units.ends[first]) + 1]
        quote = text[span[0] : span[1]]
        found.append(Question(title, prepared.document.source, (span,), (quote,), HEADINGS, line))
    return found


def _names(paths: Sequence[tuple[str, ...]]) -> list[str]:
    """Return the shortest unique name of each heading; empty if it has none that says anything."""
    titles = Counter(path[-1].casefold() for path in paths)
    same = Counter(paths)
    found = []
    for path in paths:
        title = path[-1]
        says_nothing = _NUMBER.fullmatch(title) or not _LETTERS.search(title)
        name = title if titles[title.casefold()] == 1 else PATH_SEPARATOR.join(path)
        found.append("" if says_nothing or same[path] > 1 else name)
    return found


def _first_part(units: Units, rows: Sequence[int]) -> Span | None:
    """Return the span of the first units; None for a section that is too short or too long."""
    if not rows or int(units.ends[rows[-1]] - units.starts[rows[0]]) > _LONGEST_SECTION:
        return None
    start = end = int(units.starts[rows[0]])
    for row in rows:
        stop = int(units.ends[row])
        if stop - start > _LONGEST_EVIDENCE:
            break
        end = stop
    return (start, end) if end - start >= _SHORTEST_EVIDENCE else None
