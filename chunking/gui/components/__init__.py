"""The views that run in the browser: the readout, the curve, the text, the detail, the comparison.

A document and a signal are put into the page once (`store`, `store_signal`). What is cut is
published apart from the views that draw it (`publish`): a step of a slider sends one small
message, and all views of its `group` draw themselves. Every offset given to a function here
counts UTF-16 units: convert with `Utf16`. The views of a group share the chunk that is looked
at, which follows a click at once in the page; Python hears of it a moment later through
`on_select`.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui.components.assets import renderer
from chunking.gui.components.columns import Changes, ChunkColumns, Lane, MeasureRow
from chunking.gui.components.gaps import Marked, Marks, store_gaps
from chunking.gui.components.maps import Overlay, heat, overlay, store_heat, sweep
from chunking.gui.components.mounting import mount, parcel_of
from chunking.gui.components.outcomes import OutcomeColumns, Swept, publish_outcomes
from chunking.gui.components.published import Published, Wanted
from chunking.gui.components.utf16 import Utf16

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from chunking.arrays import Floats, Ints

__all__ = [
    "Changes",
    "ChunkColumns",
    "Lane",
    "Marked",
    "Marks",
    "MeasureRow",
    "OutcomeColumns",
    "Overlay",
    "Published",
    "Swept",
    "Utf16",
    "Wanted",
    "compare",
    "curve",
    "detail",
    "figure",
    "heading",
    "heat",
    "keys",
    "measures",
    "outcome",
    "overlay",
    "pick",
    "publish",
    "publish_outcomes",
    "publish_wanted",
    "readout",
    "say",
    "store",
    "store_gaps",
    "store_heat",
    "store_signal",
    "sweep",
    "text",
]


def store(document_id: str, text: str, key: str) -> None:
    """The text of a document is in the page under `document_id`, sent once.

    The page keeps the last few documents. The views' code comes with it, so a page that
    shows a view calls this too.
    """
    # "replace" puts one unit for a lone surrogate, so no offset moves.
    payload = text.encode("utf-8", "replace")
    renderer("store")(data=parcel_of({"kind": "document", "id": document_id}, payload), key=key)


def store_signal(signal_id: str, gaps: Ints, scores: Floats, unit_ends: Ints, key: str) -> None:
    """A signal is in the page under `signal_id`, sent once.

    `gaps[i]` is where the unit after gap i starts, `unit_ends[i]` where the unit before it
    ends, `scores[i]` the similarity across it (NaN where there is none); all (n,).
    """
    payload = b"".join(
        (
            gaps.astype("<i4").tobytes(),
            unit_ends.astype("<i4").tobytes(),
            scores.round(4).astype("<f4").tobytes(),
        )
    )
    header = {"kind": "signal", "id": signal_id, "count": len(gaps)}
    renderer("store")(data=parcel_of(header, payload), key=key)


def publish(
    parcel: bytes,
    key: str,
    *,
    on_setting: Callable[[str, float], None] | None = None,
    on_marks: Callable[[Sequence[Marked]], None] | None = None,
) -> None:
    """Have the views of a group draw this: what `Published.parcel` made.

    `on_setting` hears of each value that is chosen in a view, and of which setting, as
    "strategy.field"; `on_marks` of all marks that were made since the last one published, and
    perhaps of some before it. What they change is to be published from the same fragment.
    """

    def pulled() -> None:
        value = (st.session_state.get(key) or {}).get("setting")
        if on_setting is not None and value:
            on_setting(str(value[0]), float(value[1]))

    def marked() -> None:
        rows = (st.session_state.get(key) or {}).get("marked")
        if on_marks is not None and rows:
            on_marks([Marked(int(n), str(of), int(at), str(how)) for n, of, at, how in rows])

    renderer("feed")(data=parcel, key=key, on_setting_change=pulled, on_marked_change=marked)


def publish_wanted(group: str, wanted: Wanted, version: str, key: str) -> None:
    """What was wanted but not cut in the chunk that is looked at, for what is drawn already."""
    header = {"kind": "wanted", "id": group, **wanted.packed(version)}
    renderer("feed")(data=parcel_of(header, b""), key=key)


def say(
    group: str,
    document_id: str,
    sentences: str,
    key: str,
    *,
    gold: Sequence[tuple[str, str]] = (),
    judged: str = "",
) -> None:
    """Have the readout of a group say this of a document.

    `gold` are measures against what is marked by hand, as (value, name), `judged` says on what.
    """
    header = {
        "kind": "said",
        "id": group,
        "document": document_id,
        "text": sentences,
        "gold": [list(each) for each in gold],
        "judged": judged,
    }
    renderer("feed")(data=parcel_of(header, b""), key=key)


def pick(group: str, offset: int, number: int, key: str) -> None:
    """Have the views of a group look at the chunk that holds `offset`; once for each number."""
    header = {"kind": "pick", "id": group, "offset": offset, "number": number}
    renderer("feed")(data=parcel_of(header, b""), key=key)


def heading(group: str, key: str) -> None:
    """The document that the views of a group show."""
    mount("heading", key, {"group": group}, None)


def readout(group: str, key: str, *, on_select: Callable[[int], None] | None = None) -> None:
    """What came out, in figures and sentences; one leads from chunk to chunk that is too long."""
    mount("readout", key, {"group": group}, on_select)


def curve(group: str, key: str, *, on_select: Callable[[int], None] | None = None) -> None:
    """The similarity across each gap of the document, with a mark at each cut."""
    mount("curve", key, {"group": group}, on_select)


def text(
    group: str, key: str, *, height: int = 560, on_select: Callable[[int], None] | None = None
) -> None:
    """The document chunk by chunk, with the reason at each boundary."""
    mount("text", key, {"group": group, "height": height}, on_select)


def outcome(group: str, key: str, *, height: int = 260) -> None:
    """How many chunks and how large at every value of a setting; a click sets it."""
    mount("outcome", key, {"group": group, "height": height}, None)


def detail(group: str, key: str, *, height: int = 560) -> None:
    """The chunk that is looked at: its figures, and exactly what is embedded."""
    mount("detail", key, {"group": group, "height": height}, None)


def keys(key: str, visit: str, on_resume: Callable[[str], None]) -> None:
    """A button that lists what the keys do, as `?` does anywhere.

    The page keeps the name of the visit; once it is loaded again, `on_resume` hears the name of the
    visit that it had before.
    """

    def resumed() -> None:
        before = (st.session_state.get(key) or {}).get("before")
        if before:
            on_resume(str(before))

    renderer("keys")(data={"visit": visit}, key=key, on_before_change=resumed)


def figure(chart: str, name: str, key: str) -> None:
    """A button that saves the Plotly chart of that key as SVG or PNG under a name."""
    renderer("figure")(data={"chart": chart, "name": name}, key=key)


def compare(
    *,
    key: str,
    document_id: str,
    version: str,
    lanes: Sequence[Lane],
    changes: Changes | None = None,
    steps: tuple[bool, bool] = (False, False),
    address: Mapping[str, str],
    height: int = 560,
) -> None:
    """Two to six ways to cut one document, side by side and aligned by position.

    The way from difference to difference is that of `changes`; without, wherever not all agree.
    `steps` say whether there is a setting to take back and one to make again; `address` holds
    all that is set, as the page's address says it.
    """
    data = {
        "document": document_id,
        "version": version,
        "lanes": [{"title": lane.title, **lane.chunks.packed()} for lane in lanes],
        "changes": None if changes is None else changes.packed(),
        "steps": list(steps),
        "address": dict(address),
        "height": height,
    }
    mount("compare", key, data, None)


def measures(
    *, key: str, lanes: Sequence[str], rows: Sequence[MeasureRow], name: str = "measures"
) -> None:
    """A table of measures, a row each, with a value for each of the lanes.

    It can be copied, and saved as the CSV file of that name.
    """
    data = {"lanes": list(lanes), "rows": [asdict(row) for row in rows], "name": name}
    mount("measures", key, data, None)
