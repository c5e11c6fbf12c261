"""The turns of a transcript, a play or a chat: from one speaker's name to the next one's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from chunking.ascending import members
from chunking.breaks import trimmed
from chunking.outline import Seams
from chunking.types import UnitKind, Units
from chunking.units.sentences import sentences
from chunking.units.speakers import cue_start, labels, speaking, speech_at

if TYPE_CHECKING:
    from chunking.types import Bools, Ints, Layout

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
    if len(starts) == 0:
        return Units.of([]), ()
    units = _units(text, starts, layout)
    inside = sentences(text, layout.blocks, language).starts
    lines = np.fromiter((each.start() for each in _LINES.finditer(readable)), np.int64)
    said = np.fromiter((speech_at(readable, at) for at in starts.data), np.int64)
    places = [_behind(each, units, starts, said) for each in (inside, lines)]
    return units, tuple(Seams(each, np.ones(len(each), np.bool_)) for each in places)


def spoken(text: str, layout: Layout) -> float:
    """The share of a text that is said in turns, from 0 to 1; 0 where it is prose.

    Of each turn it counts what stands in the block it begins in: the last turn goes on to the end
    of the text, whatever that is.
    """
    starts = _starts(text.replace("\r\n", " \n").replace("\r", "\n"), layout)
    if len(starts) == 0:
        return 0.0
    blocks = layout.blocks
    own = blocks.ends[np.searchsorted(blocks.starts, starts, side="right") - 1]
    said = np.minimum(own, np.append(starts[1:], len(text))) - starts
    return float(said.sum() / (blocks.ends - blocks.starts).sum())


def _units(text: str, turns: Ints, layout: Layout) -> Units:
    """The turns that begin there, and what stands between them."""
    blocks = layout.blocks
    other, whole = _others(turns, blocks)
    starts = np.concatenate([turns, blocks.starts[other]])
    order = np.argsort(starts, kind="stable")
    kinds = np.concatenate([np.full(len(turns), UnitKind.TURN.code, np.uint8), blocks.kinds[other]])
    atomic = np.concatenate([np.zeros(len(turns), np.bool_), whole[other]])
    starts = starts[order]
    ends = np.append(starts[1:], len(text))
    for i, (start, end) in enumerate(zip(starts.data, ends.data, strict=True)):
        ends[i] = trimmed(text, start, end)
    return Units(starts, ends, kinds[order], atomic[order])


def _starts(text: str, layout: Layout) -> Ints:
    """Where turns begin, none inside of a fence or a table; none at all where they are sparse."""
    found = labels(text)
    begins, ends = layout.protected_starts, np.append(layout.protected_ends, 0)
    block = np.searchsorted(begins, found.starts, side="right") - 1
    found = speaking(found.where(found.starts >= ends[block]), _TURNS)
    starts = found.starts
    if "-->" in text:
        starts = np.unique(np.fromiter((cue_start(text, at) for at in starts.data), np.int64))
    return starts if _SPARSE * len(starts) >= len(layout.blocks) else starts[:0]


def _others(turns: Ints, blocks: Units) -> tuple[Bools, Bools]:
    """Which blocks no turn has taken in, and which of them are whole and atomic, both (blocks,).

    A turn takes in the blocks behind it up to a heading.
    """
    # For each block: how many turns begin before its end, or before that of the block above it.
    until = np.searchsorted(turns, blocks.ends)
    before = np.concatenate([np.zeros(1, np.int64), until[:-1]])
    after = np.append(turns, np.iinfo(np.int64).max)[before]
    rows = np.arange(len(blocks))
    opened = np.maximum.accumulate(np.where(until > before, rows, -1))
    headed = np.maximum.accumulate(np.where(blocks.kinds == UnitKind.HEADING.code, rows, -1))
    opened = np.concatenate([np.full(1, -1), opened[:-1]])
    taken = (opened >= 0) & (opened >= headed)
    return ~taken & (blocks.starts != after), blocks.atomic & (blocks.ends <= after)


def _behind(places: Ints, units: Units, starts: Ints, said: Ints) -> Ints:
    """Those places that lie within a unit and behind what names its speaker."""
    places = places[(places > units.starts[0]) & ~members(units.starts, places)]
    turn = np.searchsorted(starts, places, side="right") - 1
    free = (turn < 0) | (places > said[np.maximum(turn, 0)])
    return places[free]
