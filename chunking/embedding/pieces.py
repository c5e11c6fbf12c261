"""Where the word pieces of a text start, as a model's own tokenizer sees them."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING

from chunking.embedding.bundled import DEFAULT_MODEL
from chunking.embedding.lengths import Vocabulary
from chunking.embedding.named import check_name, local_folder
from chunking.embedding.starts import BREAK, starts_in
from chunking.errors import ModelError
from chunking.normalize import encodable

if TYPE_CHECKING:
    from pathlib import Path

    from tokenizers import Tokenizer

    from chunking.types import Ints

# A part is large enough to cost little by itself and small enough for both cores to get many.
PART = 8_192


def piece_starts(text: str, name: str = DEFAULT_MODEL) -> Ints:
    """The code-point offset in `text` at which each word piece starts, in order; (n,) int64.

    Special tokens are not counted and nothing is cut off. Several pieces may start at one
    offset (a Hangul syllable is taken apart). Raises `ModelError` where the model's
    tokenizer is not on this machine; nothing is fetched.
    """
    tokenizer, vocabulary = _tokenizer(_tokenizer_file(check_name(name), name))
    part = PART if vocabulary else len(text) + 1
    return starts_in(encodable(text), tokenizer, part=part, vocabulary=vocabulary)


def _tokenizer_file(plain: str, name: str) -> Path:
    folder = local_folder(plain)
    # A model of several modules may keep its tokenizer with the first.
    for place in (folder, *sorted(folder.glob("0_*"))) if folder else ():
        if (place / "tokenizer.json").is_file():
            return place / "tokenizer.json"
    raise ModelError(
        f"the tokenizer of model {name!r} is not on this machine: give a model that was used "
        f"before, a folder that holds tokenizer.json, or {DEFAULT_MODEL}"
    )


@lru_cache(maxsize=8)
def _tokenizer(path: Path) -> tuple[Tokenizer, Vocabulary | None]:
    """The tokenizer, its padding and truncation reset, and its pieces if a text may be divided."""
    from tokenizers import Tokenizer

    try:
        content = path.read_text(encoding="utf-8")
        tokenizer = Tokenizer.from_str(content)
        divisible = _divisible(json.loads(content))
    except Exception as error:  # the Rust library raises plain exceptions
        raise ModelError(f"{path} cannot be read as a tokenizer: {error}") from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer, Vocabulary(tokenizer) if divisible else None


def _divisible(settings: dict[str, object]) -> bool:
    """Whether no piece depends on what is beyond a blank: so it is for the BERT kind alone."""

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
