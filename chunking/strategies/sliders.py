"""The values that the slider of a setting offers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from chunking.strategies.base import Strategy


class Slider(NamedTuple):
    """From where to where a slider goes, and in which steps; `whole` where its values are ints."""

    low: float
    high: float
    step: float
    whole: bool

    @property
    def steps(self) -> int:
        """How many steps it is from the lowest value to the highest."""
        return round((self.high - self.low) / self.step)

    def value(self, step: int) -> float:
        """The value so many steps above the lowest, of the setting's own type."""
        value = round(self.low + step * self.step, 6)
        return int(value) if self.whole else value


def sliders(strategy: type[Strategy]) -> dict[str, Slider]:
    """The settings that have a slider, in the order of the fields."""
    found = {}
    for name, info in strategy.fields().items():
        extra: Any = info.json_schema_extra
        if isinstance(extra, dict) and "slider" in extra:
            low, high = map(float, extra["slider"])
            step = float(extra.get("step", 1))
            found[name] = Slider(low, high, step, whole=isinstance(info.default, int))
    return found
