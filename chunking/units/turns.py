"""Turns of transcripts, plays and chats: from the label of a speaker to the next one."""

import re

import numpy as np

from chunking.core.arrays import Bools, Ints, contains
from chunking.core.layout import Layout, SplitPoints
from chunking.core.text.whitespace import trimmed_ends
from chunking.core.units import UnitKind, Units
from chunking.units.insertion import with_line_feeds
from chunking.units.paragraphs import record_starts
from chunking.units.sentences import sentences
from chunking.units.speaker_labels import (
    Labels,
    find_labels,
    speaker_labels,
    speech_start,
)

# Speakers have at least so many turns on average, and one paragraph in so many begins a turn.
_MIN_TURNS = 2
_PARAGRAPHS_PER_TURN = 6
_LINES = re.compile(r"(?m)^(?=[^\S\n]*\S)")


def turns(text: str, layout: Layout, language: str) -> tuple[Units, tuple[SplitPoints, ...]]:
    """Return the turns of a text, and the points inside them: sentences, then lines.

    A turn extends to the next one or to a heading. Headings, and the blocks before the first turn
    of a section, are separate units. No point lies before the end of the first sentence or line
    of a turn, which the name of the speaker stays with, or inside a line of verse. Prose has no
    units. The turns of a fortune are one unit, with a point at each.
    """
    readable = with_line_feeds(text)
    starts = turn_labels(readable, layout).starts
    if len(starts) == 0:
        return Units.of([]), ()
    records = record_starts(readable)
    units = _units(text, records if len(records) else starts, layout)
    line_starts = np.fromiter((line.start() for line in _LINES.finditer(readable)), np.int64)
    sentence_starts = sentences(text, layout.blocks, language).starts
    blocks = np.searchsorted(layout.blocks.starts, sentence_starts, side="right") - 1
    in_prose = ~np.isin(blocks, list(layout.verse))
    sentence_starts = sentence_starts[in_prose | contains(line_starts, sentence_starts)]
    speeches = np.fromiter((speech_start(readable, at) for at in starts.data), np.int64)
    levels = [
        _inside_speech(offsets, units, starts, speeches)
        for offsets in (sentence_starts, line_starts)
    ]
    if len(records):
        levels.insert(0, np.setdiff1d(starts[starts > units.starts[0]], units.starts))
    return units, tuple(SplitPoints(level, np.ones(len(level), np.bool_)) for level in levels)


def turn_labels(text: str, layout: Layout) -> Labels:
    """Return the labels of turns, outside of fences and tables; none where they are too sparse."""
    labels = find_labels(text)
    protected_starts, protected_ends = layout.protected_starts, np.append(layout.protected_ends, 0)
    span = np.searchsorted(protected_starts, labels.starts, side="right") - 1
    labels = speaker_labels(labels.where(labels.starts >= protected_ends[span]), _MIN_TURNS)
    if _PARAGRAPHS_PER_TURN * len(labels) >= len(layout.blocks):
        return labels
    return labels.where(np.zeros(len(labels), np.bool_))


def _units(text: str, turns: Ints, layout: Layout) -> Units:
    """Return the turns that start at these offsets, and the blocks outside of turns."""
    blocks = layout.blocks
    outside, atomic = _blocks_outside(turns, blocks)
    starts = np.concatenate([turns, blocks.starts[outside]])
    order = np.argsort(starts, kind="stable")
    turn_kinds = np.full(len(turns), UnitKind.TURN.code, np.uint8)
    kinds = np.concatenate([turn_kinds, blocks.kinds[outside]])
    atomic = np.concatenate([np.zeros(len(turns), np.bool_), atomic[outside]])
    starts = starts[order]
    ends = trimmed_ends(text, starts, np.append(starts[1:], len(text)))
    return Units(starts, ends, kinds[order], atomic[order])


def _blocks_outside(turns: Ints, blocks: Units) -> tuple[Bools, Bools]:
    """Return which blocks are in no turn, and which are atomic and end before a turn, (blocks,)."""
    # Turns that start before the end of each block, and before that of the block above it.
    until = np.searchsorted(turns, blocks.ends)
    before = np.concatenate([np.zeros(1, np.int64), until[:-1]])
    next_turn = np.append(turns, np.iinfo(np.int64).max)[before]
    rows = np.arange(len(blocks))
    last_turn = np.maximum.accumulate(np.where(until > before, rows, -1))
    last_heading = np.maximum.accumulate(np.where(blocks.kinds == UnitKind.HEADING.code, rows, -1))
    last_turn = np.concatenate([np.full(1, -1), last_turn[:-1]])
    inside = (last_turn >= 0) & (last_turn >= last_heading)
    outside = ~inside & (blocks.starts != next_turn)
    return outside, blocks.atomic & (blocks.ends <= next_turn)


def _inside_speech(offsets: Ints, units: Units, starts: Ints, speeches: Ints) -> Ints:
    """Return the offsets that lie inside of a unit and after the label of its speaker."""
    offsets = offsets[(offsets > units.starts[0]) & ~contains(units.starts, offsets)]
    turn = np.searchsorted(starts, offsets, side="right") - 1
    free = (turn < 0) | (offsets > speeches[np.maximum(turn, 0)])
    return offsets[free]
