"""A token budget safe for structure, and each acceptance criterion of ContextMEM's issue 12."""

import hashlib
import re

import pytest

from chunking.core.chunking import Chunking
from chunking.core.cuts import REASONS, Reason
from chunking.core.document import Document
from chunking.core.text.normalization import normalize_text
from chunking.engine import chunk
from chunking.loading.samples import sample
from chunking.output.export.identity import validate_quote
from chunking.strategies import get

pytestmark = pytest.mark.usefixtures("four_characters_per_token")

PAGE = (
    "# A\n\nOne two three. Four five six.\n\nSeven eight nine. Ten.\n\n"
    "## B\n\nText here.\n\n```\na b c d e f\ng h i j\n```\n\nEnd."
)


def cut(text: str, **settings: object) -> Chunking:
    """Split a text into small parts; sizes in words."""
    small: dict[str, object] = {"tokenizer": "words", "target_tokens": 6, "max_tokens": 8}
    return chunk(text, get("structure")(**{**small, **settings}))


def sentences(count: int, word: str = "word") -> str:
    """Return a paragraph of sentences of 60 characters each, spaces included."""
    return " ".join(
        f"{word.capitalize()} {i:03d} " + "x" * (54 - len(word)) + "." for i in range(count)
    )


def section(paragraphs: int = 30, title: str = "Long") -> str:
    """Return a section of paragraphs of about 420 characters each."""
    return f"# {title}\n\n" + "\n\n".join(sentences(7, f"p{i}") for i in range(paragraphs)) + "\n"


def test_a_page_is_split_at_headings_then_at_paragraphs() -> None:
    found = cut(PAGE)
    assert [(c.text, c.reason, c.heading_path) for c in found] == [
        ("# A\n\nOne two three. Four five six.", Reason.PARAGRAPH, ("A",)),
        ("Seven eight nine. Ten.", Reason.STRUCTURE, ("A",)),
        ("## B\n\nText here.", Reason.PARAGRAPH, ("A", "B")),
        ("```\na b c d e f\ng h i j\n```", Reason.PARAGRAPH, ("A", "B")),
        ("End.", Reason.TAIL, ("A", "B")),
    ]
    assert [c.oversize for c in found] == [False, False, False, True, False]
    verdicts = [REASONS[code] for code in found.verdicts]
    assert [v for v in verdicts if v is not Reason.FITS] == [
        Reason.PARAGRAPH, Reason.STRUCTURE, Reason.PARAGRAPH, Reason.PARAGRAPH,
    ]  # fmt: skip


def test_a_fence_above_the_maximum_can_be_split_at_lines() -> None:
    found = cut(PAGE, oversize="split")
    assert found.texts[3:] == ["```", "a b c d e f", "g h i j\n```\n\nEnd."]
    assert not found.oversize.any()


def test_overlap_never_crosses_a_heading() -> None:
    found = chunk(section(4, "One") + "\n" + section(4, "Two"), get("structure")())
    opens = [c for c in found if c.text.startswith("# ")]
    assert [c.overlap for c in opens] == [0, 0]
    assert [c.heading_path for c in opens] == [("One",), ("Two",)]


def test_a_large_fence_is_split_between_its_functions() -> None:
    function = "int {0}(void)\n{{\n    int x = 1;\n\n    if (x) {{\n        rise();\n    }}\n}}\n\n"
    fence = "```c\n" + "".join(map(function.format, "abcd")) + "```"
    strategy = get("structure")(
        target_tokens=20, max_tokens=30, tokenizer="words", lead_ins="keep", oversize="split"
    )
    found = chunk(Document(f"Tides in C:\n\n{fence}"), strategy)
    first_lines = [text.split("\n")[0] for text in found.texts]
    assert first_lines == ["Tides in C:", "int c(void)"]


def test_an_unclosed_fence_reaches_to_the_end_and_stays_whole() -> None:
    found = cut("Text here.\n\n```\n" + "a b c. d e f.\n\n" * 5)
    assert found.texts[0] == "Text here."
    assert len(found) == 2


def test_a_block_of_more_than_four_times_the_maximum_is_split_at_lines() -> None:
    lines = ["```", *["a b c. d e f."] * 5, "```"]
    whole, larger = "\n".join(lines), "\n".join([*lines[:2], "a b", *lines[2:]])
    assert len(whole.split()) == 4 * 8
    assert cut(f"# H\n\n{whole}").texts == [f"# H\n\n{whole}"]
    parts = cut(f"# H\n\n{larger}", overlap_share=0).texts
    assert parts[0] == "# H\n\n```"
    assert "\n".join(parts) == f"# H\n\n{larger}"
    assert len(parts) > 4


def test_a_run_of_table_lines_is_never_broken() -> None:
    table = "\n".join(f"| row {i} | with a value. And more |" for i in range(200))
    found = chunk(f"Before.\n\n{table}\n\nAfter.", get("structure")())
    assert [c.text for c in found if "|" in c.text] == [table]


def test_a_fence_between_target_and_maximum_is_whole_and_not_oversize() -> None:
    fence = "```\n" + "x" * (4 * 780) + "\n```"
    found = chunk(f"# H\n\nBefore.\n\n{fence}\n\nAfter.", get("structure")())
    part = next(c for c in found if "```" in c.text)
    assert (part.text, part.oversize) == (fence, False)


def test_overlap_never_starts_inside_a_fence_or_a_table() -> None:
    table = "\n".join(f"| row {i} |" for i in range(60))
    groups = [f"{sentences(30, f'p{i}')}\n\n{table}\n\nClosing words." for i in range(4)]
    found = chunk("# H\n\n" + "\n\n".join(groups), get("structure")())
    assert [c.text[: c.overlap] for c in found] == ["", *["Closing words.\n\n"] * 3]


def test_a_paragraph_end_is_preferred_to_a_sentence_end() -> None:
    assert cut("One two three. Four.\n\nFive. Six seven. Eight nine ten.").texts[0] == (
        "One two three. Four."
    )


def test_a_sentence_end_is_preferred_to_a_boundary_between_words() -> None:
    assert cut("One two three. Four five. Six seven eight nine ten.").texts == [
        "One two three. Four five.", "Six seven eight nine ten.",
    ]  # fmt: skip


def test_a_boundary_between_words_is_preferred_to_one_inside_a_word() -> None:
    found = chunk("abcdefghi " * 1000, get("structure")(overlap_share=0.0))
    assert all(re.fullmatch(r"abcdefghi( abcdefghi)*", text) for text in found.texts)


@pytest.mark.parametrize("share", [0.01, 0.05, 0.1, 0.12, 0.15])
@pytest.mark.parametrize("name", ["essay.md", "guide.md", "nihongo.md"])
def test_overlap_never_changes_the_part_sequence(name: str, share: float) -> None:
    bare = chunk(sample(name), get("structure")(overlap_share=0.0))
    found = chunk(sample(name), get("structure")(overlap_share=share))
    assert found.location_ids == bare.location_ids
    assert found.start.tolist() == bare.start.tolist()
    assert found.end.tolist() == bare.end.tolist()


def test_the_content_hash_covers_the_normalized_text_and_its_overlap() -> None:
    found = chunk(section(12), get("structure")())
    assert found[1].overlap > 0
    for each in found:
        normal = " ".join(each.text.split())
        assert normalize_text(each.text) == normal
        assert each.content_hash == hashlib.sha256(normal.encode()).hexdigest()


def test_a_quote_from_the_overlap_is_found_in_the_chunk() -> None:
    found = chunk(section(12), get("structure")())
    carried = found[1].text[: found[1].overlap].strip()[-200:]
    assert validate_quote(carried, found[0].text)
    assert validate_quote(carried, found[1].text)
    assert validate_quote(carried.replace(" ", "\n  "), found[1].text)
    assert not validate_quote(carried + " never said", found[1].text)


def test_text_without_headings_is_one_section() -> None:
    found = chunk(Document(sentences(200), media_type="text/plain"), get("structure")())
    assert len(found) > 3
    assert set(found.heading) == {()}


def test_a_hash_in_source_code_is_no_heading() -> None:
    text = "# comment\n\nx = 1\n\n# comment\n\ny = 2"
    assert chunk(Document(text, media_type="text/x-python"), get("structure")()).texts == [text]


def test_a_fence_that_is_larger_than_a_chunk_has_only_its_heading() -> None:
    fence = "```\n" + "x = 1\n" * 900 + "```"
    found = chunk(Document(f"## Code\n\n{fence}\n\nAfter."), get("structure")())
    assert found.texts == [f"## Code\n\n{fence}", "After."]
    assert found.oversize.tolist() == [True, False]


def test_a_heading_directly_below_its_parent_stays_with_it() -> None:
    text = "# Play\n\n## Act one\n\n### Scene\n\nThey enter.\n\n## Act two\n\nThey leave."
    found = chunk(text, get("structure")())
    assert found.texts == [
        "# Play\n\n## Act one\n\n### Scene\n\nThey enter.",
        "## Act two\n\nThey leave.",
    ]
    assert list(found.heading) == [("Play",), ("Play", "Act two")]


def test_a_heading_without_text_stays_with_the_next_one() -> None:
    text = "## One\n\n## Two\n\nText."
    assert chunk(text, get("structure")()).texts == [text]


def test_headings_that_do_not_fit_together_are_separated() -> None:
    strategy = get("structure")(target_tokens=4, max_tokens=4, overlap_share=0.0)
    assert chunk("# A long title\n\n## Another\n\nText.", strategy).texts == [
        "# A long title",
        "## Another",
        "Text.",
    ]


ITEMS = (
    "One two three four.\n\n- Five is here. Six is here.\n\n  ```\n  a b\n  ```\n\n  Seven is.\n"
    "- Eight is."
)


def test_a_list_item_that_fits_is_not_split() -> None:
    settings = {"tokenizer": "words", "target_tokens": 8, "overlap_share": 0.0}
    found = chunk(
        Document(ITEMS, media_type="text/markdown"), get("structure")(**settings, max_tokens=15)
    )
    assert found.texts == ["One two three four.", ITEMS[21:-12], "- Eight is."]
    found = chunk(
        Document(ITEMS, media_type="text/markdown"), get("structure")(**settings, max_tokens=11)
    )
    assert found.texts[1] == "- Five is here. Six is here."
