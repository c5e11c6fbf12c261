"""Titles of plain text without numbers: listed ones, and those that stand out."""

import pytest

from chunking.units.plain_text_headings import plain_text

PROSE = "the ferry left the pier at six, and nobody on board had seen the tide so low before.\n"


def paths(text: str) -> list[str]:
    return [" > ".join(path) for path in plain_text(text)[1].paths]


def entry(title: str, indent: str = "    ") -> str:
    """Return a title to the left of an indented text."""
    return f"{title}\n\n{indent}{PROSE}{indent}{PROSE}\n"


def test_titles_that_a_table_of_contents_lists_are_headings() -> None:
    contents = "Table of Contents\n\n1. Tides\n2. Boats\n\n    Ferries\n    Rafts\n\n3. Piers\n\n"
    titles = ["Chapter 1. Tides", "Chapter 2. Boats", "Ferries", "Rafts", "Chapter 3. Piers"]
    found = paths(contents + "".join(f"{title}\n\n{PROSE * 4}\n" for title in titles))
    assert found == [
        "Table of Contents",
        "Chapter 1. Tides",
        "Chapter 2. Boats",
        "Chapter 2. Boats > Ferries",
        "Chapter 2. Boats > Rafts",
        "Chapter 3. Piers",
    ]


def test_a_listed_question_may_have_two_lines_and_pages_do_not_matter() -> None:
    contents = (
        "Contents:\n\n1.0\tTides ......... 2\n1.1\tWhy does the ferry\n\tleave so late?  4\n"
        "1.2\tWho knows the pilot? ... 7\n\n"
    )
    titles = [
        "1.0\tTides",
        "1.1\tWhy does the ferry\n\tleave so late?",
        "1.2\tWho knows the pilot?",
    ]
    text = contents + "".join(f"{title}\n\n\t{PROSE}\n" for title in titles)
    assert len(paths(text)) == 4
    assert "1.0 Tides > 1.2 Who knows the pilot?" in paths(text)


def test_an_entry_that_recurs_nowhere_is_no_heading() -> None:
    text = "Contents\n\nTides\nBoats\nPiers\n\n" + f"Tides\n\n{PROSE * 3}\n" + f"Oars\n\n{PROSE}\n"
    assert paths(text) == []


@pytest.mark.parametrize(
    "titles",
    [
        ("Name", "Synopsis", "See also"),
        ("Status of this Memo", "Copyright Notice", "Abstract"),
        ("2021-03-04  Ada Moor  <ada@example.org>", "2021-02-01  Ben", "2020-12-24  Cy"),
        ("Mon Dec  9 00:49:22 GMT 2013  Ada <a@example.org>", "Sun Dec  8 2013", "Sat Dec  7 2013"),
        ("Version 1.45a (16-Dec-96)", "Version 1.44 (13-Nov-96):", "Version 1.43:"),
        ("ferry (2.1) unstable; urgency=low", "ferry (2.0) stable", "ferry (1.9) stable"),
    ],
)
def test_lines_to_the_left_of_an_indented_text_are_headings(titles: tuple[str, ...]) -> None:
    text = "".join(map(entry, titles))
    assert paths(text) == [" ".join(title.split()) for title in titles]


def test_lines_as_far_in_as_most_of_the_text_are_no_headings() -> None:
    steps = f"  You may run\n\n    ferry --list\n\n  {PROSE}  {PROSE}\n"
    titles = ["Name", "Synopsis", "Files"]
    assert paths("".join(entry(title, "  ") + steps for title in titles)) == titles


def test_a_title_may_stand_right_above_an_indented_text() -> None:
    text = "".join(f"{title}\n       {PROSE}\n" for title in ("NAME", "SYNOPSIS", "FILES"))
    assert paths(text) == ["NAME", "SYNOPSIS", "FILES"]


def test_a_title_in_capitals_to_the_left_of_its_text_may_have_two_lines() -> None:
    titles = ("Tides", "RULES OF THE FERRY FOR GUESTS\nAND CREW", "Piers")
    assert paths("".join(map(entry, titles))) == [title.replace("\n", " ") for title in titles]


def test_questions_to_the_left_of_their_answers_are_headings_of_any_length() -> None:
    questions = [
        "Why does the ferry leave at six although the tide is low?",
        "How do I know whether the pilot has come on board already?",
        "Where does it land?",
    ]
    text = "".join(f"   {question}\n    {PROSE}    {PROSE}\n" for question in questions)
    assert paths(text) == questions


def test_subjects_of_a_list_of_questions_are_headings() -> None:
    subjects = [f"Subject: {n}. Why is there no ferry {n}?" for n in (1, 2, 3)]
    row = "-" * 10
    assert paths("".join(f"{row}\n\n{each}\n\n{PROSE * 2}\n" for each in subjects)) == subjects


def test_the_first_line_of_an_item_whose_others_are_indented_is_no_heading() -> None:
    items = f"Note: the ferry to the island leaves late, and\n    {PROSE}\n" * 4
    assert paths(items) == []


def test_lines_below_a_row_are_headings() -> None:
    row = "=" * 60
    text = "".join(f"{row}\nTide {i}\n\n{PROSE}\n" for i in range(3))
    assert paths(text) == ["Tide 0", "Tide 1", "Tide 2"]


def test_rows_of_a_table_are_no_headings() -> None:
    row = "-" * 60
    assert paths("".join(f"{row}\nTide {i}\nhigh\n\n{PROSE}\n" for i in range(3))) == []


def test_stars_in_several_levels_are_headings() -> None:
    text = (
        "* Release 2\n\n** Fixed\n\n"
        + PROSE
        + "\n** Added\n\n"
        + PROSE
        + "\n* Release 1\n\nNone.\n"
    )
    assert paths(text) == ["Release 2", "Release 2 > Fixed", "Release 2 > Added", "Release 1"]
    items = "* Tide\n\n* Boat\n\n* Pier\n\n* Oar\n"
    assert paths(items) == []


def test_items_that_begin_with_stars_are_no_headings() -> None:
    items = f"** boats: new oars.\n\n** ferries: {PROSE}{PROSE}\n** rafts: {PROSE}{PROSE}\n"
    releases = [f"* Version {number}" for number in (3, 2, 1)]
    assert paths("".join(f"\n\n{release}\n\n{items}" for release in releases)) == [
        "Version 3",
        "Version 2",
        "Version 1",
    ]


def test_an_outermost_title_may_stand_above_text_as_an_item_does() -> None:
    items = "** one oar\n   is lost\n\n"
    text = f"* Boats\n\n{items}* Piers\n  They are old.\n\n{items}* Tides\n\n{items}"
    assert paths(text) == ["Boats", "Piers", "Tides"]


def test_stars_right_above_their_text_are_headings_and_entries_stay_whole() -> None:
    release = (
        "* Changes since 1.{0}\n** Boats\nTwo oars.\n\n** Piers\nOne berth.\n*** fix the rail\n"
        "*** fix the lamp, which went out\n   when it rained\n*** fix the bell\n\n"
    )
    found = paths("".join(release.format(n) for n in (3, 2)))
    assert found[:3] == [
        "Changes since 1.3",
        "Changes since 1.3 > Boats",
        "Changes since 1.3 > Piers",
    ]
    assert len(found) == 6


def test_releases_with_one_star_are_headings_among_items_with_one() -> None:
    release = "* Changes in Ferry 1.{0} [beta]\n\n* Fix the bell\n\n* Need tides 2.{0}\n\n"
    assert paths("".join(release.format(n) for n in (3, 2, 1))) == [
        f"Changes in Ferry 1.{n} [beta]" for n in (3, 2, 1)
    ]


def test_two_blanks_may_follow_the_stars() -> None:
    text = f"* Ferries\n\n**  Boats\n\n{PROSE}\n** Piers\n\n{PROSE}\n"
    assert paths(text) == ["Ferries", "Ferries > Boats", "Ferries > Piers"]


def test_a_copyright_between_two_blank_lines_is_no_title() -> None:
    lines = ("Ferries", "Copyright © 2021 Ruth Aro", "Piers", "Tides")
    text = f"{PROSE}" + "".join(f"\n\n\n{line}\n\n{PROSE}" for line in lines)
    assert paths(text) == ["Ferries", "Piers", "Tides"]


@pytest.mark.parametrize(
    "date", [" - May {} 2021", ", {} May 2021, by Ruth Aro", " (released 2021)"]
)
def test_a_release_with_its_date_is_a_heading(date: str) -> None:
    releases = [f"Version 1.{n}{date.format(n)}" for n in (3, 2, 1)]
    assert paths("".join(f"\n\n{release}\n\n{PROSE}" for release in releases)) == releases
    prose = [f"Ferry 1.{n} ran in 2021." for n in (3, 2, 1)]
    assert paths("".join(f"\n\n{line}\n\n{PROSE}" for line in prose)) == []


def test_what_an_outline_begins_with_is_outermost() -> None:
    release = f"*** Changes in Ferry {{}}\n\n* Boats\n\n{PROSE}\n* Piers\n\n{PROSE}\n"
    found = paths("".join(release.format(n) for n in (3, 2)))
    assert found[:2] == ["Changes in Ferry 3", "Changes in Ferry 3 > Boats"]


@pytest.mark.parametrize(
    "form",
    [
        "Visible changes between 0.{0} and 0.{1}:",
        "Done for version 2.{0} (released 1/{1}/2020):",
        "Date: 0{0}/01/00",
        "Date 2022-0{0}-11\nSummary: ferry 1.{0}\n---------",
    ],
)
def test_releases_right_above_what_changed_are_headings(form: str) -> None:
    releases = [form.format(n, n + 1) for n in (3, 2, 1)]
    text = "".join(f"{each}\n- {PROSE}- {PROSE}\n" for each in releases)
    assert paths(text) == [
        " ".join(each.removesuffix("\n---------").split("\n")) for each in releases
    ]


def test_commits_are_headings() -> None:
    text = "".join(
        f"commit {i}0c1fe42\nAuthor: Ada\nDate:   2021\n\n    Fix the tide\n\n" for i in range(3)
    )
    assert paths(text) == ["commit 00c1fe42", "commit 10c1fe42", "commit 20c1fe42"]


def test_single_lines_below_two_blank_lines_are_headings() -> None:
    titles = ("Boats and piers", "Tides, currents etc.")
    text = PROSE + "".join(f"\n\n{title}\n\n * {PROSE}\n * {PROSE}" for title in titles)
    assert paths(text) == list(titles)
    assert paths("\n\n\n".join([PROSE] * 6) + "\n\n\nOars\n\n" + PROSE) == []


def test_releases_with_their_date_at_the_margin_are_headings() -> None:
    releases = [f"Changes with ferry 1.{n}{' ' * 20}1{n} Oct 2022" for n in (3, 2, 1)]
    text = "".join(f"\n\n{release}\n\n    *) {PROSE}\n" for release in releases)
    assert paths(text) == [f"Changes with ferry 1.{n} 1{n} Oct 2022" for n in (3, 2, 1)]


def test_the_text_of_a_numbered_title_alone_may_be_underlined() -> None:
    assert paths(f"1. Boats\n   =====\n\n{PROSE}\n2. Rafts\n   =====\n\n{PROSE}") == [
        "1. Boats",
        "2. Rafts",
    ]


def test_releases_are_above_the_titles_with_stars_in_each() -> None:
    release = "\n\nChanges in 1.{0} (since 1.{1}):\n\n* Boats\n\n** Oars\n\n{2}{2}\n"
    text = PROSE + "".join(release.format(n, n - 1, PROSE) for n in (3, 2, 1))
    assert paths(text)[:3] == [
        "Changes in 1.3 (since 1.2):",
        "Changes in 1.3 (since 1.2): > Boats",
        "Changes in 1.3 (since 1.2): > Boats > Oars",
    ]


@pytest.mark.parametrize("form", ["New in 2.{}:", "Version 1.{}", "- 5.{} | 2022-02-02"])
def test_lines_with_a_version_alone_are_headings(form: str) -> None:
    releases = [form.format(n) for n in (3, 2, 1)]
    assert paths("".join(f"\n\n{each}\n\n  * {PROSE}\n" for each in releases)) == releases


def test_captions_with_a_number_are_no_headings() -> None:
    assert paths("".join(f"\nFigure 1.{n}\n\n{PROSE}" for n in (3, 2, 1))) == []


def test_an_underline_may_be_shorter_than_its_title_or_longer_above_a_blank_line() -> None:
    text = f"Unpacking and building it\n=============\n\n{PROSE}\nName\n{'-' * 60}\n\n{PROSE}\n"
    assert paths(text) == ["Unpacking and building it", "Unpacking and building it > Name"]
    assert paths(f"Name\n{'-' * 60}\nRuth\n\n{PROSE}\nIt was late.\n{'-' * 60}\n\n{PROSE}") == []


def test_underlined_titles_further_in_are_below() -> None:
    row = "=" * 5
    text = f"Tides\n{row}\n\n{PROSE}\n  Ferry\n  {row}\n\n{PROSE}\nBoats\n{row}\n\n{PROSE}"
    assert paths(text) == ["Tides", "Tides > Ferry", "Boats"]


def test_stars_are_above_equals_signs_unless_these_underline_the_title() -> None:
    def text(*signs: str) -> str:
        return "".join(f"Tide {i}\n{sign * 6}\n\n{PROSE}\n" for i, sign in enumerate(signs))

    assert paths(text("=", "*", "=")) == ["Tide 0", "Tide 1", "Tide 1 > Tide 2"]
    assert paths(text("=", "*", "*")) == ["Tide 0", "Tide 0 > Tide 1", "Tide 0 > Tide 2"]


def test_a_listed_title_below_that_of_a_numbered_one_is_on_its_level() -> None:
    contents = "Contents\n\n  1. Tides .... 2\n  2. Boats .... 3\n     Author ... 4\n\n"
    titles = ("1. Tides", "2. Boats", "Author")
    assert paths(contents + "".join(f"{t}\n\n   {PROSE}\n" for t in titles))[1:] == list(titles)


def test_listed_titles_stand_at_the_start_of_pages() -> None:
    contents = "Sisällys\n\nTides of old\t2\nBoats\t10\nPiers\t104\n\n"
    titles = ["Tides of old", "Boats", "Piers"]
    text = contents + "".join(f"\f{title}\n\n\n{PROSE * 4}\n\t" for title in titles)
    assert paths(text) == ["Sisällys", *titles]


def test_releases_may_have_three_stars() -> None:
    releases = [f"*** Release 1.{n} [2020-Jul-0{n}]" for n in (3, 2, 1)]
    text = "".join(f"{each}\n  * {PROSE}\n  * {PROSE}\n\n" for each in releases)
    assert paths(text) == [each.removeprefix("*** ") for each in releases]


def test_a_line_above_another_one_encloses_it() -> None:
    text = "".join(
        f"{part}\n\n\nEbb {i}\n\n{PROSE}\n\n\nFlood {i}\n\n{PROSE}\n\n\n"
        for i, part in enumerate(("Tides", "Boats"), 1)
    )
    assert paths(f"{PROSE}\n\n\n{text}End.") == [
        "Tides",
        "Tides > Ebb 1",
        "Tides > Flood 1",
        "Boats",
        "Boats > Ebb 2",
        "Boats > Flood 2",
    ]


def test_titles_of_verse_may_end_with_a_stop_in_capitals() -> None:
    text = "".join(f"{name}\n\n\n{PROSE}\n\n\n\n" for name in ("EBB.", "OH FLOOD!", "WHY?"))
    assert paths(f"{PROSE}\n\n\n\n{text}End.") == ["EBB.", "OH FLOOD!", "WHY?"]


def test_a_title_has_no_end_of_a_sentence_inside() -> None:
    text = "".join(f"{name}\n\n{PROSE}\n\n\n" for name in ("Ebb? Low! Tide?", "潮，水", "Low tide"))
    assert paths(f"{PROSE}\n\n\n{text}End.") == []


def test_titles_in_the_middle_of_the_text_are_headings() -> None:
    titles = ["THE TIDES\n" + " " * 33 + "Edition 2, June 1991", "Preamble", "How to Row"]
    text = "".join(f"{' ' * 36}{title}\n\n{PROSE}{PROSE}\n" for title in titles)
    assert paths(text) == ["THE TIDES Edition 2, June 1991", "Preamble", "How to Row"]
    assert not paths(text.replace(" " * 36, " " * 16))
    assert not paths(text.replace(PROSE, f"{PROSE}\n{' ' * 12}$ row --now\n\n"))


@pytest.mark.parametrize("line", ["APPENDIX: How to apply the terms.", "END OF TERMS"])
def test_an_appendix_without_a_number_is_a_heading(line: str) -> None:
    text = "".join(f"   {n}. Tides\n\n{PROSE * 4}\n" for n in range(1, 5))
    assert paths(f"{text}   {line}\n\n{PROSE}")[-1] == line


def test_a_title_below_a_row_as_long_as_it_is_a_heading() -> None:
    titles = ["EBBS", "FLOOD TIDE", "THE SLACK"]
    text = "".join(f"{'_' * len(each)}\n{each}\n\n{PROSE}\n" for each in titles)
    assert paths(f"Edition 1\n{text}") == titles
    assert paths(text.replace("_\n", "___\n")) == []


def test_lines_with_versions_above_lists_are_headings() -> None:
    lines = [f"List of changes from version 1.{i} to 1.{i + 1} (May)" for i in range(3)]
    text = "".join(f"{line}\n     - a faster ferry\n     - fixed the pier\n" for line in lines)
    assert paths(text) == lines
    assert paths(text.replace("     - ", "")) == []


def test_lines_with_stars_are_items_where_titles_have_equals_signs() -> None:
    items = f"* one\n* two\n** three\n\n{PROSE}\n"
    text = f"= Ebb =\n{PROSE}\n{items}== Flood ==\n\n{PROSE}\n{items}= Slack =\n\n{PROSE}"
    assert paths(text) == ["Ebb", "Ebb > Flood", "Slack"]


def test_dates_and_authors_of_changes_are_headings() -> None:
    entry = "{} Ada of the Northern Harbor <ada@harbor.example>\n\t* Ebb and flood are counted.\n\n"
    dates = "2021-03-17", "2021-04-02", "2022-01-09"
    assert paths("".join(map(entry.format, dates))) == [
        f"{date} Ada of the Northern Harbor <ada@harbor.example>" for date in dates
    ]


def test_a_list_at_the_beginning_whose_items_recur_names_the_titles() -> None:
    names = "Building a ferry", "The colors of piers", "Other questions"
    text = "We answer this:\n\n" + "".join(f"  • {name}\n" for name in names) + "\n"
    section = "\n\nQ. What is it?\n\n    A. It is what it was, low or high, as the tide has it.\n\n"
    assert paths(text + section.join([*names, ""])) == list(names)
    assert paths(text + section.join(["Ebb", "Flood", ""])) == []


def test_a_line_with_a_comma_at_its_end_is_no_title() -> None:
    assert paths("".join(map(entry, ("潮の満ち干", "港の船", "渡し船")))) != []
    assert paths("".join(map(entry, ("潮の満ち干は、", "港の船は、", "渡し船は、")))) == []
