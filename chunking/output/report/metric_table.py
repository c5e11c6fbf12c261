"""Metrics of the lanes, with the best values marked."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from chunking.analysis.explain import WORDING
from chunking.analysis.metrics import METRICS, Metric
from chunking.analysis.metrics.metric import best_rows
from chunking.analysis.metrics.sizes import TRUNCATED
from chunking.core.cuts import Reason
from chunking.core.prepared import Prepared
from chunking.core.text.numbers import rounded
from chunking.output.lane import Lane
from chunking.retrieval.equal_size import scaled_text
from chunking.strategies import Strategy


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


# They matter at any value, as most chunkings follow from them.
_ALWAYS = frozenset({"threshold", "min_tokens", "max_tokens", "target_tokens", "levels"})


class Setting(NamedTuple):
    """The label and the value of a setting."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class LaneSettings:
    """The settings of one lane, both in the order of the window.

    `main` are the threshold, the sizes, and what differs from the default or between lanes.
    """

    main: tuple[Setting, ...]
    rest: tuple[Setting, ...]


def lane_settings(
    lanes: Sequence[Lane], as_set: Sequence[Strategy | None] = ()
) -> list[LaneSettings]:
    """Return the settings of each lane; imported chunks have none.

    Those that were scaled also have the value in the strategies `as_set`, one for each lane.
    """
    dumps = [{} if each.strategy is None else each.strategy.model_dump() for each in lanes]
    differing = {
        field
        for field in {field for dump in dumps for field in dump}
        if len({str(dump[field]) for dump in dumps if field in dump}) > 1
    }
    before = as_set or [each.strategy for each in lanes]
    return [_of_lane(lane, differing, own) for lane, own in zip(lanes, before, strict=True)]


def _of_lane(lane: Lane, differing: set[str], as_set: Strategy | None) -> LaneSettings:
    if lane.strategy is None:
        return LaneSettings((), ())
    kind = type(lane.strategy)
    defaults = kind().model_dump()
    main = _computed_threshold(lane.strategy, lane.prepared)
    rest: list[Setting] = []
    for field in kind.fields():
        value = getattr(lane.strategy, field)
        matters = value != defaults[field] or field in differing or (field in _ALWAYS and value)
        text = scaled_text(value, getattr(as_set, field, value))
        (main if matters else rest).append(Setting(kind.label_of(field), text))
    return LaneSettings(tuple(main), tuple(rest))


def _computed_threshold(strategy: Strategy, prepared: Prepared | None) -> list[Setting]:
    """Return the threshold that a rule computes from the document, if any."""
    if prepared is None or not strategy.threshold_rule:
        return []
    threshold = strategy.effective_threshold(prepared)
    return (
        []
        if threshold is None
        else [Setting("Threshold", f"{rounded(threshold, 3)} ({strategy.threshold_rule})")]
    )
