import pytest

from chunking.core.chunking import Chunking
from chunking.core.cuts import Reason
from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.core.prepared import NONE, Constraints
from chunking.engine import chunk
from chunking.loading import load_bytes
from chunking.strategies import get

PAGE = (
    "Before it all.\n\n# Tea\n\nBoil some water now.\n\n## Green\n\nTwo minutes at eighty.\n\n"
    "## Black\n\nFour.\n\n# Bread\n\nMix it. Let it rise. Bake it. Eat it while it is warm.\n"
)


def cut(text: str | Document, marks: Constraints = NONE, **settings: object) -> Chunking:
    """Split a text by its headings; sizes in words, no merging by default."""
    small: dict[str, object] = {"tokenizer": "words", "max_tokens": 12, "merge_below": 0}
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


def test_a_small_section_merges_with_the_one_before_under_the_same_parent() -> None:
    found = cut(PAGE, max_tokens=20, merge_below=5)
    assert [(c.text[:8], c.text[-8:], c.heading_path) for c in found] == [
        ("Before i", "ter now.", ()),
        ("## Green", "k\n\nFour.", ("Tea",)),
        ("# Bread\n", "is warm.", ("Bread",)),
    ]


def test_a_small_parent_merges_with_its_children_while_they_fit() -> None:
    text = "# A\n\n## B\n\none two three\n\n## C\n\nfour five six\n\n## D\n\nseven eight nine"
    found = cut(text, max_tokens=13, merge_below=4)
    assert [c.text for c in found] == [
        "# A\n\n## B\n\none two three", "## C\n\nfour five six", "## D\n\nseven eight nine",
    ]  # fmt: skip
    assert found[0].heading_path == ("A",)


def test_a_small_section_never_merges_with_a_deeper_one() -> None:
    text = "# A\n\none two three\n\n## B\n\nfour\n\n# C\n\nfive"
    found = cut(text, max_tokens=7, merge_below=4)
    assert found.texts == ["# A\n\none two three", "## B\n\nfour", "# C\n\nfive"]


def test_sections_that_do_not_fit_are_not_merged() -> None:
    text = "# A\n\none two three four\n\n# B\n\nfive six"
    assert len(cut(text, max_tokens=9, merge_below=5)) == 2
    assert len(cut(text, max_tokens=10, merge_below=5)) == 1


@pytest.mark.parametrize(
    ("within", "parts"),
    [
        ("recursive", ["# Bread\n\nMix it. Let it rise. Bake it.", "Eat it while it is warm."]),
        ("paragraph", ["# Bread\n\nMix it. Let it rise. Bake it.", "Eat it while it is warm."]),
        ("sentence", ["# Bread\n\nMix it. Let it rise. Bake it.", "Eat it while it is warm."]),
        ("structure", ["# Bread\n\nMix it. Let it rise.", "Bake it. Eat it while it is warm."]),
        ("fixed", ["# Bread\n\nMix it. Let it rise. Bake it.", "Eat it while it is warm."]),
    ],
)
def test_a_large_section_is_split_with_another_strategy(within: str, parts: list[str]) -> None:
    found = cut(PAGE, split_with=within, max_tokens=9)
    assert found.texts[-len(parts) :] == parts
    assert {c.heading_path for c in found.chunks[-len(parts) :]} == {("Bread",)}


def test_headings_below_the_depth_start_no_section() -> None:
    found = cut(PAGE, depth=1, max_tokens=40)
    assert [c.text[:7] for c in found] == ["Before ", "# Tea\n\n", "# Bread"]


def test_a_heading_needs_no_blank_line_before_it() -> None:
    assert cut("One.\n# A\nTwo.\n## B\nThree.").texts == ["One.", "# A\nTwo.", "## B\nThree."]


def test_a_hash_in_a_fence_starts_no_section() -> None:
    text = "# A\n\n```\n# not one\n```\n\n# B"
    assert cut(text).texts == ["# A\n\n```\n# not one\n```", "# B"]


def test_an_html_page_is_split_at_its_headings() -> None:
    page = b"<html><body><h1>Tea</h1><p>Hot.</p><h2>Green</h2><p>Cool.</p></body></html>"
    found = cut(load_bytes(page, "tea.html"))
    assert [(c.text, c.heading_path) for c in found] == [
        ("# Tea\n\nHot.", ("Tea",)),
        ("## Green\n\nCool.", ("Tea", "Green")),
    ]


def test_a_text_without_headings_is_split_with_the_other_strategy() -> None:
    text = "One two three.\n\nFour five six."
    expected = chunk(text, get("paragraph")(max_tokens=4, overlap_tokens=0, tokenizer="words"))
    assert cut(text, split_with="paragraph", max_tokens=4).texts == expected.texts


FENCE = "# One\n\nBefore it.\n\n```\n" + "a = b\n" * 25 + "```\n\nAfter it.\n"


@pytest.mark.parametrize("within", ["structure", "sentence"])
def test_structure_and_sentence_can_keep_a_fence_whole(within: str) -> None:
    found = cut(FENCE, split_with=within, max_tokens=20, oversize="keep")
    assert [text for text in found.texts if "```" in text] == [FENCE.split("\n\n")[2]]


@pytest.mark.parametrize("within", ["recursive", "paragraph", "fixed"])
def test_other_strategies_refuse_to_keep_a_fence_whole(within: str) -> None:
    with pytest.raises(SettingsError, match=f"split with {within}, .* and sentence can keep them"):
        get("headings")(split_with=within, oversize="keep")


@pytest.mark.parametrize("within", ["recursive", "structure", "paragraph", "sentence", "fixed"])
def test_no_part_of_a_section_ends_with_a_heading(within: str) -> None:
    text = "# Tea\n\nBoil some water now.\n\n## Green\n\nTwo minutes at eighty degrees, or three."
    for most in range(8, 14):
        found = cut(text, max_tokens=most, depth=1, split_with=within)
        assert not any(part.rstrip().endswith("## Green") for part in found.texts)
