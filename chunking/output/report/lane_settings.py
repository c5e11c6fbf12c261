"""The settings of each lane: those that matter, and the rest."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from chunking.core.prepared import Prepared
from chunking.core.text.numbers import format_setting, rounded
from chunking.output.comparison import Lane
from chunking.strategies import Strategy
from chunking.strategies.base import UNLIMITED

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


def lane_settings(lanes: Sequence[Lane]) -> list[LaneSettings]:
    """Return the settings of each lane; imported chunks have none."""
    dumps = [{} if each.strategy is None else each.strategy.model_dump() for each in lanes]
    differing = {
        field
        for field in {field for dump in dumps for field in dump}
        if len({str(dump[field]) for dump in dumps if field in dump}) > 1
    }
    return [_of_lane(lane, differing) for lane in lanes]


def _of_lane(lane: Lane, differing: set[str]) -> LaneSettings:
    if lane.strategy is None:
        return LaneSettings((), ())
    kind = type(lane.strategy)
    defaults = kind().model_dump()
    main = _computed_threshold(lane.strategy, lane.prepared)
    rest: list[Setting] = []
    for field in kind.fields():
        value = getattr(lane.strategy, field)
        matters = value != defaults[field] or field in differing or (field in _ALWAYS and value)
        (main if matters else rest).append(Setting(kind.label_of(field), _formatted(value)))
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


def _formatted(value: object) -> str:
    if value == UNLIMITED:
        return "none"
    if isinstance(value, float):
        return format_setting(value)
    return f"{value:,}" if isinstance(value, int) else str(value)
