"""Columns of text, and tables without rules, whose lines are set from left to right."""

from typing import TypeAlias

from loadable import placed_pdf

from chunking.loading.pdf.convert import convert

LEFT = (
    "The mill stands at the lower end of",
    "the village, where two brooks meet,",
    "and its wheel has turned since the",
    "days of the first miller.",
)
RIGHT = (
    "Flour is ground on three days of a",
    "week, and on the others the stones",
    "are dressed, which takes the miller",
    "and his son half a day.",
)


Line: TypeAlias = tuple[float, float, float, str, str]


def by_row(*columns: tuple[str, ...], width: int = 250) -> list[Line]:
    """Return lines that are set row by row, with a column for every `width` points."""
    return [
        (50 + width * i, 700 - 14 * row, 11, "Helvetica", column[row])
        for row in range(max(map(len, columns)))
        for i, column in enumerate(columns)
        if row < len(column)
    ]


def test_columns_that_are_set_row_by_row_follow_one_another() -> None:
    text = convert(placed_pdf([by_row(LEFT, RIGHT)])).text
    assert text.split() == " ".join([*LEFT, *RIGHT]).split()


def test_a_longer_column_ends_before_the_next_one() -> None:
    left = (*LEFT, "He came from across the hills.")
    text = convert(placed_pdf([by_row(left, RIGHT)])).text
    assert text.split() == " ".join([*left, *RIGHT]).split()


def test_lines_across_all_columns_stay_above_them() -> None:
    title: Line = (
        50,
        740,
        11,
        "Helvetica",
        "A report on the mills of the county, and on their keepers",
    )
    text = convert(placed_pdf([[title, *by_row(LEFT, RIGHT)]])).text
    assert text.startswith(title[-1])
    assert text.split() == " ".join([title[-1], *LEFT, *RIGHT]).split()


def test_rows_of_a_table_without_rules_stay_lines() -> None:
    names = ("Grain", "Rye", "Spelt", "Wheat")
    sacks = ("Sacks", "120", "75", "few")
    text = convert(placed_pdf([by_row(names, sacks)])).text
    assert text.splitlines() == ["Grain Sacks", "Rye 120", "Spelt 75", "Wheat few"]


def test_rows_are_a_table_if_their_header_has_another_font() -> None:
    header, *rows = by_row(("Grain", "Rye", "Spelt"), ("State", "ripe", "sown"))
    page = [(*header[:3], "Helvetica-Bold", "Grain"), (*rows[0][:3], "Helvetica-Bold", "State")]
    text = convert(placed_pdf([[*page, *rows[1:]]])).text
    assert text == "| Grain | State |\n| --- | --- |\n| Rye | ripe |\n| Spelt | sown |"


def test_two_lines_that_share_a_gap_are_no_columns() -> None:
    text = convert(placed_pdf([by_row(LEFT[:2], RIGHT[:2])])).text
    assert f"{LEFT[0]} {RIGHT[0]}" in text


def test_rows_below_a_header_without_digits_are_a_table_if_a_column_is_of_numbers() -> None:
    rows = (("Flour", "Sacks", "Price"), ("Rye", "4", "0.25"), ("Oats", "7", "1.50"))
    table = [
        (72 + 150 * i, 700 - 16 * row, 11, "Helvetica", cell)
        for row, cells in enumerate(rows)
        for i, cell in enumerate(cells)
    ]
    assert convert(placed_pdf([table])).text == (
        "| Flour | Sacks | Price |\n| --- | --- | --- |\n| Rye | 4 | 0.25 |\n| Oats | 7 | 1.50 |"
    )


def test_list_items_are_no_rows_of_a_table() -> None:
    marks = ("1.", "2.", "3.")
    text = convert(placed_pdf([by_row(marks, LEFT[:3], width=30)])).text
    assert text.splitlines() == [f"{a} {b}" for a, b in zip(marks, LEFT, strict=False)]


def test_items_of_a_list_stay_with_their_explanations() -> None:
    labels = tuple(
        f"\\267 {label}" for label in ("Turn the wheel", "Stop the wheel", "Dress it well")
    )
    lines = convert(placed_pdf([by_row(labels, RIGHT[:3])])).text.splitlines()
    assert lines[0] == f"• Turn the wheel {RIGHT[0]}"
    assert [line.split()[-1] for line in lines] == [line.split()[-1] for line in RIGHT[:3]]


def test_lines_of_a_full_cell_are_in_its_row() -> None:
    names = ("mill", "", "weir", "", "", "gate")
    cells = (
        "Grinds the grain of the village and of",
        "the farms around it.",
        "Holds the water of both brooks, and lets",
        "it flow when the gate is lift-",
        "ed.",
        "Is lifted by hand.",
    )
    rows = [each for each in by_row(names, cells, width=100) if each[-1]]
    assert convert(placed_pdf([rows])).text.split("\n") == [
        "mill Grinds the grain of the village and of the farms around it.",
        "weir Holds the water of both brooks, and lets it flow when the gate is lifted.",
        "gate Is lifted by hand.",
    ]


def test_a_short_line_below_a_cell_is_no_part_of_it() -> None:
    rows = by_row(("mill", "weir", "gate"), ("grain", "water of both brooks in the valley", "oak"))
    rows.append((300, 658, 11, "Helvetica", "ash"))
    assert convert(placed_pdf([rows])).text.endswith("gate oak\n\nash")
