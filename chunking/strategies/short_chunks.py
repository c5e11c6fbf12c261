"""Merging of short chunks with a neighbor."""

from typing import NamedTuple

import numpy as np

from chunking.core.arrays import Bools, Codes, Ints
from chunking.core.cuts import Cuts, Reason
from chunking.core.text.sizes import Sizes
from chunking.strategies.overlap import OverlapStarts


class Cores(NamedTuple):
    """Chunks without their overlap, in order, (n,).

    `reasons` holds codes for the boundary before each; the first has none, and its code no meaning.
    """

    starts: Ints
    ends: Ints
    reasons: Codes

    def cuts(self, gaps: Ints, verdicts: Codes) -> Cuts:
        """Return the cuts between them; `verdicts` are those of the other gaps."""
        return Cuts.at(self.starts[1:], self.reasons[1:], gaps, verdicts)


def merge_short_chunks(
    cores: Cores,
    sizes: Sizes,
    min_tokens: int,
    max_tokens: int,
    *,
    overlap: OverlapStarts | None = None,
    depths: Codes | None = None,
    announces: Bools | None = None,
) -> Cores:
    """Return the chunks after merging short ones with a neighbor where both fit.

    From the first chunk to the last, each merges with the one before it, merged ones included, if
    one of the two is short, or the first announces the other, and the boundary between them is not
    manual.

    Args:
        min_tokens: A chunk below this size is short; 0: none is.
        max_tokens: Maximum size of a merged chunk, overlap included.
        overlap: Where the overlap of a chunk starts; None for no overlap.
        depths: Depth of each chunk in an outline, (n,): none merges with one that is deeper than
            itself, so that a chapter does not continue the last section of the one before. None
            where chunks have no depth.
        announces: Which chunks announce the next one, (n,); None where none does.
    """
    if min_tokens == 0:
        return cores
    start_ticks, end_ticks = sizes.ticks(cores.starts), sizes.ticks(cores.ends)
    short_ticks = (min_tokens - 1) * sizes.per
    is_short = end_ticks - start_ticks <= short_ticks
    # A merged chunk is short only if the last chunk in it is.
    is_manual = cores.reasons[1:] == Reason.MANUAL.code
    leads = np.zeros(len(is_short), np.bool_) if announces is None else announces
    before = np.flatnonzero((is_short[:-1] | is_short[1:] | leads[:-1]) & ~is_manual)
    if len(before) == 0:
        return cores
    begins = cores.starts[before] if overlap is None else overlap.starts(cores.starts[before])
    limits = sizes.ticks(begins) + max_tokens * sizes.per
    if depths is None:
        depths = np.zeros(len(is_short), np.uint8)
    starts, ends, short, depth = start_ticks.data, end_ticks.data, is_short.data, depths.data
    kept = bytearray(b"\x01") * len(is_short)
    # The merged chunk that ends before `row` starts with `first` and may end at `limit`.
    first = limit = 0
    for previous, own_limit in zip(before.data, limits.data, strict=True):
        row = previous + 1
        if kept[previous]:
            first, limit = previous, own_limit
        may_merge = short[row] or leads[previous] or ends[previous] - starts[first] <= short_ticks
        kept[row] = not (may_merge and ends[row] <= limit and depth[row] >= depth[first])
    begin = np.flatnonzero(np.frombuffer(kept, np.bool_))
    last = np.append(begin[1:], len(kept)) - 1
    return Cores(cores.starts[begin], cores.ends[last], cores.reasons[begin])


def mark_tails(cores: Cores, sizes: Sizes, min_tokens: int) -> Cores:
    """Return the chunks with the reason `tail` for the boundary after each that is still short.

    For strategies with a minimum size, which such a chunk does not have. `merge_below` is no
    minimum: there, boundaries keep their reasons. Manual boundaries do so, too.
    """
    if min_tokens == 0:
        return cores
    is_tail = sizes.token_counts(cores.starts, cores.ends)[:-1] < min_tokens
    is_tail &= cores.reasons[1:] != Reason.MANUAL.code
    reasons = cores.reasons.copy()
    reasons[1:][is_tail] = Reason.TAIL.code
    return cores._replace(reasons=reasons)
