"""Loaders benchmark: rates of words, headings and furniture, on small files with known counts."""

import sys
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.loaders import convert, judge, rows
from benchmarks.loaders_reference import Content, content_of, pairs, table_rows, title, words

PAGE = (
    "<nav><a>Next page</a><a>One</a></nav><main><h1>1. One<a class=headerlink>¶</a></h1>"
    "<p>Some words</p></main><footer><a>Imprint</a></footer><script>no</script>"
)


def test_words_are_counted_without_markup_and_addresses() -> None:
    text = "An **exam-\nple** of [text](http://a.b), well-known; an `A-\nB`."
    assert words(text) == Counter(["an", "example", "of", "text", "well", "known", "an", "a", "b"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1.2. The *Name*", "thename"), ("Chapter 3 The Name", "thename"), ("12", "12")],
)
def test_headings_are_compared_without_numbers(text: str, expected: str) -> None:
    assert title(text) == expected


def test_a_page_has_its_main_part_and_furniture(tmp_path: Path) -> None:
    file = tmp_path / "a.html"
    file.write_text(PAGE, encoding="utf-8")
    assert content_of(file, "html") == Content(
        words("1 One Some words"), Counter(["one"]), Counter(["next page", "imprint", "¶"])
    )


def test_missing_and_extra_words_headings_and_furniture_are_counted() -> None:
    content = Content(words("One some words here"), Counter(["one"]), Counter(["next page"]))
    found = judge("# One\n\nNext page\n\nsome wo-\nrds", content)
    assert (found["lost"], found["extra"]) == (1, 2)
    assert (found["left"], found["furniture"]) == (1, 1)
    assert (found["headings"], found["known"], found["hyphens"]) == (1, 1, 1)


def test_pairs_show_the_order_and_rows_are_found_in_lines() -> None:
    layout = "Grain   Sacks   Price\nRye      120    0.10\nSpelt    75     0.20\n\nThe end.\n"
    content = Content(
        words(layout), Counter(), Counter(), pairs("one two three"), table_rows(layout)
    )
    found = judge("two three one\n\n| Rye | 120 | 0.10 |", content)
    assert (found["kept"], found["pairs"]) == (1, 2)
    assert (found["in lines"], found["rows"]) == (1, 3)
    assert not table_rows("two   cells\ntwo   cells\ntwo   cells\n")


def test_our_loader_runs_in_a_process(tmp_path: Path) -> None:
    file = tmp_path / "a.html"
    file.write_text("<h1>One</h1><p>Some words</p>", encoding="utf-8")
    found = convert("ours", file, sys.executable)
    assert (found.text, found.error) == ("# One\n\nSome words", "")
    file.with_name("b.pdf").write_bytes(b"%PDF-1.4 and no more")
    assert "LoadError" in convert("ours", file.with_name("b.pdf"), sys.executable).error


def test_a_process_without_an_answer_is_a_crash(tmp_path: Path) -> None:
    assert convert("unknown", tmp_path, sys.executable).error == "crash"


def test_rates_are_of_all_files_of_a_format() -> None:
    content = Content(words("a b c d"), Counter(["a"]), Counter())
    found = [
        {"format": "html", "system": "ours", "error": "", "seconds": 1.0, "peak": 9.0,
         **judge(text, content)}
        for text in ("# a\nb", "a b c d e")
    ]  # fmt: skip
    (row,) = rows(found)
    assert (row["lost %"], row["headings %"], row["furniture %"]) == (25, 50, "–")
    assert (row["files"], row["seconds"], row["peak"]) == (2, 2.0, 9)
