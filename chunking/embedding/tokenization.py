"""The tokenizer of a material, which may be that of its model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.embedding.registry import get_embedder
from chunking.errors import ModelError
from chunking.text.tokenizers import MODEL, token_sizes

if TYPE_CHECKING:
    from chunking.embedding.protocol import Embedder
    from chunking.text.sizes import Sizes
    from chunking.text.tokenizers import TokenizerLike
    from chunking.types import Material


def model_tokenizer(embedder: Embedder) -> TokenizerLike:
    """Return the tokenizer of a model.

    Raises:
        ModelError: It is unknown, or the model cannot be found.
    """
    found: TokenizerLike | None = getattr(embedder, "tokenizer", None)
    if found is None:
        raise ModelError(
            f"the tokenizer of model {embedder.id!r} is unknown: choose another tokenizer, "
            "such as estimate, o200k or the owner/name of one on Hugging Face"
        )
    return found


def material_tokenizer(material: Material, embedder: Embedder | None = None) -> TokenizerLike:
    """Return the tokenizer of a material, with that of its model in place of `model`.

    Args:
        material: The material; without a model, `model` stands for the bundled one.
        embedder: Replaces the model that the material names.

    Raises:
        ModelError: The tokenizer of the model is unknown, or the model cannot be found.
    """
    if material.tokenizer != MODEL or (embedder is None and material.model is None):
        return material.tokenizer
    return model_tokenizer(embedder or get_embedder(str(material.model)))


def material_sizes(text: str, material: Material, embedder: Embedder | None = None) -> Sizes:
    """Return the sizes of a text by the tokenizer of a material; see `material_tokenizer`."""
    return token_sizes(text, material_tokenizer(material, embedder))
