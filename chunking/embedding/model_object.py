"""Embedder for a model object that is already loaded."""

import hashlib
import json
import threading
import uuid
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Protocol, cast

import numpy as np

from chunking.core.arrays import Vectors
from chunking.core.errors import ModelError
from chunking.core.text.normalization import replace_surrogates
from chunking.core.text.tokenizers import TokenizerLike
from chunking.embedding.long_texts import LongTextSplitter, batches, mean_of_windows, token_limit
from chunking.embedding.protocol import OnBatch, no_vectors, query_prompt, unit_vectors


class TextModel(Protocol):
    """An object whose `encode` takes a list of texts and returns one vector per text."""

    @property
    def encode(self) -> Callable[..., object]:
        """Function from n texts to an array of shape (n, d)."""
        ...


class ModelEmbedder:
    """Embedder around a loaded model, such as a `SentenceTransformer`.

    Without a revision, that of a `SentenceTransformer` is a hash of its weights, tokenizer and
    limits, computed at first use. Any other object gets a random one, so that its vectors are never
    mistaken for those of another model.

    Args:
        model: Any object with an `encode` method.
        name: Name of the model; by default the name in its model card, or its class name.
        revision: Identifier of its weights.

    Raises:
        ModelError: The object has no `encode` method.
    """

    def __init__(
        self, model: TextModel, name: str | None = None, revision: str | None = None
    ) -> None:
        if isinstance(model, str) or not callable(getattr(model, "encode", None)):
            raise ModelError(
                "an embedding model must have an encode method that takes a list of texts, "
                f"got {type(model).__name__}"
            )
        self._model = model
        self._name = name
        self._revision = revision
        # Fast tokenizers do not support concurrent calls.
        self._lock = threading.Lock()

    @property
    def id(self) -> str:
        """Name of the model."""
        card = getattr(self._model, "model_card_data", None)
        known = getattr(card, "model_id", None) or getattr(card, "base_model", None)
        return self._name or str(known or type(self._model).__name__)

    @cached_property
    def revision(self) -> str:
        """Identifier of the weights: as passed, a hash, or random."""
        if self._revision:
            return self._revision
        return _fingerprint(self._model) if self._is_sentence_transformer else uuid.uuid4().hex

    @property
    def max_pieces(self) -> int | None:
        """The model's `max_seq_length`; `None` if it has none or is static."""
        return token_limit(getattr(self._model, "max_seq_length", None))

    @property
    def tokenizer(self) -> TokenizerLike | None:
        """The model's `tokenizer`; `None` if it has none that tracks offsets."""
        found = getattr(self._model, "tokenizer", None)
        backend = getattr(found, "backend_tokenizer", found)
        return backend if hasattr(backend, "encode_batch_fast") else None

    @property
    def reserved_tokens(self) -> int:
        """Tokens of the limit that special tokens and a prompt take; 0 if they are unknown."""
        limit, splitter = self.max_pieces, self._splitter
        return 0 if limit is None or splitter is None else limit - splitter.limit

    @property
    def beyond_limit(self) -> str:
        """`truncate`, as a `SentenceTransformer` does; empty for other models."""
        return "truncate" if self._is_sentence_transformer else ""

    @property
    def query_prompt(self) -> str:
        """Text before a question, as in the model's `prompts`; empty without one."""
        default = getattr(self._model, "default_prompt_name", None)
        return query_prompt(getattr(self._model, "prompts", None), default)

    def encode(self, texts: Sequence[str], *, on_batch: OnBatch | None = None) -> Vectors:
        """Return one vector per text, (n, d) float32 of norm 1.

        A text beyond the model's token limit is split into windows; its vector is the mean of
        theirs, weighted by token counts. This requires a `tokenizer` attribute, as of a
        `SentenceTransformer`; other models receive long texts unchanged.
        """
        if not texts:
            return no_vectors()
        texts = [replace_surrogates(text) for text in texts]  # tokenizers reject lone surrogates
        found = no_vectors()
        for batch in batches(texts):
            rows = self._encode_batch(texts[batch])
            if not len(found):
                found = np.zeros((len(texts), rows.shape[1]), dtype=np.float32)
            found[batch] = rows
            if on_batch is not None:
                on_batch(batch.stop, len(texts))
        return found

    @cached_property
    def _is_sentence_transformer(self) -> bool:
        """Whether the model's class is from sentence-transformers, which is not imported here."""
        return any(
            kind.__module__.partition(".")[0] == "sentence_transformers"
            for kind in type(self._model).__mro__
        )

    @cached_property
    def _splitter(self) -> LongTextSplitter | None:
        return LongTextSplitter.for_model(self._model)

    def _encode_batch(self, texts: Sequence[str]) -> Vectors:
        options: dict[str, Any] = {}
        if self._is_sentence_transformer:
            options = {"show_progress_bar": False, "convert_to_numpy": True}
        with self._lock:
            windows = [[(text, 1)] for text in texts]
            if self._splitter is not None:
                windows = self._splitter.split(texts)
            parts = [part for of_text in windows for part in of_text]
            answer = self._model.encode([text for text, _ in parts], **options)
        rows = unit_vectors(answer, len(parts), self.id)
        return mean_of_windows(rows, windows, self.id)


def _fingerprint(model: TextModel) -> str:
    """Return a SHA-256 over the weights, tokenizer, limits and modules of a loaded model."""
    import torch

    loaded = cast("Any", model)
    digest = hashlib.sha256(repr(loaded).encode())
    for part in ("max_seq_length", "prompts", "default_prompt_name"):
        digest.update(f"{part}={getattr(loaded, part, None)!r}\n".encode())
    tokenizer: Any = getattr(loaded, "tokenizer", None)
    tokenizer = getattr(tokenizer, "backend_tokenizer", tokenizer)
    if hasattr(tokenizer, "to_str"):
        # Padding and truncation are left over from the last call.
        settings = {**json.loads(tokenizer.to_str()), "padding": None, "truncation": None}
        digest.update(json.dumps(settings).encode())
    for name, tensor in sorted(loaded.state_dict().items()):
        digest.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}\n".encode())
        flat = tensor.detach().cpu().contiguous().reshape(-1)
        digest.update(flat.view(torch.uint8).numpy().data)
    return digest.hexdigest()
