"""Gaps that should not be boundaries: after headings and lead-ins, and inside lists."""

from dataclasses import replace
from typing import Any, Literal, TypeAlias

import numpy as np
from pydantic import Field

from chunking.core.arrays import Bools, Ints, contains, is_any_of
from chunking.core.layout import AttachmentKind
from chunking.core.prepared import Constraints, Prepared
from chunking.core.units import UnitKind, Units
from chunking.units.items import item_numbers
from chunking.units.sentences import sentences

KeepWhole: TypeAlias = Literal["blocks", "headings", "lists"]

# A table with its introduction is small below this share of the maximum.
_SMALL_SHARE = 0.5


def keep_whole_field() -> Any:  # noqa: ANN401 - pydantic's
    """Return the field `keep_whole`; each value includes those before it."""
    text = "Kept together: fences and tables; also headings; also lists, lead-ins, captions."
    return Field("headings", description=text)


def gaps_after_headings(prepared: Prepared, tokens: int, constraints: Constraints) -> Bools:
    """Return which gaps belong to a heading and what it heads, (n - 1,).

    Front matter is a heading where it fits `tokens` with what follows. Manual boundaries take
    precedence.
    """
    found = _gaps_of(prepared, constraints, AttachmentKind.HEADING)
    front_matter = _gaps_of(prepared, constraints, AttachmentKind.FRONT_MATTER)
    if front_matter.any():
        forbidden = is_any_of(prepared.units.gaps, constraints.forbidden)
        joined = found | front_matter | forbidden
        found |= front_matter & _in_small_runs(prepared, joined, tokens)
    return found


def join_headings(prepared: Prepared, tokens: int, constraints: Constraints) -> Prepared:
    """Return a document in which a heading and the unit below it are one unit.

    If that exceeds `tokens`, it is two: the heading with the sentences that fit, and the rest.
    Manual boundaries take precedence. The document must have no vectors.
    """
    units, text = prepared.units, prepared.document.text
    joined = gaps_after_headings(prepared, tokens, constraints)
    joined &= ~is_any_of(units.gaps, constraints.forbidden)
    if not joined.any():
        return prepared
    first = np.flatnonzero(np.append(True, ~joined))
    last = np.append(first[1:], len(units)) - 1
    starts, ends = units.starts[first], units.ends[last]
    large = (first < last) & (prepared.sizes.token_counts(starts, ends) > tokens)
    rests, cores = [], ends.copy()
    for row in np.flatnonzero(large & ~units.atomic[last]).tolist():
        unit = last[row]
        block = Units.of([(int(units.starts[unit]), int(ends[row]), UnitKind.PARAGRAPH, False)])
        parts = sentences(text, block, prepared.document.language)
        limit = prepared.sizes.max_end(int(starts[row]), tokens)
        fitting = int(np.searchsorted(parts.ends, limit, side="right"))
        if 0 < fitting < len(parts):
            cores[row] = parts.ends[fitting - 1]
            rests.append((int(parts.starts[fitting]), int(ends[row]), row))
    starts = np.append(starts, np.array([rest[0] for rest in rests], np.int64))
    ends = np.append(cores, np.array([rest[1] for rest in rests], np.int64))
    unit = last[np.append(np.arange(len(first)), np.array([rest[2] for rest in rests], np.int64))]
    order = np.argsort(starts, kind="stable")
    unit = unit[order]
    merged = Units(starts[order], ends[order], units.kinds[unit], units.atomic[unit])
    return replace(prepared, units=merged)


def joined_gaps(
    prepared: Prepared,
    tokens: int,
    constraints: Constraints,
    keep_whole: KeepWhole,
) -> Bools:
    """Return which gaps should not be boundaries, (n - 1,).

    None for "blocks", else those after headings; for "lists", where both sides fit `tokens`, also
    those inside lists and after lead-ins, captions and questions.
    """
    if keep_whole == "blocks":
        return np.zeros(len(prepared.units.gaps), np.bool_)
    headings = gaps_after_headings(prepared, tokens, constraints)
    if keep_whole != "lists":
        return headings
    kept = headings | _gaps_inside_lists(prepared, tokens, constraints, headings)
    preferred = preferred_gaps(prepared, tokens, constraints) & ~kept
    fixed = kept | is_any_of(prepared.units.gaps, constraints.forbidden)
    return kept | _fitting(prepared, preferred & ~fixed, fixed, tokens)


def moved_candidates(
    candidates: Bools, prepared: Prepared, tokens: int, constraints: Constraints
) -> tuple[Ints, Ints]:
    """Return the gaps before headings that candidates after these move to, and those, (m,) each.

    Of several after the same headings, the one with the lowest similarity. None moves to a gap that
    is a candidate itself. Manual boundaries take precedence.
    """
    after = gaps_after_headings(prepared, tokens, constraints)
    first, _ = runs(after)
    own = candidates & after & ~is_any_of(prepared.units.gaps, constraints.forbidden)
    below = np.flatnonzero(own)
    above = first[np.searchsorted(first, below, side="right") - 1] - 1
    if prepared.signal is not None:
        order = np.lexsort((prepared.signal.scores[below], above))
        below, above = below[order], above[order]
    moves = np.diff(above, prepend=-1) > 0
    moves &= ~candidates[above]
    return above[moves], below[moves]


def preferred_gaps(prepared: Prepared, tokens: int, constraints: Constraints) -> Bools:
    """Return which gaps are after lead-ins, captions, questions and introductions, (n - 1,).

    After the introduction of a table only where both fit half of `tokens`.
    """
    kinds = AttachmentKind.LEAD_IN, AttachmentKind.CAPTION, AttachmentKind.ANSWER
    found = _gaps_of(prepared, constraints, *kinds)
    tables = _gaps_of(prepared, constraints, AttachmentKind.TABLE_INTRODUCTION)
    small = _in_small_runs(prepared, tables, int(_SMALL_SHARE * tokens))
    return found | (tables & small)


def _gaps_of(prepared: Prepared, constraints: Constraints, *kinds: AttachmentKind) -> Bools:
    """Return which gaps are before blocks attached for one of the reasons, (n - 1,)."""
    attached, gaps = prepared.layout.attachments, prepared.units.gaps
    of_kind = np.isin(attached.kinds, [kind.code for kind in kinds])
    if not of_kind.any():
        return np.zeros(len(gaps), np.bool_)
    return contains(attached.offsets[of_kind], gaps) & ~is_any_of(gaps, constraints.required)


def gaps_inside_items(prepared: Prepared, tokens: int, constraints: Constraints) -> Bools:
    """Return which gaps lie inside a list item of at most `tokens`, (n - 1,).

    In a longer item, only gaps inside a block of at most `tokens`. An item ends where a nested one
    starts. Manual boundaries take precedence.
    """
    units, blocks = prepared.units, prepared.layout.blocks
    numbers = item_numbers(prepared.document.text, blocks)
    block = np.searchsorted(blocks.starts, units.starts, side="right") - 1
    item = np.where(block < 0, -1, numbers[block])
    inside: Bools = (item[:-1] == item[1:]) & (item[1:] >= 0)
    if not inside.any():
        return inside
    inside &= ~is_any_of(units.gaps, constraints.required)
    in_block = _in_small_runs(prepared, inside & (block[:-1] == block[1:]), tokens)
    return _in_small_runs(prepared, inside, tokens) | in_block


def gaps_inside_lines(prepared: Prepared, constraints: Constraints) -> Bools:
    """Return which gaps lie inside a line of verse, (n - 1,).

    Manual boundaries take precedence.
    """
    units, layout, text = prepared.units, prepared.layout, prepared.document.text
    found = np.zeros(len(units.gaps), np.bool_)
    if layout.verse:
        block = np.searchsorted(layout.blocks.starts, units.starts, side="right") - 1
        rows = np.flatnonzero((block[:-1] == block[1:]) & np.isin(block[1:], list(layout.verse)))
        spans = zip(units.ends[rows].tolist(), units.starts[rows + 1].tolist(), strict=True)
        found[rows] = ["\n" not in text[end:start] for end, start in spans]
    return found & ~is_any_of(units.gaps, constraints.required)


def _gaps_inside_lists(
    prepared: Prepared, tokens: int, constraints: Constraints, headings: Bools
) -> Bools:
    """Return which gaps lie inside a list of at most `tokens`, (n - 1,).

    In a longer list, those inside an item of at most that size. Manual boundaries take precedence.
    `headings` are the gaps after headings: a heading counts towards the size of its list.
    """
    units, gaps, blocks = prepared.units, prepared.units.gaps, prepared.layout.blocks
    block = np.searchsorted(blocks.starts, units.starts, side="right") - 1
    listed = blocks.kinds[block] == UnitKind.LIST_ITEM.code
    listed |= item_numbers(prepared.document.text, blocks)[block] >= 0
    inside: Bools = listed[:-1] & listed[1:] & ~np.isin(gaps, constraints.required)
    in_list = _in_small_runs(prepared, inside, tokens)
    in_item = gaps_inside_items(prepared, tokens, constraints)
    joined: Bools = in_list | in_item
    others = headings | np.isin(gaps, constraints.forbidden)
    # A list that exceeds the maximum together with its heading or with units joined by manual
    # boundaries is not kept whole.
    whole = joined & _in_small_runs(prepared, joined | others, tokens)
    items: Bools = in_item & _in_small_runs(prepared, whole | in_item | others, tokens)
    return whole | items


def _fitting(prepared: Prepared, preferred: Bools, fixed: Bools, tokens: int) -> Bools:
    """Return which preferred gaps can be joined, besides the fixed ones, into runs that fit."""
    units, sizes = prepared.units, prepared.sizes
    open_gaps = np.append(np.flatnonzero(~fixed), len(fixed))
    found = np.zeros(len(fixed), np.bool_)
    for first, last in zip(*runs(preferred | fixed), strict=True):
        begin = int(first)
        for gap in (first + np.flatnonzero(preferred[first:last])).tolist():
            end = int(open_gaps[np.searchsorted(open_gaps, gap + 1)])
            found[gap] = sizes.tokens(int(units.starts[begin]), int(units.ends[end])) <= tokens
            begin = begin if found[gap] else gap + 1
    return found


def _in_small_runs(prepared: Prepared, joined: Bools, tokens: int) -> Bools:
    """Return which joined gaps belong to a run of units of at most `tokens`, same shape."""
    starts, ends = runs(joined)
    sizes = prepared.sizes.token_counts(prepared.units.starts[starts], prepared.units.ends[ends])
    found = np.zeros(len(joined), np.bool_)
    for first, last in zip(starts[sizes <= tokens], ends[sizes <= tokens], strict=True):
        found[first:last] = True
    return found


def runs(joined: Bools) -> tuple[Ints, Ints]:
    """Return the first and the last unit of each run of units that the gaps join."""
    steps = np.diff(np.concatenate([[0], joined.astype(np.int8), [0]]))
    return np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
