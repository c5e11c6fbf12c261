"""Words and speakers of units as integer columns, in any script."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from chunking.core.arrays import Ints
from chunking.units.speaker_labels import Labels, label_at, speaker_labels

_FUNCTION_WORDS = """
a about above after again against ah all also am among an and another any are as at away back be
because been before being below between both but by came can cannot come could did do does doing
done down during each either else ever every few for from get go had has have having he her here
hers him his hmm how however i if in into is it its itself just know last least less let like made
make many may me mean might mine mm mmm more most much must my neither never no nor not nothing now
of off often oh ok okay on once one only or other our ours out over own perhaps quite rather really
right same see shall she should since so some still such than that the their theirs them then there
these they thing things think this those though through thus to together too toward uh um under
until up upon us very want was we well were what when where whether which while who whole whom whose
why will with within without would yeah yep yes yet you your yours
ain aren couldn d didn doesn don hadn hasn haven isn ll m re s shouldn t ve wasn weren won wouldn
"""

# Articles, pronouns, prepositions, conjunctions, auxiliaries, fillers, parts of contractions.
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())

_ENDING = re.compile(
    r"(?<=\w\w\w)(?:ations?|ingly|edly|ness|ments?|ings?|ed|ly|(?<=[sxhz])es|(?<![su])s)$"
)


def stem(word: str) -> str:
    """Strip the most common English endings; the result need not be a word.

    >>> [stem(word) for word in ("chisels", "sharpening", "stories", "story", "makes")]
    ['chisel', 'sharpen', 'story', 'story', 'mak']
    """
    short = _ENDING.sub("", word)
    return short[:-2] + "y" if short.endswith("ie") else short.removesuffix("e")


# Scripts without spaces between words: Thai, Lao, Burmese, Khmer, kana, Han.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
# Combining vowel signs and accents, which belong to the letter before.
_COMBINING = "\u0300-\u036f\u0590-\u05cf\u064b-\u065f\u0900-\u0dff"
_WORD = re.compile(rf"[{_UNSPACED}]+|(?:[^\W_{_UNSPACED}][{_COMBINING}]*)+")
_UNSPACED_RUN = re.compile(rf"[{_UNSPACED}]")

# In other languages words are compared by their first letters, which unites most inflections.
_PREFIX = 5

# Least share of function words in an English text.
_ENGLISH_SHARE = 0.25
# Least mean number of turns of each speaker.
_MIN_TURNS = 3


class Occurrences(NamedTuple):
    """Words or speakers in the units of a document, in reading order.

    Attributes:
        ids: Which word or speaker, (k,).
        units: The unit of each occurrence, ascending, (k,).
        distinct: Number of different words or speakers in the whole document.
    """

    ids: Ints
    units: Ints
    distinct: int

    def subset(self, units: Ints) -> Occurrences:
        """Return the occurrences in a selection of units, renumbered in its order."""
        first = np.searchsorted(self.units, units)
        counts = np.searchsorted(self.units, units, side="right") - first
        indices = np.repeat(first - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
        return Occurrences(
            self.ids[indices], np.repeat(np.arange(len(units)), counts), self.distinct
        )


class Words(NamedTuple):
    """Words of the units of a document.

    Attributes:
        topical: Stems of all words but function words.
        counts: Number of words of each unit, (n,).
        english: Whether the text is English, judged by its function words.
    """

    topical: Occurrences
    counts: Ints
    english: bool


def extract_words(texts: Sequence[str]) -> Words:
    """Return the words of texts, in lower case.

    Words are runs of letters and digits; in scripts without spaces, each pair of neighboring
    characters.
    """
    ids_by_word: dict[str, int] = {}
    found: list[int] = []
    counts: list[int] = []
    for text in texts:
        before = len(found)
        found += [ids_by_word.setdefault(word, len(ids_by_word)) for word in _split(text.lower())]
        counts.append(len(found) - before)
    ids = np.array(found, dtype=np.int64)
    units = np.repeat(np.arange(len(counts)), counts)
    functional = np.array([word in FUNCTION_WORDS for word in ids_by_word], np.bool_)[ids]
    english = len(ids) > 0 and float(np.mean(functional)) >= _ENGLISH_SHARE
    shorten = stem if english else _prefix
    stems: dict[str, int] = {}
    for word in ids_by_word:
        if word not in FUNCTION_WORDS:
            stems.setdefault(shorten(word), len(stems))
    stem_ids = np.array([stems.get(shorten(word), -1) for word in ids_by_word], dtype=np.int64)
    return Words(
        Occurrences(stem_ids[ids[~functional]], units[~functional], len(stems)),
        np.array(counts, dtype=np.int64),
        english,
    )


def extract_speakers(texts: Sequence[str]) -> Occurrences:
    """Return the speakers of the texts that begin with a speaker label; none if few recur."""
    found = ((i, label_at(text)) for i, text in enumerate(texts))
    labels = Labels.of(label._replace(start=i) for i, label in found if label is not None)
    turns = speaker_labels(labels, _MIN_TURNS)
    names = turns.speakers
    recurring = np.bincount(names)[names] > 1
    ids_by_name: dict[int, int] = {}
    ids = [ids_by_name.setdefault(name, len(ids_by_name)) for name in names[recurring].tolist()]
    return Occurrences(np.array(ids, np.int64), turns.starts[recurring], len(ids_by_name))


def _split(text: str) -> Iterator[str]:
    for word in _WORD.findall(text):
        if len(word) > 2 and _UNSPACED_RUN.match(word):
            yield from map("".join, pairwise(word))
        else:
            yield word


def _prefix(word: str) -> str:
    return word[:_PREFIX]
