"""A model object that is already in memory."""

from __future__ import annotations

import hashlib
import json
import threading
import uuid
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, cast

import numpy as np

from chunking.embedding.long import Windows
from chunking.embedding.slices import windows
from chunking.embedding.vectors import no_vectors, unit_vectors
from chunking.errors import ModelError
from chunking.normalize import encodable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunking.embedding.protocol import OnBatch
    from chunking.types import Vectors


class TextModel(Protocol):
    """Anything with an `encode` that takes a list of texts and gives one vector each."""

    @property
    def encode(self) -> Callable[..., object]:
        """From a list of n texts to an array of shape (n, d)."""
        ...


class ModelEmbedder:
    """An embedder around a model the caller has loaded, such as a `SentenceTransformer`.

    The name and the revision are looked up in the model where they are not given. The revision of
    a `SentenceTransformer` is a hash of its weights, tokenizer and limits, taken when it is
    first asked for; any other object gets one of its own, so that nothing of it is ever
    mistaken for another's.
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
        # Fast tokenizers refuse a second thread while they work.
        self._lock = threading.Lock()

    @property
    def id(self) -> str:
        """The given name, the one in the model's card, or the name of its class."""
        card = getattr(self._model, "model_card_data", None)
        known = getattr(card, "model_id", None) or getattr(card, "base_model", None)
        return self._name or str(known or type(self._model).__name__)

    @cached_property
    def revision(self) -> str:
        """The given one, or a hash of all that decides the vectors."""
        return self._revision or (_fingerprint(self._model) if self._known else uuid.uuid4().hex)

    @property
    def max_pieces(self) -> int | None:
        """The model's `max_seq_length`, where it has one."""
        limit = getattr(self._model, "max_seq_length", None)
        return int(limit) if limit else None

    def encode(self, texts: Sequence[str], *, on_batch: OnBatch | None = None) -> Vectors:
        """One vector a text, (n, d) float32 of norm 1.

        A text longer than the model reads is cut into windows, and its vector is the mean of
        theirs, each weighted by its word pieces: so every piece has the same say, and nothing
        is asked of the model but vectors. A model that does not show its tokenizer, as a
        `SentenceTransformer` does, is given long texts as they are.
        """
        if not texts:
            return no_vectors()
        texts = [encodable(text) for text in texts]  # tokenizers take no lone surrogates
        found = no_vectors()
        for window in windows(texts):
            rows = self._encode(texts[window])
            if not len(found):
                found = np.zeros((len(texts), rows.shape[1]), dtype=np.float32)
            found[window] = rows
            if on_batch is not None:
                on_batch(window.stop, len(texts))
        return found

    @cached_property
    def _known(self) -> bool:
        """Whether it is a class of sentence-transformers; asked without importing that."""
        return any(
            kind.__module__.partition(".")[0] == "sentence_transformers"
            for kind in type(self._model).__mro__
        )

    @cached_property
    def _windows(self) -> Windows | None:
        return Windows.of(self._model)

    def _encode(self, texts: Sequence[str]) -> Vectors:
        options: dict[str, Any] = {}
        if self._known:
            options = {"show_progress_bar": False, "convert_to_numpy": True}
        with self._lock:
            cut = self._windows.cut(texts) if self._windows else [[(text, 1)] for text in texts]
            parts = [part for windows_of_text in cut for part in windows_of_text]
            answer = self._model.encode([text for text, _ in parts], **options)
        rows = unit_vectors(answer, len(parts), self.id)
        if len(parts) == len(texts):
            return rows
        first = np.cumsum([0, *(len(windows_of_text) for windows_of_text in cut)])
        vectors: Vectors = rows[first[:-1]]
        for text in np.flatnonzero(np.diff(first) > 1):
            some = slice(first[text], first[text + 1])
            pieces = np.array([count for _, count in parts[some]], dtype=np.float32)
            vectors[text] = unit_vectors([pieces @ rows[some]], 1, self.id)[0]
        return vectors


def _fingerprint(model: TextModel) -> str:
    """SHA-256 over the weights, the tokenizer, the limits and the modules of a loaded model."""
    import torch

    known = cast(Any, model)
    digest = hashlib.sha256(repr(known).encode())
    for part in ("max_seq_length", "prompts", "default_prompt_name"):
        digest.update(f"{part}={getattr(known, part, None)!r}\n".encode())
    tokenizer = getattr(getattr(known, "tokenizer", None), "backend_tokenizer", None)
    if tokenizer is not None:
        # Padding and truncation are left behind by the last call; they are no property of it.
        settings = {**json.loads(tokenizer.to_str()), "padding": None, "truncation": None}
        digest.update(json.dumps(settings).encode())
    for name, tensor in sorted(known.state_dict().items()):
        digest.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}\n".encode())
        flat = tensor.detach().cpu().contiguous().reshape(-1)
        digest.update(flat.view(torch.uint8).numpy().data)
    return digest.hexdigest()
