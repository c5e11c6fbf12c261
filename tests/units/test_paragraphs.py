import pytest
from hostile import HUGE, PIECES, TEXTS
from hypothesis import given
from hypothesis import strategies as st

from chunking.core.units import UNIT_KINDS, UnitKind
from chunking.units.paragraphs import paragraphs, paragraphs_and_lists
from chunking.units.plain_text_headings import plain_text


def found(text: str) -> list[str]:
    units = paragraphs(text)
    return [text[a:b] for a, b in zip(units.starts, units.ends, strict=True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t\n ", []),
        ("One.", ["One."]),
        ("One.\n\nTwo.", ["One.", "Two."]),
        ("One.\nstill one.", ["One.\nstill one."]),
        ("One.\r\n\r\nTwo.", ["One.", "Two."]),
        ("One.\r\rTwo.", ["One.", "Two."]),
        ("One.\r\nstill one.", ["One.\r\nstill one."]),
        ("One.\n \t\nTwo.", ["One.", "Two."]),
        ("One.\n\n\n\n\nTwo.", ["One.", "Two."]),
        ("\n\n  One.  \n\n\n", ["  One."]),
        ("One.\n\n    two\n    more", ["One.", "    two\n    more"]),
        ("One.\n\u3000\n\u3000Two.", ["One.", "\u3000Two."]),
        ("One.\n\x0c\nTwo.", ["One.", "Two."]),
        ("One.\u2028\u2028Two.", ["One.\u2028\u2028Two."]),
    ],
)
def test_paragraphs_stand_between_blank_lines(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("One.\n\nTwo.", [("paragraph", "One."), ("paragraph", "Two.")]),
        (
            "- one\n  more\n- two\n\n* three",
            [("list_item", "- one\n  more"), ("list_item", "- two"), ("list_item", "* three")],
        ),
        (
            "There are two:\r\n  1. one\r\n  2. two",
            [
                ("paragraph", "There are two:"),
                ("list_item", "  1. one"),
                ("list_item", "  2. two"),
            ],
        ),
        ("(1) one\n(2) two", [("list_item", "(1) one"), ("list_item", "(2) two")]),
        ("   o one\n   o two", [("list_item", "   o one"), ("list_item", "   o two")]),
        ("o one\no two", [("paragraph", "o one\no two")]),
        ("– Yes.\r– No.", [("list_item", "– Yes."), ("list_item", "– No.")]),
        # A bullet begins an item amid a paragraph, and opens a list below another.
        ("- one\n* more", [("list_item", "- one"), ("list_item", "* more")]),
        # Signs and numbers at which a long line was wrapped begin none.
        (
            "It was late\n- too late\n- by far.",
            [("paragraph", "It was late\n- too late\n- by far.")],
        ),
        ("That was in\n1990. Then", [("paragraph", "That was in\n1990. Then")]),
        ("-\n\n1.\n\n-x", [("paragraph", "-"), ("paragraph", "1."), ("paragraph", "-x")]),
    ],
)
def test_plain_text_has_paragraphs_and_list_items(
    text: str, expected: list[tuple[str, str]]
) -> None:
    units = paragraphs_and_lists(text)
    spans = zip(units.kinds, units.starts, units.ends, strict=True)
    assert [(str(UNIT_KINDS[kind]), text[a:b]) for kind, a, b in spans] == expected
    assert not units.atomic.any()


def test_paragraphs_have_the_given_kind_and_are_not_atomic() -> None:
    units = paragraphs("a\n\nb", UnitKind.CODE)
    assert [UNIT_KINDS[code] for code in units.kinds] == [UnitKind.CODE, UnitKind.CODE]
    assert not units.atomic.any()


def check(text: str) -> None:
    at = 0
    for paragraph, start in zip(found(text), paragraphs(text).starts.tolist(), strict=True):
        assert not text[at:start].strip()
        assert start == 0 or text[start - 1] in "\r\n"
        assert paragraph == paragraph.rstrip()
        lines = paragraph.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        assert all(line.strip() for line in lines)
        at = start + len(paragraph)
    assert not text[at:].strip()


@given(st.one_of(st.lists(st.sampled_from(PIECES)).map("".join), st.text("ab \n\r\t\u2028")))
def test_paragraphs_contain_no_blank_line_and_leave_out_only_whitespace(text: str) -> None:
    check(text)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_hostile_texts_have_paragraphs(text: str) -> None:
    check(text)


@pytest.mark.parametrize("key", ["blank lines", "blank lines with blanks"])
def test_a_hundred_thousand_blank_lines_separate_two_paragraphs(key: str) -> None:
    assert found(HUGE[key]()) == ["First.", "Last."]


def test_fortunes_and_utterances_are_blocks() -> None:
    fortunes = "Ebb.\n%\nFlood.\nTide.\n%\nPier.\n%\nBoat.\n"
    assert plain_text(fortunes)[0].starts.tolist() == [0, 7, 22, 30]
    utterances = "@Begin\n" + "*ADA:\tebb .\n%mor:\tn|ebb\n\t.\n" * 3
    blocks = plain_text(utterances)[0]
    assert [utterances[at] for at in blocks.starts] == ["@", "*", "*", "*"]


def test_long_lines_are_paragraphs() -> None:
    lines = ["Ebb. " * 50, "Short.", "Still short.", "Flood. " * 50, "Tide. " * 50]
    text = "\n".join(line.rstrip() for line in lines)
    units = plain_text(text)[0]
    found = [text[a:b] for a, b in zip(units.starts, units.ends, strict=True)]
    assert [each[:5] for each in found] == ["Ebb. ", "Short", "Flood", "Tide."]
    assert found[1] == "Short.\nStill short."


@pytest.mark.parametrize(("end", "count"), [(".", 4), (",", 1)])
def test_indented_lines_below_sentences_begin_paragraphs(end: str, count: int) -> None:
    text = f"The ferry left{end}\n" + f"  The pilot saw\nthe tide{end}\n" * 3
    assert len(plain_text(text)[0]) == count


def test_the_stars_of_a_comment_are_no_bullets() -> None:
    text = "/*\n * The software is\n * free of charge.\n */"
    assert len(paragraphs_and_lists(text)) == 1
    assert len(paragraphs_and_lists(text.replace("/*", "Notes"))) == 3
