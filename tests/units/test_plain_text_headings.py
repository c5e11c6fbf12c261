"""Headings of plain text."""

import pytest

from chunking import chunk, get
from chunking.core.document import Document
from chunking.core.units import UnitKind
from chunking.strategies.base import Strategy
from chunking.units.layout import layout
from chunking.units.plain_text_headings import plain_text

TEXT = "The river rose in the night. Nobody in the lower town had slept. " * 5


def paths(text: str) -> list[str]:
    return [" > ".join(path) for path in plain_text(text)[1].paths]


def sections(*headings: str) -> str:
    """Return a text in which each heading is a paragraph above one of prose."""
    return "".join(f"{heading}\n\n{TEXT}\n\n" for heading in headings)


def test_a_heading_is_a_block_of_its_own() -> None:
    text = "Intro.\n\nTitle\n=====\nText below.\n\n- item\n"
    blocks, outline = plain_text(text)
    spans = zip(blocks.starts.tolist(), blocks.ends.tolist(), strict=True)
    assert [text[a:b] for a, b in spans] == ["Intro.", "Title\n=====", "Text below.", "- item"]
    assert blocks.kinds.tolist() == [
        kind.code
        for kind in (
            UnitKind.PARAGRAPH,
            UnitKind.HEADING,
            UnitKind.PARAGRAPH,
            UnitKind.LIST_ITEM,
        )
    ]
    assert outline.path_at(0) == ()
    assert outline.path_at(len(text)) == ("Title",)


@pytest.mark.parametrize(
    "headings",
    [
        ("1. Introduction", "2. Terms", "3. Security Considerations"),
        ("1  Introduction", "2  Terms", "3  Security"),
        ("  0. Definitions.", "  1. Source Code.", "  2. Basic Permissions."),
        ("CHAPTER I.", "CHAPTER II.", "CHAPTER III."),
        ("Chapter 1: The Sea", "Chapter 2: The Land", "Chapter 3: The Town"),
        ("Chapter 1. Terms", "Chapter 2. apt-get", "Chapter 3: dpkg"),
        ("Article I", "Article II", "Article III"),
        ("第一章 海", "第二章 陆地", "第三章"),
        ("第 1 章：海", "第 2 章：陆地", "第 3 章：城"),
        ("1.1. /bin : Commands", "1.2. ~/.profile", "1.3. `make`"),
        ("§ 1 Geltung", "§ 2 Begriffe", "§ 3 Fristen"),
        ("Part One", "Part Two", "Part Three"),
        ("Book I: War", "Book II: Peace", "Book III: Home"),
        ("Section 1. Scope", "Section 2. Terms", "APPENDIX A"),
        ("GENERAL USAGE", "HINTS FOR EXPERTS", "NOTES"),
    ],
)
def test_series_of_headings(headings: tuple[str, ...]) -> None:
    assert paths(sections(*headings)) == [" ".join(heading.split()) for heading in headings]


def test_levels_follow_the_depth_of_the_number() -> None:
    text = sections("1. One", "1.1. Below", "1.1.1. Deep", "2. Two", "2.1 More")
    assert paths(text) == [
        "1. One",
        "1. One > 1.1. Below",
        "1. One > 1.1. Below > 1.1.1. Deep",
        "2. Two",
        "2. Two > 2.1 More",
    ]


def test_appendices_with_letters_follow_the_chapters() -> None:
    headings = ("1. Tides", "  1.1. Neap", "2. Piers", "A. Tables", "A.1. Ebb", "B. Names")
    assert paths(sections(*headings)) == [
        "1. Tides",
        "1. Tides > 1.1. Neap",
        "2. Piers",
        "A. Tables",
        "A. Tables > A.1. Ebb",
        "B. Names",
    ]


def test_a_title_with_a_number_may_be_the_last_line_of_a_paragraph() -> None:
    text = f"The charter.\n1. Scope\n\n{TEXT}\n2. Members\n\n{TEXT}\n3. Dues\n\n{TEXT}"
    assert paths(text) == ["1. Scope", "2. Members", "3. Dues"]
    blocks = plain_text(text)[0]
    assert text[blocks.starts[0] : blocks.ends[0]] == "The charter."
    lists = f"They bring:\n1. Rope\n2. Oars\n3. Bread\n\n{TEXT}\n\n"
    assert paths(lists * 3) == []


@pytest.mark.parametrize(
    ("titles", "between"),
    [
        (["1. Definitions", "2. Scope of the Dues", "3. End"], "\n"),
        (["1.Définitions", "2.Étendue des droits", "3.Fin"], "\n"),
        (["1. Umfang.", "2. Einräumung von Rechten.", "3. Ende."], " "),
        (["  1. Grant of Piers.", "  2. Grant of Oars.", "  3. End."], " "),
        (["1) Grant of Piers.", "2) Grant of Oars.", "3) End."], "\n   "),
    ],
)
def test_titles_with_numbers_may_begin_paragraphs(titles: list[str], between: str) -> None:
    text = "The charter.\n\n" + "".join(f"{title}{between}{TEXT}\n\n" for title in titles)
    assert paths(text) == [title.strip() for title in titles]
    blocks = plain_text(text)[0]
    assert text[blocks.starts[2] : blocks.ends[2]].strip() == TEXT.strip()
    missing = text.replace(titles[1], "Then").replace(titles[2], "At last")
    assert paths(missing) == []


def test_a_text_in_two_languages_has_its_numbering_twice() -> None:
    titles = ("1.   定义", "2.   语言", "3.   结束", "1.   Terms", "2.   Language", "3.   End")
    assert paths(sections(*titles)) == [" ".join(title.split()) for title in titles]


def test_rows_of_two_signs_around_a_title() -> None:
    text = "Low tide.\n\n******\nPiers:\n------\n\nText.\n\n*******\nFerries\n-------\n\nText.\n"
    assert paths(text) == ["Piers:", "Ferries"]


def test_levels_follow_the_keyword() -> None:
    parts = ("PART I", "Chapter 1", "Section 1", "Chapter 2", "PART II", "Chapter 3")
    text = sections(*parts, "PART III", "Chapter 1")
    assert paths(text) == [
        "PART I",
        "PART I > Chapter 1",
        "PART I > Chapter 1 > Section 1",
        "PART I > Chapter 2",
        "PART II",
        "PART II > Chapter 3",
        "PART III",
        "PART III > Chapter 1",
    ]


def test_an_underlined_title_may_have_blanks_after_its_number() -> None:
    for number in ("1.", "K.", "IV."):
        assert paths(f"{number}   Ebb and flood\n==================\n\n{TEXT}\n") == [
            f"{number} Ebb and flood"
        ]
    assert paths(f"High   Ebb and flood\n====================\n\n{TEXT}\n") == []


def test_levels_of_underlines_follow_their_order() -> None:
    text = "3. Packages\n***********\n\nText.\n\n3.1. The name\n------------\n\nText.\n\n"
    text += "All\n***\n\nText."
    assert paths(text) == ["3. Packages", "3. Packages > 3.1. The name", "All"]


def test_capitals_directly_above_a_number_enclose_it() -> None:
    text = sections("PREAMBLE") + "TERMS AND CONDITIONS\n\n"
    text += sections("1. Scope", "2. Terms", "3. End", "HOW TO APPLY")
    assert paths(text) == [
        "PREAMBLE",
        "TERMS AND CONDITIONS",
        "TERMS AND CONDITIONS > 1. Scope",
        "TERMS AND CONDITIONS > 2. Terms",
        "TERMS AND CONDITIONS > 3. End",
        "HOW TO APPLY",
    ]


def test_a_long_row_below_a_title_is_right_above_prose_or_none() -> None:
    prose = "潮水每天两次涨落，港口的人都知道。" * 3
    text = "".join(f"  {name}\n {'-' * 18}\n{prose}\n\n" for name in ("潮水", "渡船", "码头"))
    assert paths(text) == ["潮水", "渡船", "码头"]
    assert paths(text.replace(prose, "1")) == []


@pytest.mark.parametrize(
    "text",
    [
        sections("1. One", "2. Two"),
        sections("1. One", "1. Two", "1. Three"),
        sections("5. One", "6. Two", "7. Three"),
        sections("1. One ........ 3", "2. Two ........ 4", "3. Three ...... 5"),
        sections("1. One     3", "2. Two     4", "3. Three   5"),
        sections("1. the first item", "2. the second item", "3. the third item"),
        sections("1. Fixed a leak.", "2. Removed unused parts.", "3. Added another option."),
        sections("1. Fix,", "2. Fix,", "3. Fix,"),
        "1. One\n2. Two\n3. Three\n\n" + TEXT,
        sections("1. Line\nand more", "2. Line\nand more", "3. Line\nand more"),
        sections("Section 3 applies to all", "Section 4 applies", "Section 5 applies"),
        sections("ONE THING", "ANOTHER"),
        sections("ANNA", "BEN", "ANNA", "BEN", "ANNA", "BEN"),
        sections("HAMLET.", "HORATIO.", "MARCELLUS.", "BERNARDO."),
        sections("***   ***   ***", "***   ***   ***", "***   ***   ***"),
        sections("SIZE_ID", "A -> B", "X = Y", "MODE {ID}"),
        sections("Anna:", "Ben:", "Carla:"),
        "Wide title\n---\n\nText.",
        "Line one\nLine two\n--------\n\nText.",
        "Text.\n\n--------\n\nText.",
        "Last\n----",
        "2026-01-01 12:00:01 ERROR\n\n2026-01-01 12:00:02 ERROR\n\n2026-01-01 12:00:03 ERROR\n",
        sections("Chapter İ", "Chapter \u212a", "Chapter Iİ", "Part İİ", "Part \u017fix"),
        "",
    ],
)
def test_texts_without_headings(text: str) -> None:
    assert paths(text) == []


@pytest.mark.parametrize(
    ("act", "scene"), [("ACT I", "SCENE {}. The pier. Low tide."), ("Akt 1", "Szene {}: Am Ufer")]
)
def test_acts_and_scenes_of_a_play_are_headings(act: str, scene: str) -> None:
    speech = "ANNA. Where were you last night?\n\nBEN. At home. Why do you ask?\n\n" * 20
    play = f"{act}\n\n" + "".join(f"{scene.format(n)}\n\n{speech}" for n in (1, 2, 3))
    assert paths(play) == [act, *(f"{act} > {scene.format(n)}" for n in (1, 2, 3))]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_line_ends(line_end: str) -> None:
    text = sections("1. One", "2. Two", "3. Three") + "Title\n-----\nText."
    assert paths(text.replace("\n", line_end)) == ["1. One", "2. Two", "3. Three", "Title"]


@pytest.mark.parametrize("strategy", [get("structure")(), get("headings")(merge_below=0)])
def test_no_chunk_ends_with_a_heading(strategy: Strategy) -> None:
    text = sections(*(f"{i}. Title {'i' * i}" for i in range(1, 9)))
    found = chunk(Document(text, media_type="text/plain"), strategy)
    headings = layout(found.document).outline.starts.tolist()
    assert len(found) > 1
    assert set(found.start.tolist()) <= set(headings)
    assert found[1].heading_path
    assert not any(part.text.splitlines()[-1][:1].isdigit() for part in found)


def test_recursive_splits_at_headings_first() -> None:
    text = sections("1. One", "2. Two", "3. Three")
    found = chunk(
        Document(text, media_type="text/plain"), get("recursive")(max_tokens=100, overlap_tokens=0)
    )
    assert [part.text[:6] for part in found] == ["1. One", "2. Two", "3. Thr"]


def test_a_line_in_capitals_above_a_numbered_heading_is_a_heading() -> None:
    text = sections("TERMS AND CONDITIONS\n\n1. Definitions", "2. Source Code", "3. Licenses")
    assert paths(text)[:2] == ["TERMS AND CONDITIONS", "TERMS AND CONDITIONS > 1. Definitions"]


def test_an_underlined_title_may_be_longer_than_other_headings() -> None:
    name = "7.2. Binary dependencies - Depends, Recommends, Suggests, Enhances and all others"
    assert paths(f"{name}\n{'=' * len(name)}\n\n{TEXT}") == [name]


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("## {n}. Depths", "{n}. Depths"),
        ("=== Depths of {n} ===", "Depths of {n}"),
        ("====== Depths of {n} ===", "Depths of {n}"),
        ("{roman}. Depths", "{roman}. Depths"),
    ],
)
def test_marked_lines_and_roman_numbers_are_headings(line: str, title: str) -> None:
    text = "The tide comes in twice a day, and the harbor master writes it down. " * 4
    numbers = list(enumerate(("I", "II", "III", "IV"), 1))
    lines = [line.format(n=n, roman=roman) for n, roman in numbers]
    outline = plain_text("\n\n".join(f"{each}\n\n{text}" for each in lines))[1]
    assert [path[-1] for path in outline.paths] == [
        title.format(n=n, roman=roman) for n, roman in numbers
    ]


def test_comments_of_settings_are_no_headings() -> None:
    text = (
        "# The port\n\nport 1\n\n# The name\n# of the host\n\nname x\n\n# Another\n# one\n\na b\n\n"
    )
    assert not plain_text(text * 4)[1].paths


def test_numbered_headings_stand_at_the_margin_of_a_text_that_is_indented() -> None:
    margin = " " * 12
    text = sections("1.  The Boat", "2.  The Oars", "2.1.  Long Oars", "3.  The Pier")
    text = "Cover\n\n" + "".join(f"{margin}{line}".rstrip() + "\n" for line in text.splitlines())
    assert paths(text) == [
        "1. The Boat",
        "2. The Oars",
        "2. The Oars > 2.1. Long Oars",
        "3. The Pier",
    ]


def test_sections_may_be_numbered_below_the_keywords_of_articles() -> None:
    numbered = "      4.1 ENTRY\n", "      4.2 TERM\n"
    articles = [f"    Article {n} - TIDES\n" for n in range(1, 5)]
    found = paths(sections("    Preamble\n", *articles, *numbered))
    assert found[-2:] == ["Article 4 - TIDES > 4.1 ENTRY", "Article 4 - TIDES > 4.2 TERM"]


def test_a_text_may_be_a_single_chapter() -> None:
    assert paths(sections("CHAPTER 54. The Ferry's Story.")) == ["CHAPTER 54. The Ferry's Story."]


def test_a_long_title_with_a_number_has_two_lines_and_a_date_below_is_none() -> None:
    dated = f"Release date: August 16, 2018\n{'-' * 29}\n\n"
    text = sections(f"1. Agreement on ferries\nand rafts\n{'-' * 23}\n\n{dated}")
    assert paths(text) == ["1. Agreement on ferries and rafts"]


def test_a_section_may_stand_further_right_than_the_list_above() -> None:
    articles = [f"    Article {n} - TIDES\n" for n in range(1, 4)]
    parts = [f"      3.{n} EBB\n\n{TEXT}\n\n   1. rope\n\n   2. bell\n" for n in range(1, 4)]
    assert [path[-7:] for path in paths(sections(*articles, *parts))[3:]] == [
        "3.1 EBB", "3.2 EBB", "3.3 EBB"
    ]  # fmt: skip


def test_a_title_with_the_number_of_a_section_may_have_two_lines() -> None:
    titles = [f"Section {number}. General Terms of\nthe Ferry" for number in (1, 2, 3)]
    assert paths(sections(*titles)) == [" ".join(each.split()) for each in titles]


def test_the_number_of_a_chapter_alone_is_a_heading() -> None:
    assert paths("The Ferry\n\nBook I\n\nThe ferry left the pier at six.\n") == ["Book I"]
    assert paths("The Ferry\n\nBook I wrote\n\nThe ferry left the pier at six.\n") == []


def test_chapters_may_end_with_an_exclamation_and_appendices_have_letters() -> None:
    names = ("Kapitel 1. Auf See!", "Kapitel 2. Die Flut", "Anhang A. Tafeln", "A.1. Ebbe")
    assert paths(sections(*names)) == [
        "Kapitel 1. Auf See!", "Kapitel 2. Die Flut", "Anhang A. Tafeln",
        "Anhang A. Tafeln > A.1. Ebbe",
    ]  # fmt: skip


def test_a_number_that_ends_a_sentence_on_its_own_line_is_no_heading() -> None:
    text = sections("1. Tides", "2. Piers", "3. Boats")
    assert "§4.2." not in paths(text.replace("slept. \n", "slept, see 4.1,\n§4.2.\n", 1))


def test_a_single_act_encloses_its_scenes() -> None:
    assert paths(sections("ACT IV.", "SCENE I. A Cave.", "SCENE II. A Pier.")) == [
        "ACT IV.", "ACT IV. > SCENE I. A Cave.", "ACT IV. > SCENE II. A Pier.",
    ]  # fmt: skip


def test_the_next_title_of_a_series_may_end_with_a_stop() -> None:
    titles = [f"Section {i}.  About the ferries" for i in range(1, 4)]
    last = "Section 4.  About ferries of\nwestern rivers."
    assert paths(sections(*titles, ".", last))[-1] == "Section 4. About ferries of western rivers."


@pytest.mark.parametrize("names", [("ferries", "Piers", "Boats"), ("Ebb", "Flood tide", "slack")])
def test_titles_below_rows_alike_enclose_all_others(names: tuple[str, ...]) -> None:
    row = f"   {'=' * 40}\n" * 2
    licenses = "".join(f"{row}\n{name}\n\n{TEXT}\n\nParts\n-----\n\n{TEXT}\n\n" for name in names)
    found = [path for name in names for path in (name, f"{name} > Parts")]
    assert paths(f"{TEXT}\n\n{licenses}") == found
    others = f"{row}\n{TEXT}\n\n" * 2
    assert names[0] not in paths(f"{TEXT}\n\n{licenses}{others}")


def test_the_rows_above_a_title_belong_to_it() -> None:
    row = "-" * 50
    text = "".join(f"{row}\n{row}\n\n{i}. Tides\n\n{TEXT}{TEXT}\n\n" for i in range(1, 5))
    outline = plain_text(text)[1]
    assert [" > ".join(path) for path in outline.paths] == [f"{i}. Tides" for i in range(1, 5)]
    assert all(text.startswith(row, start) for start in outline.starts.tolist())
    text = f"{TEXT}\n\n{row}\n{row}\nBoats\n-----\n\n{TEXT}"
    outline = plain_text(text)[1]
    assert outline.paths[0] == ("Boats",)
    assert outline.starts.tolist() == [text.index(row)]


def test_an_underlined_table_of_contents_encloses_no_sections() -> None:
    text = f"Inhalt\n======\n\nEbbe, Flut\n\nEbbe\n----\n\n{TEXT}\n\nFlut\n----\n\n{TEXT}\n"
    assert paths(text) == ["Inhalt", "Ebbe", "Flut"]


def test_a_title_between_long_rows_may_be_centered_and_end_with_a_colon() -> None:
    row = "-" * 60
    text = "".join(f"{row}\n     {name}:\n{row}\nEbb and\nflood.\n\n" for name in ("Oars", "Piers"))
    assert paths(text) == ["Oars:", "Piers:"]


def test_underlined_versions_without_words_are_titles() -> None:
    text = "".join(
        f"{name}\n{'-' * len(name)}\n- Ebb.\n\n" for name in ("v2.1 - 2010", "v2.0 (beta)")
    )
    assert paths(text) == ["v2.1 - 2010", "v2.0 (beta)"]


def test_numbers_of_several_levels_are_titles_right_above_text() -> None:
    text = "Tides.\n\n" + "".join(
        f"3.{i} {name}\n{TEXT}\n\n" for i, name in enumerate(("Ebb", "Oars", "Pier"), 1)
    )
    assert paths(text) == ["3.1 Ebb", "3.2 Oars", "3.3 Pier"]
