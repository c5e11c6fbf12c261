"""Strategies nested in one another: sections, their paragraphs, their sentences."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

import numpy as np
from pydantic import Field, model_validator

from chunking.ascending import given, members, stretches, view
from chunking.characters import BLANKS, among, characters
from chunking.chunks import Cuts
from chunking.errors import SettingsError
from chunking.layout import units_of
from chunking.strategies.base import Strategy
from chunking.strategies.spec import split_spec
from chunking.types import NONE, Constraints, Material, Prepared, Reason

if TYPE_CHECKING:
    from chunking.overlap import Overlap
    from chunking.types import Bools, Codes, Ints

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
        above = places.by_hand
        for strategy in strategies:
            # A view, as a tuple of them would take many times the text.
            marks = Constraints(view(above.offsets), constraints.forbidden)
            cuts = strategy.cut(_prepared_for(strategy, prepared), marks)
            own = _Rows(cuts.offsets, cuts.reasons)
            if strategy is not strategies[-1]:
                own = places.free(own)
            above = places.joined(own, above)
            found.append(places.cuts(above, cuts))
        return tuple(found)


class _Rows(NamedTuple):
    """Where a level cuts, ascending, and the codes of why; both (n,)."""

    offsets: Ints
    reasons: Codes


class _Places:
    """One text and its gaps: where a level may cut so that the next one can cut there too."""

    def __init__(self, prepared: Prepared, constraints: Constraints) -> None:
        units = prepared.units
        self.text = prepared.document.text
        self.codes = characters(self.text)
        self.gaps = units.gaps
        self.forbidden = given(units.gaps, constraints.forbidden)
        asked = units.gaps[given(units.gaps, constraints.required) & ~self.forbidden]
        self.by_hand = _Rows(asked, np.full(len(asked), Reason.MANUAL.code, np.uint8))
        # A fence, a table and what was glued by hand are whole for all levels but the last.
        self.starts, self.ends = units.starts, units.ends
        glued = np.zeros(len(units), np.bool_)
        glued[1:] |= self.forbidden
        glued[:-1] |= self.forbidden
        self.whole = units.atomic | glued
        # Whether a unit stays with the one before it; the first begins no chunk but the first.
        self.held = np.append(np.ones(min(1, len(units)), np.bool_), self.forbidden)

    def free(self, rows: _Rows) -> _Rows:
        """Those rows at which every level may cut, at gaps between two units where that can be."""
        offsets = rows.offsets.copy()
        for i in np.flatnonzero(~members(self.gaps, offsets)).tolist():
            offsets[i] = self._natural(int(offsets[i]))
        # Of those that end up at one gap, the last.
        kept = np.append(offsets[:-1] != offsets[1:], np.ones(len(offsets[:1]), np.bool_))
        for own in stretches(len(offsets)):
            kept[own] &= self._free(offsets[own])
        return _Rows(offsets[kept], rows.reasons[kept])

    def _natural(self, offset: int) -> int:
        """The gap between two units that only blank space parts from an offset, else the offset."""
        at = int(self.gaps.searchsorted(offset))
        for gap in self.gaps[max(0, at - 1) : at + 1].tolist():
            if gap != offset and self.text[min(gap, offset) : max(gap, offset)].isspace():
                return int(gap)
        return offset

    def _free(self, offsets: Ints) -> Bools:
        """Whether every level may cut at each of them, (n,)."""
        unit = np.searchsorted(self.starts, offsets, side="right") - 1
        begins = offsets == self.starts[unit]
        inside = self.whole[unit] & (offsets < self.ends[unit])
        free: Bools = ~np.where(begins, self.held[unit], inside) & (unit >= 0)
        return free

    def joined(self, own: _Rows, above: _Rows) -> _Rows:
        """Both, ascending; of those that only blank space parts, the one of the level above."""
        # Few, if any: a level is asked for the cuts of the one above.
        more = above.offsets[~members(own.offsets, above.offsets)]
        offsets = np.sort(np.append(own.offsets, more)) if len(more) else own.offsets
        higher = members(above.offsets, offsets)
        reasons = np.empty(len(offsets), np.uint8)
        reasons[members(own.offsets, offsets)] = own.reasons
        reasons[higher] = above.reasons
        kept = np.ones(len(offsets), np.bool_)
        standing = before = -2
        for i in np.flatnonzero(among(self.codes[offsets[:-1]], BLANKS)).tolist():
            if self.text[offsets[i] : offsets[i + 1]].isspace():
                # Which one stands for a run of them that only blank space parts.
                standing = standing if before == i - 1 else i
                kept[standing if higher[i + 1] else i + 1] = False
                standing = i + 1 if higher[i + 1] else standing
                before = i
        return _Rows(offsets[kept], reasons[kept])

    def cuts(self, rows: _Rows, own: Cuts) -> Cuts:
        """Cuts from rows, with the verdicts that a level gave itself where it knows these gaps."""
        verdicts = np.full(len(self.gaps), Reason.FITS.code, np.uint8)
        if len(own.verdicts) == len(self.gaps):
            left = ~members(own.offsets, self.gaps)
            verdicts[left] = own.verdicts[left]
        verdicts[self.forbidden] = Reason.FORBIDDEN.code
        return Cuts.at(*rows, self.gaps, verdicts)


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
