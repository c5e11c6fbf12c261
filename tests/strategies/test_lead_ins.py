"""Lead-ins that stay with the text they announce."""

import pytest

from chunking.core.document import Document
from chunking.engine import chunk
from chunking.strategies import get
from chunking.units.layout import layout


def announcing(text: str) -> list[int]:
    """Return the starts of the blocks that the next one is attached to."""
    found: list[int] = layout(Document(text)).attachments.leads.tolist()
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It reads in this way:\n\nThe League is dissolved.", True),
        ("全部如下：\n\n第一。", True),
        ("**Note**:\n\nMore of it.", True),
        ("Filename: src/main.rs\n\n```\nfn main() {}\n```", True),
        ('<span class="name">Filename: a.rs</span>\n\n```\nf()\n```', True),
        ("It is done.\n\n```\nfn main() {}\n```", True),
        ("Filename: src/main.rs\n\nA paragraph.", False),
        ("4. Payment\n    1. Fees are due.", True),
        ("4. <span>Payment</span>\n    1. Fees are due.", True),
        ("- apples\n- pears", False),
        ("> #### Keywords\n>\n> Some words are kept.", True),
        ('<a id="one"></a>\n\nA paragraph.', True),
        ("One. Two.", False),
        ("x" * 1200 + ":\n\nMore.", True),
        ("x" * 120 + "\n\n```\nf()\n```", True),
        ("- It is done.\n\n```\nfn main() {}\n```", False),
        ("```\nf():\n```\n\nA paragraph.", False),
    ],
)
def test_lead_ins_are_detected(text: str, *, expected: bool) -> None:
    assert (0 in announcing(text)) is expected


LISTING = (
    "One two three four five. Six seven eight nine ten.\n\nWrite it down as follows:\n\n"
    "```\na b c\n```\n\nThat is all of it."
)


def cut(text: str, **settings: object) -> list[str]:
    """Split a text into small parts; sizes in words."""
    small: dict[str, object] = {"tokenizer": "words", "target_tokens": 14, "max_tokens": 17}
    return chunk(text, get("structure")(overlap_share=0, **{**small, **settings})).texts


def test_short_sections_merge_with_a_neighbor_where_both_fit() -> None:
    text = "# A\n\nOne.\n\n## B\n\nOne two three four.\n\n# C\n\nOne.\n\n# D\n\n" + "Six. " * 13
    assert len(cut(text, target_tokens=25, max_tokens=40)) == 4
    parts = cut(text, target_tokens=25, max_tokens=40, lead_ins="keep")
    assert [part.split()[1] for part in parts] == ["A", "D"]


def test_a_short_last_part_merges_with_its_section_only() -> None:
    text = "# A\n\n" + "One two three four five six seven.\n\n" * 2 + "Eight.\n\n# B\n\nNine. " * 2
    parts = cut(text, target_tokens=10, max_tokens=20, lead_ins="keep")
    assert all(part.startswith(("#", "One")) for part in parts)
    assert all("\n# " not in part for part in parts)


def test_a_part_ends_before_the_outermost_block() -> None:
    text = "".join(
        f"size{i}(text)\n\n    One two three four.\n\n    Five six.\n\n" for i in range(6)
    )
    parts = cut(text, lead_ins="keep", target_tokens=10, max_tokens=17)
    assert all(part.startswith("size") for part in parts)
    assert not all(part.startswith("size") for part in cut(text, target_tokens=10, max_tokens=17))


def test_a_part_ends_early_before_a_block_that_fits_the_next_one() -> None:
    text = "One two three.\n\n" + "One two three four. " * 4 + "\n\n" + "Five six. " * 6
    assert [part[:14] for part in cut(text, lead_ins="keep", target_tokens=15, max_tokens=19)] == [
        "One two three.", "One two three ", "Five six. Five"
    ]  # fmt: skip


def test_a_part_ends_before_a_term() -> None:
    text = "`size`\n\nOne two three four five.\n\nSix seven eight.\n\n" * 6
    document = Document(text, media_type="text/markdown")
    settings = {"lead_ins": "keep", "target_tokens": 12, "max_tokens": 17, "tokenizer": "words"}
    parts = chunk(document, get("structure")(overlap_share=0, **settings)).texts
    assert all(part.startswith("`size`") for part in parts)


def test_a_part_leaves_no_short_rest_of_its_section() -> None:
    text = "# A\n\n" + "One two three four five.\n\n" * 5 + "Six seven.\n\n# B\n\nNine."
    parts = cut(text, lead_ins="keep", target_tokens=20, max_tokens=26)
    assert parts[1].startswith("One")
    assert parts[1].endswith("Six seven.")


def test_an_introduction_stays_with_its_listing_where_both_fit() -> None:
    assert cut(LISTING)[0].endswith("as follows:")
    parts = cut(LISTING, lead_ins="keep")
    assert parts[0].endswith("nine ten.")
    assert parts[1].startswith("Write it down as follows:\n\n```")


def test_a_listing_stays_with_the_sentence_above_it() -> None:
    text = LISTING.replace("Write it down as follows:", "One two three four. It is a short one.")
    assert cut(text, target_tokens=10)[2].startswith("```")
    assert cut(text, lead_ins="keep", target_tokens=10)[1].endswith("one.\n\n```\na b c\n```")


def test_an_introduction_that_fills_a_part_is_separated() -> None:
    text = "Write it down as follows now:\n\n```\n" + "a " * 20 + "\n```"
    settings = {"lead_ins": "keep", "target_tokens": 6, "max_tokens": 8}
    assert cut(text, **settings)[0] == "Write it down as follows now:"


def test_the_head_of_a_list_stays_with_its_first_item() -> None:
    text = (
        "1. Service\n    1. The supplier keeps the goods dry.\n    2. The supplier says so.\n"
        "2. Payment\n    1. Fees are due at once.\n    2. No fee is paid twice."
    )
    parts = cut(text, lead_ins="keep", target_tokens=16, max_tokens=19)
    assert [part for part in parts if part.endswith("Payment")] == []
    assert any(part.startswith("2. Payment") for part in parts)
    assert cut(text, target_tokens=16, max_tokens=19)[0].endswith("2. Payment")


def test_a_caption_above_a_table_is_a_lead_in_wherever_it_is() -> None:
    text = "One. Two.\n\nSizes\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nSizes\n\nThree."
    assert announcing(text) == [text.index("Sizes")]


def test_the_last_unit_of_a_section_announces_nothing() -> None:
    found = cut("# A\n\nOne two. Three four.\n\nIt is this:\n\n# B\n\nFive.", target_tokens=6,
                max_tokens=8)  # fmt: skip
    assert found == ["# A\n\nOne two. Three four.", "It is this:", "# B\n\nFive."]


def test_a_lead_in_stays_with_a_listing_that_is_too_large_and_kept_whole() -> None:
    text = LISTING.replace("a b c", "a b c d e\n" * 5)
    parts = cut(text, lead_ins="keep", oversize="keep")
    assert parts[1].startswith("Write it down as follows:\n\n```")
    assert parts[1].endswith("```")


def test_a_lead_in_stays_with_the_first_lines_of_a_listing_that_is_split() -> None:
    text = LISTING.replace("a b c", "a b c d e\n" * 5)
    parts = cut(text, lead_ins="keep", oversize="split")
    assert parts[1].startswith("Write it down as follows:\n\n```\na b c d e")


@pytest.mark.parametrize(
    ("listing", "oversize", "begins"),
    [
        ("```\n" + "a b c d e\n" * 2 + "```", "keep", "Write"),
        ("```\n" + "a b c d e\n" * 3 + "```", "split", "Write"),
        ("```\n" + "a b c d e\n" * 3 + "```", "keep", "```"),
        ("| a |\n|---|\n" + "| b c |\n" * 3, "split", "| a |"),
    ],
)
def test_a_lead_in_stays_with_a_listing_that_fits_or_may_be_split(
    listing: str, oversize: str, begins: str
) -> None:
    text = LISTING.replace("```\na b c\n```", listing)
    assert cut(text, lead_ins="keep", oversize=oversize, max_tokens=18)[1].startswith(begins)


def test_a_short_sentence_leads_one_that_exceeds_the_maximum() -> None:
    text = f"It is brief. {'and so on ' * 20}to the end."
    settings: dict[str, object] = {"target_tokens": 20, "max_tokens": 30}
    assert cut(text, lead_ins="keep", **settings)[0].startswith("It is brief. and so on")
    assert cut(text, lead_ins="ignore", **settings)[0] == "It is brief."


def test_a_section_that_announces_the_ones_below_is_merged_with_the_first() -> None:
    text = (
        "# A\n\nThe changes since the last release are:\n\n## B\n\nOne two.\n\n## C\n\n"
        + "Six. " * 9
    )
    parts = cut(text, lead_ins="keep")
    assert parts[0].endswith("One two.")
    below = text.replace("## ", "# ")
    assert cut(below, lead_ins="keep")[0].endswith("are:")


def test_a_lead_in_stays_with_the_first_lines_of_an_item_that_fits_alone() -> None:
    text = f"Bring the following things:\n\n- {'A rope of ten meters. ' * 3}\n- Oars.\n"
    assert cut(text, lead_ins="keep")[0].endswith("- A rope of ten meters. A rope of ten meters.")


def test_of_several_lead_ins_the_one_right_above_a_block_stays_with_it() -> None:
    text = (
        "It is done as follows:\n\nWrite the next lines down now, all of them:\n\n```\na b c\n```\n"
    )
    parts = cut(text, lead_ins="keep")
    assert [part.split()[0] for part in parts] == ["It", "Write"]


@pytest.mark.parametrize("target", [7, 10, 13])
def test_verse_is_split_between_its_lines(target: int) -> None:
    text = "Low tide. Nobody\nsaw.\nThe pier was far. Still\nwe sailed.\n" * 6
    parts = cut(text, lead_ins="keep", target_tokens=target, max_tokens=2 * target)
    assert {part.split()[0] for part in parts} <= {"Low", "The"}


def test_verse_whose_sentences_end_inside_its_lines_is_split_between_lines() -> None:
    lines = (
        "They went. The tide is\nlow. Nobody\nsaw. The pier was far. Still\nhigh. It\nrose. Then\n"
    )
    parts = cut(lines * 9, lead_ins="keep", target_tokens=20, max_tokens=30)
    assert len(parts) > 5
    assert {part.split()[0] for part in parts} <= {line.split()[0] for line in lines.splitlines()}


def test_a_part_ends_before_a_term_with_a_definition_and_not_before_its_example() -> None:
    option = (
        "--{0}\n\n: Measures the {0} of the water at every pier of the harbor, and writes it."
        "\n\nExample:\n\n```\n tide --{0} north\n```\n\nSee also the other ones.\n\n"
    )
    text = "# TIDE\n\n" + "".join(
        option.format(name) for name in ("height", "speed", "warmth", "salt")
    )
    strategy = get("structure")(target_tokens=50, max_tokens=90, overlap_share=0, lead_ins="keep")
    starts = [each.text.lstrip()[:2] for each in chunk(Document(text), strategy).chunks]
    assert starts[1:] == ["--"] * (len(starts) - 1)
    assert len(starts) > 2
