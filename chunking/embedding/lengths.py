"""Where word pieces start, of words that are given to the tokenizer once: as exact as its offsets.

A tokenizer of the BERT kind splits words where anyone can see it, and takes each apart whatever
stands beside it. So the pieces of a word that comes again are known, and most words come again. The
lengths of its pieces say where they start, in a text of letters that stay one character each. What
does not add up is left to the tokenizer.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from chunking.characters import characters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tokenizers import Tokenizer

    from chunking.types import Bools, Codes, Ints

# What a character is: none of what is known, or in a word, or a word of its own, or a blank.
_OTHER, _LETTER, _MARK, _BLANK = range(4)
# Latin with its accents, Greek and Cyrillic, and the marks of print.
_KNOWN = (*range(0x530), *range(0x2010, 0x205F))
_CONTINUED = "##"
# So many characters of words are given to the tokenizer at once, of which both cores get many.
_PART = 8_192


class Vocabulary:
    """A tokenizer of the BERT kind and its pieces, by id: their lengths, which continue a word.

    An id that stands for what is unknown has length 0.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        pieces = tokenizer.get_vocab()
        self._tokenizer = tokenizer
        self._lengths = np.zeros(max(pieces.values(), default=0) + 1, np.int64)
        self._continued = np.zeros(len(self._lengths), np.bool_)
        for piece, number in pieces.items():
            continued = piece.startswith(_CONTINUED) and piece != _CONTINUED
            self._continued[number] = continued
            self._lengths[number] = len(piece) - len(_CONTINUED) * continued
        unknown = pieces.get(getattr(tokenizer.model, "unk_token", None) or "")
        if unknown is not None:
            self._lengths[unknown] = 0
        added = [each.content for each in tokenizer.get_added_tokens_decoder().values()]
        self._added = re.compile("|".join(map(re.escape, added)) or r"(?!)", re.IGNORECASE)

    def holds_token(self, text: str) -> bool:
        """Whether a text may hold a token that is none of words, such as `[MASK]`."""
        return self._added.search(text) is not None

    def starts(self, text: str) -> Ints | None:
        """Where the pieces of a text start, (n,); None where their lengths do not add up.

        `readable` is true of the text, and `holds_token` is not.
        """
        begins, sizes = words(text)
        ids = self._ids(text)
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

    def _ids(self, text: str) -> Ints:
        encodings = self._tokenizer.encode_batch_fast(list(_parts(text)), add_special_tokens=False)
        ids = [np.array(each.ids, dtype=np.int64) for each in encodings]
        return np.concatenate(ids) if ids else np.zeros(0, np.int64)


class _Numbers(dict[str, int]):
    """Words, numbered as they come."""

    def __missing__(self, word: str) -> int:
        self[word] = number = len(self)
        return number


class Reader:
    """Reads one text after another, and asks for the pieces of each different word once."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._numbers = _Numbers()
        # Of each word, where its pieces are among those of all; of each piece, how far into its
        # word it starts.
        self._first = np.zeros(1, np.int64)
        self._into = np.zeros(0, np.int64)

    def starts(self, text: str) -> Ints | None:
        """Where the pieces of a text start, (n,), or None where it is for the tokenizer to say.

        `readable` is true of the text.
        """
        if self._vocabulary.holds_token(text):
            return None
        begins, sizes = words(text)
        places = zip(begins.tolist(), (begins + sizes).tolist(), strict=True)
        known, number = len(self._numbers), self._numbers.__getitem__
        said = np.fromiter((number(text[a:b]) for a, b in places), np.int64, len(begins))
        if not self._learn(known):
            return None
        first = self._first[said]
        counts = self._first[said + 1] - first
        before = np.cumsum(counts) - counts
        pieces = np.arange(int(counts.sum())) + np.repeat(first - before, counts)
        found: Ints = np.repeat(begins, counts) + self._into[pieces]
        return found

    def _learn(self, known: int) -> bool:
        """Ask for the pieces of all words but the first `known`; False where it is of no use."""
        new = list(islice(self._numbers, known, None))
        if not new:
            return True
        found = self._vocabulary.starts(" ".join(new))
        if found is None:
            for word in new:
                del self._numbers[word]
            return False
        begins = np.cumsum([0, *(len(word) + 1 for word in new)])
        own = np.searchsorted(begins, found, side="right") - 1
        ends = np.searchsorted(own, np.arange(len(new)), side="right")
        self._first = np.concatenate([self._first, len(self._into) + ends])
        self._into = np.concatenate([self._into, found - begins[own]])
        return True


def readable(text: str) -> bool:
    """Whether every character of a text is one that stays one character in a tokenizer's eyes."""
    return bool(_kinds(text).all())


def _kinds(text: str) -> Codes:
    return _table().take(characters(text), mode="clip")


def words(text: str) -> tuple[Ints, Ints]:
    """Where the words of a `readable` text begin, and how long they are, both (n,)."""
    kinds = _kinds(text)
    letters: Bools = np.concatenate([[False], kinds == _LETTER, [False]])
    inside = letters[1:-1]
    begins = np.flatnonzero((inside & ~letters[:-2]) | (kinds == _MARK))
    sizes = np.ones(len(begins), np.int64)
    runs = inside[begins]
    sizes[runs] = np.flatnonzero(inside & ~letters[2:]) + 1 - begins[runs]
    return begins, sizes


def _parts(text: str) -> Iterator[str]:
    """A text in parts that end at blanks."""
    start = 0
    while start < len(text):
        blank = text.find(" ", start + _PART)
        end = blank if blank >= 0 else len(text)
        yield text[start:end]
        start = end


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
