"""Metrics of the lanes, with the best values marked."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from chunking.analysis.metrics import METRICS, Metric
from chunking.analysis.metrics.metric import best_rows
from chunking.analysis.metrics.sizes import TRUNCATED
from chunking.analysis.reasons import WORDING
from chunking.core.cuts import Reason
from chunking.output.comparison import Lane


@dataclass(frozen=True, slots=True)
class MetricRow:
    """The values of all lanes.

    `better` is the direction of better values, if any; `best` has the index of each lane with the
    best value, if they differ.
    """

    title: str
    meaning: str
    values: tuple[str, ...]
    better: str = ""
    best: frozenset[int] = frozenset()

    @property
    def differs(self) -> bool:
        """Whether two lanes have different values as shown."""
        return len(set(self.values)) > 1


@dataclass(frozen=True, slots=True)
class MetricTable:
    """Rows whose values differ between lanes, and the others; of one lane all are `main`."""

    main: tuple[MetricRow, ...]
    equal: tuple[MetricRow, ...]


def metric_table(lanes: Sequence[Lane]) -> MetricTable:
    """Return the metrics that are defined for a lane, then the boundaries by reason."""
    defined = (
        metric
        for metric in METRICS
        if any(math.isfinite(lane.metrics[metric.name]) for lane in lanes)
    )
    rows = [*(_of_metric(each, lanes) for each in defined), *_of_reasons(lanes)]
    main = tuple(row for row in rows if row.differs or len(lanes) == 1)
    return MetricTable(main, tuple(row for row in rows if row not in main))


def _of_metric(metric: Metric, lanes: Sequence[Lane]) -> MetricRow:
    if metric is TRUNCATED:
        return _over_model_limit(lanes)
    numbers = [lane.metrics[metric.name] for lane in lanes]
    values = tuple(metric.format(number) for number in numbers)
    better = "" if metric.better == "neither" else metric.better
    best = frozenset(best_rows(numbers, values, metric.better))
    return MetricRow(metric.title, metric.meaning, values, better, best)


def _over_model_limit(lanes: Sequence[Lane]) -> MetricRow:
    """Return the chunks over the model limit; the best have the lowest number and share."""
    chunks = [len(lane.chunking) for lane in lanes]
    numbers = [lane.metrics[TRUNCATED.name] for lane in lanes]
    shares = [number / max(1, count) for number, count in zip(numbers, chunks, strict=True)]
    best = frozenset(
        i
        for i, (number, share) in enumerate(zip(numbers, shares, strict=True))
        if number == min(numbers) and share == min(shares)
    )
    values = tuple(
        f"{number:,.0f} of {count:,}" for number, count in zip(numbers, chunks, strict=True)
    )
    differ = len(set(shares)) > 1
    return MetricRow(
        TRUNCATED.title,
        TRUNCATED.meaning,
        values if any(numbers) else tuple("0" for _ in values),
        TRUNCATED.better,
        best if differ else frozenset(),
    )


def _of_reasons(lanes: Sequence[Lane]) -> list[MetricRow]:
    """Return the number of boundaries for each reason, the most frequent first."""
    reasons = dict.fromkeys(reason for lane in lanes for reason in lane.reasons)
    total = {reason: sum(lane.reasons.get(reason, 0) for lane in lanes) for reason in reasons}
    return [
        MetricRow(
            f"Boundaries: {WORDING[Reason(reason)].title}",
            f"{WORDING[Reason(reason)].description.capitalize()}.",
            tuple(f"{lane.reasons.get(reason, 0):,}" for lane in lanes),
        )
        for reason in sorted(reasons, key=lambda reason: -total[reason])
    ]
