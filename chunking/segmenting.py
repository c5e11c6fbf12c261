"""Segments of units that are already there: utterances, subtitles, paragraphs, messages."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING

from chunking.errors import SettingsError, expect_each
from chunking.numerals import count_of
from chunking.optimum import SegmentCosts, search

if TYPE_CHECKING:
    from collections.abc import Iterable

    from chunking.embedding import Embedder

# The share of the words in the cost of a segment; the rest is that of the vectors.
_WORDS = 0.5


def segment(
    units: Iterable[str],
    *,
    count: int | None = None,
    embedder: Embedder | None = None,
    precision: str = "exact",
) -> list[int]:
    """The indices of the units that begin a new segment, ascending, never 0.

    It is the optimum of `optimal` without limits on sizes in tokens. Of n units a segment holds at
    most max(64, 8,000,000 // n), which memory sets: all of them up to n = 2,828. With `count`, so
    many boundaries are found: that many segments and one more. Without it the text decides, and
    may have none.
    `embedder` stands in for the default model, which computes in `precision`.

    >>> segment([])
    []

    Raises:
        SettingsError: `units` is no sequence of texts, or has fewer gaps than `count`,
            or there is no such precision.
        ModelError: the model cannot be loaded, or `embedder` is none, or its vectors are not of
            norm 1.
    """
    from chunking.embedding import check_embedder, check_precision, check_vectors, get_embedder

    check_precision(precision)
    units = expect_each(units, str, "units must be a sequence of texts")
    most = max(0, len(units) - 1)
    if count is not None and not (isinstance(count, Integral) and 0 <= count <= most):
        raise SettingsError(
            f"count must be a whole number between 0 and the number of gaps ({most}), got {count}"
        )
    if most == 0 or count == 0:
        return []
    if embedder is None:
        embedder = get_embedder(precision=precision)
    check_embedder(embedder)
    vectors = check_vectors(embedder.encode(units), len(units))
    costs = SegmentCosts(units, vectors)
    rows = costs.rows(len(units), _WORDS)
    least = -(-len(units) // rows.shape[1]) - 1
    if count is not None and count < least:
        raise SettingsError(
            f"count must be at least {least:,}, as a segment holds at most {rows.shape[1]:,} of "
            f"{count_of(len(units), 'unit')}; got {count:,}"
        )
    tolls = -costs.worth()
    found = (
        search.cheapest(rows, tolls + costs.penalty(_WORDS))
        if count is None
        else search.into(rows, tolls, count + 1)
    )
    return [int(begin) for begin in found]
