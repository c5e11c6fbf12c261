"""Where text comes from in its file: pages, chapters, cells, times and rows."""

import json
from pathlib import Path

import pytest
from loadable import epub, placed_pdf

from chunking import Chunking, chunk, get, load
from chunking.core.origin import Locations, join_parts
from chunking.loading import load_bytes
from chunking.output.export.jsonl import from_jsonl, to_jsonl

PAGES = Locations("pages", [10, 40, 90], [1, 2, 3])


@pytest.mark.parametrize(
    ("span", "found"),
    [
        ((10, 40), [1]),
        ((0, 11), [1]),
        ((20, 60), [1, 2]),
        ((40, 90), [2]),
        ((39, 91), [1, 2, 3]),
        ((500, 600), [3]),
        ((0, 10), []),
    ],
)
def test_a_span_is_from_the_parts_that_it_overlaps(span: tuple[int, int], found: list[int]) -> None:
    assert PAGES.of(*span) == found


def test_of_rows_and_times_only_the_outer_ones_are_listed() -> None:
    assert Locations("rows", [0, 5, 10, 15], range(1, 5)).of(3, 12) == [1, 3]
    assert Locations("times", [0, 5], ["00:00:01", "00:00:09"]).of(0, 3) == ["00:00:01"] * 2


def test_parts_with_one_label_are_one_location() -> None:
    text, locations = join_parts("chapters", [("A", "one"), ("A", "two"), ("B", "three")])
    assert text == "one\n\ntwo\n\nthree"
    assert locations == Locations("chapters", [0, 10], ["A", "B"])
    assert join_parts("cells", []) == ("", None)


NOTEBOOK = json.dumps(
    {
        "nbformat": 4,
        "cells": [
            {"cell_type": "markdown", "source": "# Tides"},
            {"cell_type": "code", "source": ""},
            {"cell_type": "code", "source": "print(1)"},
        ],
    }
)
BOOK = {"a": "<h1>Tides</h1>", "b": "<p>No title.</p>", "c": "<h2>Moon</h2>"}
SUBTITLES = """1
00:00:01,000 --> 00:00:02,000
The sea rises.

2
00:01:05,500 --> 00:01:07,000
It falls.
"""


@pytest.mark.parametrize(
    ("data", "name", "kind", "first", "last"),
    [
        (NOTEBOOK.encode(), "x.ipynb", "cells", [1], [3]),
        (SUBTITLES.encode(), "x.srt", "times", ["00:00:01"] * 2, ["00:01:05"] * 2),
        (b"name,age\nAnna,3\nBen,4\n", "x.csv", "rows", [1, 1], [3, 3]),
        (b'{"a": 1}\n{"b": 2}\n', "x.jsonl", "rows", [1, 1], [2, 2]),
        (epub(BOOK), "x.epub", "chapters", ["Tides"], ["Moon"]),
    ],
)  # fmt: skip
def test_the_loader_locates(
    data: bytes, name: str, kind: str, first: list[object], last: list[object]
) -> None:
    document = load_bytes(data, name)
    locations = document.locations
    assert locations is not None
    assert locations.kind == kind
    assert locations.of(0, 1) == first
    assert locations.of(len(document.text.rstrip()) - 1, len(document.text)) == last
    starts = list(locations.starts)
    assert starts == sorted(set(starts))
    assert all(not document.text[start].isspace() for start in starts)


def two_pages(tmp_path: Path) -> Chunking:
    line = "The sea rises and falls twice a day, as the moon goes round the earth."
    file = tmp_path / "x.pdf"
    file.write_bytes(
        placed_pdf([[(72, 700 - 14 * i, 12, "Helvetica", line) for i in range(9)]] * 2)
    )
    return chunk(load(file), get("sentence")(max_tokens=100))


def test_rows_hold_the_pages(tmp_path: Path) -> None:
    chunking = two_pages(tmp_path)
    assert {page for each in chunking for page in each.location} == {"1", "2"}
    lines = to_jsonl(chunking)
    rows = [json.loads(line) for line in lines.splitlines()]
    assert [row["location"] for row in rows] == [each.location for each in chunking]
    assert {row["location_kind"] for row in rows} == {"pages"}
    assert len(from_jsonl(lines, chunking.document)) == len(chunking)


def test_without_locations_their_columns_are_empty() -> None:
    (found,) = chunk("The sea rises. It falls.", get("sentence")())
    assert (found.location_kind, found.location) == (None, [])
