"""Where word pieces start, told by how long they are: as exact as the tokenizer's own offsets.

A tokenizer that keeps track of offsets takes a fifth longer. In a text of letters that stay one
character each, it splits words where anyone can see it, and a word's pieces lie side by side. What
does not add up is left to the tokenizer.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from chunking.characters import characters

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from chunking.types import Bools, Codes, Ints

# What a character is: none of what is known, or in a word, or a word of its own, or a blank.
_OTHER, _LETTER, _MARK, _BLANK = range(4)
# Latin with its accents, Greek and Cyrillic, and the marks of print.
_KNOWN = (*range(0x530), *range(0x2010, 0x205F))
_CONTINUED = "##"


class Vocabulary:
    """The pieces of a tokenizer of the BERT kind, by id: their lengths, and which continue a word.

    An id that stands for what is unknown has length 0.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        pieces = tokenizer.get_vocab()
        self._lengths = np.zeros(max(pieces.values(), default=0) + 1, np.int64)
        self._continued = np.zeros(len(self._lengths), np.bool_)
        for piece, number in pieces.items():
            continued = piece.startswith(_CONTINUED) and piece != _CONTINUED
            self._continued[number] = continued
            self._lengths[number] = len(piece) - len(_CONTINUED) * continued
        unknown = pieces.get(getattr(tokenizer.model, "unk_token", None) or "")
        if unknown is not None:
            self._lengths[unknown] = 0

    def starts(self, text: str, ids: Ints) -> Ints | None:
        """Where those pieces of a text start, (n,); None where their lengths do not add up.

        `readable` is true of the whole of the text.
        """
        begins, sizes = _words(_kinds(text))
        first = np.flatnonzero(~self._continued[ids])
        if len(first) != len(begins) or (len(ids) and (not len(first) or first[0])):
            return None
        if len(ids) == 0:
            return ids
        lengths = self._lengths[ids]
        whole = np.add.reduceat(lengths, first)
        if not ((whole == sizes) | (lengths[first] == 0)).all():
            return None
        passed = np.cumsum(lengths) - lengths
        counts = np.diff(np.append(first, len(ids)))
        found: Ints = passed + np.repeat(begins - passed[first], counts)
        return found


def readable(text: str) -> bool:
    """Whether every character of a text is one that stays one character in a tokenizer's eyes."""
    return bool(_kinds(text).all())


def _kinds(text: str) -> Codes:
    return _table().take(characters(text), mode="clip")


def _words(kinds: Codes) -> tuple[Ints, Ints]:
    """Where the words of a text begin, and how long they are."""
    letters: Bools = np.concatenate([[False], kinds == _LETTER, [False]])
    inside = letters[1:-1]
    begins = np.flatnonzero((inside & ~letters[:-2]) | (kinds == _MARK))
    sizes = np.ones(len(begins), np.int64)
    runs = inside[begins]
    sizes[runs] = np.flatnonzero(inside & ~letters[2:]) + 1 - begins[runs]
    return begins, sizes


@lru_cache(maxsize=1)
def _table() -> Codes:
    """What each character is by code point; the last stands for all above."""
    found = np.zeros(max(_KNOWN) + 2, np.uint8)
    for code in _KNOWN:
        found[code] = _kind(chr(code))
    return found


def _kind(character: str) -> int:
    if character in " \t\r\n" or unicodedata.category(character) == "Zs":
        return _BLANK
    bare = [
        each
        for each in unicodedata.normalize("NFD", character)
        if unicodedata.category(each) != "Mn"
    ]
    lowered = "".join(bare).lower()
    if len(bare) != 1 or len(lowered) != 1 or unicodedata.category(lowered)[0] == "C":
        return _OTHER
    marked = unicodedata.category(lowered)[0] == "P" or (
        lowered.isascii() and not lowered.isalnum()
    )
    return _MARK if marked else _LETTER
