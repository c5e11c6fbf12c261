"""The views that run in the browser: the curve, the text, and the comparison.

A document and a signal are put into the page once (`store`, `store_signal`, outside of any
fragment); after that a view is sent boundaries only. Every offset given to a function here
counts UTF-16 units: convert with `Utf16`. Views of one `group` share their selection, which
follows a click at once in the page; Python hears of it a moment later through `on_select`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import streamlit as st

from chunking.gui.components.assets import renderer
from chunking.gui.components.columns import ChunkColumns, CutColumns, Lane
from chunking.gui.components.utf16 import Utf16

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunking.types import Floats, Ints

__all__ = [
    "ChunkColumns",
    "CutColumns",
    "Lane",
    "Picked",
    "Utf16",
    "compare",
    "curve",
    "store",
    "store_signal",
    "text",
]


@dataclass(frozen=True, slots=True)
class Picked:
    """What was last clicked in a view: the index of a chunk, or None.

    It stays until the next click in the same view; `on_select` tells which view was last.
    """

    selected: int | None


def store(document_id: str, text: str, key: str) -> None:
    """The text of a document is in the page under `document_id`, sent once.

    The page keeps the last few documents. The views' code comes with it, so a page that
    shows a view calls this too.
    """
    # "replace" puts one unit for a lone surrogate, so no offset moves.
    payload = text.encode("utf-8", "replace")
    renderer("store")(data=_parcel({"kind": "document", "id": document_id}, payload), key=key)


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
    renderer("store")(data=_parcel(header, payload), key=key)


def curve(
    *,
    key: str,
    document_id: str,
    signal_id: str | None,
    version: str,
    length: int,
    cuts: CutColumns,
    threshold: float | None,
    density: Sequence[int] = (),
    selected: int | None = None,
    bounds: tuple[float, float] | None = None,
    message: str = "",
    height: int = 190,
    group: str | None = None,
    on_select: Callable[[int], None] | None = None,
) -> Picked:
    """The similarity across each gap of the document, with a mark at each cut.

    `length` is the document's, in UTF-16 units. `density` counts, over equal bins of the
    document, the gaps that were wanted but not cut. The axis of similarities spans the
    signal and the threshold, and `bounds` where given. `message` stands in the middle where
    there is no signal. `version` names what is drawn; the page carries it once it is drawn.
    """
    data = {
        "group": group or key,
        "document": document_id,
        "signal": signal_id,
        "version": version,
        "length": length,
        "cuts": cuts.packed(),
        "threshold": threshold,
        "density": list(density),
        "selected": selected,
        "bounds": bounds,
        "message": message,
        "height": height,
    }
    return _mount("curve", key, data, on_select)


def text(
    *,
    key: str,
    document_id: str,
    version: str,
    chunks: ChunkColumns,
    wanted: Sequence[tuple[int, str]] = (),
    selected: int | None = None,
    height: int = 560,
    group: str | None = None,
    on_select: Callable[[int], None] | None = None,
) -> Picked:
    """The document chunk by chunk, with the reason at each boundary.

    `wanted` lists the gaps that were wanted but not cut, as (offset, label); those inside
    the selected chunk are shown in it.
    """
    data = {
        "group": group or key,
        "document": document_id,
        "version": version,
        "chunks": chunks.packed(),
        "wanted": [list(gap) for gap in wanted],
        "selected": selected,
        "height": height,
    }
    return _mount("text", key, data, on_select)


def compare(
    *,
    key: str,
    document_id: str,
    version: str,
    lanes: Sequence[Lane],
    height: int = 560,
) -> Picked:
    """Two to four strategies on one document, side by side and aligned by position."""
    data = {
        "group": key,
        "document": document_id,
        "version": version,
        "lanes": [{"title": lane.title, **lane.chunks.packed()} for lane in lanes],
        "height": height,
    }
    return _mount("compare", key, data, None)


def _mount(
    name: str, key: str, data: dict[str, Any], on_select: Callable[[int], None] | None
) -> Picked:
    def selected_changed() -> None:
        picked = _picked(st.session_state.get(key))
        if on_select is not None and picked is not None:
            on_select(picked)

    result = renderer(name)(data=data, key=key, on_selected_change=selected_changed)
    return Picked(_picked(result))


def _picked(state: Any) -> int | None:  # noqa: ANN401 (Streamlit's mapping of a component's state)
    """The index in a view's state, which the page sends as [index, number of the click].

    Without the number, a second click on the same chunk would be no change of state, and
    no callback would tell that the selection came back from another view.
    """
    value = state.get("selected") if state else None
    return int(value[0]) if value else None


def _parcel(header: dict[str, Any], payload: bytes) -> bytes:
    """Bytes for the store: the length of the header, the header as JSON, the payload.

    As bytes, since Streamlit encodes and hashes JSON twice on every run: 20 ms for 1 MB.
    """
    head = json.dumps(header).encode()
    return len(head).to_bytes(4, "little") + head + payload
