"""Nested strategies: sections, their paragraphs, their sentences."""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar, NamedTuple, Self

import numpy as np
from pydantic import Field, model_validator

from chunking.core.arrays import Bools, Codes, Ints, as_sequence, contains, is_any_of, row_blocks
from chunking.core.cuts import Cuts, Reason
from chunking.core.errors import SettingsError
from chunking.core.layout import Layout
from chunking.core.prepared import NONE, Constraints, Material, Prepared, UnitSource
from chunking.core.text.characters import WHITESPACE, code_points, in_table
from chunking.core.units import Units
from chunking.strategies.base import Strategy, TokenizerSetting, model_tokenizer_field
from chunking.strategies.overlap import Overlap
from chunking.strategies.spec_syntax import split_spec
from chunking.units.layout import units_of

SEPARATOR = ">"
LEVELS = (
    "structure:target_tokens=1600,max_tokens=2000 > paragraph:max_tokens=400,overlap_tokens=0 "
    "> sentence:max_tokens=100,overlap_tokens=0"
)


@dataclass(frozen=True, slots=True)
class LevelUnits:
    """Feature: the units of a level that are not sentences, with their layout."""

    source: UnitSource

    @property
    def depends_on_units(self) -> bool:
        """False: they are those of the whole document."""
        return False

    def compute(self, prepared: Prepared) -> tuple[Units, Layout]:
        """Return the units and the layout."""
        if self in prepared.features:
            return prepared.feature(self)
        return units_of(prepared.document, self.source, prepared.layout)


class Hierarchical(Strategy):
    """Two or three nested strategies: each splits the chunks of the one before.

    Its cuts are those of the last level, which include those of the others with their reasons.
    """

    name: ClassVar[str] = "hierarchical"
    title: ClassVar[str] = "Nested strategies"
    summary: ClassVar[str] = "Nested strategies: each splits the chunks of the one before."
    source: ClassVar[str] = "Alexandria, multi-granular"

    levels: str = Field(
        default=LEVELS,
        min_length=1,
        description="Strategies as name:field=value,field=value, separated by >, outermost first.",
    )
    tokenizer: TokenizerSetting = model_tokenizer_field()

    @model_validator(mode="after")
    def _check_levels(self) -> Self:
        try:
            strategies = self.level_strategies
        except SettingsError as error:
            raise ValueError(f"levels: {error}") from None
        for outer, inner in pairwise(strategies):
            if inner.limits[1] > outer.limits[1]:
                raise ValueError(
                    f"levels: a maximum must be at most that of the level before "
                    f"({outer.name}: {outer.limits[1]}), got {inner.name}: {inner.limits[1]}"
                )
        materials = [strategy.material for strategy in strategies]
        for part in ("model", "signal"):
            used = dict.fromkeys(
                str(getattr(each, part)) for each in materials if each.model is not None
            )
            if len(used) > 1:
                raise ValueError(
                    "levels: those with a model must use the same one in the same way, got "
                    f"{part} {' and '.join(used)}"
                )
        return self

    @property
    def level_strategies(self) -> tuple[Strategy, ...]:
        """The strategy of each level, outermost first."""
        specs = [split_spec(part) for part in self.levels.split(SEPARATOR)]
        if len(specs) not in {2, 3}:
            raise SettingsError(f"there must be two or three strategies, got {len(specs)}")
        return tuple(self._level(name, settings) for name, settings in specs)

    def _level(self, name: str, settings: dict[str, str]) -> Strategy:
        from chunking.strategies import get

        if name == self.name:
            raise SettingsError("each must be another strategy, got hierarchical")
        if "tokenizer" in settings:
            raise SettingsError(
                "tokenizer applies to all levels: set it on hierarchical, not on a level"
            )
        return get(name)(**settings, tokenizer=self.tokenizer)

    @property
    def material(self) -> Material:
        """Sentences, and everything that the levels need."""
        materials = [strategy.material for strategy in self.level_strategies]
        embedded = [each for each in materials if each.model is not None]
        features = [feature for each in materials for feature in each.features]
        features += [LevelUnits(each.units) for each in materials if each.units != "sentences"]
        base = (embedded or materials)[0]
        return replace(base, units="sentences", features=tuple(dict.fromkeys(features)))

    @property
    def limits(self) -> tuple[int, int]:
        """The maximum of the last level; no minimum, as outer cuts may leave shorter chunks."""
        return 0, self.level_strategies[-1].limits[1]

    @property
    def overlap(self) -> Overlap:
        """The overlap of the last level."""
        return self.level_strategies[-1].overlap

    @property
    def oversize(self) -> str:
        """What the last level does with a fence or table above its maximum."""
        return str(getattr(self.level_strategies[-1], "oversize", "split"))

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Return the cuts of the last level."""
        return self.cut_levels(prepared, constraints)[-1]

    def cut_levels(self, prepared: Prepared, constraints: Constraints = NONE) -> tuple[Cuts, ...]:
        """Return the cuts of each level, outermost first; every one is a cut of the next."""
        found: list[Cuts] = []
        strategies = self.level_strategies
        nesting = _Nesting(prepared, constraints)
        outer = nesting.manual
        for strategy in strategies:
            # A view, as a tuple would take many times the memory of the text.
            required = Constraints(as_sequence(outer.offsets), constraints.forbidden)
            cuts = strategy.cut_below_headings(_prepared_for(strategy, prepared), required)
            rows = _Rows(cuts.offsets, cuts.reasons)
            if strategy is not strategies[-1]:
                rows = nesting.possible(rows)
            outer = nesting.union(rows, outer)
            found.append(nesting.cuts(outer, cuts))
        return tuple(found)


class _Rows(NamedTuple):
    """The cuts of a level: ascending offsets and codes of reasons, both (n,)."""

    offsets: Ints
    reasons: Codes


class _Nesting:
    """Makes the cuts of the levels of one document cuts of the next levels, too."""

    def __init__(self, prepared: Prepared, constraints: Constraints) -> None:
        units = prepared.units
        self.text = prepared.document.text
        self.codes = code_points(self.text)
        self.gaps = units.gaps
        self.forbidden = is_any_of(units.gaps, constraints.forbidden)
        required = units.gaps[is_any_of(units.gaps, constraints.required) & ~self.forbidden]
        self.manual = _Rows(required, np.full(len(required), Reason.MANUAL.code, np.uint8))
        # Only the last level splits fences, tables and units joined by manual boundaries.
        self.starts, self.ends = units.starts, units.ends
        joined = np.zeros(len(units), np.bool_)
        joined[1:] |= self.forbidden
        joined[:-1] |= self.forbidden
        self.whole = units.atomic | joined
        # Whether no chunk may start with a unit; the first unit is the start of the text.
        self.never_starts = np.append(np.ones(min(1, len(units)), np.bool_), self.forbidden)

    def possible(self, rows: _Rows) -> _Rows:
        """Return the cuts that every level can make, moved to gaps between units where possible."""
        offsets = rows.offsets.copy()
        for i in np.flatnonzero(~contains(self.gaps, offsets)).tolist():
            offsets[i] = self._nearest_gap(int(offsets[i]))
        # Of several at one gap, the last.
        kept = np.append(offsets[:-1] != offsets[1:], np.ones(len(offsets[:1]), np.bool_))
        for block in row_blocks(len(offsets)):
            kept[block] &= self._is_possible(offsets[block])
        return _Rows(offsets[kept], rows.reasons[kept])

    def _nearest_gap(self, offset: int) -> int:
        """Return the gap that only whitespace separates from the offset, else the offset."""
        at = int(self.gaps.searchsorted(offset))
        for gap in self.gaps[max(0, at - 1) : at + 1].tolist():
            if gap != offset and self.text[min(gap, offset) : max(gap, offset)].isspace():
                return int(gap)
        return offset

    def _is_possible(self, offsets: Ints) -> Bools:
        """Return whether every level may cut at each offset, (n,)."""
        unit = np.searchsorted(self.starts, offsets, side="right") - 1
        at_start = offsets == self.starts[unit]
        inside_whole = self.whole[unit] & (offsets < self.ends[unit])
        possible: Bools = ~np.where(at_start, self.never_starts[unit], inside_whole) & (unit >= 0)
        return possible

    def union(self, rows: _Rows, outer: _Rows) -> _Rows:
        """Return both, ascending; of cuts that only whitespace separates, the outer level's."""
        # Few if any: a level was required to make the outer cuts.
        missing = outer.offsets[~contains(rows.offsets, outer.offsets)]
        offsets = np.sort(np.append(rows.offsets, missing)) if len(missing) else rows.offsets
        is_outer = contains(outer.offsets, offsets)
        reasons = np.empty(len(offsets), np.uint8)
        reasons[contains(rows.offsets, offsets)] = rows.reasons
        reasons[is_outer] = outer.reasons
        kept = np.ones(len(offsets), np.bool_)
        representative = previous = -2
        for i in np.flatnonzero(in_table(self.codes[offsets[:-1]], WHITESPACE)).tolist():
            if self.text[offsets[i] : offsets[i + 1]].isspace():
                # The cut that represents a run of cuts with only whitespace between them.
                representative = representative if previous == i - 1 else i
                kept[representative if is_outer[i + 1] else i + 1] = False
                representative = i + 1 if is_outer[i + 1] else representative
                previous = i
        return _Rows(offsets[kept], reasons[kept])

    def cuts(self, rows: _Rows, level: Cuts) -> Cuts:
        """Return cuts from rows, with the verdicts of the level where it has the same gaps."""
        verdicts = np.full(len(self.gaps), Reason.FITS.code, np.uint8)
        if len(level.verdicts) == len(self.gaps):
            others = ~contains(level.offsets, self.gaps)
            verdicts[others] = level.verdicts[others]
        verdicts[self.forbidden] = Reason.FORBIDDEN.code
        return Cuts.at(*rows, self.gaps, verdicts)


def _prepared_for(strategy: Strategy, prepared: Prepared) -> Prepared:
    """Return the document as one level needs it."""
    material = strategy.material
    if material.units == "sentences":
        return replace(prepared, material=material)
    units, layout = prepared.feature(LevelUnits(material.units))
    return replace(
        prepared, material=material, units=units, layout=layout, vectors=None, signal=None
    )
