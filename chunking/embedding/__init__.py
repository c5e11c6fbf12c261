"""Embedding models and the vector cache.

Importing this package imports no model library; embedding a text that is not cached does.
"""

import os

from chunking.embedding.bundled import BF16_MODEL, DEFAULT_MODEL
from chunking.embedding.cached_embedder import CachedEmbedder
from chunking.embedding.chunk_embedder import (
    TRUNCATE,
    ChunkEmbedder,
    LongTexts,
    check_long_texts,
    embedded_texts,
    fate_beyond_limit,
)
from chunking.embedding.cost import EmbeddingCost, embedding_cost
from chunking.embedding.model_object import ModelEmbedder, TextModel
from chunking.embedding.protocol import (
    Embedder,
    OnBatch,
    OnPart,
    StreamingEmbedder,
    check_embedder,
    check_vectors,
    encode_questions,
)
from chunking.embedding.registry import (
    get_embedder,
    is_folder,
    model_note,
    providers,
)
from chunking.embedding.sentence_transformers import download_size
from chunking.embedding.tokenization import (
    ModelTokens,
    material_sizes,
    material_tokenizer,
    model_tokenizer,
    model_tokens,
    sizes_for,
    token_limit,
)
from chunking.embedding.vector_cache import VectorCache, cache_root

__all__ = [
    "BF16_MODEL",
    "DEFAULT_MODEL",
    "TRUNCATE",
    "CachedEmbedder",
    "ChunkEmbedder",
    "Embedder",
    "EmbeddingCost",
    "LongTexts",
    "ModelEmbedder",
    "ModelTokens",
    "OnBatch",
    "OnPart",
    "StreamingEmbedder",
    "TextModel",
    "VectorCache",
    "cache_root",
    "check_embedder",
    "check_long_texts",
    "check_vectors",
    "download_size",
    "embedded_texts",
    "embedding_cost",
    "encode_questions",
    "fate_beyond_limit",
    "get_embedder",
    "is_folder",
    "material_sizes",
    "material_tokenizer",
    "model_note",
    "model_tokenizer",
    "model_tokens",
    "providers",
    "sizes_for",
    "token_limit",
]

# ONNX Runtime reports usage from the moment it is imported by anyone.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
