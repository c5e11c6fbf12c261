"""The shape and norm that the vectors of every model have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.errors import ModelError

if TYPE_CHECKING:
    from chunking.types import Vectors


def no_vectors() -> Vectors:
    """The answer to no texts: shape (0, 0)."""
    return np.zeros((0, 0), dtype=np.float32)


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
