"""Offsets of word pieces, computed word by word where that equals the tokenizer's result."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, islice
from typing import TYPE_CHECKING

import numpy as np

from chunking.core.arrays import Bools, Codes, Ints
from chunking.core.text.characters import code_points

if TYPE_CHECKING:
    from tokenizers import Tokenizer


# Kinds of characters: unknown, part of a word, a word by itself, or a blank.
_UNKNOWN, _LETTER, _PUNCTUATION, _BLANK = range(4)
# Latin with accents, Greek, Cyrillic, and typographic punctuation.
_KNOWN = (*range(0x530), *range(0x2010, 0x205F))
_CONTINUATION = "##"
# Characters per text passed to the tokenizer, which works on several texts concurrently.
_PART = 8_192


class Vocabulary:
    """A BERT tokenizer with the length of each of its word pieces.

    The length of the unknown token is 0.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        pieces = tokenizer.get_vocab()
        self._tokenizer = tokenizer
        self._lengths = np.zeros(max(pieces.values(), default=0) + 1, np.int64)
        self._continued = np.zeros(len(self._lengths), np.bool_)
        for piece, number in pieces.items():
            continued = piece.startswith(_CONTINUATION) and piece != _CONTINUATION
            self._continued[number] = continued
            self._lengths[number] = len(piece) - len(_CONTINUATION) * continued
        unknown = pieces.get(getattr(tokenizer.model, "unk_token", None) or "")
        if unknown is not None:
            self._lengths[unknown] = 0
        added = [each.content for each in tokenizer.get_added_tokens_decoder().values()]
        self._added = re.compile("|".join(map(re.escape, added)) or r"(?!)", re.IGNORECASE)

    def has_special_token(self, text: str) -> bool:
        """Whether a text may contain a special token, such as `[MASK]`."""
        return self._added.search(text) is not None

    def starts(self, text: str) -> Ints | None:
        """Return the offsets of the word pieces of a plain text without special tokens, (n,).

        None if the lengths of the pieces do not sum up to those of the words.
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
    """Numbers of words in order of appearance."""

    def __missing__(self, word: str) -> int:
        self[word] = number = len(self)
        return number


class WordCache:
    """Word pieces of distinct words, each tokenized once."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._numbers = _Numbers()
        # Index of the first piece of each word, and the offset of each piece in its word.
        self._first = np.zeros(1, np.int64)
        self._into = np.zeros(0, np.int64)

    def starts(self, text: str) -> Ints | None:
        """Return the offsets of the word pieces of a plain text, (n,); None if they are unknown."""
        if self._vocabulary.has_special_token(text):
            return None
        begins, sizes = words(text)
        spans = zip(begins.tolist(), (begins + sizes).tolist(), strict=True)
        known, number = len(self._numbers), self._numbers.__getitem__
        of_word = np.fromiter((number(text[a:b]) for a, b in spans), np.int64, len(begins))
        if not self._learn(known):
            return None
        first = self._first[of_word]
        counts = self._first[of_word + 1] - first
        before = np.cumsum(counts) - counts
        pieces = np.arange(int(counts.sum())) + np.repeat(first - before, counts)
        found: Ints = np.repeat(begins, counts) + self._into[pieces]
        return found

    def _learn(self, known: int) -> bool:
        """Tokenize all words after the first `known`; return whether their lengths sum up."""
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


def is_plain(text: str) -> bool:
    """Whether the tokenizer's normalization keeps every character of a text as one character."""
    return bool(_kinds(text).all())


def _kinds(text: str) -> Codes:
    return _table().take(code_points(text), mode="clip")


def words(text: str) -> tuple[Ints, Ints]:
    """Return the offsets and lengths of the words of a plain text, both (n,)."""
    kinds = _kinds(text)
    letters: Bools = np.concatenate([[False], kinds == _LETTER, [False]])
    inside = letters[1:-1]
    begins = np.flatnonzero((inside & ~letters[:-2]) | (kinds == _PUNCTUATION))
    sizes = np.ones(len(begins), np.int64)
    runs = inside[begins]
    sizes[runs] = np.flatnonzero(inside & ~letters[2:]) + 1 - begins[runs]
    return begins, sizes


def _parts(text: str) -> Iterator[str]:
    """Yield parts of a text that end at blanks."""
    start = 0
    while start < len(text):
        blank = text.find(" ", start + _PART)
        end = blank if blank >= 0 else len(text)
        yield text[start:end]
        start = end


@lru_cache(maxsize=1)
def _table() -> Codes:
    """Return the kind of each code point; the last entry is that of all higher ones."""
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
        return _UNKNOWN
    marked = unicodedata.category(lowered)[0] == "P" or (
        lowered.isascii() and not lowered.isalnum()
    )
    return _PUNCTUATION if marked else _LETTER


PARTS_AT_ONCE = 64
# A BERT tokenizer always ends a word before blanks and ideographs.
BREAK = re.compile("[ \t\r\n\u3400-\u4dbf\u4e00-\u9fff]")


def token_starts(
    text: str, tokenizer: Tokenizer, *, part: int, vocabulary: Vocabulary | None = None
) -> Ints:
    """Return the offsets at which the tokens of a text start, in order, (n,).

    Args:
        tokenizer: Its tokenizer, without padding and truncation.
        part: Minimum number of characters tokenized together.
        vocabulary: Allows tokenizing each word of a plain text only once.
    """
    found: list[Ints] = []
    words_seen = WordCache(vocabulary) if vocabulary else None

    def span_is_plain(span: tuple[int, int]) -> bool:
        return is_plain(text[slice(*span)])

    for plain, spans in groupby(_part_spans(text, part), span_is_plain):
        while group := list(islice(spans, PARTS_AT_ONCE)):
            begin, end = group[0][0], group[-1][1]
            first = words_seen.starts(text[begin:end]) if words_seen and plain else None
            if first is None:
                found += _tokenizer_starts(text, group, tokenizer)
            else:
                found.append(first + begin)
    return np.concatenate(found) if found else np.zeros(0, dtype=np.int64)


def _tokenizer_starts(
    text: str, spans: list[tuple[int, int]], tokenizer: Tokenizer
) -> Iterator[Ints]:
    """Yield the token offsets of each span, as tracked by the tokenizer."""
    parts = [text[start:end] for start, end in spans]
    encodings = tokenizer.encode_batch(parts, add_special_tokens=False)
    for (start, _), encoding in zip(spans, encodings, strict=True):
        offsets = encoding.offsets
        first = np.fromiter((pair[0] for pair in offsets), dtype=np.int64, count=len(offsets))
        yield first + start


def _part_spans(text: str, part: int) -> Iterator[tuple[int, int]]:
    """Yield consecutive spans of at least `part` characters that end where a word ends."""
    start = 0
    while start < len(text):
        match = BREAK.search(text, start + part)
        end = match.start() if match else len(text)
        yield start, end
        start = end
