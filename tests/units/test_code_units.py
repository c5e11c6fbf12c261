from __future__ import annotations

import time
from itertools import count
from typing import TYPE_CHECKING

import numpy as np
import pytest

from chunking.core.document import Document
from chunking.units import code as code_module
from chunking.units import syntax_tree
from chunking.units.code import MAX_DEPTH, code
from chunking.units.grammars import GRAMMARS, syntax_of
from chunking.units.syntax_tree import ParseLimitError, _Source, parse

if TYPE_CHECKING:
    import tree_sitter

PYTHON = '''\
"""What it is."""

import os
import sys

# Lonely.

# How fast
# it goes.
@cache
def speed(
    a,
):
    """The speed."""
    return a


class Tide:
    """A tide."""

    high = 1

    # When it comes.
    def rise(self):
        pass

    async def fall(self):
        pass
'''


def units(text: str, syntax: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the text of each unit with its outline path."""
    found, _, outline = code(text, syntax)
    spans = zip(found.starts.tolist(), found.ends.tolist(), strict=True)
    return [(text[a:b], outline.path_at(a)) for a, b in spans]


def test_a_definition_includes_its_comments_and_decorators() -> None:
    assert units(PYTHON, "python") == [
        ('"""What it is."""', ()),
        ("import os\nimport sys", ()),
        (('# Lonely.\n\n# How fast\n# it goes.\n@cache\ndef speed(\n    a,\n):\n'
         '    """The speed."""\n    return a'), ("speed",)),
        ('class Tide:\n    """A tide."""\n\n    high = 1', ("Tide",)),
        ("    # When it comes.\n    def rise(self):\n        pass", ("Tide", "rise")),
        ("    async def fall(self):\n        pass", ("Tide", "fall")),
    ]  # fmt: skip


def test_split_points_are_grouped_by_nesting_depth() -> None:
    _, points, _ = code(PYTHON, "python")
    first_lines = [
        [PYTHON[at:].split("\n", 1)[0].strip() for at in each.offsets.tolist()] for each in points
    ]
    assert first_lines == [
        [
            '"""What it is."""',
            "import os",
            "import sys",
            "# Lonely.",
            "class Tide:",
        ],
        ["return a", "# When it comes.", "async def fall(self):"],
        ['"""The speed."""', '"""A tide."""', "high = 1"],
        ["pass", "pass"],
    ]


@pytest.mark.parametrize(
    ("syntax", "text", "expected"),
    [
        ("go", "package p\n\n// F is.\nfunc (r *T[K]) F() {}\n\ntype A struct{}\n",
         [("package p", ()), ("// F is.\nfunc (r *T[K]) F() {}", ("T", "F")),
          ("type A struct{}", ("A",))]),
        ("rust", ("/// Doc.\n#[derive(Debug)]\nstruct S;\n\nimpl<T> Show for S<T> {\n"
         "    fn a(&self) {}\n    #[inline] fn b() {}\n}\n"),
         [("/// Doc.\n#[derive(Debug)]\nstruct S;", ("S",)),
          ("impl<T> Show for S<T> {", ("S",)), ("    fn a(&self) {}", ("S", "a")),
          ("    #[inline] fn b() {}\n}", ("S", "b"))]),
        ("typescript", ("/** Doc. */\n@C({})\nexport class A {\n  @In() x = 1;\n  @D()\n  m() {}\n"
         "  n() {}\n}\nexport const f = () => 1;\nnamespace N {\n  type T = 1;\n}\n"),
         [("/** Doc. */\n@C({})\nexport class A {\n  @In() x = 1;", ("A",)),
          ("  @D()\n  m() {}", ("A", "m")),
          ("  n() {}\n}", ("A", "n")), ("export const f = () => 1;", ("f",)),
          ("namespace N {", ("N",)), ("  type T = 1;\n}", ("N", "T"))]),
        ("tsx", "function A() { return <b>x</b>; }\nclass B {}\n",
         [("function A() { return <b>x</b>; }", ("A",)), ("class B {}", ("B",))]),
        ("javascript", "A.prototype.b = function () {};\nclass C {\n  d() {}\n  get e() {}\n}\n",
         [("A.prototype.b = function () {};", ("A.prototype.b",)), ("class C {", ("C",)),
          ("  d() {}", ("C", "d")), ("  get e() {}\n}", ("C", "e"))]),
        ("java", ("package a;\n\n/** Doc. */\n@X\nclass A<T> {\n  int x;\n  @Override\n"
         "  void m() {}\n  A() {}\n}\n"),
         [("package a;", ()),
          ("/** Doc. */\n@X\nclass A<T> {\n  int x;", ("A",)),
          ("  @Override\n  void m() {}", ("A", "m")),
          ("  A() {}\n}", ("A", "A"))]),
        ("c", ("#ifndef X\n#define X\nstatic int *(*f(int a))(int)\n{\n  return 0;\n}\n"
         "struct s { int a; };\n#endif\n"),
         [("#ifndef X\n#define X\nstatic int *(*f(int a))(int)\n{\n  return 0;\n}", ()),
          ("struct s { int a; };\n#endif", ("s",))]),
    ],
)  # fmt: skip
def test_definitions_of_each_language_are_units(
    syntax: str, text: str, expected: list[tuple[str, tuple[str, ...]]]
) -> None:
    assert units(text, syntax) == expected


def test_comments_between_blank_lines_belong_to_what_is_below() -> None:
    parts = ["a = 1", "# ====\n# Tide\n# ====\n\n\nclass B:\n    pass", "# Over.", "c = 1"]
    text = "{}\n\n\n{}\n{}\n\n\n{}\n".format(*parts)
    assert [unit for unit, _ in units(text, "python")] == parts


def test_a_syntax_error_in_one_function_keeps_the_others() -> None:
    text = "def a():\n    return 1\n\n\ndef b(:\n    ] = 3\n\n\ndef c():\n    return 2\n"
    found = [path for _, path in units(text, "python")]
    assert ("a",) in found
    assert ("c",) in found


@pytest.mark.parametrize("syntax", GRAMMARS)
@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "\ud800 = 1\n",
        "\ufeffa\n",
        "\0\n\0",
        "a\r\rb\r\nc",
        "}" * 50,
        "'",
        "\u0301\n\x0c\n",
    ],
)
def test_any_text_is_accepted_as_code(syntax: str, text: str) -> None:
    found, points, _ = code(text, syntax)
    edges = [0, *np.ravel(np.column_stack([found.starts, found.ends])).tolist(), len(text)]
    assert not "".join(text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)).strip()
    assert all((each.offsets[1:] > each.offsets[:-1]).all() for each in points)


def test_offsets_count_characters_for_every_kind_of_line_end() -> None:
    for end in ("\n", "\r\n", "\r"):
        text = f"# ä𝒳\ud800{end}a = '𝒳'{end}{end}def f():{end}    pass{end}"
        found = units(text, "python")
        assert found[-1] == (f"def f():{end}    pass", ("f",))


def test_deep_nesting_is_parsed_without_recursion() -> None:
    _, points, outline = code("function a() {\n" * 3000 + "}\n" * 3000, "javascript")
    assert len(points) == MAX_DEPTH + 1
    assert max(map(len, outline.paths)) == MAX_DEPTH
    code("(" * 100_000, "python")


@pytest.mark.parametrize(
    ("source", "media_type", "text", "expected"),
    [
        ("a.py", "text/x-python", "", "python"),
        ("A.TSX", "text/x-typescript", "", "tsx"),
        ("a.ts", "text/x-typescript", "", "typescript"),
        ("a.h", "text/x-c", "", "c"),
        ("a.cpp", "text/x-c++", "", ""),
        ("run", "text/plain", "#!/usr/bin/env python3\n", "python"),
        ("run", "text/plain", "#!/usr/bin/node\n", "javascript"),
        ("run", "text/plain", "import os\n", ""),
    ],
)
def test_the_grammar_is_chosen_by_the_file_or_its_first_line(
    source: str, media_type: str, text: str, expected: str
) -> None:
    assert syntax_of(Document(text, source=source, media_type=media_type)) == expected


STATEMENTS = {
    "python": 'import os\n\n# Why.\n@cache\ndef f(a):\n    """One.\n\nTwo."""\n    return [\n1]\n',
    "javascript": "// é\nclass A {\n  b() { return `\nc`; }\n}\nlet d = 1\n(e)\n\nf = () => {\n}\n",
    "typescript": "interface A {\n  b: string;\n}\n\nexport class C {\n  d(): void {}\n}\n",
    "tsx": "const A = () => <b>\nc\n</b>;\n\nfunction d() {\n  return 1;\n}\n",
    "go": "// Why.\nfunc (a *A) B() int {\n\treturn 1\n}\n\ntype C struct {\n\td int\n}\n",
    "rust": '#[a]\nfn b() -> i32 {\n    1\n}\n\nimpl C {\n    fn d() { "\ne"; }\n}\n/* f\n*/\n',
    "java": "class A {\n  int b() {\n    return 1;\n  }\n}\n\n/** Why. */\ninterface C {\n}\n",
    "c": "/* é */\nint a(void)\n{\n  return 1;\n}\n#ifdef B\nstruct c {\n  int d;\n};\n#endif\n",
}
BREAKS = ["", "(\n", "}\n", '"""\n', "'", "#if\n", "/*\n"]


@pytest.mark.parametrize("broken", BREAKS)
@pytest.mark.parametrize("syntax", GRAMMARS)
def test_parsing_in_parts_gives_the_same_units(
    syntax: str, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = STATEMENTS[syntax] * 30 + broken + STATEMENTS[syntax] * 5
    parsed = _parsed(monkeypatch)

    def found() -> list[object]:
        units, points, outline = code(text, syntax)
        rows = [(each.offsets.tolist(), each.preferred.tolist()) for each in points]
        names = outline.starts.tolist(), outline.paths
        return [units.starts.tolist(), units.ends.tolist(), rows, names]

    monkeypatch.setattr(code_module, "_FIRST_PART", len(text.encode()))
    whole = found()
    assert parsed == [len(text.encode())]
    monkeypatch.setattr(code_module, "_PART", 300)
    monkeypatch.setattr(code_module, "_FIRST_PART", 100)
    parsed.clear()
    assert found() == whole
    assert broken or max(parsed) < len(text) / 2


def _parsed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Record how many bytes are parsed at a time."""
    sizes: list[int] = []

    def counting(parser: tree_sitter.Parser, data: bytes) -> tree_sitter.Tree:
        sizes.append(len(data))
        return parse(parser, data)

    monkeypatch.setattr(code_module, "parse", counting)
    return sizes


# ---- hostile texts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("syntax", "repeated"),
    [
        ("c", "|-"),
        ("c", "int a = ;|-|-"),
        ("go", "*/- "),
        ("java", "/*<"),
        ("javascript", ",~"),
        ("python", "<!--"),
        ("rust", "&)"),
        ("tsx", "~^"),
        ("typescript", "!,"),
    ],
)
def test_a_text_that_is_hardly_code_is_refused_after_limited_work(
    syntax: str, repeated: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "thread_time", lambda: 0.0)  # work is counted, not timed
    with pytest.raises(ParseLimitError):
        code(repeated * (20_000 // len(repeated)), syntax)


# Valid code whose tokens are as short as can be, nested, and in statements without an end; and text
# of other kinds.
DENSE = {
    "python": "x = [{}\n]",
    "javascript": "x = [{}\n]",
    "typescript": "x = [{}\n]",
    "tsx": "x = [{}\n]",
    "go": "package a\n\nvar x = T{{{}\n}}",
    "rust": "const X: T = [{}\n];",
    "java": "class A {{ int x = f({}\n0); }}",
    "c": "int x[] = {{{}\n}};",
}
OTHER_TEXTS = ["<!-- ", ".. a::\n", "[a]: ", "case a:", "| a | b |\n", "\\a{ ", "if(", "'"]


@pytest.mark.parametrize("syntax", GRAMMARS)
@pytest.mark.parametrize("nested", ["8,", "((((((((((8)))))))))),", "a-a*a,"])
def test_work_grows_with_the_length_of_dense_code(
    syntax: str, nested: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "thread_time", lambda: 0.0)
    lengths = [30_000, 60_000, 120_000]
    texts = [DENSE[syntax].format(nested * (n // len(nested))) for n in lengths]
    works = [_work(text, syntax) for text in texts]
    assert [refused for _, refused in works] == [False] * 3
    assert works[2][0] < 6 * works[0][0]


@pytest.mark.parametrize("syntax", GRAMMARS)
@pytest.mark.parametrize("repeated", OTHER_TEXTS)
def test_work_grows_with_the_length_of_text_of_another_kind(
    syntax: str, repeated: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "thread_time", lambda: 0.0)
    for length in (5000, 10_000, 20_000):
        assert _work(repeated * (length // len(repeated)), syntax)[0] < 10_000 + length


def _work(text: str, syntax: str) -> tuple[int, bool]:
    """Return how many steps the parser takes for a text, and whether it is refused."""
    steps = 0

    class Counting(_Source):
        def exceeds_limit(self, offset: int, has_error: bool) -> bool:  # noqa: FBT001
            nonlocal steps
            steps += 1
            return super().exceeds_limit(offset, has_error)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(syntax_tree, "_Source", Counting)
        try:
            code(text, syntax)
        except ParseLimitError:
            return steps, True
    return steps, False


def test_a_text_that_takes_quadratic_time_is_refused_after_a_short_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = 0.0
    sizes = []

    def slow(parser: tree_sitter.Parser, data: bytes) -> tree_sitter.Tree:
        nonlocal seconds
        sizes.append(len(data))

        class Slow:
            def parse(self, *_: object, **__: object) -> object:
                nonlocal seconds
                seconds += (len(data) / 10_000) ** 2
                return parser.parse(b"")

        return parse(Slow(), data)  # type: ignore[arg-type]

    monkeypatch.setattr(time, "thread_time", lambda: seconds)
    monkeypatch.setattr(code_module, "parse", slow)
    with pytest.raises(ParseLimitError):
        code("a<" * 500_000, "java")
    assert sizes == [2000, 4000, 8000]


def test_errors_after_a_long_file_without_any_are_found() -> None:
    with pytest.raises(ParseLimitError):
        code("int f(void) {\n    return 1;\n}\n\n" * 3000 + "|-" * 10_000, "c")


@pytest.mark.parametrize("syntax", ["c", "python", "rust"])
def test_a_file_that_begins_and_ends_with_other_text_is_parsed(syntax: str) -> None:
    text = "|- " * 20 + "\n\n" + STATEMENTS[syntax] * 200 + "\n\n" + "<!-- " * 20
    assert len(code(text, syntax)[0]) > 10


def test_the_parser_is_stopped_where_its_steps_take_minutes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = count(0, 20)
    monkeypatch.setattr(time, "thread_time", lambda: float(next(seconds)))
    with pytest.raises(ParseLimitError):
        code("a = 1\n" * 1000, "python")
