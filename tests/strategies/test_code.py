import pytest

from chunking.analysis.explain import labels
from chunking.core.cuts import Reason
from chunking.core.document import Document
from chunking.engine import chunk, prepare, run
from chunking.strategies import get
from chunking.units.grammars import GRAMMARS
from chunking.units.layout import layout

TEXT = '''\
"""Tides."""

import os


# How high it is.
@cache
def high():
    """The height."""
    a = one()
    b = two()

    c = three()
    return a + b + c


class Tide:
    """It comes and goes."""

    def rise(self):
        return 1

    def fall(self):
        return 2
'''


def cut(text: str, media_type: str = "text/x-python", **settings: object) -> list[tuple[str, ...]]:
    """Return text, reason and path of each chunk; sizes in words, no merging by default."""
    small: dict[str, object] = {"tokenizer": "words", "merge_below": 0}
    found = chunk(Document(text, media_type=media_type), get("code")(**{**small, **settings}))
    return [(c.text, c.reason.value, ".".join(c.heading_path)) for c in found]


def test_neighboring_definitions_are_packed_while_they_fit() -> None:
    found = cut(TEXT, max_tokens=26)
    assert found == [
        ('"""Tides."""\n\nimport os', "definition", ""),
        (TEXT[TEXT.index("# How") : TEXT.index("\n\n\nclass")], "definition", "high"),
        (TEXT[TEXT.index("class") :].rstrip(), "tail", "Tide"),
    ]


def test_a_large_class_is_split_between_its_header_and_its_methods() -> None:
    text = TEXT[TEXT.index("class") :].rstrip()
    header, methods = text.split("\n\n", 1)
    assert cut(text, max_tokens=11) == [
        (header, "definition", "Tide"), (methods, "tail", "Tide"),
    ]  # fmt: skip
    assert cut(text, max_tokens=7)[-1] == (
        "    def fall(self):\n        return 2", "tail", "Tide.fall",
    )  # fmt: skip


def test_a_large_function_is_split_at_a_blank_line_between_statements() -> None:
    found = cut(TEXT[TEXT.index("# How") : TEXT.index("class")], max_tokens=20)
    assert found == [
        (('# How high it is.\n@cache\ndef high():\n    """The height."""\n    a = one()\n'
         "    b = two()"), "max_tokens", "high"),
        ("    c = three()\n    return a + b + c", "tail", "high"),
    ]  # fmt: skip


def test_the_parts_of_a_large_function_are_about_equal() -> None:
    text = "def f():\n    a = 1\n\n" + "".join(f"    b{i} = {i}\n" for i in range(9))
    assert [len(text.split()) for text, _, _ in cut(text, max_tokens=20)] == [17, 15]


COMMENT = """\
/**
 * The first sentence ends here. The second one
 * ends there.
 *
 * A paragraph of seven words follows it.
 */

int first(void) { return 1; }

int second(void) { return 2; }
"""


def test_a_documentation_comment_stays_with_its_function_across_a_blank_line() -> None:
    text = "int zeroth(void) { return 0; }\n\n" + COMMENT
    found = cut(text, "text/x-c", max_tokens=32)
    assert [path for _, _, path in found] == ["zeroth", "first", "second"]


def test_a_large_comment_is_split_at_a_paragraph_and_not_above_its_function() -> None:
    found = cut(COMMENT.replace("*/\n", "*/"), "text/x-c", max_tokens=20)
    assert [text.split()[1:4] for text, _, _ in found] == [
        ["*", "The", "first"], ["A", "paragraph", "of"], ["second(void)", "{", "return"],
    ]  # fmt: skip


def test_a_function_stays_whole_between_large_ones() -> None:
    large = "def {}():\n" + "".join(f"    b{i} = {i}\n" for i in range(9))
    text = large.format("f") + "\n\ndef g():\n    return 1\n\n\n" + large.format("h")
    found = cut(text, max_tokens=20, merge_below=5)
    assert [len(text.split()) for text, _, _ in found] == [14, 15, 4, 14, 15]


def test_a_license_is_a_chunk() -> None:
    comment = "# Copyright of the tides.\n" + "# All of it is free.\n" * 5
    text = comment + "\nimport a, b, c, d, e, f, g\n" * 2
    assert [text.split()[0] for text, _, _ in cut(text, max_tokens=60)] == ["#", "import"]


def test_overloads_of_a_method_have_its_name() -> None:
    text = "class A {\n  f(a: number): void;\n\n  f(a: string): void;\n}\n"
    found = cut(text, "text/x-typescript", max_tokens=7)
    assert [path for _, _, path in found] == ["A", "A.f"]


def test_a_large_statement_is_split_at_lines() -> None:
    text = 'a = """\n' + "one two three\n" * 4 + '"""\n'
    assert [text for text, _, _ in cut(text, max_tokens=7)] == [
        'a = """\none two three', "one two three\none two three", 'one two three\n"""',
    ]  # fmt: skip


def test_a_small_rest_merges_with_a_neighbor_of_any_level() -> None:
    text = "import a\n\n\n" + TEXT[TEXT.index("class") :]
    assert [path for _, _, path in cut(text, max_tokens=13)] == ["", "Tide", "Tide"]
    assert [path for _, _, path in cut(text, max_tokens=13, merge_below=9)] == ["", "Tide"]


def test_a_syntax_error_affects_only_the_broken_lines() -> None:
    broken = "def a():\n    return 1\n\n\ndef b(:\n    ] = 3\n\n\ndef c():\n    return 2\n"
    found = cut(broken, max_tokens=4)
    assert found[0] == ("def a():\n    return 1", "definition", "a")
    assert found[-1] == ("def c():\n    return 2", "tail", "c")


def test_documents_without_a_grammar_are_split_as_by_recursive() -> None:
    text = "# One\n\nAlpha beta gamma.\n\n# Two\n\nDelta epsilon zeta.\n"
    for kind in ("text/markdown", "text/plain", "text/x-unknown"):
        document = Document(text, media_type=kind)
        own = chunk(document, get("code")(max_tokens=6, merge_below=0))
        other = chunk(document, get("recursive")(max_tokens=6, overlap_tokens=0))
        assert own.texts == other.texts
        assert own.heading == other.heading
        assert own.reason.tolist() == other.reason.tolist()


def test_the_language_can_be_set() -> None:
    text = "int a() { return 1; }\nint b() { return 2; }\n"
    assert [path for _, _, path in cut(text, "text/plain", max_tokens=6, syntax="c")] == ["a", "b"]


def test_a_boundary_between_definitions_has_its_own_label() -> None:
    strategy = get("code")(max_tokens=26, tokenizer="words")
    prepared = prepare(Document(TEXT, media_type="text/x-python"), strategy.material)
    found = run(prepared, strategy.with_(merge_below=0))
    assert labels(found, prepared) == ["definition"] * 2
    assert set(found.verdicts.tolist()) == {Reason.DEFINITION.code, Reason.FITS.code}


def test_a_text_that_the_parser_does_not_get_through_is_split_as_lines_with_a_note() -> None:
    text = "/*-\n" * 3000 + "\n" + "-- |\n" * 10
    found = chunk(Document(text, source="a.go", media_type="text/x-go"), get("code")())
    assert found.notes == ("too many syntax errors to parse it as go: split as plain lines",)
    as_lines = chunk(Document(text, media_type="text/x-unknown"), get("code")())
    assert found.boundaries.tolist() == as_lines.boundaries.tolist()
    assert {text[start - 1] for start in found.boundaries.tolist()} == {"\n"}
    assert chunk(Document(TEXT, media_type="text/x-python"), get("code")()).notes == ()


@pytest.mark.parametrize("syntax", GRAMMARS)
def test_the_layout_of_other_strategies_has_no_split_points(syntax: str) -> None:
    document = Document(TEXT, media_type=GRAMMARS[syntax].media_types[0])
    assert layout(document).split_points == ()
    assert len(layout(document).outline.starts) == 0
