"""The block scanner of Markdown: literal cases, what holds for every text, and a second opinion."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.rules_block import table as table_rule

from chunking.types import UNIT_KINDS
from chunking.units import markdown
from chunking.units.markdown import scan

if TYPE_CHECKING:
    from collections.abc import Callable

    from markdown_it.rules_block import StateBlock

HERE = Path(__file__).parent
CASES = re.findall(
    r"(?ms)^([^\n.][^\n]*)\n\.\n(.*?)\n\.\n(.*?)\n?\.$",
    (HERE / "markdown_cases.txt").read_text(encoding="utf-8"),
)
steady = settings(derandomize=True, deadline=None, max_examples=300)


def blocks(text: str) -> list[tuple[str, int, int, bool]]:
    """Kind, first and last line (counted from 1) and wholeness of each block."""
    units, _ = scan(text)
    rows = zip(units.starts, units.ends, units.kinds, units.atomic, strict=True)
    return [
        (str(UNIT_KINDS[kind]), text.count("\n", 0, a) + 1, text.count("\n", 0, b) + 1, bool(whole))
        for a, b, kind, whole in rows
    ]


def spans(text: str) -> list[tuple[int, int]]:
    units, _ = scan(text)
    return list(zip(units.starts.tolist(), units.ends.tolist(), strict=True))


def written(block: tuple[str, int, int, bool]) -> str:
    kind, first, last, whole = block
    lines = str(first) if first == last else f"{first}-{last}"
    return f"{lines} {kind}{' whole' if whole else ''}"


@pytest.mark.parametrize(("text", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_the_cases_of_the_file(text: str, expected: str) -> None:
    assert "\n".join(map(written, blocks(text.replace("→", "\t")))) == expected


def test_no_case_of_the_file_is_left_out() -> None:
    lines = (HERE / "markdown_cases.txt").read_text(encoding="utf-8").splitlines()
    assert len(CASES) * 3 == lines.count(".")


def test_a_block_begins_with_its_line_and_ends_with_its_last_character() -> None:
    text = "\n  # a  \n\n   b\n c \t\n\n> d \n"
    assert [text[a:b] for a, b in spans(text)] == ["  # a", "   b\n c", "> d"]


@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_every_end_of_line_is_one(end: str) -> None:
    page = (HERE / "markdown_page.md").read_text(encoding="utf-8")
    text = page.replace("\n", end)
    theirs = [page[a:b] for a, b in spans(page)]
    assert [text[a:b].replace(end, "\n") for a, b in spans(text)] == theirs
    assert scan(text)[0].kinds.tolist() == scan(page)[0].kinds.tolist()
    assert scan(text)[1].paths == scan(page)[1].paths


def test_ends_of_lines_may_be_mixed() -> None:
    text = "a\r\r\n\n# b\r# c\r\nd\re"
    assert [text[a:b] for a, b in spans(text)] == ["a", "# b", "# c", "d\re"]


@pytest.mark.parametrize("character", ["\v", "\f", "\x1c", "\x85", "\u2028"])
def test_other_separators_end_no_line(character: str) -> None:
    assert len(spans(f"a{character}# b")) == 1


@pytest.mark.parametrize("blank", ["\xa0", "\f", "\u3000"])
def test_a_line_of_any_white_space_is_blank_but_only_blanks_and_tabs_indent(blank: str) -> None:
    assert spans(f"a\n{blank}\nb{blank}\n") == [(0, 1), (4, 5)]
    assert blocks(f"{blank * 4}a\n")[0][0] == "paragraph"


def paths(text: str) -> list[tuple[int, tuple[str, ...]]]:
    _, outline = scan(text)
    return list(zip(outline.starts.tolist(), outline.paths, strict=True))


def test_a_heading_ends_the_sections_of_its_level_and_below() -> None:
    text = "# a\n## b\n### c\n## d\n# e\n"
    assert paths(text) == [
        (0, ("a",)),
        (4, ("a", "b")),
        (9, ("a", "b", "c")),
        (15, ("a", "d")),
        (20, ("e",)),
    ]


def test_a_level_passed_over_leaves_no_blank_in_the_path() -> None:
    assert [path for _, path in paths("### a\n# b\n#### c\n## d\n")] == [
        ("a",),
        ("b",),
        ("b", "c"),
        ("b", "d"),
    ]


def test_titles_are_without_marks_but_with_their_markup() -> None:
    text = "#  *a*\t `b`  ##\n# c# #\n## #\n#\nd\n  e *f*\n---\n"
    assert [path[-1] for _, path in paths(text)] == ["*a* `b`", "c#", "", "", "d e *f*"]


def test_headings_in_containers_are_no_sections() -> None:
    text = "> # a\n\n- # b\n  c\n  ===\n\nd\n===\n"
    assert paths(text) == [(24, ("d",))]
    assert [kind for kind, *_ in blocks(text)] == ["heading", "heading", "heading", "heading"]


def test_no_path_is_in_force_before_the_first_heading() -> None:
    _, outline = scan("a\n\n# b\n")
    assert (outline.path_at(2), outline.path_at(3), outline.path_at(99)) == ((), ("b",), ("b",))


@pytest.mark.parametrize("text", ["", "\n", " \t\r\n\xa0"])
def test_a_blank_text_has_no_blocks(text: str) -> None:
    assert spans(text) == []


# What holds for every text

MARKS = (
    *("- ", "-", "* ", "*", "+ ", "1. ", "2) ", "10. ", "> ", ">", "#", "## ", "# t #", "_ _ _"),
    *("```", "~~~", "````", "~~~~~", "``` a", "```a`b", "---", "***", "- - -", "===", "=", "--"),
    *("  ", "   ", "    ", "\t", "x", "foo bar", "*a*", "a | b", "--|--", ":-|-:", "| a | b |"),
    *("|---|---|", "a|", "\\|", "<div>", "</div>", "<!--", "-->", "<?x", "?>", "<!A", "<![CDATA["),
    *("]]>", "<script>", "</script>", "<pre", "<b>", "</b>", "<a x='y'>", "<a x=y>z", "[a]: b"),
    *("[a]", "'t'", "1990 was", "&", ":", "-x", "~x", "#x", "`q`", "", "", ""),
)
ODD = ("\r", "\r\n", "\v", "\f", "\xa0", "\u2028", "\x85", "\0", "\ud800", "é", "+++", "...")
lines_of_marks = st.lists(
    st.lists(st.sampled_from(MARKS), max_size=4).map("".join), min_size=1, max_size=9
).map("\n".join)
any_text = st.one_of(
    st.text(max_size=40),
    st.lists(st.sampled_from((*MARKS, *ODD, *["\n"] * 20)), max_size=40).map("".join),
)


@steady
@given(any_text)
@example("\r \n>\r\n>")
@example("```\na\n``` \n\n---\n --- \n")
def test_the_blocks_leave_out_nothing_but_blank_space(text: str) -> None:
    before = 0
    for start, end in spans(text):
        assert before <= start < end
        assert not text[before:start].strip()
        assert start == 0 or (text[start - 1] in "\r\n" and text[start] != "\n")
        assert not text[end - 1].isspace()
        assert not re.split(r"[\r\n]", text[end:], maxsplit=1)[0].strip()
        before = end
    assert not text[before:].strip()


@steady
@given(any_text)
def test_the_outline_names_headings_only(text: str) -> None:
    units, outline = scan(text)
    headings = units.starts[units.kinds == UNIT_KINDS.index("heading")].tolist()
    starts = outline.starts.tolist()
    assert starts == sorted(set(starts) & set(headings))
    assert all(1 <= len(path) <= 6 for path in outline.paths)
    assert len(outline.paths) == len(starts)


SHORT_LINES = (
    *("# h", "## h ##", "#", "#x", "- a", "* a", "1. a", "12) b", "-", "  - b", "- a\f", "  a"),
    *("> a", ">a", "> - a", "| a |", "|---|", "a | b", "---", "===", "```", "~~~", "    a", "a  "),
    *("", "", ""),
)
lines = st.lists(st.sampled_from(SHORT_LINES), max_size=9).map("\n".join)


@settings(steady, max_examples=1000)
@given(lines | any_text)
@example("a\nb \n \nc\n> d\n>\ne\n===\n```\n\n ``\n````\nf|g\nh|i\n-|-\n")
def test_what_is_taken_in_at_a_leap_is_what_a_look_at_each_line_finds(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        leaping = blocks(text), paths(text)
        patch.setattr(markdown, "_leap", lambda _lines, at: at)
        assert (blocks(text), paths(text)) == leaping


N = 40_000
HOSTILE = {
    "headings": ("# h\n" * N, N),
    "blank lines": (" \n" * N + "a", 1),
    "one line": ("a" * 5_000_000, 1),
    "one line of hashes": ("#" * 5_000_000, 1),
    "one line of backticks": ("`" * 5_000_000, 1),
    "one line of tags": ("<a " * 1_000_000, 1),
    "one line of attributes": ("<a" + " b='c'" * 500_000, 1),
    "one line of blanks": (" " * 5_000_000 + "a", 1),
    "quotes in quotes": (">" * 100_000 + "a", 1),
    "quotes in quotes, lazy lines": (">" * N + "a\n" + "b\n" * N, 1),
    "quotes in quotes, then one": (">" * N + "a\n" + ">\n" * N, 1),
    "items in items": ("- " * 100_000 + "a", 1),
    "items in items, a marker at the end": ("- " * 200_000 + "a -", 1),
    "items of three markers": ("- * 1. " * N + "a", 1),
    "a rule of many marks": ("- " * N, 1),
    "items in items, lazy lines": ("- " * N + "a\n" + "b\n" * N, 1),
    "items in items, blank lines": ("- " * N + "a\n" + "\n \n" * N, 1),
    "items in a quote, then the quote": ("> " + "- " * N + "a\n" + ">\n" * N, 1),
    "items without text": ("-\n" * N, N),
    "ever deeper items": ("".join("  " * i + "- a\n" for i in range(800)), 800),
    "fences that close nothing": ("`````\n" + "````\n" * N, 1),
    "fences ever shorter": ("\n".join("`" * k for k in range(1500, 2, -1)), 1),
    "comments that nothing closes": ("<!--\n" * N, 1),
    "front matter that nothing closes": ("---\n" + "--- a\n" * N, 2),
    "underlines below definitions": ("[a]: b\n" + "===\n" * N, N // 2 + 1),
    "definitions": ("[a]: b\n" * N + "===", 1),
    "brackets": ("[" * 1_000_000 + "\n===", 1),
    "titles that nothing closes": ("[a]: b\n'" + "x\n" * N + "===", 2),
    "delimiter rows": ("a|b\n" + "-|-|-\n" * N, 2),
    "pipes": ("|a\n" * N, 1),
    "items below each other": ("- a\n" * N, N),
    "items with blank lines": ("- a\n\n\n" * N, N),
    "an item that goes on": ("- a\n" + "b\n" * N + "12) c", 2),
    "an item and items in it": ("- a\n  - b\n" * N, 2 * N),
    "quoted lines": ("> a\n" * N, 1),
    "a table that prose goes on with": ("|a\n" * N + "|-\n" + "b\n" * N, 1),
    "a paragraph and a definition": ("a\n" * N + ":\n", 1),
    "tabs and quotes": (">\t" * N + "a", 1),
    "surrogates and nulls": ("\ud800\0\r" * N, 1),
}


@pytest.mark.parametrize(("text", "count"), HOSTILE.values(), ids=HOSTILE)
def test_time_is_linear_on_hostile_texts(text: str, count: int) -> None:
    # They take a tenth of a second or so; anything quadratic takes minutes.
    began = time.process_time()
    units, _ = scan(text)
    assert time.process_time() - began < 2
    assert len(units) == count


# A second opinion. What this parser does otherwise than CommonMark or we is set right here:
# - A table may have a line for its header that opens another block (`> a | b`), or a lazy one.
# - A lazy line's indentation is measured from the innermost item, not from where the line stands.
# Texts with one of the differences below are left out, by `differs`.

PARSER = MarkdownIt("commonmark", {"maxNesting": 10_000}).enable("table")
TOKENS = {
    "fence": "fence",
    "table_open": "table",
    "heading_open": "heading",
    "code_block": "code",
    "html_block": "html",
    "hr": "rule",
}


def table_with_a_plain_header(state: StateBlock, line: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    if silent and state.sCount[line] < state.blkIndent:
        return False
    # What has ended a paragraph as a header is asked again, without the paragraph.
    headers = state.env.setdefault("headers", set())
    if line not in headers:
        kept = state.parentType
        state.parentType = kept if silent else "root"
        silently = True
        rules = PARSER.block.ruler.getRules("blockquote")
        opens = any(rule(state, line, end, silently) for rule in rules)
        state.parentType = kept
        if opens:
            return False
    found = table_rule(state, line, end, silent)
    if found:
        headers.add(line)
    return found


def measured_from_outside(rule: Callable[..., bool]) -> Callable[..., bool]:
    def guarded(state: StateBlock, line: int, end: int, silent: bool) -> bool:  # noqa: FBT001
        lazy = silent and state.listIndent >= 0 and state.sCount[line] < state.blkIndent
        if lazy and state.sCount[line] - state.listIndent >= 4:
            return False
        return rule(state, line, end, silent)

    return guarded


PARSER.block.ruler.at("table", table_with_a_plain_header, {"alt": ["paragraph", "reference"]})
for name in ("fence", "hr", "heading", "html_block", "blockquote"):
    ruled = next(rule for rule in PARSER.block.ruler.__rules__ if rule.name == name)
    PARSER.block.ruler.at(name, measured_from_outside(ruled.fn), {"alt": ruled.alt})

Ranges = list[tuple[str, int, int]]


def trimmed(lines: list[str], kind: str, first: int, last: int) -> tuple[str, int, int]:
    """Without the lines at the end that hold no more than markers of quotes."""
    while last > first and not lines[last - 1].strip("> \t"):
        last -= 1
    return kind, first, last


def theirs(text: str, env: dict[str, Any]) -> Ranges:
    lines = text.split("\n")
    found = [
        trimmed(lines, TOKENS[token.type], token.map[0] + 1, token.map[1])
        for token in PARSER.parse(text + "\n", env)  # without, HTML at the end may fail there
        if token.type in TOKENS and token.map
    ]
    return sorted(found, key=lambda row: row[1])


def ours(text: str) -> Ranges:
    lines = text.split("\n")
    rows = [row for row in blocks(text) if row[0] not in {"paragraph", "quote", "list_item"}]
    return [trimmed(lines, kind, first, last) for kind, first, last, _ in rows]


def differs(text: str, mine: Ranges, other: Ranges, env: dict[str, Any]) -> bool:
    """Whether the text has one of the differences that are on purpose, or are not ours."""
    lines = text.split("\n")
    tables = [row for row in mine if row[0] == "table" and row not in other]
    return (
        # A run of pipes is a table for us, and ends the paragraph before it.
        any(re.match(r"[-+*>\d.)\s]*\|", lines[row[1] - 1]) for row in tables)
        or mine[:1] == [("front_matter", 1, mine[0][2] if mine else 0)]
        # Definitions are told apart only where they matter to us, and end no paragraph.
        or bool(env.get("references"))
        # There, a tag of no block does not end a table, as it does not end a paragraph.
        or any(("html", last + 1) in [row[:2] for row in mine] for _, _, last in tables)
        # There, a quote goes on at a `>` of any indentation, and tabs in it are miscounted.
        or re.search(r"(?m)(?: {4}|\t)[ \t]*>|>.*\t", text) is not None
    )


def agree(text: str) -> None:
    env: dict[str, Any] = {}
    mine, other = ours(text), theirs(text, env)
    assume(mine == other or not differs(text, mine, other, env))
    assert mine == other


@steady
@given(lines_of_marks)
@example("- a\n\n      <!--\n\n  b\n-->")
def test_lines_of_marks_are_read_as_by_another_parser(text: str) -> None:
    agree(text)


# In the lines of a block, "^" stands for a line without the markers of its containers.
LEAVES = (
    *(["text"], ["text", "more", "  more"], ["text", "^lazy"], ["text", "^    lazy", "more"]),
    *(["# h"], ["### h ##"], ["title", "==="], ["title", "more", "---"], ["***"], ["- - -"]),
    *(["```py", "a", "```"], ["~~~", "", "```", "- a", "~~~~"], ["````", "```", "", "x"]),
    *(["    code"], ["    code", "", "", "      code"], ["a | b", "--|--", "c | d"]),
    *(["text", "| a |", "|---|", "c"], ["<div>", "x", "</div>"], ["<!-- a", "", "b -->"], ["<b>"]),
    *(["<script>", "", "x"], ["[a]", "text"], [""], ["", ""]),
)
MARKERS = ("> ", ">", "- ", "* ", "+   ", "1. ", "12) ")


def contained(parts: list[list[str]], marker: str, tight: bool) -> list[str]:  # noqa: FBT001
    """The lines of a quote or a list item."""
    lines = [line for part in parts for line in (part if tight else [*part, ""])]
    rest = marker if marker.startswith(">") else " " * len(marker)
    first, *others = lines
    return [
        marker + first.lstrip("^"),
        *(line if line.startswith("^") else (rest + line) if line else rest for line in others),
    ]


nested = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: st.builds(
        contained,
        st.lists(inner, min_size=1, max_size=4),
        st.sampled_from(MARKERS),
        st.booleans(),
    ),
    max_leaves=12,
)
documents = st.lists(nested, min_size=1, max_size=4).map(
    lambda parts: "\n".join(line.lstrip("^") for part in parts for line in part)
)


@steady
@given(documents)
def test_nested_blocks_are_read_as_by_another_parser(text: str) -> None:
    agree(text)


def test_a_page_is_read_as_by_another_parser() -> None:
    page = (HERE / "markdown_page.md").read_text(encoding="utf-8")
    assert ours(page) == theirs(page, {})
    assert len(ours(page)) == 15
