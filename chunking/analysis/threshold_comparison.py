"""Comparison of thresholds on one document with the selectors and the optimum."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Real

from chunking.analysis.explain import count_reasons
from chunking.analysis.metrics import Evaluation, compute_metrics
from chunking.analysis.recommend.by_structure import Recommendation
from chunking.analysis.recommend.sizes import starting
from chunking.analysis.recommend.strategy import recommend_prepared
from chunking.analysis.recommend.threshold import recommended_threshold
from chunking.analysis.thresholds import SELECTORS, SelectedThreshold
from chunking.core.document import Document, as_document
from chunking.core.errors import SettingsError, expect_each
from chunking.core.prepared import Prepared
from chunking.embedding import Embedder, OnBatch
from chunking.engine import check_strategy, prepare, run
from chunking.strategies import Strategy, get
from chunking.strategies.signals.quantiles import share_below


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """The chunks of one threshold, or of the optimum.

    Attributes:
        title: "threshold", the name of a selector, or that of the optimum.
        threshold: None for the optimum.
        below: The share of gaps below the threshold; None for the optimum.
        metrics: The metrics by name, nan where undefined.
    """

    title: str
    threshold: float | None
    below: float | None
    reasons: Mapping[str, int]
    metrics: Mapping[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class Suggestion:
    """A threshold, recommended or of one selector, and its chunks; `row` is None without one."""

    name: str
    title: str
    selection: SelectedThreshold
    row: Row | None


@dataclass(frozen=True, slots=True, eq=False)
class ThresholdComparison:
    """The chunks of all thresholds, within the same limits in tokens."""

    source: str
    tokens: int
    units: int
    limits: tuple[int, int]
    rows: tuple[Row, ...]
    suggestions: tuple[Suggestion, ...]
    optimal: Row
    recommendation: Recommendation


def parse_thresholds(text: str) -> list[float]:
    """Read a comma-separated list of thresholds, in order and without duplicates."""
    found = []
    for part in filter(None, (each.strip() for each in text.split(","))):
        try:
            value = float(part)
        except ValueError:
            value = math.nan
        if not -1 <= value <= 1:
            raise SettingsError(
                f"thresholds must be numbers between -1 and 1, separated by commas; got {part!r}"
            )
        found.append(value)
    if not found:
        raise SettingsError(
            f"thresholds must have at least one number, as in 0.35,0.45; got {text!r}"
        )
    return list(dict.fromkeys(found))


def compare_thresholds(
    document: Document | str,
    thresholds: Sequence[float],
    base: Strategy | None = None,
    *,
    embedder: Embedder | None = None,
    on_batch: OnBatch | None = None,
) -> ThresholdComparison:
    """Split a document by `semantic` at several thresholds, and by `optimal`.

    The thresholds are those given, the recommended one, and that of each selector.

    Args:
        base: The other settings of `semantic`: limits, overlap and model.

    Raises:
        SettingsError: A threshold is out of range, or an argument has another type.
        ModelError: The model cannot be loaded.
    """
    document = as_document(document)
    thresholds = expect_each(thresholds, Real, "thresholds must be a list of numbers")
    base = check_strategy(starting("semantic") if base is None else base)
    strategies = [base.with_(threshold=threshold) for threshold in thresholds]
    best = _optimal(base)
    material = replace(best.material, signal=base.material.signal)
    prepared = prepare(document, material, embedder=embedder, on_batch=on_batch)
    return ThresholdComparison(
        document.source,
        prepared.sizes.tokens(0, prepared.sizes.length),
        len(prepared.units),
        base.limits,
        tuple(_row("threshold", prepared, strategy) for strategy in strategies),
        tuple(_suggestions(prepared, base)),
        _row(best.title, prepared, best),
        recommend_prepared(prepared, base),
    )


def _optimal(base: Strategy) -> Strategy:
    """Return `optimal` with the settings that it shares with `base`."""
    cls = get("optimal")
    settings = base.model_dump()
    shared = {name: settings[name] for name in cls.model_fields if name in settings}
    return cls(**shared)


def _suggestions(prepared: Prepared, base: Strategy) -> list[Suggestion]:
    """Return the recommended threshold, and that of each selector."""
    recommended = recommended_threshold(prepared, base)
    selections = [("recommended", "Recommended threshold", recommended)]
    selections += [(each.name, each.title, each(prepared)) for each in SELECTORS.values()]
    found = []
    for name, title, selection in selections:
        row = None
        if selection.value is not None:
            row = _row(title, prepared, base.with_(threshold=selection.value))
        found.append(Suggestion(name, title, selection, row))
    return found


def _row(title: str, prepared: Prepared, strategy: Strategy) -> Row:
    chunking = run(prepared, strategy)
    threshold = getattr(strategy, "threshold", None)
    signal = prepared.signal
    below = None
    if threshold is not None and signal is not None and len(signal.scores):
        below = share_below(signal.scores, threshold)
    return Row(
        title,
        threshold,
        below,
        count_reasons(chunking),
        compute_metrics(Evaluation(chunking, prepared, limits=strategy.limits)),
    )
