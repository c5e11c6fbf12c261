"""What the views are sent, and that they mount wherever Streamlit runs a script."""

from __future__ import annotations

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from chunking.gui.components import ChunkColumns, CutColumns
from chunking.gui.components import assets as views


def ints(*values: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array(values, dtype=np.int64)


def columns(overlaps: tuple[int, ...] = (0, 3, 0)) -> ChunkColumns:
    return ChunkColumns(
        starts=ints(0, 12, 30),
        ends=ints(10, 28, 41),
        overlaps=ints(*overlaps),
        tokens=ints(3, 4, 3),
        reasons=["similarity", "max_tokens", "fits"],
        labels=["0.31 < 0.55", "max_tokens 4", ""],
        oversize=np.array([False, True, False]),
    )


def test_chunks_are_packed_as_distances_and_words_said_once() -> None:
    assert columns().packed() == {
        "leads": [0, 2, 2],
        "sizes": [10, 16, 11],
        "overlaps": [0, 3, 0],
        "tokens": [3, 4, 3],
        "reasons": {"words": ["similarity", "max_tokens", "fits"], "codes": [0, 1, 2]},
        "labels": {"words": ["0.31 < 0.55", "max_tokens 4", ""], "codes": [0, 1, 2]},
        "oversize": [1],
    }


def test_no_overlap_anywhere_is_one_figure() -> None:
    assert columns((0, 0, 0)).packed()["overlaps"] == 0


def test_no_chunks_are_empty_columns() -> None:
    none = ints()
    packed = ChunkColumns(none, none, none, none, [], [], np.zeros(0, dtype=np.bool_)).packed()
    assert packed["sizes"] == packed["leads"] == packed["oversize"] == []


def test_cuts_are_packed_as_steps() -> None:
    packed = CutColumns(ints(12, 30), ["similarity"] * 2, ["a", "b"]).packed()
    assert packed["steps"] == [12, 18]
    assert packed["reasons"] == {"words": ["similarity"], "codes": [0, 0]}


@pytest.mark.parametrize("script", [views._STORE_JS, *views._VIEW_JS.values()])
def test_a_script_is_one_module_that_reads_no_html_and_asks_no_host(script: str) -> None:
    assert script.count("export default") == 1
    for forbidden in (
        "innerHTML",
        "insertAdjacentHTML",
        "outerHTML",
        "document.write",
        "http",
        "fetch(",
    ):
        assert forbidden not in script


@pytest.mark.parametrize("_", [1, 2])
def test_the_views_mount_in_every_new_runtime(_: int) -> None:
    def script() -> None:
        import numpy as np

        from chunking.gui import components as page

        def ints(*values: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
            return np.array(values, dtype=np.int64)

        chunks = page.ChunkColumns(
            ints(0, 4),
            ints(3, 7),
            ints(0, 0),
            ints(1, 1),
            ["size", "fits"],
            ["", ""],
            ints(0, 0) > 0,
        )
        cuts = page.CutColumns(ints(4), ["size"], [""])
        page.store("d", "one two", key="document")
        page.store_signal("s", ints(4), np.array([0.5]), ints(3), key="signal")
        picked = page.curve(
            key="curve",
            document_id="d",
            signal_id="s",
            version="1",
            length=7,
            cuts=cuts,
            threshold=0.5,
        )
        assert picked == page.Picked(None)
        page.text(key="text", document_id="d", version="1", chunks=chunks, on_select=lambda _: None)
        page.compare(
            key="compare", document_id="d", version="1", lanes=[page.Lane("a", chunks)] * 2
        )

    app = AppTest.from_function(script).run()
    assert not app.exception
    app.run()
    assert not app.exception
