"""The nodes of a syntax tree that matter for cutting, by line."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from sys import intern
from typing import TYPE_CHECKING

import numpy as np

from chunking.normalize import code_points
from chunking.units.grammars import GRAMMARS, language_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from chunking.types import Ints
    from chunking.units.code_lines import Lines

# A receiver, a pointer, a template: so many layers lie around a name at most.
_LAYERS = 8
_LONGEST_NAME = 80
_NAME_FIELDS = ("name", "declarator", "type", "left", "key")
_WRAPPERS = ("pointer_type", "parenthesized_declarator")


@dataclass(slots=True)
class Child:
    """What stands in a body. It begins `line`, or is amid one: -1; it ends at the offset `end`.

    `names` are those of the function, class or type that it defines, None if it defines nothing.
    """

    kind: str
    names: tuple[str, ...] | None = None
    line: int = -1
    end: int = 0


@dataclass(slots=True)
class Body:
    """What holds statements or members at a depth; `unit` says that these are units.

    `broken` is a part of the text that breaks the grammar.
    """

    depth: int
    unit: bool
    broken: bool
    children: list[Child] = field(default_factory=list)

    @property
    def defines(self) -> bool:
        """Whether anything in it is a definition."""
        return any(child.names is not None for child in self.children)


def read(text: str, syntax: str, lines: Lines) -> list[Body]:
    """The bodies of a text without lone surrogates, in reading order; `lines` learn the comments.

    The tree is walked along, never into a call: a text may nest as deep as it likes.
    """
    import tree_sitter

    data = text.encode()
    root = tree_sitter.Parser(language_of(syntax)).parse(data).root_node
    walk = _Walk(syntax)
    walk.run(root)
    starts, ends = _points(data, walk.nodes)
    for child, line, end in zip(
        walk.children, lines.begun(starts).tolist(), ends.tolist(), strict=True
    ):
        child.line, child.end = line, end
    lines.put_comments(*_points(data, walk.comments))
    return walk.bodies


class _Walk:
    """One way through a tree, in reading order."""

    def __init__(self, syntax: str) -> None:
        self._grammar = GRAMMARS[syntax]
        self.bodies: list[Body] = []
        self.children: list[Child] = []
        # The bytes where each child and each comment begins and ends, side by side.
        self.nodes = array("q")
        self.comments = array("q")

    def run(self, root: Node) -> None:
        """Visit every node."""
        cursor = root.walk()
        self.bodies.append(Body(0, unit=True, broken=False))
        # Of each node around the one at hand: its kind, the body it is or is in, and what of that.
        frames: list[tuple[str, Body, Child | None]] = []
        here: tuple[str, Body, Child | None] = (root.type, self.bodies[0], None)
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
                here = self._visit(node, *frames[-1])

    def _visit(
        self, node: Node, around: str, body: Body, child: Child | None
    ) -> tuple[str, Body, Child | None]:
        """Note a node by what is around it; what is around its own children."""
        # A name that is there once, as a tree of many nodes has few kinds.
        grammar, kind = self._grammar, intern(node.type)
        if kind in grammar.comments:
            self.comments.extend(node.byte_range)
        if child is None and node.is_named:
            child = Child(kind)
            body.children.append(child)
            self.children.append(child)
            self.nodes.extend(node.byte_range)
        if child is not None and child.names is None and _defines(node, kind, grammar.definitions):
            child.names = names(node)
        members = kind in grammar.members or (around, kind) in grammar.members_in
        if members or kind in grammar.bodies or kind == "ERROR":
            unit = body.unit and (members or kind == "ERROR")
            body, child = Body(body.depth + 1, unit=unit, broken=kind == "ERROR"), None
            self.bodies.append(body)
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
