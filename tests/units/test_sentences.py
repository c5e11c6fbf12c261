import pytest
import regex
from hostile import PIECES, SCALE, TEXTS
from hypothesis import given
from hypothesis import strategies as st

from chunking.core.document import Document
from chunking.core.units import Units
from chunking.units.layout import layout
from chunking.units.sentences import sentences


def units(text: str, language: str = "en") -> Units:
    return sentences(text, layout(Document(text)).blocks, language)


def found(text: str, language: str = "en") -> list[str]:
    rows = units(text, language)
    return [text[a:b] for a, b in zip(rows.starts, rows.ends, strict=True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n ", []),
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        # abbreviations
        (
            "Mr. Smith met Dr. Jones at 3 p.m. They left.",
            ["Mr. Smith met Dr. Jones at 3 p.m.", "They left."],
        ),
        ("Some, e.g. this, i.e. that. End.", ["Some, e.g. this, i.e. that.", "End."]),
        # decimals
        ("It costs 3.14 euros. So.", ["It costs 3.14 euros.", "So."]),
        ("Version 1.2.3 is out. Good.", ["Version 1.2.3 is out.", "Good."]),
        ("See example.com now. Then go.", ["See example.com now.", "Then go."]),
        # ellipses
        ("Wait... what? Yes… no. Well.", ["Wait... what?", "Yes… no.", "Well."]),
        ("One. ... Two.", ["One. ...", "Two."]),
        # quotes
        ("“Stop.” He ran.", ["“Stop.”", "He ran."]),
        ('"Why?" she asked. No.', ['"Why?" she asked.', "No."]),
        ("He said “No. Never.” Then left.", ["He said “No. Never.”", "Then left."]),
        # full stops of other scripts
        ("今天天气很好。我们去公园！你呢？", ["今天天气很好。", "我们去公园！", "你呢？"]),
        ("“好。”他说。", ["“好。”", "他说。"]),
        ("नमस्ते। यह है।", ["नमस्ते।", "यह है।"]),
        # no stops at all
        ("no punctuation at all here", ["no punctuation at all here"]),
        ("?! ... ;;", ["?! ... ;;"]),
        ("See. [Why?](#why) Go.", ["See.", "[Why?](#why)", "Go."]),
        ("Set self.__class__ first. Then go.", ["Set self.__class__ first.", "Then go."]),
    ],
)
def test_texts_have_the_expected_sentences(text: str, expected: list[str]) -> None:
    assert found(text) == expected


def test_german_abbreviations_and_dates_are_known_in_german() -> None:
    text = "Das ist z. B. gut. Er kam am 3. Mai an. Dr. Huber ging."
    assert found(text, "de") == ["Das ist z. B. gut.", "Er kam am 3. Mai an.", "Dr. Huber ging."]
    assert len(found(text, "en")) > 3


def test_an_unknown_language_is_accepted() -> None:
    assert found("One. Two.", "xx") == ["One.", "Two."]


@pytest.mark.parametrize("blank", ["\xa0", "\x85", "\u2028", "\u3000", "\u2009"])
def test_wide_whitespace_after_an_initial_is_accepted(blank: str) -> None:
    assert found(f"Plan A{blank}. Then home.")[-1] == "Then home."


def test_a_sentence_never_crosses_a_blank_line() -> None:
    assert found("He said “open. \n\nStill” open.") == ["He said “open.", "Still” open."]


def test_sentences_end_before_crlf_whole() -> None:
    assert found("One.\r\nTwo.\r\n\r\nThree") == ["One.", "Two.", "Three"]


def test_a_sentence_continues_over_a_line_end() -> None:
    assert found("One that\ngoes on. Two.") == ["One that\ngoes on.", "Two."]


def test_a_line_keeps_its_indentation() -> None:
    assert found("- One.\n  Two.") == ["- One.", "  Two."]


@pytest.mark.parametrize("stray", ["?!", "... !", "。。", "— !"])
def test_segments_without_a_letter_belong_to_the_sentence_before(stray: str) -> None:
    assert found(f"They went home. {stray} Then it rained.")[-1] == "Then it rained."
    assert len(found(f"They went home. {stray} Then it rained.")) == 2


@pytest.mark.parametrize("between", ["\n", "\n  ", "\n \u3000\u3000", " \x1c", "\xa0\xa0\xa0"])
def test_a_title_ends_no_sentence_whatever_whitespace_follows(between: str) -> None:
    assert found(f"- She saw Dr.{between}Who. Then left.") == [
        f"- She saw Dr.{between}Who.",
        "Then left.",
    ]


@pytest.mark.parametrize("number", ["1.", "12)", "(3)", "a.", "(b)", "iv.", "(xii)"])
@pytest.mark.parametrize("mark", ["<b>Term</b>", "`code`", "*Term*", "Term"])
def test_the_number_of_an_item_stays_with_its_item(number: str, mark: str) -> None:
    text = f"Intro here.\n\n{number}  {mark} of use. It ends.\n\n   {number} {mark} again. So."
    items = [each for each in found(text) if number in each]
    assert [each.split()[0] for each in items] == [number] * 2
    assert [mark in each for each in items] == [True] * 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<b>One thing.</b> Two things.", ["<b>One thing.</b>", "Two things."]),
        ("1. <i><b>Fees.</b></i>  They rise. So.", ["1. <i><b>Fees.</b></i>", "They rise.", "So."]),
        ("1. <b>Fees.</b>\n   a. They rise.", ["1. <b>Fees.</b>", "   a. They rise."]),
        # what goes on behind it is no end
        (
            "Write `<em>Ah...</em>` for it. Then go.",
            ["Write `<em>Ah...</em>` for it.", "Then go."],
        ),
    ],
)
def test_a_closing_tag_belongs_to_the_sentence_before(text: str, expected: list[str]) -> None:
    assert found(text) == expected


def test_a_closing_bracket_does_not_begin_a_sentence() -> None:
    aside = "(" + "This is what was said of it at length. " * 15
    assert found(f"{aside}So it was. ) Then it rained.")[-2:] == ["So it was. )", "Then it rained."]


def test_the_number_behind_a_bullet_stays_with_its_item() -> None:
    text = "  o 1. Boats\n      ? 1.1. Why do they float?\n      ? 1.2. How do they sink?\n"
    assert not [each for each in found(text) if each.rstrip().endswith((".1.", ".2.", " 1."))]


def test_the_mark_of_an_image_ends_no_sentence() -> None:
    badges = "\n".join(
        f"[![Tide {n}](https://a.example/{'x' * 60}.svg)](https://a.example/{n})" for n in range(9)
    )
    assert not [each for each in found(badges) if each.rstrip().endswith("!")]


def test_the_label_of_a_figure_stays_with_its_title() -> None:
    assert found("Example 6.2. The tide\n\nLow.") == ["Example 6.2. The tide", "Low."]
    assert found("Beispiel 3. Die Ebbe.") == ["Beispiel 3. Die Ebbe."]
    assert found("It is in\nSection 3. Low.") == ["It is in\nSection 3.", "Low."]


def test_numbers_inside_a_line_or_alone_are_no_list_items() -> None:
    assert found("There are 2. Then he left.") == ["There are 2.", "Then he left."]
    assert found("It was in\n1987. Then he left.") == ["It was in\n1987.", "Then he left."]
    assert found("He chose no. 7.\n\n1.\n\nNext.")[-1] == "Next."
    assert found("Is it a.? No.")[-1] == "No."


def test_a_word_that_ends_like_a_title_ends_a_sentence() -> None:
    assert found("We took the LDr. Then we left.") == ["We took the LDr.", "Then we left."]


def test_many_blocks_have_the_sentences_of_each_alone() -> None:
    said = f"“{'Not a word of it. ' * 30}”"
    parts = ["One. Two.", said, "Word " * 3000 + "end.", "Three."]
    text = "\n\n".join(parts * 40)
    assert found(text) == [each for part in parts for each in found(part)] * 40
    assert max(map(len, found(said))) < 40


def test_headings_fences_and_tables_stay_whole() -> None:
    text = "# One. Two.\n\n```\na. B. c.\n```\n| a. B. |\n|---|\n\nRain. Wind."
    assert found(text) == [
        "# One. Two.",
        "```\na. B. c.\n```",
        "| a. B. |\n|---|",
        "Rain.",
        "Wind.",
    ]
    assert units(text).atomic.tolist() == [False, True, True, False, False]


def test_a_long_paragraph_has_the_sentences_of_its_parts() -> None:
    passage = "Mr. Smith paid 3.14 euros, e.g. in Bonn. “Was it much?” No... Not at all! "
    assert found(passage * 1000) == found(passage) * 1000


def test_a_sentence_longer_than_a_part_is_one_sentence() -> None:
    long = "Word " + "word " * 5000 + "end."
    assert found(f"First one. {long} Last one.") == ["First one.", long, "Last one."]


@pytest.mark.parametrize(
    "text", ["“" * (200_000 // SCALE), "「字。" * (60_000 // SCALE), "“Word. " * (30_000 // SCALE)]
)
def test_unclosed_quotes_are_split_without_error(text: str) -> None:
    check(text)


def check(text: str) -> None:
    rows = units(text)
    blocks = layout(Document(text)).blocks
    boundaries = {0, *(match.end() for match in regex.finditer(r"\X", text))}
    at = 0
    for start, end in zip(rows.starts.tolist(), rows.ends.tolist(), strict=True):
        assert at <= start < end
        assert not text[at:start].strip()
        assert text[start:end].strip() == text[start:end].lstrip()
        assert start in boundaries
        block = int(blocks.starts.searchsorted(start, side="right")) - 1
        assert end <= blocks.ends[block], "a sentence crosses the end of its block"
        at = end
    assert not text[at:].strip()


@given(st.one_of(st.lists(st.sampled_from(PIECES)).map("".join), st.text(max_size=40)))
def test_sentences_leave_out_only_whitespace_and_split_no_character(text: str) -> None:
    check(text)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_hostile_texts_have_sentences(text: str) -> None:
    check(text)


def test_a_long_text_has_the_sentences_of_its_paragraphs() -> None:
    blocks = ["Dr. Ann came.   \n  She sat. “Is it?” he said.", "- One   \n  two. Three.", "…"]
    alone = [sentence for block in blocks for sentence in found(block)]
    assert found("\n\n".join(blocks * 6000)) == alone * 6000


@pytest.mark.parametrize(
    "text",
    ["Match S/../../6/03 now.", "Use \\fI!Handles\\fP here.", "See Sea.Tide.Ebb in /a/b-#.# now."],
)
def test_no_sentence_ends_inside_a_word(text: str) -> None:
    assert found(text) == [text]
