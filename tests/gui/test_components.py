"""What the views are sent, and that they mount wherever Streamlit runs a script."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from chunking.gui.components import ChunkColumns, OutcomeColumns, Published, Wanted
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
        "unread": [],
    }


def test_no_overlap_anywhere_is_one_figure() -> None:
    assert columns((0, 0, 0)).packed()["overlaps"] == 0


def test_no_chunks_are_empty_columns() -> None:
    none = ints()
    packed = ChunkColumns(none, none, none, none, [], [], np.zeros(0, dtype=np.bool_)).packed()
    assert packed["sizes"] == packed["leads"] == packed["oversize"] == []


def header(parcel: bytes) -> dict[str, Any]:
    """The part of a parcel that is JSON."""
    length = int.from_bytes(parcel[:4], "little")
    found: dict[str, Any] = json.loads(parcel[4 : 4 + length])
    assert len(parcel) == 4 + length
    return found


def test_what_is_published_names_its_group_its_version_and_each_heading_once() -> None:
    sent = header(
        Published(
            document_id="d",
            signal_id=None,
            version="v",
            length=41,
            chunks=columns(),
            headings=[("A",), ("A", "B"), ("A",)],
            figures=[("3", "chunks")],
            wanted=Wanted(1, [(20, "why")]),
        ).parcel("tune")
    )
    assert (sent["kind"], sent["id"], sent["version"], sent["document"]) == (
        "chunking", "tune", "v", "d",
    )  # fmt: skip
    assert sent["chunks"] == columns().packed()
    assert sent["headings"] == {"words": [["A"], ["A", "B"]], "codes": [0, 1, 0]}
    assert sent["figures"] == [["3", "chunks"]]
    assert sent["wanted"] == {"version": "v", "row": 1, "gaps": [[20, "why"]], "large": ""}


def test_a_text_without_headings_sends_none() -> None:
    sent = header(Published("d", None, "v", 41, columns(), headings=[(), (), ()]).parcel("g"))
    assert sent["headings"] is None


@pytest.mark.parametrize("script", [views._STORE_JS, views._FEED_JS, *views._VIEW_JS.values()])
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
        page.store("d", "one two", key="document")
        page.store_signal("s", ints(4), np.array([0.5]), ints(3), key="signal")
        page.publish(page.Published("d", "s", "1", 7, chunks).parcel("g"), key="live")
        page.publish_wanted("g", page.Wanted(0, []), "1", key="wanted")
        page.say("g", "d", "Two chunks.", key="said")
        page.pick("g", 4, 1, key="pick")
        page.readout("g", key="readout")
        page.curve("g", key="curve")
        page.text("g", key="text", on_select=lambda _: None)
        page.detail("g", key="detail")
        page.sweep(
            key="sweep", measure=("Chunks", "", "neither", 0), axes=[("Threshold", [0.1, 0.2])],
            values=[1.0, None], cuttings=[0, -1], present=None,
        )  # fmt: skip
        page.compare(
            key="compare", document_id="d", version="1", lanes=[page.Lane("a", chunks)] * 2,
            address={"lanes": "2", "a.strategy": "fixed"},
        )  # fmt: skip

    app = AppTest.from_function(script, default_timeout=60).run()
    assert not app.exception
    app.run()
    assert not app.exception


def test_the_lives_of_boundaries_come_as_bytes_beside_the_outcomes() -> None:
    found = OutcomeColumns(
        values=np.array([0.1, 0.2]),
        counts=ints(3, 4),
        medians=np.array([12.5, 10]),
        largest=ints(20, 11),
        plateaus=[(0, 1)],
        offsets=ints(7, 258),
        first=ints(0, 1),
        last=ints(1, 1),
    )
    columns, payload = found.packed()
    assert columns == {
        "values": [0.1, 0.2], "counts": [3, 4], "medians": [12.5, 10.0], "largest": [20, 11],
        "plateaus": [[0, 1]], "lives": 2,
    }  # fmt: skip
    assert payload == bytes([7, 0, 0, 0, 2, 1, 0, 0, 0, 1, 1, 1])
