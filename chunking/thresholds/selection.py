"""What choosing a threshold is: a selector, what it chose, and the numbers it chose by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from chunking.errors import SettingsError
from chunking.numerals import count_of, rounded
from chunking.similarity import candidates, lowest
from chunking.types import Floats

if TYPE_CHECKING:
    from chunking.types import Prepared

# Below this spread of similarities no threshold tells one gap from another.
FLAT = 0.05
_LEAST_GAPS = 3


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """One thing to draw: `y` over `x`, both (k,); for bars `x` holds the edges, (k + 1,)."""

    title: str
    x: Floats
    y: Floats
    kind: Literal["line", "bars", "points"] = "line"
    x_title: str = "threshold"
    y_title: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Selection:
    """What a selector chose for one document.

    `value` is the threshold: a gap is cut where its similarity is below. None says that there is
    no boundary here. `confidence` (0 to 1) is how sure the selector is of what it says, on a
    scale of its own. `reason` is one sentence of numbers and holds no text of the document.
    `curves` are what to draw, `facts` the single numbers by name (the ends of a plateau, a gain).
    """

    value: float | None
    confidence: float
    reason: str
    curves: tuple[Curve, ...] = ()
    facts: Mapping[str, float] = field(default_factory=dict)


Choose: TypeAlias = Callable[["Prepared", Floats], Selection]


@dataclass(frozen=True, slots=True, repr=False)
class Selector:
    """One way to choose a threshold, and the words for it; calling it chooses.

    Its repr is its name. `source` is author and year.
    """

    name: str
    title: str
    summary: str
    source: str
    choose: Choose
    needs_vectors: bool = False

    def __repr__(self) -> str:
        return self.name

    def __call__(self, prepared: Prepared) -> Selection:
        """The threshold for the similarities of a prepared document.

        Raises:
            SettingsError: the document was prepared without similarities, or without the
                vectors that this selector needs.
        """
        if prepared.signal is None:
            raise SettingsError(
                f"{self.name} chooses among similarities; prepare with the material of semantic"
            )
        if self.needs_vectors and prepared.vectors is None:
            raise SettingsError(f"{self.name} needs the vectors of the units; there are none")
        scores = candidates(prepared.signal)
        if len(scores) < _LEAST_GAPS:
            few = count_of(len(scores), "gap is", "gaps are")
            return Selection(None, 0.0, f"{few} too few to choose a threshold by")
        spread = float(np.ptp(scores))
        if spread == 0:
            same = f"all {len(scores):,} gaps have the similarity {rounded(float(scores[0]), 2)}"
            return Selection(None, 0.0, f"{same}: no threshold tells them apart")
        chosen = self.choose(prepared, scores)
        if spread >= FLAT:
            return chosen
        flat = f"similarities differ by {spread:.3f} at most, so any cuts by them are arbitrary"
        return replace(chosen, confidence=0.0, reason=f"{chosen.reason}; but the {flat}")


def values_of(prepared: Prepared, scores: Floats) -> tuple[Floats, str]:
    """The similarities that say something by their values, and what they are called.

    On windows these are the low points of the curve: where there is none, `candidates` holds a 1
    that was never measured. Too few of them to choose by are left as they are.
    """
    signal = prepared.signal
    if signal is not None and signal.kind == "windowed":
        found = signal.scores[lowest(signal.scores)]
        if len(found) >= _LEAST_GAPS and np.ptp(found) > 0:
            return found, "low points of the curve"
    return scores, "gaps"
