"""How much of a text an embedding model covers: its vocabulary and its token limit."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import regex

from chunking.core.chunking import Chunking
from chunking.core.document import Document, as_document
from chunking.core.text.languages import primary
from chunking.core.text.normalization import replace_surrogates
from chunking.core.text.tokenizers import ESTIMATE, MODEL, fast_tokenizer
from chunking.embedding import (
    BF16_MODEL,
    DEFAULT_MODEL,
    Embedder,
    LongTexts,
    ModelTokens,
    fate_beyond_limit,
    model_tokenizer,
    model_tokens,
)

if TYPE_CHECKING:
    import tokenizers


# A text of more characters is judged by this many slices of this many characters.
_SLICES = 20
_SLICE = 5_000
# Below this share a note would be about names and symbols in an otherwise covered text.
NOTED_SHARE = 0.1
# Words without ideographs, which every tokenizer reads one by one; shorter ones are abbreviations.
_WORD = regex.compile(r"[\p{L}\p{M}--[\p{Han}\p{Hiragana}\p{Katakana}]]{3,}", regex.V1)
# A word of so many tokens per character is spelled letter by letter; those of Russian under
# MiniLM have 0.96, those of English 0.22 and of Polish 0.51.
_SPELLED = 0.75
# The unknown token of SentencePiece models, which do not name it.
_UNKNOWN = "<unk>"


@dataclass(frozen=True, slots=True)
class Coverage:
    """What a model misses of a text, as shares between 0 and 1.

    Attributes:
        script: Script of most of what is unknown or spelled, as in `Thai`; empty if nothing is.
        unknown: Characters that the tokenizer maps to its unknown token.
        spelled: Characters in words that the tokenizer spells letter by letter.
        truncated: Tokens of chunks beyond the model limit; 0 for a document.
        limit: Token limit of the model; None without one, and for a document.
        estimated: Whether its tokenizer is unknown, so that its tokens are estimated.
        language: Language of the document if the model is the bundled one, for English; else empty.
    """

    model: str
    script: str = ""
    unknown: float = 0.0
    spelled: float = 0.0
    truncated: float = 0.0
    limit: int | None = None
    fate: str = ""
    advice: str = ""
    estimated: bool = False
    language: str = ""

    @property
    def notes(self) -> tuple[str, ...]:
        """A note with advice if a tenth is unknown or spelled, one if a tenth is over the limit.

        If the model reads the letters of another language than its own, a note says so.

        Smaller chunks do not help where another model is advised. The first note tells if tokens
        are estimated.
        """
        found = []
        if self.estimated:
            found.append(f"the tokenizer of {self.model} is unknown: its tokens are estimated")
        uncovered = self.unknown + self.spelled >= NOTED_SHARE
        if uncovered:
            shares = ((self.unknown, "unknown"), (self.spelled, "spelled letter by letter"))
            parts = [f"{share:.0%} {what}" for share, what in shares if share >= NOTED_SHARE / 2]
            found.append(
                f"{self.model} does not cover {self.script}: {' and '.join(parts)}. "
                "Choose the model multilingual."
            )
        elif self.language:
            # docs/thresholds.md has the figures.
            found.append(
                f"{self.model} is trained on English, this text is not in English "
                f"({self.language}): in German manuals, multilingual found 1 to 8 points more."
            )
        if self.truncated >= NOTED_SHARE:
            found.append(
                f"{self.truncated:.0%} of the tokens exceed the model limit ({self.model}: "
                f"{self.limit}): {self.fate}." + ("" if uncovered else f" Set {self.advice}.")
            )
        return tuple(found)


def coverage(
    source: Chunking | Document | str, embedder: Embedder, long_texts: LongTexts | None = None
) -> Coverage:
    """Return what a model misses of a document, or of its chunks.

    `unknown` and `spelled` stay 0 where the tokenizer is unknown or has no unknown token.

    Args:
        long_texts: How chunks are embedded; None where another program embeds them.

    Raises:
        SettingsError: The source is neither chunks nor a document.
        ModelError: The model cannot be found, or its tokenizer cannot be read.
    """
    document = source.document if isinstance(source, Chunking) else as_document(source)
    tokenizer = model_tokenizer(embedder)
    is_other = embedder.id in {DEFAULT_MODEL, BF16_MODEL} and primary(document.language) != "en"
    language = document.language if is_other else ""
    found = Coverage(embedder.id, estimated=tokenizer == ESTIMATE, language=language)
    if isinstance(source, Chunking):
        tokens = model_tokens(document.text, embedder)
        found = with_limit(found, source, tokens, embedder, long_texts)
    backend = fast_tokenizer(tokenizer)
    if backend is None:
        return found
    return replace(found, **_shares(_slices(document.text), backend))


def with_limit(
    found: Coverage,
    chunking: Chunking,
    tokens: ModelTokens,
    embedder: Embedder,
    long_texts: LongTexts | None = None,
) -> Coverage:
    """Return the coverage of a document with what a model misses of its chunks."""
    counts = tokens.sizes.token_counts(chunking.start - chunking.overlap, chunking.end)
    if tokens.limit is None or not len(counts):
        return found
    excess = np.maximum(counts - tokens.limit, 0)
    tokenizer = model_tokenizer(embedder)
    advice = f"max_tokens={tokens.limit}"
    if chunking.settings.get("tokenizer") not in {MODEL, tokenizer}:
        named = tokenizer if isinstance(tokenizer, str) else ESTIMATE
        advice += f" and tokenizer={MODEL if 'model' in chunking.settings else named}"
    return replace(
        found,
        limit=tokens.limit,
        truncated=float(excess.sum()) / max(1, int(counts.sum())),
        fate=fate_beyond_limit(embedder, long_texts, -(-int(counts.max()) // tokens.limit)),
        advice=advice,
    )


def _slices(text: str) -> list[str]:
    """Return the text, or evenly spaced parts of a long one."""
    if len(text) <= _SLICES * _SLICE:
        return [replace_surrogates(text)]
    starts = np.linspace(0, len(text) - _SLICE, _SLICES).astype(int).tolist()
    return [replace_surrogates(text[start : start + _SLICE]) for start in starts]


def _shares(texts: list[str], tokenizer: tokenizers.Tokenizer) -> dict[str, Any]:
    """Return `unknown`, `spelled` and `script` of some texts."""
    unknown_id = tokenizer.token_to_id(getattr(tokenizer.model, "unk_token", None) or _UNKNOWN)
    total = unknown = spelled = 0
    scripts: Counter[str] = Counter()
    encodings = tokenizer.encode_batch(texts, add_special_tokens=False)
    for text, encoding in zip(texts, encodings, strict=True):
        total += len(text) - sum(map(str.isspace, text))
        starts, ends = np.array(encoding.offsets, dtype=np.int64).reshape(-1, 2).T
        is_unknown = np.array(encoding.ids, dtype=np.int64) == unknown_id
        unknown += int((ends - starts)[is_unknown].sum())
        known = np.sort(starts[~is_unknown])
        words = np.array([word.span() for word in _WORD.finditer(text)], dtype=np.int64)
        first, after = words.reshape(-1, 2).T
        tokens = np.searchsorted(known, after) - np.searchsorted(known, first)
        is_spelled = tokens >= _SPELLED * (after - first)
        spelled += int((after - first)[is_spelled].sum())
        missed = np.concatenate([starts[is_unknown], first[is_spelled]])
        scripts.update(_script(text[at]) for at in missed.tolist())
    return {
        "unknown": min(1.0, unknown / max(1, total)),
        "spelled": min(1.0, spelled / max(1, total)),
        "script": scripts.most_common(1)[0][0] if scripts else "",
    }


def _script(character: str) -> str:
    """Return the script of a letter, as the first word of its Unicode name; else `symbols`."""
    if not character.isalpha():
        return "symbols"
    name = unicodedata.name(character, "symbols").partition(" ")[0].partition("-")[0]
    return {"CJK": "Chinese characters"}.get(name, name.capitalize())
