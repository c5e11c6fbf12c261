"""Edit benchmark: how far an edit moves boundaries."""

from itertools import pairwise

import pytest

from benchmarks.edits import Edit, Reach, edits, measured, reach, row, samples
from chunking import Chunking, Document, get

TEXT = "aaaa bbbb cccc dddd eeee"


def split(text: str, *boundaries: int) -> Chunking:
    edges = [0, *boundaries, len(text)]
    return Chunking.from_spans(Document(text), pairwise(edges))


def test_boundaries_that_only_shift_with_the_text_are_unchanged() -> None:
    edit = Edit("sentence", 5, 5, "xxx ")
    found = reach(split(TEXT, 5, 10, 20), split(edit.of(TEXT), 5, 14, 24), edit)
    assert (found.ahead, found.back, found.forever) == (0, 0, False)


def test_an_edit_reaches_ahead_to_the_last_changed_boundary() -> None:
    edit = Edit("word", 5, 9, "xx")
    found = reach(split(TEXT, 5, 10, 15, 20), split(edit.of(TEXT), 5, 8, 12, 18), edit)
    assert (found.ahead, found.back, found.forever) == (13 - 7, 0, False)


def test_an_edit_reaches_to_the_end_where_no_later_boundary_is_unchanged() -> None:
    edit = Edit("paragraph", 0, 5, "")
    found = reach(split(TEXT, 10, 20), split(edit.of(TEXT), 10), edit)
    assert (found.ahead, found.forever) == (15, True)


def test_an_edit_reaches_back_to_the_first_changed_boundary() -> None:
    edit = Edit("word", 20, 24, "x")
    found = reach(split(TEXT, 5, 15), split(edit.of(TEXT), 15), edit)
    assert (found.ahead, found.back) == (0, 15)


def test_the_share_to_re_embed_is_that_of_the_re_embedding_cost() -> None:
    edit = Edit("word", 5, 9, "xxxx")
    found = reach(split(TEXT, 5, 10), split(edit.of(TEXT), 5, 10), edit)
    assert found.again == pytest.approx(2 / 8)


def test_edits_are_spread_over_the_paragraphs() -> None:
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


def test_an_edit_reaches_further_in_packed_sentences_than_in_sections() -> None:
    document = samples()
    made = edits(document, 3)
    sizes = {"max_tokens": 120, "overlap_tokens": 0}
    greedy = measured(document, get("sentence")(**sizes), made)
    sections = measured(document, get("structure")(target_tokens=90, max_tokens=120), made)
    shown = [row("any", "all", found) for found in (greedy, sections)]
    assert shown[0]["ahead max"] > shown[1]["ahead max"]
    assert all(0 <= each["embedded again %"] <= 100 for each in shown)


def test_a_row_has_tokens_of_four_characters() -> None:
    found = [Reach(400, 0, forever=False, again=0.5), Reach(800, 40, forever=True, again=0.0)]
    assert row("s", "word", found) == {
        "strategy": "s", "edit": "word", "edits": 2, "ahead median": 150, "ahead p90": 190,
        "ahead max": 200, "back max": 10, "never again %": 50.0, "embedded again %": 25.0,
    }  # fmt: skip


def test_edits_of_source_code_delete_definitions() -> None:
    text = "".join(f"def f{i}():\n    return '{'x' * 200}'\n\n" for i in range(30))
    made = edits(Document(text, "a.py", media_type="text/x-python"), 3)
    assert [(each.kind, each.text, text[each.start : each.end]) for each in made] == [
        ("paragraph", "", f"def f{i}():\n    return '{'x' * 200}'\n\n") for i in (0, 13, 26)
    ]
    assert edits(Document(text), 3) == []
