"""The words of units as numbers, in any script, and who speaks."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chunking.optimum.english import FUNCTION_WORDS, stem
from chunking.units.speakers import Labels, label_at, speaking

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunking.types import Ints

# Scripts that write no blanks between words: Thai, Lao, Burmese, Khmer, kana, Han.
_JOINED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
# A vowel sign or an accent that is a character of its own belongs to the letter before it.
_MARKS = "\u0300-\u036f\u0590-\u05cf\u064b-\u065f\u0900-\u0dff"
_WORD = re.compile(rf"[{_JOINED}]+|(?:[^\W_{_JOINED}][{_MARKS}]*)+")
_JOINED_RUN = re.compile(rf"[{_JOINED}]")

# Words of other languages are compared by their first letters, so that most inflections are one.
_STEM = 5

# A text is English where so large a share of its words are these.
_ENGLISH = 0.25
# Speakers come again, so that they have at least so many turns each on average.
_TURNS = 3


class Words(NamedTuple):
    """Which word stands in which unit, both (tokens,), in reading order.

    `distinct` is how many different words there are in the document.
    """

    words: Ints
    units: Ints
    distinct: int

    def among(self, chosen: Ints) -> Words:
        """The words of the chosen units, which are numbered anew in that order."""
        first = np.searchsorted(self.units, chosen)
        counts = np.searchsorted(self.units, chosen, side="right") - first
        places = np.repeat(first - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
        return Words(self.words[places], np.repeat(np.arange(len(chosen)), counts), self.distinct)


class Text(NamedTuple):
    """The words of units, those of them that are about a topic, and whether they are English.

    `counts` are the words of each unit, (n,).
    """

    words: Words
    topical: Words
    counts: Ints
    english: bool


def read(texts: Sequence[str]) -> Text:
    """The words of each text.

    Letters and digits make a word, in lower case. Where a script writes no blanks, each two
    neighbouring characters are one. English is known by its function words, which are about no
    topic and left out. Inflections do not count.
    """
    numbers: dict[str, int] = {}
    found: list[int] = []
    counts: list[int] = []
    for text in texts:
        before = len(found)
        found += [numbers.setdefault(word, len(numbers)) for word in _split(text.lower())]
        counts.append(len(found) - before)
    said = np.array(found, dtype=np.int64)
    units = np.repeat(np.arange(len(counts)), counts)
    functional = np.array([word in FUNCTION_WORDS for word in numbers], np.bool_)[said]
    english = len(said) > 0 and float(np.mean(functional)) >= _ENGLISH
    short = stem if english else _first_letters
    stems: dict[str, int] = {}
    for word in numbers:
        if word not in FUNCTION_WORDS:
            stems.setdefault(short(word), len(stems))
    stem_of = np.array([stems.get(short(word), -1) for word in numbers], dtype=np.int64)
    words = Words(said, units, len(numbers))
    topical = Words(stem_of[said[~functional]], units[~functional], len(stems))
    return Text(words, topical, np.array(counts, dtype=np.int64), english)


def speakers(texts: Sequence[str]) -> Words:
    """Who begins to speak in which unit; none where names do not come again and again."""
    found = ((i, label_at(text)) for i, text in enumerate(texts))
    labels = Labels.of(label._replace(start=i) for i, label in found if label is not None)
    named = speaking(labels, _TURNS)
    who = named.speakers
    again = np.bincount(who)[who] > 1
    numbers: dict[int, int] = {}
    which = [numbers.setdefault(each, len(numbers)) for each in who[again].tolist()]
    return Words(np.array(which, np.int64), named.starts[again], len(numbers))


def _split(text: str) -> Iterator[str]:
    for word in _WORD.findall(text):
        if len(word) > 2 and _JOINED_RUN.match(word):
            yield from map("".join, pairwise(word))
        else:
            yield word


def _first_letters(word: str) -> str:
    return word[:_STEM]
