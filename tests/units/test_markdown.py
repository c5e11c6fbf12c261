"""The block scanner of Markdown: literal cases, and what holds for every text."""

import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from markdown_reading import any_text, blocks, more_examples, paths, short_lines, spans

from chunking.core.units import UNIT_KINDS
from chunking.units import markdown
from chunking.units.markdown import scan

HERE = Path(__file__).parent
CASES = re.findall(
    r"(?ms)^([^\n.][^\n]*)\n\.\n(.*?)\n\.\n(.*?)\n?\.$",
    (HERE / "markdown_cases.txt").read_text(encoding="utf-8"),
)


def written(block: tuple[str, int, int, bool]) -> str:
    kind, first, last, whole = block
    lines = str(first) if first == last else f"{first}-{last}"
    return f"{lines} {kind}{' whole' if whole else ''}"


@pytest.mark.parametrize(("text", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_scan_returns_the_expected_blocks(text: str, expected: str) -> None:
    assert "\n".join(map(written, blocks(text.replace("→", "\t")))) == expected


def test_all_cases_of_the_file_are_parsed() -> None:
    lines = (HERE / "markdown_cases.txt").read_text(encoding="utf-8").splitlines()
    assert len(CASES) * 3 == lines.count(".")


def test_a_block_spans_its_first_line_start_to_its_last_character() -> None:
    text = "\n  # a  \n\n   b\n c \t\n\n> d \n"
    assert [text[a:b] for a, b in spans(text)] == ["  # a", "   b\n c", "> d"]


@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_all_line_ends_are_equivalent(end: str) -> None:
    page = (HERE / "markdown_page.md").read_text(encoding="utf-8")
    text = page.replace("\n", end)
    theirs = [page[a:b] for a, b in spans(page)]
    assert [text[a:b].replace(end, "\n") for a, b in spans(text)] == theirs
    assert scan(text)[0].kinds.tolist() == scan(page)[0].kinds.tolist()
    assert scan(text)[1].paths == scan(page)[1].paths


def test_line_ends_may_be_mixed() -> None:
    text = "a\r\r\n\n# b\r# c\r\nd\re"
    assert [text[a:b] for a, b in spans(text)] == ["a", "# b", "# c", "d\re"]


@pytest.mark.parametrize("character", ["\v", "\f", "\x1c", "\x85", "\u2028"])
def test_other_separators_end_no_line(character: str) -> None:
    assert len(spans(f"a{character}# b")) == 1


@pytest.mark.parametrize("blank", ["\xa0", "\f", "\u3000"])
def test_any_whitespace_is_blank_but_only_spaces_and_tabs_indent(blank: str) -> None:
    assert spans(f"a\n{blank}\nb{blank}\n") == [(0, 1), (4, 5)]
    assert blocks(f"{blank * 4}a\n")[0][0] == "paragraph"


def test_a_heading_ends_the_sections_of_its_level_and_below() -> None:
    text = "# a\n## b\n### c\n## d\n# e\n"
    assert paths(text) == [
        (0, ("a",)),
        (4, ("a", "b")),
        (9, ("a", "b", "c")),
        (15, ("a", "d")),
        (20, ("e",)),
    ]


def test_a_skipped_heading_level_leaves_no_gap_in_the_path() -> None:
    assert [path for _, path in paths("### a\n# b\n#### c\n## d\n")] == [
        ("a",),
        ("b",),
        ("b", "c"),
        ("b", "d"),
    ]


def test_titles_keep_inline_markup_but_no_heading_markers() -> None:
    text = "#  *a*\t `b`  ##\n# c# #\n## #\n#\nd\n  e *f*\n---\n"
    assert [path[-1] for _, path in paths(text)] == ["*a* `b`", "c#", "", "", "d e *f*"]


def test_titles_have_no_attributes_such_as_anchors() -> None:
    text = "# Ebb {#low .tide} #\n\nFlood {: .high }\n---\n## {#if}\n## A {b}\n## `c {#d}`\n"
    assert [path[-1] for _, path in paths(text)] == ["Ebb", "Flood", "{#if}", "A {b}", "`c {#d}`"]


def test_headings_in_containers_are_not_in_the_outline() -> None:
    text = "> # a\n\n- # b\n  c\n  ===\n\nd\n===\n"
    assert paths(text) == [(24, ("d",))]
    assert [kind for kind, *_ in blocks(text)] == ["heading", "heading", "heading", "heading"]


def test_paths_apply_from_their_heading_on() -> None:
    _, outline = scan("a\n\n# b\n")
    assert (outline.path_at(2), outline.path_at(3), outline.path_at(99)) == ((), ("b",), ("b",))


@pytest.mark.parametrize("text", ["", "\n", " \t\r\n\xa0"])
def test_a_blank_text_has_no_blocks(text: str) -> None:
    assert spans(text) == []


@more_examples
@given(any_text)
@example("\r \n>\r\n>")
@example("```\na\n``` \n\n---\n --- \n")
def test_blocks_leave_out_only_whitespace(text: str) -> None:
    before = 0
    for start, end in spans(text):
        assert before <= start < end
        assert not text[before:start].strip()
        assert start == 0 or (text[start - 1] in "\r\n" and text[start] != "\n")
        assert not text[end - 1].isspace()
        assert not re.split(r"[\r\n]", text[end:], maxsplit=1)[0].strip()
        before = end
    assert not text[before:].strip()


@more_examples
@given(any_text)
def test_the_outline_contains_only_headings(text: str) -> None:
    units, outline = scan(text)
    headings = units.starts[units.kinds == UNIT_KINDS.index("heading")].tolist()
    starts = outline.starts.tolist()
    assert starts == sorted(set(starts) & set(headings))
    assert all(1 <= len(path) <= 6 for path in outline.paths)
    assert len(outline.paths) == len(starts)


@settings(max_examples=8 * settings().max_examples)
@given(short_lines | any_text)
@example("a\nb \n \nc\n> d\n>\ne\n===\n```\n\n ``\n````\nf|g\nh|i\n-|-\n")
def test_whole_block_matches_agree_with_line_by_line_parsing(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        leaping = blocks(text), paths(text)
        patch.setattr(markdown, "_read_simple", lambda _lines, at: at)
        assert (blocks(text), paths(text)) == leaping


def test_a_title_has_the_words_of_its_links() -> None:
    assert paths("# The [sea](https://a.example) and ![map](m.png)\n") == [
        (0, ("The sea and map",))
    ]
