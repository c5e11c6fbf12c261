"""The embedder protocol, and the checks of embedders and their vectors."""

from collections.abc import Callable, Sequence
from inspect import getattr_static
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np

from chunking.core.arrays import Vectors
from chunking.core.errors import ModelError
from chunking.core.text.tokenizers import TokenizerLike

OnBatch: TypeAlias = Callable[[int, int], None]
"""Progress callback, called with (done, total) texts.

It may raise `StoppedError` to cancel; finished vectors stay in the cache.
"""

OnPart: TypeAlias = "Callable[[Vectors], None]"
"""Callback for partial results, called with the vectors of the first k texts, (k, d).

k grows with each call, and vectors passed earlier never change. The complete result is returned and
not passed. The callback may raise `StoppedError` to cancel.
"""

_MISSING = object()
# Special tokens of most transformers, for a model that does not tell.
_SPECIAL_TOKENS = 2
# Largest error of a squared norm of 1 caused by rounding, half precision included.
_NORM_TOLERANCE = 0.02


class Embedder(Protocol):
    """A model that turns texts into unit vectors; what uses one may raise `ModelError`."""

    @property
    def id(self) -> str:
        """Name of the model, such as `all-MiniLM-L6-v2`."""
        ...

    @property
    def revision(self) -> str:
        """Hash or commit of the weights; equal revisions give equal vectors.

        Raises:
            ModelError: The model cannot be found.
        """
        ...

    @property
    def max_pieces(self) -> int | None:
        """Token limit of the model, in its own tokens; `None` if there is none or it is unknown.

        Special tokens and a prompt are part of it: `reserved_tokens`, 2 unless an embedder has an
        attribute of that name. Of longer texts, all are embedded by `encode`, in windows whose
        vectors are averaged; an attribute `beyond_limit` says what other programs do with them,
        `truncate` or `refuse`.
        """
        ...

    def encode(self, texts: Sequence[str], *, on_batch: OnBatch | None = None) -> Vectors:
        """Return one vector per text, (n, d) float32.

        Rows have norm 1; a zero row stays zero. Without texts the shape is (0, 0), since d is
        unknown until the model has run.

        Raises:
            ModelError: The model cannot be found, loaded or trusted.
        """
        ...


@runtime_checkable
class StreamingEmbedder(Protocol):
    """An embedder that also passes on partial results while it works."""

    def encode_parts(
        self, texts: Sequence[str], *, on_part: OnPart, on_batch: OnBatch | None = None
    ) -> Vectors:
        """Return the same as `encode`, and call `on_part` as vectors become available."""
        ...


@runtime_checkable
class RemoteEmbedder(Protocol):
    """An embedder that sends texts to a server."""

    @property
    def host(self) -> str:
        """Host that texts are sent to."""
        ...

    def token_count(self, texts: Sequence[str]) -> int:
        """Return the tokens of texts, which the server may bill."""
        ...


def reserved_tokens(embedder: Embedder) -> int:
    """Return the tokens of a model's limit that are not those of a text: its `reserved_tokens`."""
    return int(getattr(embedder, "reserved_tokens", _SPECIAL_TOKENS))


def check_embedder(embedder: object) -> None:
    """Check that an object has the members of `Embedder`, without evaluating them.

    Raises:
        ModelError: A member is missing, as in a model that needs a `ModelEmbedder` around it.
    """
    # Static lookup: evaluating `revision` may read weights.
    members = ("id", "revision", "max_pieces", "encode")
    missing = [name for name in members if getattr_static(embedder, name, _MISSING) is _MISSING]
    if isinstance(embedder, type) or missing:
        raise ModelError(
            f"an embedder must have {', '.join(members)}, as ModelEmbedder(model) and "
            f"get_embedder(name) of chunking.embedding have; got {type(embedder).__name__}"
        )


def check_vectors(answer: object, count: int) -> Vectors:
    """Return the output of an embedder as float32 after checking its shape and norms.

    Raises:
        ModelError: It is not (count, d), or a row's norm is neither 1 nor 0.
    """
    try:
        vectors = np.asarray(answer, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise ModelError(f"an embedder must return vectors of numbers: {error}") from error
    if vectors.ndim != 2 or len(vectors) != count:
        raise ModelError(
            f"an embedder must return one vector per text ({count}), "
            f"got an array of shape {vectors.shape}"
        )
    squares = np.einsum("ij,ij->i", vectors, vectors)
    wrong = np.flatnonzero(~((np.abs(squares - 1) < _NORM_TOLERANCE) | (squares == 0)))
    if len(wrong):
        raise ModelError(
            "an embedder must return vectors of norm 1, "
            f"got one of norm {np.sqrt(squares[wrong[0]]):.3g} for text {wrong[0]}"
        )
    return vectors


def unit_vectors(answer: object, count: int, model: str) -> Vectors:
    """Return the output of a model as (count, d) float32 rows of norm 1; a zero row stays zero."""
    try:
        rows = np.asarray(answer, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise ModelError(f"model {model!r} returned no vectors: {error}") from error
    if rows.ndim != 2 or len(rows) != count or (count and not rows.size):
        raise ModelError(
            f"model {model!r} must return one vector per text ({count}), "
            f"got an array of shape {rows.shape}"
        )
    if not np.isfinite(rows).all():
        raise ModelError(f"model {model!r} returned numbers that are not finite")
    norms: Vectors = np.linalg.norm(rows, axis=1, keepdims=True)
    norms[norms == 0] = 1
    return rows / norms


def no_vectors() -> Vectors:
    """Return the vectors of no texts, of shape (0, 0)."""
    return np.zeros((0, 0), dtype=np.float32)


class EmbedderWrapper:
    """An embedder with everything that is known of the one inside, except `encode`."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @property
    def id(self) -> str:
        """Name of the model."""
        return self._embedder.id

    @property
    def revision(self) -> str:
        """Identifier of the model's weights."""
        return self._embedder.revision

    @property
    def max_pieces(self) -> int | None:
        """Token limit of the model."""
        return self._embedder.max_pieces

    @property
    def tokenizer(self) -> TokenizerLike | None:
        """Tokenizer of the model; `None` if it is unknown."""
        found: TokenizerLike | None = getattr(self._embedder, "tokenizer", None)
        return found

    @property
    def reserved_tokens(self) -> int:
        """Tokens of the limit that special tokens and a prompt take."""
        return reserved_tokens(self._embedder)

    @property
    def beyond_limit(self) -> str:
        """What other programs do with a text beyond the limit; empty if it is unknown."""
        return str(getattr(self._embedder, "beyond_limit", ""))

    @property
    def query_prompt(self) -> str:
        """Text before a question; empty without one."""
        return str(getattr(self._embedder, "query_prompt", "") or "")


def encode_questions(embedder: Embedder, questions: Sequence[str]) -> Vectors:
    """Return one vector per question, (n, d) float32 of norm 1, with the model's query prompt.

    Args:
        embedder: A model; its attribute `query_prompt`, if it has one, is put before each question.
    """
    prompt = str(getattr(embedder, "query_prompt", "") or "")
    return embedder.encode([prompt + question for question in questions])


def query_prompt(prompts: object, default: object = None) -> str:
    """Return the query prompt in the prompts of a sentence-transformers model, "" without one.

    Args:
        default: The name of the prompt that it puts before every text: then no other one is added.
    """
    prompt = prompts.get("query") if isinstance(prompts, dict) and not default else None
    return prompt if isinstance(prompt, str) else ""
