"""The nodes of a syntax tree that matter for cutting, by line."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import regex

from chunking.ascending import view
from chunking.normalize import code_points
from chunking.units.grammars import GRAMMARS, language_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node, Parser

    from chunking.types import Ints
    from chunking.units.code_lines import Lines

# A receiver, a pointer, a template: so many layers lie around a name at most.
_LAYERS = 8
_LONGEST_NAME = 80
_NAME_FIELDS = ("name", "declarator", "type", "left", "key")
_WRAPPERS = ("pointer_type", "parenthesized_declarator")

# What stands in a body: a comment, what belongs to the next one (a decorator), or neither.
PLAIN, COMMENT, ATTACHED = range(3)

# Bytes of a text that are parsed at once, and of a statement up to which that is tried.
_PART = 250_000
_LONGEST_PART = 4 * _PART
# The last line that may begin a statement at the margin.
_AT_MARGIN = regex.compile(rb"(?r)(?<=\n)[^\s)\]}]")


@dataclass(frozen=True, slots=True)
class Bodies:
    """What holds statements or members, in reading order, as columns, (n,), and what is in them.

    `depths` are how deep they lie, `units` says that what is in them are units, and `broken` are
    the parts of the text that break the grammar. What stands in body b are the rows from
    `edges[b]` up to `edges[b + 1]` of the other columns, (k,): `roles` is `PLAIN`, `COMMENT` or
    `ATTACHED`; `named` the place in `names` of what it is called, -1 if it defines nothing;
    `lines` the line that it begins, -1 if it is amid one; `ends` the offset where it ends.
    """

    depths: array[int]
    units: bytearray
    broken: bytearray
    edges: Sequence[int]
    roles: bytes
    named: Sequence[int]
    lines: Sequence[int]
    ends: Ints
    names: tuple[tuple[str, ...], ...]


def read(text: str, syntax: str, lines: Lines) -> Bodies:
    """The bodies of a text without lone surrogates; `lines` learn the comments.

    The tree is walked along, never into a call: a text may nest as deep as it likes.
    """
    import tree_sitter

    data = text.encode()
    parser = tree_sitter.Parser(language_of(syntax))
    walk = _Walk(syntax)
    if not _in_parts(data, parser, walk):
        walk = _Walk(syntax)
        walk.run(parser.parse(data).root_node, 0, len(data))
    lines.put_comments(*_points(data, walk.comments))
    around = np.frombuffer(walk.around, np.int64)
    order = np.argsort(around, kind="stable")
    edges = np.append(0, np.cumsum(np.bincount(around, minlength=len(walk.depths))))
    starts, ends = _points(data, walk.nodes)
    return Bodies(
        walk.depths,
        walk.units,
        walk.broken,
        view(edges),
        np.frombuffer(walk.roles, np.uint8)[order].tobytes(),
        view(np.frombuffer(walk.named, np.int64)[order]),
        view(lines.begun(starts)[order]),
        ends[order],
        tuple(walk.names),
    )


def _in_parts(data: bytes, parser: Parser, walk: _Walk) -> bool:
    """Walk along a text part by part, as one tree of all of it would take many times the text.

    Where a text keeps to the grammar, nothing of a statement at the margin matters to the next
    one. False where it does not, as what a parser makes of an error may reach far, or where one
    statement is very long: then the whole text must be one tree.
    """
    begin, size = 0, _PART
    while begin + size < len(data):
        if size > _LONGEST_PART:
            return False
        found = _AT_MARGIN.search(data, begin + 1, begin + size)
        part = data[begin : found.start() if found else begin]
        root = parser.parse(part).root_node
        known = _known(root, part)
        if known:
            walk.run(root, begin, known)
            begin, size = begin + known, _PART
        else:
            size *= 2
    root = parser.parse(data[begin:]).root_node
    if root.has_error and begin:
        return False
    walk.run(root, begin, len(data) - begin)
    return True


def _known(root: Node, part: bytes) -> int:
    """Where the last statement at the margin begins, all before it being as in the whole text.

    That one may go on behind the part. 0 where there is none.
    """
    known = 0
    if root.is_error:
        return known
    cursor = root.walk()
    more = cursor.goto_first_child()
    while more and (node := cursor.node) is not None and not node.has_error:
        start = node.start_byte
        if node.is_named and not node.is_extra and part[start - 1 : start] == b"\n":
            known = start
        more = cursor.goto_next_sibling()
    return known


class _Walk:
    """One way through a tree, or through one after the other, in reading order."""

    def __init__(self, syntax: str) -> None:
        self._grammar = GRAMMARS[syntax]
        # Numbers side by side: as objects they would take many times the text.
        self.depths = array("q", [0])
        self.units = bytearray([True])
        self.broken = bytearray([False])
        # Of each child: the body it is in, its role, and the place of its names.
        self.around = array("q")
        self.roles = bytearray()
        self.named = array("q")
        self.names: dict[tuple[str, ...], int] = {}
        # The bytes where each child and each comment begins and ends, side by side.
        self.nodes = array("q")
        self.comments = array("q")

    def run(self, root: Node, begin: int, stop: int) -> None:
        """Visit every node of a tree that begins at a byte, up to the first that lies at `stop`."""
        cursor = root.walk()
        # Of each node around the one at hand: its kind, the body it is or is in, and what of that.
        frames: list[tuple[str, int, int]] = []
        here = (root.type, 0, -1)
        while True:
            if cursor.goto_first_child():
                frames.append(here)
            else:
                while not cursor.goto_next_sibling():
                    if not cursor.goto_parent():
                        return
                    frames.pop()
                if not frames:
                    return
            node = cursor.node
            if node is not None:
                if len(frames) == 1 and node.start_byte >= stop:
                    return
                here = self._visit(node, begin, *frames[-1])

    def _visit(
        self, node: Node, begin: int, around: str, body: int, child: int
    ) -> tuple[str, int, int]:
        """Note a node by what is around it; what is around its own children."""
        grammar, kind = self._grammar, node.type
        comment = kind in grammar.comments
        first, last = node.byte_range
        if comment:
            self.comments.extend((begin + first, begin + last))
        if child < 0 and node.is_named:
            child = len(self.around)
            self.around.append(body)
            self.roles.append(COMMENT if comment else ATTACHED * (kind in grammar.attached))
            self.named.append(-1)
            self.nodes.extend((begin + first, begin + last))
        if child >= 0 > self.named[child] and _defines(node, kind, grammar.definitions):
            self.named[child] = self.names.setdefault(names(node), len(self.names))
        members = kind in grammar.members or (around, kind) in grammar.members_in
        broken = kind == "ERROR"
        if members or kind in grammar.bodies or broken:
            unit = bool(self.units[body]) and (members or broken)
            self.depths.append(self.depths[body] + 1)
            self.units.append(unit)
            self.broken.append(broken)
            body, child = len(self.depths) - 1, -1
        return kind, body, child


def _defines(node: Node, kind: str, definitions: dict[str, tuple[str, ...]]) -> bool:
    """Whether a node defines something: by its kind, or by the kind of one of its fields."""
    wanted = definitions.get(kind)
    if not wanted:
        return wanted is not None
    inner = node.child_by_field_name(wanted[0])
    return inner is not None and (len(wanted) == 1 or inner.type in wanted)


def _points(data: bytes, edges: array[int]) -> tuple[Ints, Ints]:
    """The bytes where nodes begin and end, in turn, as code points, (n,) each."""
    points = code_points(data, np.frombuffer(edges, np.int64).reshape(-1, 2))
    return points[:, 0], points[:, 1]


def names(node: Node) -> tuple[str, ...]:
    """What a definition is called: `("Type", "method")` where a receiver names the type."""
    receiver = node.child_by_field_name("receiver")
    of = receiver.named_child(0) if receiver is not None else None
    kind = of.child_by_field_name("type") if of is not None else None
    return tuple(filter(None, (_name(kind), _name(node))))


def _name(node: Node | None) -> str:
    for _ in range(_LAYERS):
        if node is None or node.child_count == 0:
            break
        inner = next(filter(None, map(node.child_by_field_name, _NAME_FIELDS)), None)
        if inner is None and node.type in _WRAPPERS:
            inner = node.named_child(0)
        if inner is None:
            break
        node = inner
    text = node.text if node is not None else None
    return " ".join((text or b"").decode(errors="replace").split())[:_LONGEST_NAME]
