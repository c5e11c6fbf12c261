"""Units: the smallest parts that a strategy combines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from chunking.core.arrays import (
    Bools,
    Codes,
    Ints,
)


class UnitKind(StrEnum):
    """The kind of a unit."""

    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"
    HEADING = "heading"
    FENCE = "fence"
    CODE = "code"
    TABLE = "table"
    LIST_ITEM = "list_item"
    QUOTE = "quote"
    HTML = "html"
    FRONT_MATTER = "front_matter"
    RULE = "rule"
    TURN = "turn"

    @property
    def code(self) -> int:
        """The index in `UNIT_KINDS`, as columns store it."""
        return _KIND_CODES[self]


UNIT_KINDS: tuple[UnitKind, ...] = tuple(UnitKind)
_KIND_CODES = {kind: code for code, kind in enumerate(UNIT_KINDS)}


@dataclass(frozen=True, slots=True)
class Units:
    """The smallest parts that a strategy combines, as columns of n rows in reading order.

    They leave out only whitespace. `kinds` holds codes of `UnitKind`. An `atomic` unit (a fence,
    a table) is not split unless it exceeds the maximum.
    """

    starts: Ints
    ends: Ints
    kinds: Codes
    atomic: Bools

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def gaps(self) -> Ints:
        """The offset of each gap between two units, where the second one starts, (n - 1,)."""
        return self.starts[1:]

    @classmethod
    def of_kind(cls, starts: Ints, ends: Ints, kind: UnitKind) -> Units:
        """Return units of one kind, none of them atomic."""
        kinds = np.full(len(starts), kind.code, np.uint8)
        return cls(starts, ends, kinds, np.zeros(len(starts), np.bool_))

    @classmethod
    def of(cls, spans: Sequence[tuple[int, int, UnitKind, bool]]) -> Units:
        """Return units from rows of (start, end, kind, atomic)."""
        starts, ends = (np.array([row[i] for row in spans], dtype=np.int64) for i in (0, 1))
        kinds = np.array([row[2].code for row in spans], dtype=np.uint8)
        atomic = np.array([row[3] for row in spans], dtype=np.bool_)
        return cls(starts, ends, kinds, atomic)
