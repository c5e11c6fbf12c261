"""The turns of a transcript, a play or a chat: from one speaker's name to the next one's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from chunking.outline import Seams
from chunking.types import UNIT_KINDS, UnitKind, Units
from chunking.units.sentences import sentences
from chunking.units.speakers import cue_start, labels, speaking, speech_at

if TYPE_CHECKING:
    from chunking.types import Ints, Layout

# Speakers need so many turns each on average, and one paragraph in so many must begin one.
_TURNS = 2
_SPARSE = 6
_LINES = re.compile(r"(?m)^(?=[^\S\n]*\S)")


def turns(text: str, layout: Layout, language: str) -> tuple[Units, tuple[Seams, ...]]:
    """The turns of a text with the places inside them, sentences and then lines; none if prose.

    A turn goes on to the next one or to a heading. Headings, and the blocks before the first
    turn of all or behind a heading, are units of their own. No place lies between a speaker's
    name and the end of the first sentence, or line, behind it.
    """
    readable = text.replace("\r\n", " \n").replace("\r", "\n")
    starts = _starts(readable, layout)
    if not starts:
        return Units.of([]), ()
    units = _units(text, starts, layout)
    inside = sentences(text, layout.blocks, language).starts
    lines = np.fromiter((each.start() for each in _LINES.finditer(readable)), np.int64)
    said = np.array([speech_at(readable, at) for at in starts], np.int64)
    places = [_behind(each, units, np.array(starts, np.int64), said) for each in (inside, lines)]
    return units, tuple(Seams(each, np.ones(len(each), np.bool_)) for each in places)


def spoken(text: str, layout: Layout) -> float:
    """The share of a text that is said in turns, from 0 to 1; 0 where it is prose.

    Of each turn it counts what stands in the block it begins in: the last turn goes on to the end
    of the text, whatever that is.
    """
    starts = _starts(text.replace("\r\n", " \n").replace("\r", "\n"), layout)
    if not starts:
        return 0.0
    begins = np.array(starts, np.int64)
    blocks = layout.blocks
    own = blocks.ends[np.searchsorted(blocks.starts, begins, side="right") - 1]
    said = np.minimum(own, np.append(begins[1:], len(text))) - begins
    return float(said.sum() / (blocks.ends - blocks.starts).sum())


def _units(text: str, starts: list[int], layout: Layout) -> Units:
    """The turns that begin there, and what stands between them."""
    rows: list[tuple[int, UnitKind, bool]] = [(at, UnitKind.TURN, False) for at in starts]
    rows += _others(starts, layout)
    rows.sort()
    ends = [*(at for at, _, _ in rows[1:]), len(text)]
    return Units.of(
        [
            (at, at + len(text[at:end].rstrip()), kind, whole)
            for (at, kind, whole), end in zip(rows, ends, strict=True)
        ]
    )


def _starts(text: str, layout: Layout) -> list[int]:
    """Where turns begin, none inside of a fence or a table; none at all where they are sparse."""
    begins, ends = layout.protected_starts, layout.protected_ends
    found = list(labels(text))
    block = np.searchsorted(begins, [each.start for each in found], side="right") - 1
    free = [
        each
        for each, i in zip(found, block.tolist(), strict=True)
        if i < 0 or each.start >= ends[i]
    ]
    starts = sorted({cue_start(text, each.start) for each in speaking(free, _TURNS)})
    return starts if _SPARSE * len(starts) >= len(layout.blocks) else []


def _others(starts: list[int], layout: Layout) -> list[tuple[int, UnitKind, bool]]:
    """The headings, and the blocks that no turn has taken in."""
    found: list[tuple[int, UnitKind, bool]] = []
    waiting, taken = iter([*starts, 1 << 62]), False
    after = next(waiting)
    blocks = layout.blocks
    for at, end, code, whole in zip(
        blocks.starts.tolist(), blocks.ends.tolist(), blocks.kinds.tolist(),
        blocks.atomic.tolist(), strict=True,
    ):  # fmt: skip
        kind = UNIT_KINDS[code]
        taken = taken and kind is not UnitKind.HEADING
        begun = at == after
        if not taken and not begun:
            found.append((at, kind, whole and end <= after))
        while after < end:
            taken, after = True, next(waiting)
    return found


def _behind(places: Ints, units: Units, starts: Ints, said: Ints) -> Ints:
    """Those places that lie within a unit and behind what names its speaker."""
    places = places[~np.isin(places, units.starts)]
    if len(units) == 0:
        return places[:0]
    places = places[places > units.starts[0]]
    turn = np.searchsorted(starts, places, side="right") - 1
    free = (turn < 0) | (places > said[np.maximum(turn, 0)])
    return places[free]
