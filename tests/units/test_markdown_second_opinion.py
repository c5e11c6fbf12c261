"""The block scanner of Markdown finds the blocks that another parser finds."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import assume, example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block import table as table_rule
from markdown_reading import blocks, lines_of_marks, more_examples

HERE = Path(__file__).parent

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


@more_examples
@given(lines_of_marks)
@example("- a\n\n      <!--\n\n  b\n-->")
def test_random_markers_are_parsed_as_by_markdown_it(text: str) -> None:
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


@more_examples
@given(documents)
def test_nested_blocks_are_parsed_as_by_markdown_it(text: str) -> None:
    agree(text)


def test_a_page_is_parsed_as_by_markdown_it() -> None:
    page = (HERE / "markdown_page.md").read_text(encoding="utf-8")
    assert ours(page) == theirs(page, {})
    assert len(ours(page)) == 15
