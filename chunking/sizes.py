"""How big a text is: characters ÷ 4, words, word pieces, or OpenAI's tokens.

Each way of counting is one `Counter`. It reads the text once and says where each token
starts; the size of any part is then a difference of two positions (`Sizes`), so nothing
is ever tokenised again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import regex

from chunking.errors import SettingsError, expect
from chunking.normalize import code_points, encodable
from chunking.types import Ints, Sizes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Scripts written without blanks between words: each character counts as a word.
_IDEOGRAPHS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# A character is at most four bytes, and a token at least one.
_PART = 50_000
_SEAM_WINDOW = 5_000
_SEAM = regex.compile(r"(?r)\n(?=[^\W\d_])|[^\W\d_](?= [^\W\d_])")
_WORD = re.compile(rf"[{_IDEOGRAPHS}]|[^\s{_IDEOGRAPHS}]+")


@dataclass(frozen=True, slots=True)
class Counter:
    """One way to count: `measure(text)` is the `Sizes` of that text."""

    name: str
    title: str
    summary: str
    measure: Callable[[str], Sizes]


def _characters(text: str) -> Sizes:
    return Sizes(len(text), per=4)


def _words(text: str) -> Sizes:
    starts = np.fromiter((m.start() for m in _WORD.finditer(text)), dtype=np.int64)
    return Sizes(len(text), token_starts=starts)


def _pieces(text: str) -> Sizes:
    from chunking.embedding.pieces import piece_starts

    return Sizes(len(text), token_starts=piece_starts(text))


def _bpe(name: str) -> Callable[[str], Sizes]:
    def measure(text: str) -> Sizes:
        encoding, lengths = _encoding(name)
        found, passed = [np.zeros(0, np.int64)], 0
        # A part is finished while it is in the processor's cache.
        for part in _parts(encodable(text)):
            ids = np.fromiter(encoding.encode_ordinary(part), np.int32)
            sizes = lengths[ids]
            starts = np.cumsum(sizes, dtype=np.int32) - sizes
            if not part.isascii():
                starts = code_points(part.encode(), starts)
            found.append(np.add(starts, passed, dtype=np.int64))
            passed += len(part)
        return Sizes(len(text), token_starts=np.concatenate(found))

    return measure


def _parts(text: str) -> Iterator[str]:
    """The text in parts the encoder takes (200,000 tokens), cut where no token can lie across.

    No token of these vocabularies holds a line break and the letter after it, or a letter and
    the blank after it. Only a run of 50,000 characters without either is cut anywhere.
    """
    start = 0
    while len(text) - start > _PART:
        stop = start + _PART
        seam = _SEAM.search(text, stop - _SEAM_WINDOW, stop)
        end = seam.end() if seam else stop
        yield text[start:end]
        start = end
    yield text[start:]


@lru_cache(maxsize=2)
def _encoding(name: str) -> tuple[Any, Ints]:
    """The encoding and the length in bytes of each of its tokens."""
    import bpe_openai

    encoding = bpe_openai.get_encoding(name)
    lengths = np.zeros(encoding.n_vocab, dtype=np.int32)
    for rank, token in enumerate(encoding.token_byte_values()):
        lengths[rank] = len(token)
    return encoding, lengths


COUNTERS: dict[str, Counter] = {
    c.name: c
    for c in (
        Counter("characters", "characters ÷ 4", "an estimate that needs no tokenizer", _characters),
        Counter("words", "words", "runs between blanks; each ideograph is a word", _words),
        Counter("wordpiece", "MiniLM word pieces", "what the embedding model reads", _pieces),
        Counter("cl100k", "cl100k tokens", "OpenAI's embedding models", _bpe("cl100k_base")),
        Counter("o200k", "o200k tokens", "OpenAI's newer chat models", _bpe("o200k_base")),
    )
}


def measure(text: str, count_in: str = "characters") -> Sizes:
    """The sizes of `text`, counted in `count_in`.

    Raises:
        SettingsError: it is no text, or there is no such way to count.
    """
    expect(text, str, "what is measured must be a text")
    try:
        counter = COUNTERS[count_in]
    except (KeyError, TypeError):  # a list is no key at all
        raise SettingsError(
            f"count_in must be one of {', '.join(COUNTERS)}, got {count_in!r}"
        ) from None
    return counter.measure(text)
