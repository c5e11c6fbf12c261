"""Strategies nested in one another: sections, their paragraphs, their sentences."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np
from pydantic import Field, model_validator

from chunking.chunks import Cuts
from chunking.errors import SettingsError
from chunking.layout import units_of
from chunking.strategies.base import Strategy
from chunking.strategies.spec import split_spec
from chunking.types import NONE, REASONS, Constraints, Material, Prepared, Reason

if TYPE_CHECKING:
    from chunking.overlap import Overlap

SEPARATOR = ">"
LEVELS = (
    "structure:target_tokens=1600,max_tokens=2000 > paragraph:max_tokens=400,overlap_tokens=0 "
    "> sentence:max_tokens=100,overlap_tokens=0"
)


class Hierarchical(Strategy):
    """Two or three strategies; each cuts inside of what the one before it has cut.

    The cuts are those of the last level, and every cut of a level is one of the next too, with
    its reason. `chunking.nesting` gives each level as a chunking of its own.
    """

    name: ClassVar[str] = "hierarchical"
    title: ClassVar[str] = "Nested strategies"
    summary: ClassVar[str] = "Two or three strategies, each inside of what the one before has cut."
    source: ClassVar[str] = "Alexandria, multi-granular"

    levels: str = Field(
        LEVELS,
        min_length=1,
        description="Strategies as name:field=value,field=value with > between, outermost first.",
        json_schema_extra={"label": "Levels"},
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        try:
            nested = self.strategies
        except SettingsError as error:
            raise ValueError(f"levels: {error}") from None
        for outer, inner in pairwise(nested):
            if inner.limits[1] > outer.limits[1]:
                raise ValueError(
                    f"levels: a maximum must be at most that of the level before "
                    f"({outer.name}: {outer.limits[1]}), got {inner.name}: {inner.limits[1]}"
                )
        with_model = [material for material in self._materials if material.model is not None]
        for part in ("model", "precision", "signal"):
            used = dict.fromkeys(str(getattr(material, part)) for material in with_model)
            if len(used) > 1:
                raise ValueError(
                    "levels: those with a model must use the same one in the same way, got "
                    f"{part} {' and '.join(used)}"
                )
        return self

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """The strategy of each level, outermost first."""
        specs = [split_spec(part) for part in self.levels.split(SEPARATOR)]
        if len(specs) not in {2, 3}:
            raise SettingsError(f"there must be two or three strategies, got {len(specs)}")
        return tuple(self._level(name, changes) for name, changes in specs)

    def _level(self, name: str, changes: dict[str, str]) -> Strategy:
        from chunking.strategies import get

        if name == self.name:
            raise SettingsError("each must be another strategy, got hierarchical")
        if "count_in" in changes:
            raise SettingsError("count_in is one for all of them, and no setting of one")
        return get(name)(**changes, count_in=self.count_in)

    @property
    def _materials(self) -> tuple[Material, ...]:
        return tuple(strategy.material for strategy in self.strategies)

    @property
    def material(self) -> Material:
        """Sentences, and all that the levels need together."""
        materials = self._materials
        embedded = [each for each in materials if each.model is not None]
        costly = max(materials, key=lambda each: each.reach)
        return replace(
            (embedded or [costly])[0],
            units="sentences",
            reach=costly.reach,
            words=costly.words,
        )

    @property
    def limits(self) -> tuple[int, int]:
        """Those of the last level, but a cut of the others may leave less than its minimum."""
        return 0, self.strategies[-1].limits[1]

    @property
    def overlap(self) -> Overlap:
        """That of the last level."""
        return self.strategies[-1].overlap

    @property
    def oversize(self) -> str:
        """What the last level does with a fence or table above its maximum."""
        return str(getattr(self.strategies[-1], "oversize", "split"))

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """The cuts of the last level."""
        return self.cuts_of_levels(prepared, constraints)[-1]

    def cuts_of_levels(
        self, prepared: Prepared, constraints: Constraints = NONE
    ) -> tuple[Cuts, ...]:
        """The cuts of each level, outermost first; those of one are all in the next."""
        found: list[Cuts] = []
        strategies = self.strategies
        places = _Places(prepared, constraints)
        above = dict.fromkeys(places.by_hand, Reason.MANUAL)
        for strategy in strategies:
            marks = Constraints(tuple(above), constraints.forbidden)
            cuts = strategy.cut(_prepared_for(strategy, prepared), marks)
            own = _rows(cuts)
            if strategy is not strategies[-1]:
                own = {places.natural(at): why for at, why in own.items() if places.free(at)}
            above = places.joined(own, above)
            found.append(places.cuts(above, cuts))
        return tuple(found)


class _Places:
    """One text and its gaps: where a level may cut so that the next one can cut there too."""

    def __init__(self, prepared: Prepared, constraints: Constraints) -> None:
        units = prepared.units
        self.text = prepared.document.text
        self.gaps = units.gaps
        self.forbidden = np.isin(units.gaps, constraints.forbidden)
        asked = np.isin(units.gaps, constraints.required) & ~self.forbidden
        self.by_hand: list[int] = units.gaps[asked].tolist()
        # A fence, a table and what was glued by hand are whole for all levels but the last.
        self.starts, self.ends = units.starts, units.ends
        glued = np.zeros(len(units), np.bool_)
        glued[1:] |= self.forbidden
        glued[:-1] |= self.forbidden
        self.whole = units.atomic | glued

    def natural(self, offset: int) -> int:
        """The gap between two units that only blank space parts from an offset, else the offset."""
        at = int(self.gaps.searchsorted(offset))
        for gap in self.gaps[max(0, at - 1) : at + 1].tolist():
            if gap != offset and self.text[min(gap, offset) : max(gap, offset)].isspace():
                return int(gap)
        return offset

    def free(self, offset: int) -> bool:
        """Whether every level may cut there."""
        offset = self.natural(offset)
        unit = int(self.starts.searchsorted(offset, side="right")) - 1
        if unit < 0:
            return False
        if offset == self.starts[unit]:
            return unit > 0 and not self.forbidden[unit - 1]
        return not (self.whole[unit] and offset < self.ends[unit])

    def joined(self, own: dict[int, Reason], above: dict[int, Reason]) -> dict[int, Reason]:
        """Both, ascending; of two that only blank space parts, the one of the level above."""
        found: list[int] = []
        for offset in sorted({*own, *above}):
            if found and self.text[found[-1] : offset].isspace():
                if offset in above:
                    found[-1] = offset
                continue
            found.append(offset)
        return {at: above.get(at) or own[at] for at in found}

    def cuts(self, rows: dict[int, Reason], own: Cuts) -> Cuts:
        """Cuts from rows, with the verdicts that a level gave itself where it knows these gaps."""
        verdicts = np.full(len(self.gaps), Reason.FITS.code, np.uint8)
        if len(own.verdicts) == len(self.gaps):
            left = ~np.isin(self.gaps, own.offsets)
            verdicts[left] = own.verdicts[left]
        verdicts[self.forbidden] = Reason.FORBIDDEN.code
        return Cuts.of(list(rows.items()), self.gaps, verdicts)


def _rows(cuts: Cuts) -> dict[int, Reason]:
    """The reason of each cut by its offset."""
    pairs = zip(cuts.offsets.tolist(), cuts.reasons.tolist(), strict=True)
    return {offset: REASONS[code] for offset, code in pairs}


def _prepared_for(strategy: Strategy, prepared: Prepared) -> Prepared:
    """The same document as one level needs it."""
    material = strategy.material
    if material.units == "sentences":
        return replace(prepared, material=material)
    # Sliders cut again and again, and code takes a parser.
    if material not in prepared.other:
        prepared.other[material] = units_of(prepared.document, material, prepared.layout)
    units, places = prepared.other[material]
    return replace(
        prepared, material=material, units=units, layout=places,
        vectors=None, signal=None, costs=None,
    )  # fmt: skip
