"""Documents benchmark: what boundaries split, on small texts with known counts."""

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import documents_spans
from benchmarks.documents import Result, results, row, rows
from benchmarks.documents_judge import FAULTS, Ink, Pieces, Reference, Verdict, judge
from benchmarks.documents_spans import spans_of
from chunking import Document


@pytest.fixture(autouse=True)
def _by_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents_spans, "_segmenter", lambda _language: None)


def verdict(text: str, chunks: list[str], *, max_tokens: int = 100, **spans: list[str]) -> Verdict:
    """Return the verdict on chunks of a text in which parts are spans; a token is a character."""
    ink = Ink(text)
    found = {
        name: [ink.span(*_place(text, part)) for part in parts] for name, parts in spans.items()
    }
    reference = Reference(ink, found, lambda start, end: end - start, max_tokens)
    return judge(reference, Pieces(chunks), len)


def _place(text: str, part: str) -> tuple[int, int]:
    return text.index(part), text.index(part) + len(part)


def faults(found: Verdict) -> dict[str, int]:
    return {name: number for name, number in found.faults.items() if number}


def parts(text: str, name: str, media_type: str, file: Path) -> list[str]:
    """Return the texts of the spans of a name in a document."""
    if not file.exists():
        file.write_text(text, encoding="utf-8")
    ink, spans = spans_of(Document(text, media_type=media_type), file)
    return [text[ink.offset(start) : ink.offset(end - 1) + 1] for start, end in spans.get(name, [])]


# ---- the judge -----------------------------------------------------------------------------------


def test_a_boundary_at_the_edge_of_a_sentence_splits_nothing() -> None:
    found = verdict("One two. Three.", ["One two.", "Three."], sentences=["One two.", "Three."])
    assert (faults(found), found.boundaries, found.lost) == ({}, 1, 0)


def test_a_boundary_inside_a_sentence_that_fits_is_counted() -> None:
    found = verdict("One two. Three.", ["One", "two. Three."], sentences=["One two.", "Three."])
    assert faults(found) == {"sentences": 1}
    assert found.examples["sentences"] == [4]


def test_a_span_that_exceeds_the_maximum_may_be_split() -> None:
    found = verdict("aaa bbb ccc", ["aaa", "bbb ccc"], max_tokens=10, tables=["aaa bbb ccc"])
    assert faults(found) == {}


def test_boundaries_inside_words_are_counted_but_not_between_ideographs() -> None:
    assert faults(verdict("twofold way", ["two", "fold way"])) == {"words": 1}
    assert faults(verdict("天地玄黃", ["天地", "玄黃"])) == {}


def test_a_hyphenated_word_part_at_the_end_is_counted() -> None:
    assert faults(verdict("an expla-\nnation", ["an expla-", "nation"])) == {"hyphens": 1}
    assert faults(verdict("a line -\nand more", ["a line -", "and more"])) == {}


def test_a_chunk_that_ends_in_a_heading_is_counted() -> None:
    text = "# Tides\n\nTwice a day."
    assert faults(verdict(text, ["# Tides", "Twice a day."], headings=["# Tides"])) == {
        "headings": 1
    }
    assert faults(verdict(text, [text], headings=["# Tides"])) == {}


def test_chunks_with_a_running_header_are_counted() -> None:
    found = verdict("one\nPage 1\ntwo\nsix", ["one", "Page 1\ntwo", "six"], running=["Page 1"])
    assert faults(found) == {"running": 1}


def test_chunks_above_the_maximum_are_unmarked_unless_the_splitter_marks_them() -> None:
    text = "aaaaaa bbbbbb"
    reference = Reference(Ink(text), {}, lambda start, end: end - start, 5)
    pieces = Pieces(["aaaaaa ", "bbbbbb"], [(0, 7), (7, 13)], [True, False])
    assert faults(judge(reference, pieces, len)) == {"marked": 1, "unmarked": 1}


def test_text_in_no_chunk_is_lost() -> None:
    found = verdict("one two three", ["one", "three"])
    assert (found.lost, found.ink, found.boundaries) == (3, 11, 2)


def test_white_space_may_change() -> None:
    found = verdict("one\n  two\tthree", ["one two", "three"])
    assert (found.lost, faults(found)) == (0, {})


def test_a_chunk_with_other_text_is_located_by_its_runs_of_words() -> None:
    found = verdict(
        "See [all of it](b) and **much more of it**", ["See all of it and", "much more of it"]
    )
    assert faults(found) == {"altered": 1}
    assert found.lost == len("](b)and****")


# ---- what is in a document -----------------------------------------------------------------------

MARKDOWN = """\
# Tides

They rise. They fall.

- one
- two
  - nested

| a | b |
|---|---|
| 1 | 2 |

```
code
```
"""


def test_markdown_has_headings_sentences_items_tables_and_fences(tmp_path: Path) -> None:
    def found(name: str) -> list[str]:
        return parts(MARKDOWN, name, "text/markdown", tmp_path / "a.md")

    assert found("headings") == ["# Tides"]
    assert found("sentences") == ["They rise.", "They fall.", "one", "two", "nested"]
    assert found("lists") == ["- one", "- nested", "- two"]
    assert found("tables") == ["| a | b |\n|---|---|\n| 1 | 2 |"]
    assert found("fences") == ["```\ncode\n```"]


def test_a_text_has_wrapped_sentences_items_and_tables(tmp_path: Path) -> None:
    text = (
        "They rise twice\na day. They fall.\n\n- one thing\n  more of it\n- two\n\n"
        "a   b   c\nd   e   f\ng   h   i\n"
    )

    def found(name: str) -> list[str]:
        return parts(text, name, "text/plain", tmp_path / "a.txt")

    assert found("sentences")[:2] == ["They rise twice\na day.", "They fall."]
    assert found("lists") == ["- one thing\n  more of it", "- two"]
    assert found("tables") == ["a   b   c\nd   e   f\ng   h   i"]


# ---- the benchmark -------------------------------------------------------------------------------


def test_a_splitter_that_fails_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text(MARKDOWN, encoding="utf-8")

    def fails(_document: Document) -> Pieces:
        raise ValueError("too\nshort")

    splitters: dict[str, Callable[[Document], Pieces | None]] = {
        "fails": fails,
        "none": lambda _document: None,
        "whole": lambda document: Pieces([document.text]),
    }
    found = list(results(file, "markdown", splitters, 254))
    assert [(each.system, each.error) for each in found] == [
        ("fails", "ValueError: too short"), ("whole", ""),
    ]  # fmt: skip
    assert [each["failed"] for each in rows(found)["all"]] == [1, 0]


def test_a_row_adds_up_documents() -> None:
    one = Verdict(3, 2, 5, 100, {**dict.fromkeys(FAULTS, 0), "sentences": 1, "unmarked": 2})
    two = Verdict(2, 2, 0, 100, dict.fromkeys(FAULTS, 0))
    found = row("text", "x", [Result("text", str(each), "x", 1.0, each) for each in (one, two)])
    assert (found["files"], found["chunks"], found["sentences %"]) == (2, 5, 25.0)
    assert (found["over"], found["lost %"], found["failed"]) == (2, 2.5, 0)
