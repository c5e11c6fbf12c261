"""The shape and norm that the vectors of every model have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.errors import ModelError

if TYPE_CHECKING:
    from chunking.types import Vectors


# How far from 1 rounding takes the squared norm, in half precision too.
_NEAR = 0.02


def no_vectors() -> Vectors:
    """The answer to no texts: shape (0, 0)."""
    return np.zeros((0, 0), dtype=np.float32)


def check_vectors(answer: object, count: int) -> Vectors:
    """The answer of an `Embedder` as float32, if it is (count, d) rows of norm 1 or 0.

    Raises `ModelError` where it is not: the products of the rows would be no cosines.
    """
    try:
        vectors = np.asarray(answer, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise ModelError(f"an embedder must answer with vectors of numbers: {error}") from error
    if vectors.ndim != 2 or len(vectors) != count:
        raise ModelError(
            f"an embedder must answer with one vector a text ({count}), "
            f"got an array of shape {vectors.shape}"
        )
    squares = np.einsum("ij,ij->i", vectors, vectors)
    odd = np.flatnonzero(~((np.abs(squares - 1) < _NEAR) | (squares == 0)))
    if len(odd):
        raise ModelError(
            "an embedder must answer with vectors of norm 1, "
            f"got one of norm {np.sqrt(squares[odd[0]]):.3g} for text {odd[0]}"
        )
    return vectors


def unit_vectors(answer: object, count: int, model: str) -> Vectors:
    """What a model answered, as (count, d) float32 rows of norm 1; a zero row stays zero.

    Raises `ModelError` where it is not one row of finite numbers a text.
    """
    try:
        rows = np.asarray(answer, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise ModelError(f"model {model!r} did not answer with vectors: {error}") from error
    if rows.ndim != 2 or len(rows) != count:
        raise ModelError(
            f"model {model!r} must answer with one vector a text ({count}), "
            f"got an array of shape {rows.shape}"
        )
    if not np.isfinite(rows).all():
        raise ModelError(f"model {model!r} answered with numbers that are not finite")
    norms: Vectors = np.linalg.norm(rows, axis=1, keepdims=True)
    norms[norms == 0] = 1
    return rows / norms
