from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hostile import TEXTS

from chunking import get
from chunking.engine import prepare
from chunking.layout import layout, of_headings
from chunking.types import UNIT_KINDS, Document, UnitKind, Units
from chunking.units import markdown

if TYPE_CHECKING:
    from chunking.outline import Outline

PAGE = """# One

Text of one.

    indented

```
fence
```

## Two

| a | b |
|---|---|
"""


def kinds(text: str, media_type: str) -> list[str]:
    blocks = layout(Document(text, media_type=media_type)).blocks
    return [UNIT_KINDS[code].value for code in blocks.kinds]


def test_markdown_is_its_blocks_and_headings() -> None:
    found = layout(Document(PAGE))
    assert kinds(PAGE, "text/markdown") == [
        "heading", "paragraph", "code", "fence", "heading", "table",
    ]  # fmt: skip
    assert found.outline.paths == (("One",), ("One", "Two"))
    assert found.outline.path_at(PAGE.index("fence")) == ("One",)
    assert found.outline.path_at(len(PAGE)) == ("One", "Two")


def test_what_is_kept_for_the_headings_has_no_blocks_unless_it_is_unread() -> None:
    found = layout(Document(PAGE))
    assert of_headings(found) is found
    assert len(found.blocks) == 6
    kept = of_headings(found)
    assert len(kept.blocks) == len(kept.protected_starts) == 0
    assert kept.outline is found.outline


def test_fences_and_tables_are_protected() -> None:
    found = layout(Document(PAGE))
    protected = zip(found.protected_starts, found.protected_ends, strict=True)
    assert [PAGE[a:b] for a, b in protected] == ["```\nfence\n```", "| a | b |\n|---|---|"]


def test_in_plain_text_an_indented_paragraph_is_prose() -> None:
    assert kinds(PAGE, "text/plain") == [
        "heading", "paragraph", "paragraph", "fence", "heading", "table",
    ]  # fmt: skip


def test_source_code_has_no_headings_and_nothing_protected() -> None:
    found = layout(Document("# a comment\n\nx = 1\n\n# another", media_type="text/x-python"))
    assert {UNIT_KINDS[code] for code in found.blocks.kinds} == {UnitKind.CODE}
    assert found.outline.paths == ()
    assert len(found.protected_starts) == 0


@pytest.mark.parametrize("media_type", ["text/x-rst", "text/x-tex"])
def test_prose_with_marks_of_its_own_has_sentences(media_type: str) -> None:
    document = Document(
        "The sea goes out. It comes back.\n\nA harbour fills.", media_type=media_type
    )
    assert len(prepare(document, get("sentence")().material).units) == 3


def test_parameters_of_a_media_type_change_nothing() -> None:
    document = Document("    a. b", media_type="Text/Plain; charset=utf-8")
    assert document == Document("    a. b", media_type="text/plain")
    assert kinds("    a. b", "Text/Plain; charset=utf-8") == ["paragraph"]


def test_a_layout_is_read_when_it_is_asked_for() -> None:
    with pytest.MonkeyPatch.context() as patch:
        read: list[str] = []

        def scan(text: str) -> tuple[Units, Outline]:
            read.append(text)
            return markdown.scan(text)

        patch.setattr("chunking.layout.scan", scan)
        found = layout(Document("# One\n\nTwo."))
        assert found.protected_starts.tolist() == []
        assert read == []
        assert found.outline.paths == (("One",),)
        assert len(found.blocks) == 2
        assert len(read) == 1


def test_before_the_first_heading_there_is_no_path() -> None:
    assert layout(Document("Text.\n\n# One")).outline.path_at(0) == ()


@pytest.mark.parametrize("media_type", ["text/markdown", "text/plain", "text/x-python"])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_blocks_leave_out_only_blank_space(text: str, media_type: str) -> None:
    blocks = layout(Document(text, media_type=media_type)).blocks
    at = 0
    for start, end in zip(blocks.starts.tolist(), blocks.ends.tolist(), strict=True):
        assert at <= start < end
        assert not text[at:start].strip()
        assert text[start:end].strip()
        assert text[start:end].rstrip() == text[start:end]
        at = end
    assert not text[at:].strip()
