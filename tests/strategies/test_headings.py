from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from chunking.engine import chunk
from chunking.errors import SettingsError
from chunking.loading import load_bytes
from chunking.samples import sample
from chunking.strategies import get
from chunking.types import NONE, REASONS, Constraints, Document, Reason

if TYPE_CHECKING:
    from chunking.chunks import Chunking

PAGE = (
    "Before it all.\n\n# Tea\n\nBoil some water now.\n\n## Green\n\nTwo minutes at eighty.\n\n"
    "## Black\n\nFour.\n\n# Bread\n\nMix it. Let it rise. Bake it. Eat it while it is warm.\n"
)


def cut(text: str | Document, marks: Constraints = NONE, **settings: object) -> Chunking:
    """A text cut by its headings; sizes in words, nothing joined unless asked for."""
    small: dict[str, object] = {"count_in": "words", "max_tokens": 12, "join_tokens": 0}
    return chunk(text, get("headings")(**{**small, **settings}), constraints=marks)


def test_every_section_is_a_chunk_with_its_path() -> None:
    found = cut(PAGE, max_tokens=20)
    assert [(c.text, c.reason, c.heading_path) for c in found] == [
        ("Before it all.", Reason.STRUCTURE, ()),
        ("# Tea\n\nBoil some water now.", Reason.STRUCTURE, ("Tea",)),
        ("## Green\n\nTwo minutes at eighty.", Reason.STRUCTURE, ("Tea", "Green")),
        ("## Black\n\nFour.", Reason.STRUCTURE, ("Tea", "Black")),
        ("# Bread\n\nMix it. Let it rise. Bake it. Eat it while it is warm.", Reason.TAIL,
         ("Bread",)),
    ]  # fmt: skip


def test_a_small_section_joins_the_one_before_it_under_the_same_parent() -> None:
    found = cut(PAGE, max_tokens=20, join_tokens=5)
    assert [(c.text[:8], c.text[-8:], c.heading_path) for c in found] == [
        ("Before i", "ter now.", ()),
        ("## Green", "k\n\nFour.", ("Tea", "Green")),
        ("# Bread\n", "is warm.", ("Bread",)),
    ]


def test_a_small_parent_takes_in_its_children_while_they_fit() -> None:
    text = "# A\n\n## B\n\none two three\n\n## C\n\nfour five six\n\n## D\n\nseven eight nine"
    found = cut(text, max_tokens=13, join_tokens=4)
    assert [c.text for c in found] == [
        "# A\n\n## B\n\none two three", "## C\n\nfour five six", "## D\n\nseven eight nine",
    ]  # fmt: skip
    assert found[0].heading_path == ("A",)


def test_a_small_section_never_joins_one_that_lies_deeper() -> None:
    text = "# A\n\none two three\n\n## B\n\nfour\n\n# C\n\nfive"
    found = cut(text, max_tokens=7, join_tokens=4)
    assert found.texts == ["# A\n\none two three", "## B\n\nfour", "# C\n\nfive"]


def test_what_would_not_fit_is_not_joined() -> None:
    text = "# A\n\none two three four\n\n# B\n\nfive six"
    assert len(cut(text, max_tokens=9, join_tokens=5)) == 2
    assert len(cut(text, max_tokens=10, join_tokens=5)) == 1


@pytest.mark.parametrize(
    ("within", "parts"),
    [
        ("recursive", ["# Bread", "Mix it. Let it rise. Bake it.", "Eat it while it is warm."]),
        ("paragraph", ["# Bread", "Mix it. Let it rise. Bake it. Eat it", "while it is warm."]),
        ("sentence", ["# Bread\n\nMix it. Let it rise. Bake it.", "Eat it while it is warm."]),
        ("structure", ["# Bread\n\nMix it. Let it rise.", "Bake it. Eat it while it is warm."]),
        ("fixed", ["# Bread\n\nMix it. Let it rise. Bake it.", "Eat it while it is warm."]),
    ],
)
def test_a_large_section_is_cut_by_the_strategy_named(within: str, parts: list[str]) -> None:
    found = cut(PAGE, within=within, max_tokens=9)
    assert found.texts[-len(parts) :] == parts
    assert {c.heading_path for c in found.chunks[-len(parts) :]} == {("Bread",)}


def test_headings_deeper_than_asked_for_begin_no_section() -> None:
    found = cut(PAGE, depth=1, max_tokens=40)
    assert [c.text[:7] for c in found] == ["Before ", "# Tea\n\n", "# Bread"]


def test_a_heading_needs_no_blank_line_before_it() -> None:
    assert cut("One.\n# A\nTwo.\n## B\nThree.").texts == ["One.", "# A\nTwo.", "## B\nThree."]


def test_a_hash_in_a_fence_begins_no_section() -> None:
    text = "# A\n\n```\n# not one\n```\n\n# B"
    assert cut(text).texts == ["# A\n\n```\n# not one\n```", "# B"]


def test_a_page_of_html_is_cut_at_its_headings() -> None:
    page = b"<html><body><h1>Tea</h1><p>Hot.</p><h2>Green</h2><p>Cool.</p></body></html>"
    found = cut(load_bytes(page, "tea.html"))
    assert [(c.text, c.heading_path) for c in found] == [
        ("# Tea\n\nHot.", ("Tea",)),
        ("## Green\n\nCool.", ("Tea", "Green")),
    ]


def test_marks_made_by_hand_are_kept() -> None:
    text = "# A\n\none\n\ntwo\n\n# B\n\nthree"
    found = cut(text, Constraints(required=(10,), forbidden=(15,)))
    assert found.texts == ["# A\n\none", "two\n\n# B\n\nthree"]
    assert [REASONS[code] for code in found.verdicts] == [
        Reason.FITS, Reason.MANUAL, Reason.FORBIDDEN, Reason.FITS,
    ]  # fmt: skip


def test_a_text_without_headings_is_cut_by_the_strategy_named() -> None:
    text = "One two three.\n\nFour five six."
    expected = chunk(text, get("paragraph")(max_tokens=4, overlap_tokens=0, count_in="words"))
    assert cut(text, within="paragraph", max_tokens=4).texts == expected.texts


FENCE = "# One\n\nBefore it.\n\n```\n" + "a = b\n" * 60 + "```\n\nAfter it.\n"


@pytest.mark.parametrize("within", ["structure", "sentence"])
def test_a_fence_is_kept_whole_by_a_strategy_that_can(within: str) -> None:
    found = cut(FENCE, within=within, max_tokens=20, oversize="keep")
    assert [text for text in found.texts if "```" in text] == [FENCE.split("\n\n")[2]]


@pytest.mark.parametrize("within", ["recursive", "paragraph", "fixed"])
def test_a_strategy_that_cannot_keep_a_fence_is_not_asked_to(within: str) -> None:
    with pytest.raises(SettingsError, match=f"cut by {within}, .* and sentence can keep one whole"):
        get("headings")(within=within, oversize="keep")


def test_no_large_section_of_a_real_page_breaks_the_maximum() -> None:
    for within in ("recursive", "structure", "paragraph", "sentence", "fixed"):
        found = chunk(sample("guide.md"), get("headings")(max_tokens=150, within=within))
        assert len(found) > 5
        assert max(found.tokens) <= 150


def test_the_default_joins_below_100_and_cuts_above_1000_tokens() -> None:
    assert get("headings")().model_dump() == {
        "count_in": "characters",
        "max_tokens": 1000,
        "join_tokens": 100,
        "depth": 6,
        "within": "recursive",
        "oversize": "split",
    }
