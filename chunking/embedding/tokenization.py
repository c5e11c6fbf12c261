"""Tokens of a text as a model counts them, and how many of them it embeds."""

from dataclasses import dataclass

from chunking.core.errors import SettingsError
from chunking.core.prepared import Material, Prepared
from chunking.core.text.sizes import Sizes
from chunking.core.text.tokenizers import (
    ESTIMATE,
    MODEL,
    TokenizerLike,
    check_tokenizer,
    token_sizes,
    tokenizer_title,
)
from chunking.embedding.protocol import Embedder, reserved_tokens
from chunking.embedding.registry import get_embedder


@dataclass(frozen=True, slots=True)
class ModelTokens:
    """A text in the tokens of a model.

    Attributes:
        sizes: Counts its tokens; an estimate where the tokenizer of the model is unknown.
        limit: Tokens of a text that the model reads at once, as from `token_limit`.
        unit: What the sizes count, such as `tokens of all-MiniLM-L6-v2`.
    """

    sizes: Sizes
    limit: int | None
    unit: str = "model tokens"


def model_tokens(text: str, embedder: Embedder) -> ModelTokens:
    """Return a text in the tokens of a model, with the limit of the model.

    Raises:
        ModelError: The model cannot be found, or its tokenizer cannot be read.
    """
    tokenizer = model_tokenizer(embedder)
    unit = tokenizer_title(ESTIMATE if tokenizer == ESTIMATE else embedder.id)
    return ModelTokens(token_sizes(text, tokenizer), token_limit(embedder), unit)


def model_tokenizer(embedder: Embedder) -> TokenizerLike:
    """Return the tokenizer of a model, or the estimate where it is unknown."""
    try:
        return check_tokenizer(getattr(embedder, "tokenizer", None))
    except SettingsError:  # none, or one of another kind
        return ESTIMATE


def token_limit(embedder: Embedder) -> int | None:
    """Return the tokens of a text that a model reads at once, special tokens excluded.

    None if there is no limit, as for a static model, or if it is unknown.

    Raises:
        ModelError: The model cannot be found.
    """
    limit = embedder.max_pieces
    return None if limit is None else max(1, limit - reserved_tokens(embedder))


def material_tokenizer(material: Material, embedder: Embedder | None = None) -> TokenizerLike:
    """Return the tokenizer of a material, with that of its model in place of `model`.

    Args:
        embedder: Replaces the model that the material names.
    """
    if material.tokenizer != MODEL:
        return material.tokenizer
    return model_tokenizer(embedder or get_embedder(str(material.model)))


def material_sizes(text: str, material: Material, embedder: Embedder | None = None) -> Sizes:
    """Return the sizes of a text by the tokenizer of a material; see `material_tokenizer`."""
    return token_sizes(text, material_tokenizer(material, embedder))


def sizes_for(prepared: Prepared, material: Material) -> Sizes:
    """Return the sizes of a prepared document by the tokenizer of another material."""
    known = prepared.material
    is_same = known.tokenizer == material.tokenizer
    if is_same and (known.model == material.model or known.tokenizer != MODEL):
        return prepared.sizes
    return material_sizes(prepared.document.text, material)
