"""Changes of a Python module that its tests should notice."""

import ast
from itertools import accumulate
from typing import Final

from benchmarks.mutation_change import Change

_COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
# Of two arguments in any order.
_SYMMETRIC: Final = frozenset(
    {"min", "max", "minimum", "maximum", "isclose", "allclose", "array_equal", "logical_or"}
)


def changes(source: str) -> list[Change]:
    """Return all changes of a module, in the order of their places.

    Annotations, docstrings, imports for type checkers, error messages and the inside of formatted
    strings are left alone.
    """
    finder = _Finder(source)
    finder.visit(ast.parse(source))
    return sorted(finder.found)


class _Finder(ast.NodeVisitor):
    """The changes of the nodes that it visits."""

    def __init__(self, source: str) -> None:
        self.found: list[Change] = []
        self._lines = [line.encode() for line in source.splitlines(keepends=True)]
        self._starts = [0, *accumulate(len(line.decode()) for line in self._lines)]

    # ---- what is left alone ----

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave formatted strings alone: before Python 3.12 their parts have no place."""

    def visit_Raise(self, node: ast.Raise) -> None:
        """Drop the statement, and leave its message alone."""
        self._replace(node, "pass", "statement dropped")

    def visit_Match(self, node: ast.Match) -> None:
        """Visit the bodies of the cases; a pattern takes few expressions."""
        self.visit(node.subject)
        for statement in (each for case in node.cases for each in case.body):
            self.visit(statement)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Visit the value without the annotation."""
        if node.value is not None:
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Visit the body and the defaults, without annotations and decorators."""
        for default in [*node.args.defaults, *node.args.kw_defaults]:
            if default is not None:
                self.visit(default)
        for statement in node.body:
            self.visit(statement)

    # ---- statements ----

    def visit_If(self, node: ast.If) -> None:
        """Negate the condition, except where the branch is for type checkers."""
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        self._negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        """Negate the condition."""
        self._negate(node.test)
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        """Drop the statement, unless it is a docstring."""
        if not isinstance(node.value, ast.Constant):
            if not isinstance(node.value, ast.Yield | ast.YieldFrom):
                self._replace(node, "pass", "statement dropped")
            self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Drop the statement."""
        self._replace(node, "pass", "statement dropped")
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        """Return None instead of the value."""
        if node.value is not None and not _is_none(node.value):
            self._replace(node.value, "None", "value not returned")
        self.generic_visit(node)

    # ---- expressions ----

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """Negate the condition."""
        self._negate(node.test)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Replace one of the comparisons by its nearest other."""
        for i, operator in enumerate(node.ops):
            ops = [*node.ops]
            ops[i] = _COMPARISONS[type(operator)]()
            self._replace(node, ast.Compare(node.left, ops, node.comparators), "comparison")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Replace the operator, except of text and of formats."""
        other = _ARITHMETIC.get(type(node.op))
        if other is not None and not _is_text(node.left) and not _is_text(node.right):
            self._replace(node, ast.BinOp(node.left, other(), node.right), "arithmetic")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Replace `and` by `or`, and the reverse."""
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self._replace(node, ast.BoolOp(other, node.values), "and, or")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Drop `not` and signs."""
        self._replace(node, node.operand, "negation")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Swap the first two arguments, where their order matters."""
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        name = node.func.id if isinstance(node.func, ast.Name) else name
        if len(node.args) > 1 and not any(isinstance(each, ast.Starred) for each in node.args[:2]):
            first, second, *rest = node.args
            if name not in _SYMMETRIC and ast.dump(first) != ast.dump(second):
                swapped = ast.Call(node.func, [second, first, *rest], node.keywords)
                self._replace(node, swapped, "arguments swapped")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Add one to a whole number, and exchange True and False."""
        if isinstance(node.value, bool):
            self._replace(node, str(not node.value), "constant")
        elif isinstance(node.value, int):
            self._replace(node, str(node.value + 1), "constant")

    def _negate(self, test: ast.expr) -> None:
        if not isinstance(test, ast.Compare) or len(test.ops) > 1:
            self._replace(test, ast.UnaryOp(ast.Not(), test), "condition")

    def _replace(self, node: ast.expr | ast.stmt, new: ast.expr | str, operator: str) -> None:
        text = new if isinstance(new, str) else f"({ast.unparse(new)})"
        start = self._offset(node.lineno, node.col_offset)
        # The parser sets both, but they are optional.
        end = self._offset(node.end_lineno or 0, node.end_col_offset or 0)
        self.found.append(Change(start, end, text, operator))

    def _offset(self, line: int, column: int) -> int:
        """Return the offset of a place, whose column counts bytes."""
        return self._starts[line - 1] + len(self._lines[line - 1][:column].decode())


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
