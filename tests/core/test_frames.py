"""Chunks as dictionaries, data frames and tables of notebooks."""

import sys

import pandas as pd
import pytest

from chunking import Document, chunk, get
from chunking.core.chunking import Chunking
from chunking.core.errors import ChunkingError
from chunking.output.comparison import compare

HOSTILE = '<script>alert(1)</script> & "quoted" \u202e $x$ \ud800 <img src=x onerror=alert(1)>'


def chunked(text: str = "# Tides\n\nTwice a day.\n\n# Bread\n\nFlour and water.") -> Chunking:
    return chunk(Document(text, "notes.md", route="a/notes.md"), get("structure")())


def test_all_frames_have_the_same_columns_and_values() -> None:
    found = chunked()
    table, frame = found.to_arrow(), found.to_pandas()
    assert table.column_names == list(frame)
    assert table.to_pylist() == [each.to_dict() for each in found]
    assert frame["text"].tolist() == table["text"].to_pylist() == found.texts
    assert frame["route"].unique().tolist() == ["a/notes.md"]
    assert frame["heading_path"].tolist() == [["Tides"], ["Bread"]]
    assert pd.isna(frame["parent"][0])


def test_lone_surrogates_become_replacement_characters() -> None:
    assert chunked("a\ud800b").to_arrow()["text"].to_pylist() == ["a\ufffdb"]
    assert chunked("a\ud800b").to_pandas()["text"].tolist() == ["a\ufffdb"]


def test_a_polars_frame_has_the_columns_of_the_table() -> None:
    pytest.importorskip("polars", reason="polars is optional")
    found = chunked()
    frame = found.to_polars()
    assert frame.columns == found.to_arrow().column_names
    assert frame["text"].to_list() == found.texts
    assert frame["heading_path"].to_list() == [["Tides"], ["Bread"]]


def test_without_polars_the_error_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ChunkingError, match="pip install polars"):
        chunked().to_polars()


def test_a_notebook_shows_the_first_chunks_and_the_number_of_others() -> None:
    text = "\n\n".join(f"# Part {i}\n\nText." for i in range(30))
    shown = chunked(text)._repr_html_()
    assert "notes.md by structure: 30 chunks" in shown
    assert shown.count("<tr>") == 21
    assert "10 more chunks" in shown


def test_hostile_text_is_no_markup_in_a_notebook() -> None:
    document = Document(f"# {HOSTILE}\n\n{HOSTILE}", HOSTILE)
    for shown in (
        chunk(document, get("structure")())._repr_html_(),
        compare(document, [get("structure")(), get("sentence")()])._repr_html_(),
    ):
        assert "<script" not in shown
        assert "<img" not in shown
        assert "&lt;script&gt;" in shown
        assert "mathjax_ignore" in shown
        shown.encode("utf-8")


def test_a_comparison_is_shown_with_its_metrics_and_agreement() -> None:
    document = Document("# A\n\n" + "One more sentence. " * 200)
    shown = compare(document, [get("structure")(), get("sentence")()])._repr_html_()
    for word in ("A: structure", "B: sentence", "agreement with A", "Chunks"):
        assert word in shown
