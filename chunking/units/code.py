"""Source code as its definitions: functions, classes and their members, by a real grammar.

A file comes apart between what stands at its margin, then between the members of classes, then
between statements, ever deeper. A definition takes along the comments just above it and its
decorators and attributes; the header of a class or function stays with what comes first in it.
Where a text breaks the grammar, what is left of the tree is used, and the rest comes apart at
lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chunking.breaks import core_start
from chunking.normalize import encodable
from chunking.outline import Outline, Seams
from chunking.types import UnitKind, Units
from chunking.units.code_lines import Lines
from chunking.units.code_tree import read
from chunking.units.grammars import GRAMMARS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunking.units.code_tree import Body, Child

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
    bodies = [body for body in read(readable, syntax, lines) if body.depth < DEEPEST]
    places = _places(bodies, lines, syntax)
    return _units(text, places), _seams(places), _outline(places)


class _Place(NamedTuple):
    """Where a text comes apart at a depth; `unit` says that a unit begins there.

    `names` are those of what is defined from `at` up to `end`, None if nothing is.
    """

    at: int
    end: int
    depth: int
    better: bool
    unit: bool
    names: tuple[str, ...] | None


def _places(bodies: list[Body], lines: Lines, syntax: str) -> list[_Place]:
    """The places before what stands in the bodies, ascending, one at an offset."""
    # What belongs to a comment is known when all that is not one has been seen.
    rows = [list(_rows(body, lines, syntax)) for body in bodies]
    found: dict[int, _Place] = {}
    for body, row in zip(bodies, rows, strict=True):
        remarks = [
            (child.line, child)
            for child in body.children
            if child.kind in GRAMMARS[syntax].comments and lines.stands_alone(child.line)
        ]
        for place in _judged(body, sorted([*row, *remarks], key=lambda each: each[0]), lines):
            known = found.get(place.at)
            if known is None or place.depth < known.depth:
                found[place.at] = place
    return [found[at] for at in sorted(found)]


def _rows(body: Body, lines: Lines, syntax: str) -> Iterator[tuple[int, Child]]:
    """What begins a line in a body, with the line that the comments and attributes before begin."""
    grammar = GRAMMARS[syntax]
    opened: int | None = None
    for child in body.children:
        if child.kind in grammar.comments or (opened is None and child.line < 0):
            continue
        opened = lines.above(child.line) if opened is None else opened
        if child.kind not in grammar.attached:
            yield opened, child
            opened = None


def _judged(body: Body, rows: list[tuple[int, Child]], lines: Lines) -> Iterator[_Place]:
    """The places before them: which are better, and which belong to a header."""
    defines, after_definition = body.defines, False
    header = body.depth > 0 and not body.broken
    units = body.unit and (body.depth == 0 or defines)
    for line, child in rows:
        own = child.names is not None
        better = own or after_definition or lines.follows_blank(line)
        at = int(lines.starts[line])
        unit = units and better and not header
        yield _Place(at, child.end, body.depth + header, better, unit, child.names)
        # Up to the first method all is the header of a class; of a function, one statement.
        header = header and body.unit and defines and not own
        after_definition = own


def _seams(places: list[_Place]) -> tuple[Seams, ...]:
    """The places of each depth."""
    rows: list[list[_Place]] = [[] for _ in range(1 + max((p.depth for p in places), default=-1))]
    for place in places:
        rows[place.depth].append(place)
    return tuple(
        Seams(
            np.array([place.at for place in row], np.int64),
            np.array([place.better for place in row], np.bool_),
        )
        for row in rows
    )


def _units(text: str, places: list[_Place]) -> Units:
    """The stretches between the places at which units begin."""
    first = core_start(text, 0)
    starts = [first, *(place.at for place in places if place.unit and place.at > first)]
    spans = zip(starts, [*starts[1:], len(text)], strict=True)
    rows = ((a, a + len(text[a:b].rstrip()), UnitKind.CODE, False) for a, b in spans)
    return Units.of([row for row in rows if row[0] < row[1]])


def _outline(places: list[_Place]) -> Outline:
    """The names in force from each place on."""
    starts: list[int] = []
    paths: list[tuple[str, ...]] = []
    above: list[tuple[int, tuple[str, ...]]] = []

    def leave(until: float) -> None:
        while above and above[-1][0] <= until:
            starts.append(above.pop()[0])
            paths.append(above[-1][1] if above else ())

    for place in places:
        if place.names:
            leave(place.at)
            above.append((place.end, (*(above[-1][1] if above else ()), *place.names)))
            starts.append(place.at)
            paths.append(above[-1][1])
    leave(float("inf"))
    return Outline(np.array(starts, np.int64), tuple(paths))
