import numpy as np
import pytest
from hostile import TEXTS

from chunking import chunk, get
from chunking.core.document import Document
from chunking.core.layout import HeadingPaths, Outline
from chunking.core.units import UNIT_KINDS, UnitKind, Units
from chunking.engine import prepare
from chunking.loading import load_bytes
from chunking.units import markdown
from chunking.units.layout import layout, without_blocks

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


def test_markdown_has_blocks_and_headings() -> None:
    found = layout(Document(PAGE))
    assert kinds(PAGE, "text/markdown") == [
        "heading", "paragraph", "code", "fence", "heading", "table",
    ]  # fmt: skip
    assert found.outline.paths == (("One",), ("One", "Two"))
    assert found.outline.path_at(PAGE.index("fence")) == ("One",)
    assert found.outline.path_at(len(PAGE)) == ("One", "Two")


def test_a_parsed_layout_is_kept_without_its_blocks() -> None:
    found = layout(Document(PAGE))
    assert without_blocks(found) is found
    assert len(found.blocks) == 6
    kept = without_blocks(found)
    assert len(kept.blocks) == len(kept.protected_starts) == 0
    assert kept.outline is found.outline
    assert kept.tables is found.tables


def test_fences_and_tables_are_protected() -> None:
    found = layout(Document(PAGE))
    protected = zip(found.protected_starts, found.protected_ends, strict=True)
    assert [PAGE[a:b] for a, b in protected] == ["```\nfence\n```", "| a | b |\n|---|---|"]


@pytest.mark.parametrize("media_type", ["text/plain", "text/x-rst", "text/x-org", "text/x-tex"])
def test_text_without_markdown_has_no_markdown_blocks(media_type: str) -> None:
    text = f"{PAGE}\n<script>\n\n---\n\nLast."
    assert set(kinds(text, media_type)) == {"paragraph"}
    found = layout(Document(text, media_type=media_type))
    assert not found.blocks.atomic.any()
    assert found.outline.paths == ()
    assert len(found.protected_starts) == 0


@pytest.mark.parametrize("media_type", ["text/plain", "text/x-rst"])
def test_an_underline_of_tildes_opens_no_fence_in_plain_text(media_type: str) -> None:
    section = "Title\n~~~~~\n\n{}\n\n".format("A sentence of seven words ends here. " * 20)
    found = chunk(Document(section * 20, media_type=media_type), get("structure")())
    assert len(found) > 1
    assert found.tokens.max() <= 800
    assert not found.oversize.any()


def test_source_code_has_neither_headings_nor_protected_spans() -> None:
    found = layout(Document("# a comment\n\nx = 1\n\n# another", media_type="text/x-python"))
    assert {UNIT_KINDS[code] for code in found.blocks.kinds} == {UnitKind.CODE}
    assert found.outline.paths == ()
    assert len(found.protected_starts) == 0


@pytest.mark.parametrize("media_type", ["text/x-rst", "text/x-org", "text/x-tex"])
def test_other_markup_is_split_into_sentences(media_type: str) -> None:
    document = Document(
        "The sea goes out. It comes back.\n\nA harbour fills.", media_type=media_type
    )
    assert len(prepare(document, get("sentence")().material).units) == 3


def test_parameters_of_a_media_type_are_ignored() -> None:
    document = Document("    a. b", media_type="Text/Plain; charset=utf-8")
    assert document == Document("    a. b", media_type="text/plain")
    assert kinds("    a. b", "Text/Plain; charset=utf-8") == ["paragraph"]


def test_a_layout_is_parsed_on_first_access() -> None:
    with pytest.MonkeyPatch.context() as patch:
        read: list[str] = []

        def scan(text: str) -> tuple[Units, Outline]:
            read.append(text)
            return markdown.scan(text)

        patch.setattr("chunking.units.layout.scan", scan)
        found = layout(Document("# One\n\nTwo."))
        assert found.protected_starts.tolist() == []
        assert read == []
        assert found.outline.paths == (("One",),)
        assert len(found.blocks) == 2
        assert len(read) == 1


def test_the_path_is_empty_before_the_first_heading() -> None:
    assert layout(Document("Text.\n\n# One")).outline.path_at(0) == ()


@pytest.mark.parametrize(
    "media_type",
    ["text/markdown", "text/plain", "text/x-rst", "text/x-org", "text/x-tex", "text/x-python"],
)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_blocks_leave_out_only_whitespace(text: str, media_type: str) -> None:
    blocks = layout(Document(text, media_type=media_type)).blocks
    at = 0
    for start, end in zip(blocks.starts.tolist(), blocks.ends.tolist(), strict=True):
        assert at <= start < end
        assert not text[at:start].strip()
        assert text[start:end].strip()
        assert text[start:end].rstrip() == text[start:end]
        at = end
    assert not text[at:].strip()


def test_a_dash_in_subtitles_begins_no_list_item() -> None:
    source = b"""1
00:00:01,000 --> 00:00:02,000
- Is it late?

2
00:00:03,000 --> 00:00:04,000
- No.
- Good.
"""
    blocks = layout(load_bytes(source, "talk.srt")).blocks
    assert {UNIT_KINDS[kind] for kind in blocks.kinds} == {UnitKind.PARAGRAPH}
    assert len(blocks) == 2


@pytest.mark.parametrize(
    ("text", "media_type"),
    [
        ("# Kiln\n\nHot.\n", "text/markdown"),
        ("---\ntitle: Kiln\n---\n\n# Kiln\n\nHot.\n", "text/markdown"),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n", "text/markdown"),
        ("Kiln\n====\n\nHot.\n", "text/x-rst"),
        ("* Kiln\n\nHot.\n", "text/x-org"),
        ("\\section{Kiln}\n\nHot.\n", "text/x-tex"),
    ],
)
def test_a_byte_order_mark_belongs_to_the_first_block_and_hides_nothing(
    text: str, media_type: str
) -> None:
    bare, marked = (
        layout(Document(each, media_type=media_type)) for each in (text, "\ufeff" + text)
    )
    assert marked.blocks.kinds.tolist() == bare.blocks.kinds.tolist()
    assert marked.blocks.starts.tolist() == [0, *(bare.blocks.starts[1:] + 1).tolist()]
    assert marked.blocks.ends.tolist() == (bare.blocks.ends + 1).tolist()
    assert list(marked.outline.paths) == list(bare.outline.paths)
    starts = [start + 1 if start else 0 for start in bare.outline.starts.tolist()]
    assert marked.outline.starts.tolist() == starts


@pytest.mark.parametrize("text", ["\ufeff", "\ufeff\n\n"])
def test_a_byte_order_mark_alone_is_a_block(text: str) -> None:
    assert layout(Document(text)).blocks.ends.tolist() == [1]


def test_front_matter_has_the_heading_path_of_the_section_below_it() -> None:
    text = "---\nauthor: Ida\n---\n\n# Glazes\n\nMix them.\n\n## Ash\n\nSift it.\n"
    parts = chunk(text, get("headings")(merge_below=0)).chunks
    assert [part.heading_path for part in parts] == [("Glazes",), ("Glazes", "Ash")]
    no_heading = chunk(text.replace("# Glazes", "Glazes"), get("headings")(merge_below=0)).chunks
    assert no_heading[0].heading_path == ()


PAGES = "# Kilns\n\nHot.\n\n## Gas\n\nQuick.\n\n## Wood\n\nSlow.\n\n# Glazes\n\nMix them.\n"


@pytest.mark.parametrize(
    ("start", "end", "path"),
    [
        ("# Kilns", "Hot.", ("Kilns",)),
        ("# Kilns", "Slow.", ("Kilns",)),
        ("## Gas", "Quick.", ("Kilns", "Gas")),
        ("## Gas", "Slow.", ("Kilns",)),
        ("## Gas", "Mix them.", ()),
        ("Quick.", "Slow.", ("Kilns", "Gas")),  # in a section that begins above it
    ],
)
def test_the_path_of_several_sections_is_what_their_paths_share(
    start: str, end: str, path: tuple[str, ...]
) -> None:
    spans = [[PAGES.index(start)], [PAGES.index(end) + len(end)]]
    found = HeadingPaths(layout(Document(PAGES)), *(np.array(each) for each in spans))
    assert list(found) == [path]
