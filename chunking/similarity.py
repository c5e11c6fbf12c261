"""Vectors of units to one similarity a gap."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from chunking.types import Signal

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.types import Bools, Floats, Units, Vectors

    Encode: TypeAlias = Callable[[list[str]], Vectors]

# Similarities are rounded before anything compares them, so that a different batch, worker or
# machine cannot turn a verdict over by float noise.
DECIMALS = 4

# Units in a window, on each side of a gap.
WINDOW = 3
# Vectors that are multiplied at once, so that they stay in the processor's cache.
_BLOCK = 256


def adjacent(units: Units, vectors: Vectors) -> Signal:
    """The cosine of each two neighbouring units.

    `vectors` are unit vectors, (n, d); the scores have shape (n - 1,) and lie in -1 to 1.
    """
    products = np.einsum("ij,ij->i", vectors[:-1], vectors[1:], dtype=np.float64)
    scores = np.round(np.clip(products, -1.0, 1.0), DECIMALS) + 0.0  # no negative zero
    return Signal(units.gaps, scores, "adjacent")


def windowed_signal(units: Units, vectors: Vectors) -> Signal:
    """The windowed similarity of each gap: one odd unit weighs little in it.

    `vectors` are unit vectors, (n, d); the scores have shape (n - 1,) and lie in -1 to 1.
    """
    scores = np.round(windowed(vectors), DECIMALS) + 0.0
    return Signal(units.gaps, scores, "windowed")


def depth(signal: Signal) -> Signal:
    """How deep each gap lies below the peaks on its two sides (Hearst 1997, TextTiling).

    `depth = (left - score) + (right - score)`, where a peak is as high as the scores climb from
    the gap without a fall; 0 or more, and large where a topic may change. The scores have shape
    (n - 1,), as those of `signal`.
    """
    return Signal(signal.gaps, np.round(depths(signal.scores), DECIMALS) + 0.0, "depth")


def depths(scores: Floats) -> Floats:
    """The depth of each gap: how far one climbs on both sides before the curve falls again, (n,).

    `left peak + right peak - 2 * score` (Hearst 1997).
    """
    backwards: Floats = _climbs(scores[::-1])[::-1]
    return _climbs(scores) + backwards


def _climbs(scores: Floats) -> Floats:
    """How far the curve climbs to the left of each gap before it falls."""
    begins = np.ones(len(scores), np.bool_)
    begins[1:] = scores[1:] > scores[:-1]
    peak = np.maximum.accumulate(np.where(begins, np.arange(len(scores)), 0))
    climbs: Floats = scores[peak] - scores
    return climbs


# How the signal of units that are read with so many neighbours on each side is named.
_BUFFERED = "buffered-"


def buffered(neighbours: int) -> str:
    """The name of the signal of units embedded with so many neighbours on each side."""
    return f"{_BUFFERED}{neighbours}" if neighbours else "adjacent"


def neighbours_of(signal: str | None) -> int:
    """With how many neighbours on each side the units of that signal are embedded."""
    return int(signal.removeprefix(_BUFFERED)) if signal and signal.startswith(_BUFFERED) else 0


SIGNALS: dict[str, Callable[[Units, Vectors], Signal]] = {
    "adjacent": adjacent,
    "windowed": windowed_signal,
}


def signal_of(
    kind: str | None, text: str, units: Units, vectors: Vectors, encode: Encode
) -> Signal:
    """The signal of that kind from the `vectors` of the units, (n, d).

    One with neighbours does not use them: `encode` embeds the text of each unit with its
    neighbours, from the start of the first to the end of the last.
    """
    neighbours = neighbours_of(kind)
    if not neighbours:
        return SIGNALS[kind or "adjacent"](units, vectors)
    at = np.arange(len(units))
    starts = units.starts[np.maximum(at - neighbours, 0)].tolist()
    ends = units.ends[np.minimum(at + neighbours, len(units) - 1)].tolist()
    joined = encode([text[a:b] for a, b in zip(starts, ends, strict=True)])
    return replace(adjacent(units, joined), kind=str(kind))


def candidates(signal: Signal) -> Floats:
    """The scores as a threshold sees them: gaps that are no place to cut count as 1.

    A boundary lowers the curve of windows over several gaps, and only the lowest of them is a
    place to cut. So a threshold on it needs no minimum size to keep cuts apart.
    """
    if signal.kind != "windowed":
        return signal.scores
    return np.where(lowest(signal.scores), signal.scores, 1.0)


def lowest(scores: Floats) -> Bools:
    """Where a curve is no higher than on either side, same shape."""
    fenced = np.concatenate([[np.inf], scores, [np.inf]])
    minima: Bools = scores <= np.minimum(fenced[:-2], fenced[2:])
    return minima


def windowed(vectors: Vectors, window: int = WINDOW) -> Floats:
    """The cosine of the mean of the units before each gap and that of those after, (n - 1,).

    `vectors` are unit vectors, (n, d); a window holds `window` units. At both ends of a document
    fewer are there, and a cosine of fewer is lower whatever they say. So it is raised as much as
    the mean of few is longer than that of `window`, by how alike near units of the document are.
    """
    return windows_in(band(vectors, 2 * window), window, len(vectors))


def band(vectors: Vectors, lags: int) -> list[Floats]:
    """The product of each unit and the one `lag` units later, for each lag below `lags`.

    Each column has `lags` zeros before and enough behind to be (n + 2 * lags,): no unit is there.
    """
    count = len(vectors)
    products = [np.zeros(count + 2 * lags) for _ in range(lags)]
    # In blocks that stay in the processor's cache.
    for first in range(0, count, _BLOCK):
        block = vectors[first : first + _BLOCK]
        for lag, column in enumerate(products):
            later = vectors[first + lag : first + lag + len(block)]
            place = slice(lags + first, lags + first + len(later))
            column[place] = np.einsum("ij,ij->i", block[: len(later)], later)
    return products


def windows_in(products: list[Floats], window: int, count: int) -> Floats:
    """The windowed similarity from what `band` found: `A·B = (|A + B|² - |A|² - |B|²) / 2`."""
    lags = len(products)
    before = lags - window + np.arange(1, count)
    single, double = _squares(products, window), _squares(products, 2 * window)
    a, b, both = single[before], single[before + window], double[before]
    norms = np.sqrt(np.maximum(a * b, 1e-12))
    lengths = _lengths(products, window, count)
    fewer = np.minimum(np.arange(count + 1), window)
    raised = (lengths[fewer] * lengths[fewer[::-1]])[1:-1] / lengths[window] ** 2
    alike: Floats = np.clip((both - a - b) / 2 / norms * raised, -1, 1)
    return alike


def _lengths(products: list[Floats], window: int, count: int) -> Floats:
    """How long the mean of 0 to `window` near unit vectors is expected to be, (window + 1,).

    With a mean product of r it is √((1 + (k - 1) r) / k) for k of them.
    """
    pairs = sum(float(products[lag].sum()) for lag in range(1, window))
    most = sum(max(count - lag, 0) for lag in range(1, window))
    alike = min(max(pairs / max(most, 1), 0.0), 1.0)
    of = np.maximum(np.arange(window + 1), 1)
    lengths: Floats = np.sqrt((1 + (of - 1) * alike) / of)
    return lengths


def _squares(products: list[Floats], window: int) -> Floats:
    """The squared length of the sum of `window` units from each place on."""
    size = len(products[0]) - window + 1
    total = np.zeros(size)
    for lag in range(window):
        sums = np.concatenate([np.zeros(1), np.cumsum(products[lag])])
        part = sums[window - lag :][:size] - sums[:size]
        total += part if lag == 0 else 2 * part
    return total
