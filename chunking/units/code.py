"""Units of source code by tree-sitter grammars: functions, classes and their members."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import regex

from chunking.core.arrays import Bools, Codes, Ints, as_sequence, is_increasing
from chunking.core.layout import Outline, SplitPoints
from chunking.core.text.normalization import character_offsets, replace_surrogates
from chunking.core.text.whitespace import chunk_start, trimmed_ends
from chunking.core.units import UnitKind, Units
from chunking.units.grammars import GRAMMARS, language_of
from chunking.units.line_costs import AFTERWORD
from chunking.units.syntax_tree import parse

if TYPE_CHECKING:
    from tree_sitter import Node, Parser


# Bodies nested deeper are split at lines only, and definitions in them add nothing to the outline.
MAX_DEPTH = 12

# Characters or bytes that are processed at once, to bound the memory of temporary objects.
_PART = 250_000
# Bytes of the first part of a text that is parsed, see `_walk_in_parts`.
_FIRST_PART = 2000
# The last line that may begin a statement at the margin.
_AT_MARGIN = regex.compile(rb"(?r)(?<=\n)[^\s)\]}]")

# A receiver, a pointer, a template: at most so many nodes are around a name.
_NAME_LAYERS = 8
_LONGEST_NAME = 80
_NAME_FIELDS = ("name", "declarator", "type", "left", "key")
_NAME_WRAPPERS = ("pointer_type", "parenthesized_declarator")

# Roles of the children of a body; an attached one, such as a decorator, belongs to the next.
_STATEMENT, _COMMENT, _ATTACHED = range(3)


def code(text: str, syntax: str) -> tuple[Units, tuple[SplitPoints, ...], Outline]:
    r"""Return the units of a source file, the points where they may be split, and its outline.

    A unit is a definition, a member of a class that has methods, or a run of other lines without
    a blank one in between. Split points are grouped by depth, outermost first, at most `MAX_DEPTH`
    groups; those next to definitions and below blank lines are preferred. The outline has the
    names of the definitions. Time grows about linearly with the length of the text.

    Raises:
        ParseLimitError: The text is no such code, or has too many syntax errors.

    >>> units, points, outline = code("def f(): pass\n\n\ndef g(): pass\n", "python")
    >>> units.starts.tolist(), units.ends.tolist(), outline.path_at(16)
    ([0, 16], [13, 29], ('g',))
    """
    # Of the same length, so offsets stay.
    readable = replace_surrogates(text).replace("\r\n", " \n").replace("\r", "\n")
    lines = CodeLines(readable)
    bodies = read_bodies(readable, syntax, lines)
    return assemble(text, _boundaries(bodies, lines), bodies.names)


def assemble(
    text: str, boundaries: Boundaries, names: tuple[tuple[str, ...], ...]
) -> tuple[Units, tuple[SplitPoints, ...], Outline]:
    """Return the units, the split points and the outline of code with these boundaries."""
    outline = _outline(boundaries, names)
    return _units(text, boundaries), _split_points(boundaries), outline


# ---- lines and comments --------------------------------------------------------------------------


class _CommentRun(NamedTuple):
    """Comments on adjacent lines with one indentation: their first line and its indentation."""

    first: int
    column: int


class CodeLines:
    """Starts and indentation of the lines of a text, and the comments above them."""

    def __init__(self, text: str) -> None:
        lengths, columns = array("q"), array("q")
        for part in _line_parts(text):
            rows = part.split("\n")
            lengths.extend(map(len, rows))
            contents = [len(row.lstrip()) for row in rows]
            pairs = zip(rows, contents, strict=True)
            columns.extend(len(row) - content if content else -1 for row, content in pairs)
        ends = np.cumsum(np.frombuffer(lengths, np.int64) + 1)
        self.starts: Ints = np.append(0, ends[:-1])
        self._columns: Ints = np.frombuffer(columns, np.int64)  # -1 for a blank line
        self._first_line = int(np.argmax(self._columns >= 0))  # that is not blank
        self._runs_by_last_line: dict[int, _CommentRun] = {}
        self._first_lines: set[int] = set()
        self._attached: set[int] = set()

    def numbers(self, offsets: Ints) -> Ints:
        """Return the line of each offset, (n,)."""
        return np.searchsorted(self.starts, offsets, side="right") - 1

    def begun_at(self, offsets: Ints) -> Ints:
        """Return the line whose content begins at each offset, else -1, (n,)."""
        lines = self.numbers(offsets)
        return np.where(self.starts[lines] + self._columns[lines] == offsets, lines, -1)

    def add_comments(self, starts: Ints, ends: Ints) -> None:
        """Add the comments of the text that end nothing above, in reading order."""
        last = self.numbers(np.maximum(starts, ends - 1))
        for line, end in zip(self.begun_at(starts).tolist(), last.tolist(), strict=True):
            if line >= 0:
                first, column = line, int(self._columns[line])
                above = self._runs_by_last_line.get(line - 1)
                if above is not None and above.column == column:
                    first = above.first
                    del self._runs_by_last_line[line - 1]
                self._runs_by_last_line[end] = _CommentRun(first, column)
        self._first_lines = {run.first for run in self._runs_by_last_line.values()}

    def attach_comments(self, line: int) -> int:
        """Attach the comments above a line to it; return the first line of all.

        Blank lines may be below each, but not below one at the start of the text or below code.
        """
        column = self._columns[line]
        while True:
            above = line
            while self.is_below_blank(above):
                above -= 1
            run = self._runs_by_last_line.get(above - 1)
            if run is None or run.column > column or (above < line and self._ends_above(run)):
                return line
            self._attached.add(run.first)
            line = run.first

    def _ends_above(self, run: _CommentRun) -> bool:
        """Return whether comments end the code right above them, or the start of the text."""
        is_below = run.first - 1 in self._runs_by_last_line or self.is_below_blank(run.first)
        return run.first <= self._first_line or not is_below

    def begins_detached_comments(self, line: int) -> bool:
        """Return whether comments begin on a line that are attached to nothing."""
        return line in self._first_lines and line not in self._attached

    def is_below_blank(self, line: int) -> bool:
        """Return whether the line above is blank."""
        return line > 0 and bool(self._columns[line - 1] < 0)


def _line_parts(text: str) -> Iterator[str]:
    """Yield a text in parts of whole lines: all lines as objects would take many times the text."""
    start = 0
    while (stop := text.find("\n", start + _PART)) >= 0:
        yield text[start:stop]
        start = stop + 1
    yield text[start:]


# ---- syntax tree ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bodies:
    """The nodes that hold statements or members, as columns, (n,), and their children.

    `depths` are the nesting depths, `has_units` whether the children are units, `is_named` whether
    the body is that of a definition, and `is_error` whether the parser could not read it. The
    children of body b are the rows `edges[b]` to `edges[b + 1]` of the other columns, (k,): their
    `roles`, the row of their names in `names` (-1 if they define nothing), the line they begin (-1
    if inside of one) and the offset where they end.
    """

    depths: array[int]
    has_units: bytearray
    is_named: bytearray
    is_error: bytearray
    edges: Sequence[int]
    roles: bytes
    name_rows: Sequence[int]
    lines: Sequence[int]
    ends: Ints
    names: tuple[tuple[str, ...], ...]


def read_bodies(text: str, syntax: str, lines: CodeLines) -> Bodies:
    """Return the bodies of a text without lone surrogates, and add its comments to `lines`."""
    language = language_of(syntax)
    import tree_sitter

    data = text.encode()
    parser = tree_sitter.Parser(language)
    walk = _TreeWalk(syntax, data)
    if not _walk_in_parts(data, parser, walk):
        walk = _TreeWalk(syntax, data)
        walk.run(parse(parser, data).root_node, 0, len(data))
    comments = _offsets(data, walk.comment_bytes)
    kept = [AFTERWORD.match(text, start) is None for start in comments[0].tolist()]
    lines.add_comments(*(column[np.array(kept, np.bool_)] for column in comments))
    parents = np.frombuffer(walk.parents, np.int64)
    order = np.argsort(parents, kind="stable")
    edges = np.append(0, np.cumsum(np.bincount(parents, minlength=len(walk.depths))))
    starts, ends = _offsets(data, walk.child_bytes)
    return Bodies(
        walk.depths,
        walk.has_units,
        walk.is_named,
        walk.is_error,
        as_sequence(edges),
        np.frombuffer(walk.roles, np.uint8)[order].tobytes(),
        as_sequence(np.frombuffer(walk.name_rows, np.int64)[order]),
        as_sequence(lines.begun_at(starts)[order]),
        ends[order],
        tuple(walk.names),
    )


def _walk_in_parts(data: bytes, parser: Parser, walk: _TreeWalk) -> bool:
    """Walk a text part by part, since one tree of all of it would take many times its memory.

    In a text without errors, a statement at the margin does not affect how the next one is parsed.
    Return False for one with errors, whose effect may reach far: it must be parsed as a whole.
    The first part is short, and a part in which no statement ends is at most doubled, so that a
    text that takes quadratic time or more is refused early.
    """
    begin, size = 0, _FIRST_PART
    while begin + size < len(data):
        found = _AT_MARGIN.search(data, begin + size // 2, begin + size)
        part = data[begin : found.start() if found else begin + size]
        root = parse(parser, part).root_node
        length = _complete_length(root, part)
        if length:
            walk.run(root, begin, length)
            begin, size = begin + length, min(2 * size, _PART)
        else:
            size *= 2
    root = parse(parser, data[begin:]).root_node
    if root.has_error and begin:
        return False
    walk.run(root, begin, len(data) - begin)
    return True


def _complete_length(root: Node, part: bytes) -> int:
    """Return where the last statement at the margin begins, which may continue after the part.

    0 if there is none, or if an error comes before it.
    """
    length = 0
    if root.is_error:
        return length
    cursor = root.walk()
    more = cursor.goto_first_child()
    while more and (node := cursor.node) is not None and not node.has_error:
        start = node.start_byte
        if node.is_named and not node.is_extra and part[start - 1 : start] == b"\n":
            length = start
        more = cursor.goto_next_sibling()
    return length


class _TreeWalk:
    """A walk along one or more trees in reading order, without recursion: nesting is unlimited."""

    def __init__(self, syntax: str, data: bytes) -> None:
        self._grammar = GRAMMARS[syntax]
        self._data = memoryview(data)
        # Arrays, since lists of ints would take many times the memory of the text.
        self.depths = array("q", [0])
        self.has_units = bytearray([True])
        self.is_named = bytearray([False])
        self.is_error = bytearray([False])
        # Of each child: its body, its role, and the row of its names.
        self.parents = array("q")
        self.roles = bytearray()
        self.name_rows = array("q")
        self.names: dict[tuple[str, ...], int] = {}
        # Start and end of each child and of each comment, alternating.
        self.child_bytes = array("q")
        self.comment_bytes = array("q")

    def run(self, root: Node, begin: int, stop: int) -> None:
        """Visit the nodes of a tree that starts at byte `begin`, up to the first at `stop`."""
        cursor = root.walk()
        # Of each node around the current one: its kind, its body, and its row among the children.
        ancestors: list[tuple[str, int, int]] = []
        current = (root.type, 0, -1)
        while True:
            if cursor.goto_first_child():
                ancestors.append(current)
            else:
                while not cursor.goto_next_sibling():
                    if not cursor.goto_parent():
                        return
                    ancestors.pop()
                if not ancestors:
                    return
            node = cursor.node
            if node is not None:
                if len(ancestors) == 1 and node.start_byte >= stop:
                    return
                current = self._visit(node, begin, *ancestors[-1])

    def _visit(
        self, node: Node, begin: int, parent_kind: str, body: int, child: int
    ) -> tuple[str, int, int]:
        """Record a node; return its kind, its body and its row, for its own children."""
        grammar, kind = self._grammar, node.type
        comment = kind in grammar.comments
        first, last = node.byte_range
        if comment:
            self.comment_bytes.extend((begin + first, begin + last))
        if child < 0 and node.is_named:
            child = len(self.parents)
            self.parents.append(body)
            self.roles.append(_COMMENT if comment else _ATTACHED * (kind in grammar.attached))
            self.name_rows.append(-1)
            self.child_bytes.extend((begin + first, begin + last))
        if child >= 0 > self.name_rows[child] and _defines(node, kind, grammar.definitions):
            names = definition_names(node, self._data[begin:])
            self.name_rows[child] = self.names.setdefault(names, len(self.names))
        members = kind in grammar.members or (parent_kind, kind) in grammar.members_in
        error = kind == "ERROR"
        if members or kind in grammar.bodies or error:
            has_units = bool(self.has_units[body]) and (members or error)
            self.depths.append(self.depths[body] + 1)
            self.has_units.append(has_units)
            self.is_named.append(child >= 0 <= self.name_rows[child])
            self.is_error.append(error)
            body, child = len(self.depths) - 1, -1
        return kind, body, child


def _defines(node: Node, kind: str, definitions: dict[str, tuple[str, ...]]) -> bool:
    """Return whether a node defines something, by its kind or by that of one of its fields."""
    requirement = definitions.get(kind)
    if not requirement:
        return requirement is not None
    field, *kinds = requirement
    inner = node.child_by_field_name(field)
    return inner is not None and (not kinds or inner.type in kinds)


def _offsets(data: bytes, alternating: array[int]) -> tuple[Ints, Ints]:
    """Return the character offsets of alternating start and end bytes, (n,) each."""
    offsets = character_offsets(data, np.frombuffer(alternating, np.int64).reshape(-1, 2))
    return offsets[:, 0], offsets[:, 1]


def definition_names(node: Node, source: memoryview) -> tuple[str, ...]:
    """Return the name of a definition: `("Type", "method")` where a receiver names the type."""
    receiver = node.child_by_field_name("receiver")
    of = receiver.named_child(0) if receiver is not None else None
    kind = of.child_by_field_name("type") if of is not None else None
    return tuple(filter(None, (_name(kind, source), _name(node, source))))


def _name(node: Node | None, source: memoryview) -> str:
    if node is None:
        return ""
    for _ in range(_NAME_LAYERS):
        if node.child_count == 0:
            break
        inner = next(filter(None, map(node.child_by_field_name, _NAME_FIELDS)), None)
        if inner is None and node.type in _NAME_WRAPPERS:
            inner = node.named_child(0)
        if inner is None:
            break
        node = inner
    text = str(source[node.start_byte : node.end_byte], errors="replace")
    return " ".join(text.split())[:_LONGEST_NAME]


# ---- boundaries ----------------------------------------------------------------------------------


class Boundaries(NamedTuple):
    """Offsets at which a text may be split, ascending, with their depths, as columns, (n,).

    `preferred` and `starts_unit` qualify them. `name_rows` are the rows in the names of what is
    defined from `offsets` to `ends`, -1 for nothing.
    """

    offsets: Ints
    ends: Ints
    depths: Codes
    preferred: Bools
    starts_unit: Bools
    name_rows: Ints


def _boundaries(bodies: Bodies, lines: CodeLines) -> Boundaries:
    """Return the boundaries before the children of bodies, the outermost at each offset."""
    # Comments are detached or not only after all other children are known.
    first_lines = array("q", [-1]) * len(bodies.roles)
    for body in _shallow_bodies(bodies):
        _find_first_lines(bodies, body, lines, first_lines)
    child, line = array("q"), array("q")
    depth, preferred, starts_unit = bytearray(), bytearray(), bytearray()
    columns = (line, child, depth, preferred, starts_unit)
    for body in _shallow_bodies(bodies):
        for row in _boundaries_in(bodies, body, lines, first_lines):
            for column, value in zip(columns, row, strict=True):
                column.append(value)
    offsets = lines.starts[np.frombuffer(line, np.int64)]
    depths, children = np.frombuffer(depth, np.uint8), np.frombuffer(child, np.int64)
    flags = np.frombuffer(preferred, np.bool_), np.frombuffer(starts_unit, np.bool_)
    if not is_increasing(offsets):
        order = np.lexsort((depths, offsets))
        offsets = offsets[order]
        first = np.append(np.ones(1, np.bool_), offsets[1:] != offsets[:-1])
        offsets, order = offsets[first], order[first]
        depths, children, flags = depths[order], children[order], (flags[0][order], flags[1][order])
    ends, name_rows = bodies.ends[children], np.asarray(bodies.name_rows)[children]
    return Boundaries(offsets, ends, depths, *flags, name_rows)


def _shallow_bodies(bodies: Bodies) -> Iterator[int]:
    return (body for body, depth in enumerate(bodies.depths) if depth < MAX_DEPTH)


def _find_first_lines(bodies: Bodies, body: int, lines: CodeLines, first_lines: array[int]) -> None:
    """Set the first line of each statement, with the comments and decorators before it."""
    first = -1
    for child in range(bodies.edges[body], bodies.edges[body + 1]):
        role, line = bodies.roles[child], bodies.lines[child]
        if role == _COMMENT or (first < 0 and line < 0):
            continue
        first = lines.attach_comments(line) if first < 0 else first
        if role != _ATTACHED:
            first_lines[child] = first
            first = -1


def _boundaries_in(
    bodies: Bodies, body: int, lines: CodeLines, first_lines: array[int]
) -> Iterator[tuple[int, int, int, bool, bool]]:
    """Yield the boundaries of a body as (line, child, depth, preferred, starts unit)."""
    own = range(bodies.edges[body], bodies.edges[body + 1])
    statements = ((first_lines[child], child) for child in own if first_lines[child] >= 0)
    comments = ((bodies.lines[child], child) for child in own if bodies.roles[child] == _COMMENT)
    detached = (row for row in comments if lines.begins_detached_comments(row[0]))
    depth, is_error = bodies.depths[body], bodies.is_error[body]
    has_members = bool(bodies.has_units[body])
    has_definitions = any(bodies.name_rows[child] >= 0 for child in own)
    has_units = has_members and (depth == 0 or has_definitions)
    after_definition = False
    in_header = depth > 0 and not is_error
    for line, child in merge(statements, detached, key=itemgetter(0)):
        is_definition = bodies.name_rows[child] >= 0
        # The header of a class ends above its first method, that of a function is one statement.
        in_header &= not (is_definition and has_members and bodies.is_named[body])
        preferred = is_definition or after_definition or lines.is_below_blank(line)
        yield line, child, depth + in_header, preferred, has_units and preferred and not in_header
        in_header &= has_members and has_definitions and not is_definition
        after_definition = is_definition


def _split_points(boundaries: Boundaries) -> tuple[SplitPoints, ...]:
    """Return the boundaries of each depth, outermost first."""
    deepest = int(boundaries.depths.max(initial=0)) if len(boundaries.offsets) else -1
    levels = (boundaries.depths == depth for depth in range(deepest + 1))
    return tuple(
        SplitPoints(boundaries.offsets[level], boundaries.preferred[level]) for level in levels
    )


def _units(text: str, boundaries: Boundaries) -> Units:
    first = chunk_start(text, 0)
    begins_unit = boundaries.starts_unit & (boundaries.offsets > first)
    starts = np.append(np.int64(first), boundaries.offsets[begins_unit])
    stops = np.append(starts[1:], len(text))
    ends = trimmed_ends(text, starts, stops)
    kept = starts < ends
    return Units.of_kind(starts[kept], ends[kept], UnitKind.CODE)


def _outline(boundaries: Boundaries, names: tuple[tuple[str, ...], ...]) -> Outline:
    starts = array("q")
    paths: list[tuple[str, ...]] = []
    enclosing: list[tuple[int, tuple[str, ...]]] = []

    def leave(until: float) -> None:
        while enclosing and enclosing[-1][0] <= until:
            starts.append(enclosing.pop()[0])
            paths.append(enclosing[-1][1] if enclosing else ())

    defines = boundaries.name_rows >= 0
    columns = (boundaries.offsets, boundaries.ends, boundaries.name_rows)
    rows = zip(*(as_sequence(column[defines]) for column in columns), strict=True)
    for start, end, name in rows:
        if names[name]:
            leave(start)
            enclosing.append((end, (*(enclosing[-1][1] if enclosing else ()), *names[name])))
            starts.append(start)
            paths.append(enclosing[-1][1])
    leave(float("inf"))
    return Outline(np.frombuffer(starts, np.int64), tuple(paths))
