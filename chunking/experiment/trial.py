"""Thresholds side by side on one document, with what the selectors and the optimum say."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from numbers import Real
from typing import TYPE_CHECKING

from chunking.engine import as_document, as_strategy, prepare, run
from chunking.errors import SettingsError, expect_each
from chunking.explain import counted_reasons, position
from chunking.metrics import Reading, measures
from chunking.recommending import recommend_prepared
from chunking.strategies import get
from chunking.thresholds import SELECTORS
from chunking.within_limits import threshold_within

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunking.embedding import Embedder, OnBatch
    from chunking.recommending import Recommendation
    from chunking.strategies import Strategy
    from chunking.thresholds import Selection
    from chunking.types import Document, Prepared


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One way to cut: how many chunks, how large, why, and how good.

    `title` is what chose it: "given", a selector, or the optimum. `below` is the share of the gaps
    under the threshold; both are None for the optimum. `reasons` count the cuts. `measures` are
    those of `chunking.metrics` by name, nan where one means nothing.
    """

    title: str
    threshold: float | None
    below: float | None
    reasons: Mapping[str, int]
    measures: Mapping[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class Suggestion:
    """What one selector says, and how the document is cut where that is followed.

    `row` is None where the selector chooses no threshold.
    """

    name: str
    title: str
    selection: Selection
    row: Row | None


@dataclass(frozen=True, slots=True, eq=False)
class Experiment:
    """All that was tried on one document within the same limits, sizes in tokens."""

    source: str
    tokens: int
    units: int
    limits: tuple[int, int]
    rows: tuple[Row, ...]
    suggestions: tuple[Suggestion, ...]
    optimal: Row
    recommendation: Recommendation


def parse_thresholds(text: str) -> list[float]:
    """The thresholds of a list with commas, in their order, each once.

    Raises:
        SettingsError: one is no number, or not between -1 and 1.
    """
    found = []
    for part in filter(None, (each.strip() for each in text.split(","))):
        try:
            value = float(part)
        except ValueError:
            value = math.nan
        if not -1 <= value <= 1:
            raise SettingsError(
                f"thresholds must be numbers between -1 and 1 with commas between, got {part!r}"
            )
        found.append(value)
    if not found:
        raise SettingsError(f"thresholds must be one number at least, as 0.35,0.45; got {text!r}")
    return list(dict.fromkeys(found))


def experiment(
    document: Document | str,
    thresholds: Sequence[float],
    base: Strategy | None = None,
    *,
    embedder: Embedder | None = None,
    on_batch: OnBatch | None = None,
) -> Experiment:
    """The document cut by `semantic` at each threshold and where each selector says.

    `base` has the other settings of `semantic`: limits, overlap, model. The optimum is cut within
    the same limits.

    Raises:
        SettingsError: a threshold is out of range, or what is given is no document, no list of
            numbers, or no strategy.
        ModelError: the model cannot be loaded.
        StoppedError: `on_batch` raised it.
    """
    document = as_document(document)
    thresholds = expect_each(thresholds, Real, "thresholds must be a list of numbers")
    base = as_strategy(get("semantic")() if base is None else base)
    strategies = [base.with_(threshold=threshold) for threshold in thresholds]
    best = _optimal(base)
    material = replace(best.material, signal=base.material.signal)
    prepared = prepare(document, material, embedder=embedder, on_batch=on_batch)
    return Experiment(
        document.source,
        prepared.sizes.tokens(0, prepared.sizes.length),
        len(prepared.units),
        base.limits,
        tuple(_row("given", prepared, strategy) for strategy in strategies),
        tuple(_suggestions(prepared, base)),
        _row(best.title, prepared, best),
        recommend_prepared(prepared),
    )


def _optimal(base: Strategy) -> Strategy:
    """The optimum within the limits of `base`."""
    cls = get("optimal")
    settings = base.model_dump()
    shared = {name: settings[name] for name in cls.model_fields if name in settings}
    return cls(**shared)


def _suggestions(prepared: Prepared, base: Strategy) -> list[Suggestion]:
    """What each selector says, and what is best within the limits."""
    said = [(each.name, each.title, each(prepared)) for each in SELECTORS.values()]
    limited = threshold_within(prepared, base)
    said.insert(0, ("within_limits", "Windows, within the limits", limited))
    found = []
    for name, title, selection in said:
        row = None
        if selection.value is not None:
            row = _row(title, prepared, base.with_(threshold=selection.value))
        found.append(Suggestion(name, title, selection, row))
    return found


def _row(title: str, prepared: Prepared, strategy: Strategy) -> Row:
    chunking = run(prepared, strategy)
    threshold = getattr(strategy, "threshold", None)
    place = None if threshold is None else position(prepared.signal, threshold)
    return Row(
        title,
        threshold,
        None if place is None else place.share_below,
        counted_reasons(chunking),
        measures(Reading(chunking, prepared, limits=strategy.limits)),
    )
