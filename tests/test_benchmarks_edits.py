"""The benchmark of edits says how far apart two versions are cut alike again."""

from __future__ import annotations

from itertools import pairwise

import pytest

from benchmarks.edits import Edit, Reach, edits, measured, reach, row, samples
from chunking import Chunking, Document, get

TEXT = "aaaa bbbb cccc dddd eeee"


def cut(text: str, *boundaries: int) -> Chunking:
    """A text cut at some offsets."""
    edges = [0, *boundaries, len(text)]
    return Chunking.from_spans(Document(text), pairwise(edges))


def test_cuts_that_only_moved_with_the_text_are_the_same() -> None:
    edit = Edit("sentence", 5, 5, "xxx ")
    found = reach(cut(TEXT, 5, 10, 20), cut(edit.of(TEXT), 5, 14, 24), edit)
    assert (found.ahead, found.back, found.forever) == (0, 0, False)


def test_the_last_cut_that_differs_says_how_far_ahead_an_edit_reaches() -> None:
    edit = Edit("word", 5, 9, "xx")
    found = reach(cut(TEXT, 5, 10, 15, 20), cut(edit.of(TEXT), 5, 8, 12, 18), edit)
    assert (found.ahead, found.back, found.forever) == (13 - 7, 0, False)


def test_where_no_later_cut_is_the_same_it_reaches_to_the_end() -> None:
    edit = Edit("paragraph", 0, 5, "")
    found = reach(cut(TEXT, 10, 20), cut(edit.of(TEXT), 10), edit)
    assert (found.ahead, found.forever) == (15, True)


def test_the_first_cut_that_differs_says_how_far_back_it_reaches() -> None:
    edit = Edit("word", 20, 24, "x")
    found = reach(cut(TEXT, 5, 15), cut(edit.of(TEXT), 15), edit)
    assert (found.ahead, found.back) == (0, 15)


def test_what_must_be_embedded_again_is_what_the_bill_says() -> None:
    edit = Edit("word", 5, 9, "xxxx")
    found = reach(cut(TEXT, 5, 10), cut(edit.of(TEXT), 5, 10), edit)
    assert found.again == pytest.approx(2 / 8)


def test_edits_are_spread_over_the_paragraphs_and_change_what_they_say() -> None:
    document = samples()
    made = edits(document, 4)
    assert [edit.kind for edit in made] == ["word", "sentence", "paragraph"] * 4
    assert [edit.start for edit in made] == sorted(edit.start for edit in made)
    for word, sentence, paragraph in zip(made[::3], made[1::3], made[2::3], strict=True):
        text = document.text
        assert word.of(text)[word.start :].startswith("reconsidered ")
        assert len(sentence.of(text)) == len(text) + len(sentence.text)
        gone = text[paragraph.start : paragraph.end]
        assert len(gone) > 200
        assert gone.rstrip().endswith(".")


def test_an_edit_reaches_further_where_windows_are_fixed_than_where_sections_are() -> None:
    document = samples()
    made = edits(document, 3)
    sizes = {"max_tokens": 120, "overlap_tokens": 0}
    greedy = measured(document, get("sentence")(**sizes), made)
    sections = measured(document, get("structure")(target_tokens=90, max_tokens=120), made)
    shown = [row("any", "all", found) for found in (greedy, sections)]
    assert shown[0]["ahead max"] > shown[1]["ahead max"]
    assert all(0 <= each["embedded again %"] <= 100 for each in shown)


def test_a_row_counts_in_tokens_of_four_characters() -> None:
    found = [Reach(400, 0, forever=False, again=0.5), Reach(800, 40, forever=True, again=0.0)]
    assert row("s", "word", found) == {
        "strategy": "s", "edit": "word", "edits": 2, "ahead median": 150, "ahead p90": 190,
        "ahead max": 200, "back max": 10, "never again %": 50.0, "embedded again %": 25.0,
    }  # fmt: skip


def test_of_source_code_whole_definitions_are_deleted() -> None:
    text = "".join(f"def f{i}():\n    return '{'x' * 200}'\n\n" for i in range(30))
    made = edits(Document(text, "a.py", media_type="text/x-python"), 3)
    assert [(each.kind, each.text, text[each.start : each.end]) for each in made] == [
        ("paragraph", "", f"def f{i}():\n    return '{'x' * 200}'\n\n") for i in (0, 13, 26)
    ]
    assert edits(Document(text), 3) == []
