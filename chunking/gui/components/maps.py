"""The views of a sweep and of the likeness of a text to itself, and what lies over the curve."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from chunking.gui.components.assets import renderer
from chunking.gui.components.mounting import mount, parcel_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunking.arrays import Codes, Ints


class Overlay(TypedDict):
    """One more signal in the curve: `dash` are lengths of lines and gaps in pixels.

    One that is no similarity hangs from the top, from 0 on, on a scale of its own.
    """

    signal: str
    label: str
    dash: list[int]
    colour: str
    hangs: bool


def store_heat(document_id: str, edges: Ints, shades: Codes, low: float, high: float) -> None:
    """The map of a document's likeness to itself is in the page, sent once.

    Cell i reaches from `edges[i]` to `edges[i + 1]`, (m + 1,). `shades` are the similarities,
    (m, m): 0 is `low`, 255 is `high`.
    """
    header = {"kind": "heat", "id": document_id, "count": len(shades), "low": low, "high": high}
    payload = edges.astype("<i4").tobytes() + shades.tobytes()
    renderer("store")(data=parcel_of(header, payload), key="store.heat")


def overlay(group: str, document_id: str, signals: Sequence[Overlay], key: str) -> None:
    """Have the curve of a group draw these signals too, which are stored; none clears them."""
    header = {"kind": "overlays", "id": group, "document": document_id, "signals": list(signals)}
    renderer("feed")(data=parcel_of(header, b""), key=key)


def heat(
    group: str, key: str, *, height: int = 560, on_select: Callable[[int], None] | None = None
) -> None:
    """How alike every two places of the document are, with the chunks on the diagonal."""
    mount("heat", key, {"group": group, "height": height}, on_select)


def sweep(
    *,
    key: str,
    measure: tuple[str, str, str, int],
    axes: Sequence[tuple[str, Sequence[float | str]]],
    values: Sequence[float | None],
    cuttings: Sequence[int],
    present: int | None,
    exact: bool = False,
    height: int = 440,
    on_select: Callable[[int], None] | None = None,
) -> None:
    """A measure over one or two settings, a cell each; a cell that is clicked is adopted.

    `measure` is its title, its unit, which is better and its decimals; `axes` are labels with their
    values, the second one across. `values` and `cuttings` go cell by cell, the last axis first: the
    measure, or None, and the number of the way to cut (-1 where there is none, -2 where it is not
    known yet).
    `present` is the cell of the present settings where `exact`, else the one that is nearest.
    """
    title, unit, better, decimals = measure
    words = {"title": title, "unit": unit, "better": better, "decimals": decimals}
    data = {
        "measure": words,
        "axes": [{"label": label, "values": list(each)} for label, each in axes],
        "values": list(values),
        "cuttings": list(cuttings),
        "present": present,
        "exact": exact,
        "height": height,
        "version": f"{title} {sum(number > -2 for number in cuttings)} {present}",
    }
    mount("sweep", key, data, on_select)
