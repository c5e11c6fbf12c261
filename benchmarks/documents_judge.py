"""Counts of what boundaries split, against spans that no splitter has a part in.

Positions count the characters that are not white space ("ink"), so that a splitter may strip or
alter white space and is still compared with the same text. A span is half-open; a boundary at the
edge of a span splits nothing.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property

import numpy as np

from chunking.core.arrays import Bools, Ints

Span = tuple[int, int]

# What a boundary may be inside of. A span that exceeds the maximum is not counted.
SPLITTABLE = ("sentences", "tables", "fences", "lists", "cues", "records")
# Faults at a boundary, and those of a chunk.
AT_BOUNDARY = (*SPLITTABLE, "words", "headings", "hyphens")
OF_CHUNK = ("running", "unmarked", "marked", "altered")
FAULTS = (*AT_BOUNDARY, *OF_CHUNK)

# How far ahead of the chunk before a chunk is searched for, and the words of an altered one.
_WINDOW = 20_000
_WINDOW_OF_WORDS = 2_000
_WORD = re.compile(r"\w+")
_HYPHENS = "-\u00ad\u2010"
# Scripts without blanks between words: any two characters may be of two words.
_NO_BLANKS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")


class Ink:
    """The characters of a text that are not white space, with the offset of each."""

    def __init__(self, text: str) -> None:
        self.source = text
        self.text = strip_blanks(text)
        self.offsets: Ints = np.fromiter(
            (i for i, character in enumerate(text) if not character.isspace()), np.int64
        )

    def __len__(self) -> int:
        return len(self.text)

    def before(self, offset: int) -> int:
        """Return how many ink characters precede an offset of the text."""
        return int(np.searchsorted(self.offsets, offset))

    def span(self, start: int, end: int) -> Span:
        """Return the ink of `text[start:end]` as a span."""
        return self.before(start), self.before(end)

    def offset(self, position: int) -> int:
        """Return the offset of an ink character; the end of the text after the last."""
        return int(self.offsets[position]) if position < len(self) else len(self.source)

    def find(self, part: str, start: int, window: int = _WINDOW) -> Span | None:
        """Return the first occurrence of a text from a position on, whatever its white space."""
        sought = strip_blanks(part)
        if not sought:
            return None
        if self.text.startswith(sought, start):
            return start, start + len(sought)
        found = self.text.find(sought, start, start + window + len(sought))
        return None if found < 0 else (found, found + len(sought))


def strip_blanks(text: str) -> str:
    """Return a text without white space."""
    return "".join(text.split())


@dataclass(frozen=True)
class Reference:
    """What is in a text: spans of ink by name, from `SPLITTABLE`, "headings" and "running".

    `tokens` counts the tokens of `text[start:end]`.
    """

    ink: Ink
    spans: Mapping[str, Sequence[Span]]
    tokens: Callable[[int, int], int]
    max_tokens: int

    @cached_property
    def masks(self) -> dict[str, Bools]:
        """Whether a boundary before each ink character is a fault, by name, (ink + 1,)."""
        masks = {name: self._inside(self._fitting(name)) for name in SPLITTABLE}
        headings = np.zeros(len(self.ink) + 1, np.bool_)
        for start, end in self.spans.get("headings", ()):
            headings[start + 1 : end + 1] = True
        return {**masks, "headings": headings, **word_masks(self.ink)}

    @cached_property
    def running(self) -> Ints:
        """How many ink characters of running headers precede each position, (ink + 1,)."""
        counts = np.zeros(len(self.ink) + 1, np.int64)
        for start, end in self.spans.get("running", ()):
            counts[start + 1 : end + 1] = 1
        return np.cumsum(counts)

    def _fitting(self, name: str) -> list[Span]:
        offset = self.ink.offset
        return [
            (start, end)
            for start, end in self.spans.get(name, ())
            if end - start > 1
            and self.tokens(offset(start), offset(end - 1) + 1) <= self.max_tokens
        ]

    def _inside(self, spans: Iterable[Span]) -> Bools:
        mask = np.zeros(len(self.ink) + 1, np.bool_)
        for start, end in spans:
            mask[start + 1 : end] = True
        return mask


def word_masks(ink: Ink) -> dict[str, Bools]:
    """Return whether a boundary is inside a word, and whether it follows a hyphenated word part."""
    words = np.zeros(len(ink) + 1, np.bool_)
    hyphens = np.zeros(len(ink) + 1, np.bool_)
    adjacent = np.flatnonzero(np.diff(ink.offsets) == 1) + 1
    text = ink.text
    for i in adjacent.tolist():
        pair = text[i - 1 : i + 1]
        is_word = pair.isalnum() and not _NO_BLANKS.search(pair)
        words[i] = is_word
    for i in (np.flatnonzero(np.diff(ink.offsets) > 1) + 1).tolist():
        if i < 2 or text[i - 1] not in _HYPHENS:
            continue
        blank = ink.source[ink.offset(i - 1) + 1 : ink.offset(i)]
        is_part = text[i - 2].isalpha() and ink.offset(i - 1) - ink.offset(i - 2) == 1
        hyphens[i] = is_part and text[i].islower() and "\n" in blank
    return {"words": words, "hyphens": hyphens}


@dataclass(frozen=True)
class Pieces:
    """The chunks of a splitter: texts, offsets if it has them, and whether each is marked.

    A marked chunk exceeds the maximum and the splitter says so.
    """

    texts: Sequence[str]
    spans: Sequence[Span] | None = None
    marked: Sequence[bool] | None = None


@dataclass(frozen=True)
class Verdict:
    """Faults by name, and the offset of each example."""

    chunks: int
    boundaries: int
    lost: int
    ink: int
    faults: Mapping[str, int]
    examples: Mapping[str, Sequence[int]] = field(default_factory=dict)


def judge(reference: Reference, pieces: Pieces, count: Callable[[str], int]) -> Verdict:
    """Return the faults of the chunks of a text; `count` returns the tokens of a chunk.

    The edges of a chunk that is no slice of the text are not known exactly, and not judged.
    """
    ink = reference.ink
    spans, covered = located(ink, pieces)
    found = [each for each in spans if each is not None]
    exact = [
        span is not None and span[1] - span[0] == len(strip_blanks(text))
        for text, span in zip(pieces.texts, spans, strict=True)
    ]
    unaltered = [span for span, is_exact in zip(spans, exact, strict=True) if span and is_exact]
    edges = {edge for span in unaltered for edge in span if 0 < edge < len(ink)}
    boundaries = np.array(sorted(edges), np.int64)
    examples: dict[str, list[int]] = {}
    for name, mask in reference.masks.items():
        examples[name] = [ink.offset(i) for i in boundaries[mask[boundaries]].tolist()]
    running = reference.running
    examples["running"] = [ink.offset(a) for a, b in found if running[b] > running[a]]
    marks = pieces.marked or [False] * len(pieces.texts)
    examples["marked"], examples["unmarked"], examples["altered"] = [], [], []
    place = 0
    for text, span, is_marked, is_exact in zip(pieces.texts, spans, marks, exact, strict=True):
        place = place if span is None else ink.offset(span[0])
        if count(text) > reference.max_tokens:
            examples["marked" if is_marked else "unmarked"].append(place)
        if not is_exact:
            examples["altered"].append(place)
    return Verdict(
        chunks=len(pieces.texts),
        boundaries=len(boundaries),
        lost=int(len(ink) - covered.sum()),
        ink=len(ink),
        faults={name: len(examples[name]) for name in FAULTS},
        examples=examples,
    )


def located(ink: Ink, pieces: Pieces) -> tuple[list[Span | None], Bools]:
    """Return the span of each chunk, None where nothing of it is found, and what is covered.

    A chunk that is no slice of the text is located by its runs of three words or more that are.
    """
    spans: list[Span | None] = []
    covered = np.zeros(len(ink), np.bool_)
    if pieces.spans is not None:
        for start, end in pieces.spans:
            found = ink.span(start, end)
            covered[slice(*found)] = True
            spans.append(found)
        return spans, covered
    cursor = 0
    for text in pieces.texts:
        whole = ink.find(text, cursor)
        parts = [whole] if whole else _words(ink, text, cursor)
        for part in parts:
            covered[slice(*part)] = True
        cursor = parts[-1][1] if parts else cursor
        spans.append((parts[0][0], parts[-1][1]) if parts else None)
    return spans, covered


def _words(ink: Ink, text: str, cursor: int) -> list[Span]:
    """Return the runs of words of a chunk that are in the text ahead, in order."""
    begin = ink.offset(cursor)
    ahead = ink.source[begin : begin + 3 * len(text) + _WINDOW_OF_WORDS]
    places = list(_WORD.finditer(ahead))
    sides = [place[0] for place in places], _WORD.findall(text)
    blocks = SequenceMatcher(None, *sides, autojunk=False).get_matching_blocks()
    least = min(3, len(sides[1]))
    return [
        ink.span(begin + places[i].start(), begin + places[i + size - 1].end())
        for i, _, size in blocks
        if size >= least > 0
    ]
