"""Source code as its definitions: functions, classes and their members, by a real grammar.

A file comes apart between what stands at its margin, then between the members of classes, then
between statements, ever deeper. A definition takes along the comments just above it and its
decorators and attributes; the header of a class or function stays with what comes first in it.
Where a text breaks the grammar, what is left of the tree is used, and the rest comes apart at
lines.
"""

from __future__ import annotations

from array import array
from heapq import merge
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chunking.ascending import ascends, view
from chunking.breaks import core_start, trimmed
from chunking.normalize import encodable
from chunking.outline import Outline, Seams
from chunking.types import UnitKind, Units
from chunking.units.code_lines import Lines
from chunking.units.code_tree import ATTACHED, COMMENT, read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunking.types import Bools, Codes, Ints
    from chunking.units.code_tree import Bodies

# Deeper bodies come apart at lines alone, and deeper definitions have the path of those around.
DEEPEST = 12


def code(text: str, syntax: str) -> tuple[Units, tuple[Seams, ...], Outline]:
    r"""The definitions of a source file, the places at which it comes apart, and its names.

    A unit is a definition, a member of a class that has methods, or a run of other lines without
    a blank one between them. The seams are those of at most `DEEPEST` depths, the outermost
    first; the better ones lie beside definitions and below blank lines. The outline has the names
    above each place. Any text is code, so there are no errors; the time is about linear.

    >>> units, seams, outline = code("def f(): pass\n\n\ndef g(): pass\n", "python")
    >>> units.starts.tolist(), units.ends.tolist(), outline.path_at(16)
    ([0, 16], [13, 29], ('g',))
    """
    # As long as before: offsets stay what they are.
    readable = encodable(text).replace("\r\n", " \n").replace("\r", "\n")
    lines = Lines(readable)
    bodies = read(readable, syntax, lines)
    places = _places(bodies, lines)
    return _units(text, places), _seams(places), _outline(places, bodies.names)


class _Places(NamedTuple):
    """Where a text comes apart, ascending, and at which depth, as columns, (n,).

    `better` marks the better places, `units` those at which a unit begins. `named` is the place
    in the names of what is defined from `at` up to `ends`, -1 if nothing is.
    """

    at: Ints
    ends: Ints
    depths: Codes
    better: Bools
    units: Bools
    named: Ints


def _places(bodies: Bodies, lines: Lines) -> _Places:
    """The places before what stands in the bodies, one at an offset: the outermost."""
    # What belongs to a comment is known when all that is not one has been seen.
    opened = array("q", [-1]) * len(bodies.roles)
    for body in _looked_at(bodies):
        _open(bodies, body, lines, opened)
    child, line = array("q"), array("q")
    depth, better, units = bytearray(), bytearray(), bytearray()
    for body in _looked_at(bodies):
        for each in _judged(bodies, body, lines, opened):
            for column, value in zip((line, child, depth, better, units), each, strict=True):
                column.append(value)
    at = lines.starts[np.frombuffer(line, np.int64)]
    depths, children = np.frombuffer(depth, np.uint8), np.frombuffer(child, np.int64)
    flags = np.frombuffer(better, np.bool_), np.frombuffer(units, np.bool_)
    if not ascends(at):
        order = np.lexsort((depths, at))
        at = at[order]
        first = np.append(np.ones(1, np.bool_), at[1:] != at[:-1])
        at, order = at[first], order[first]
        depths, children, flags = depths[order], children[order], (flags[0][order], flags[1][order])
    return _Places(at, bodies.ends[children], depths, *flags, np.asarray(bodies.named)[children])


def _looked_at(bodies: Bodies) -> Iterator[int]:
    """The bodies that are not too deep."""
    return (body for body, depth in enumerate(bodies.depths) if depth < DEEPEST)


def _open(bodies: Bodies, body: int, lines: Lines, opened: array[int]) -> None:
    """Find where what begins a line in a body does: with the comments and attributes before it."""
    begun = -1
    for child in range(bodies.edges[body], bodies.edges[body + 1]):
        role, line = bodies.roles[child], bodies.lines[child]
        if role == COMMENT or (begun < 0 and line < 0):
            continue
        begun = lines.above(line) if begun < 0 else begun
        if role != ATTACHED:
            opened[child] = begun
            begun = -1


def _judged(
    bodies: Bodies, body: int, lines: Lines, opened: array[int]
) -> Iterator[tuple[int, int, int, bool, bool]]:
    """The places before what is in a body: (line, child, depth, better, unit) of each.

    Which are better, and which belong to a header.
    """
    own = range(bodies.edges[body], bodies.edges[body + 1])
    rows = ((opened[child], child) for child in own if opened[child] >= 0)
    remarks = ((bodies.lines[child], child) for child in own if bodies.roles[child] == COMMENT)
    alone = (each for each in remarks if lines.stands_alone(each[0]))
    depth, broken, unit_body = bodies.depths[body], bodies.broken[body], bodies.units[body]
    defines = any(bodies.named[child] >= 0 for child in own)
    after_definition = False
    header = depth > 0 and not broken
    units = bool(unit_body) and (depth == 0 or defines)
    for line, child in merge(rows, alone, key=itemgetter(0)):
        definition = bodies.named[child] >= 0
        better = definition or after_definition or lines.follows_blank(line)
        yield line, child, depth + header, better, units and better and not header
        # Up to the first method all is the header of a class; of a function, one statement.
        header = header and bool(unit_body) and defines and not definition
        after_definition = definition


def _seams(places: _Places) -> tuple[Seams, ...]:
    """The places of each depth."""
    deepest = int(places.depths.max(initial=0))
    rows = (places.depths == depth for depth in range(deepest + 1 if len(places.at) else 0))
    return tuple(Seams(places.at[row], places.better[row]) for row in rows)


def _units(text: str, places: _Places) -> Units:
    """The stretches between the places at which units begin."""
    first = core_start(text, 0)
    starts = np.append(np.int64(first), places.at[places.units & (places.at > first)])
    stops = np.append(starts[1:], len(text))
    spans = zip(starts.data, stops.data, strict=True)
    ends = np.fromiter((trimmed(text, a, b) for a, b in spans), np.int64, len(starts))
    kept = starts < ends
    count = int(np.count_nonzero(kept))
    kinds = np.full(count, UnitKind.CODE.code, np.uint8)
    return Units(starts[kept], ends[kept], kinds, np.zeros(count, np.bool_))


def _outline(places: _Places, names: tuple[tuple[str, ...], ...]) -> Outline:
    """The names in force from each place on."""
    starts = array("q")
    paths: list[tuple[str, ...]] = []
    above: list[tuple[int, tuple[str, ...]]] = []

    def leave(until: float) -> None:
        while above and above[-1][0] <= until:
            starts.append(above.pop()[0])
            paths.append(above[-1][1] if above else ())

    named = places.named >= 0
    columns = (view(each[named]) for each in (places.at, places.ends, places.named))
    for at, end, name in zip(*columns, strict=True):
        if names[name]:
            leave(at)
            above.append((end, (*(above[-1][1] if above else ()), *names[name])))
            starts.append(at)
            paths.append(above[-1][1])
    leave(float("inf"))
    return Outline(np.frombuffer(starts, np.int64), tuple(paths))
