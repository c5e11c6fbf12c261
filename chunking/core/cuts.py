"""Cuts: the boundaries that a strategy chose, each with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from chunking.core.arrays import (
    Bools,
    Codes,
    Ints,
    contains,
    is_increasing,
    row_blocks,
)


class Reason(StrEnum):
    """Why a gap is a boundary (the first group) or not (the second)."""

    SIMILARITY = "similarity"
    OPTIMUM = "optimum"
    MAX_TOKENS = "max_tokens"
    STRUCTURE = "structure"
    PARAGRAPH = "paragraph"
    DEFINITION = "definition"
    TURN = "turn"
    SIZE = "size"
    RESYNC = "resync"
    MANUAL = "manual"
    TAIL = "tail"
    IMPORTED = "imported"

    ABOVE_THRESHOLD = "above_threshold"
    MIN_TOKENS = "min_tokens"
    ATOMIC = "atomic"
    FORBIDDEN = "forbidden"
    FITS = "fits"
    BELOW_HEADING = "below_heading"

    @property
    def code(self) -> int:
        """The index in `REASONS`, as columns store it."""
        return _REASON_CODES[self]


REASONS: tuple[Reason, ...] = tuple(Reason)
_REASON_CODES = {reason: code for code, reason in enumerate(REASONS)}


def reason_codes(holds: Bools, reason: Reason, other: Reason) -> Codes:
    """Return the code of a reason where something holds, else that of another, same shape."""
    return np.where(holds, reason.code, other.code).astype(np.uint8)


@dataclass(frozen=True, slots=True)
class Cuts:
    """The boundaries that a strategy chose: each offset starts a new chunk.

    Offsets ascend and may lie inside a unit; `reasons` are codes of `Reason`, same shape.
    `verdicts` holds a code for every gap between two units, boundary or not, (n - 1,).
    """

    offsets: Ints
    reasons: Codes
    verdicts: Codes

    @classmethod
    def of(cls, rows: Sequence[tuple[int, Reason]], gaps: Ints, verdicts: Codes) -> Cuts:
        """Return cuts from rows of (offset, reason); `verdicts` are those of the other gaps."""
        offsets = np.array([row[0] for row in rows], dtype=np.int64)
        codes = {reason: reason.code for reason in {row[1] for row in rows}}
        reasons = np.array([codes[row[1]] for row in rows], dtype=np.uint8)
        return cls.at(offsets, reasons, gaps, verdicts)

    @classmethod
    def at(cls, offsets: Ints, reasons: Codes, gaps: Ints, verdicts: Codes) -> Cuts:
        """Return cuts from columns in any order; `verdicts` are those of the other gaps."""
        if not is_increasing(offsets):
            order = np.argsort(offsets, kind="stable")
            offsets, reasons = offsets[order], reasons[order]
        for block in row_blocks(len(offsets)):
            at_gap = contains(gaps, offsets[block])
            verdicts[np.searchsorted(gaps, offsets[block][at_gap])] = reasons[block][at_gap]
        return cls(offsets, reasons, verdicts)
