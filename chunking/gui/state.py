"""What one visitor has: what they did, what they look at, and what is said to them.

The only file that knows a key of the session that is not a widget's own.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

from chunking.gui.opened import MOST
from chunking.gui.shown import Latest
from chunking.gui.visit import Visit

if TYPE_CHECKING:
    from chunking.gui.files import OnDisk
    from chunking.gui.opened import Documents
    from chunking.strategies import Strategy
    from chunking.types import Chunking, Document

_NOTICES = "notices"
_PICKED = "picked_offset"
_POSSIBLE = "possible_strategies"
_LATEST = "latest"
_VISIT = "visit"

# The picker of presets on Tune.
PRESET = "preset"
# Whether the marks cut.
APPLY = "marks.apply"
# How many lanes Compare shows.
SIDE_BY_SIDE = "lanes"

_numbers = itertools.count(1)


def documents() -> Documents:
    """The visitor's documents, and which of them they look at."""
    return visit().documents


def open_document(found: Document, on_disk: OnDisk | None = None) -> None:
    """Keep a document of the visitor's own, look at it, and say which had to be closed for it."""
    _say_closed(documents().add(found, on_disk))


def show_document(found: Document) -> None:
    """Look at the sample it is, or at it as one of the visitor's own; the same is said."""
    _say_closed(documents().show(found))


def _say_closed(closed: list[Document]) -> None:
    for each in closed:
        notify(f"{each.source} was closed: {MOST} documents of your own are open at a time.")


def document() -> Document:
    """The document they look at, with what they said of it."""
    return documents().document()


def notify(sentence: str, place: str = "") -> None:
    """Have a sentence shown at the next run, in its place: an error of a callback."""
    key = _NOTICES + place
    st.session_state[key] = [*st.session_state.get(key, []), sentence]


def take_notices(place: str = "") -> list[str]:
    """The sentences that wait to be shown, once."""
    waiting: list[str] = st.session_state.pop(_NOTICES + place, [])
    return waiting


def latest() -> Latest:
    """What this visitor's Tune shows."""
    found: Latest = st.session_state.setdefault(_LATEST, Latest())
    return found


def adopt(strategy: Strategy) -> None:
    """Have Tune set to these settings when it is drawn next."""
    visit().adopted = strategy


def adopted() -> Strategy | None:
    """The settings that were adopted and that Tune has not taken yet."""
    return visit().adopted


def take_adopted() -> Strategy | None:
    """The same, once."""
    found, visit().adopted = visit().adopted, None
    return found


def selected(chunking: Chunking) -> int | None:
    """The chunk the visitor looks at. They look at a place: it holds while boundaries move."""
    offset = documents().place
    if offset is None or len(chunking) == 0:
        return None
    return max(0, int(np.searchsorted(chunking.start, offset, side="right")) - 1)


def select(row: int | None) -> None:
    """Look at a chunk of what is shown, or at none."""
    cut = latest().cut
    offset = None
    if row is not None and cut is not None and 0 <= row < len(cut.chunking):
        offset = int(cut.chunking.start[row])
    documents().place = offset


def pick_row(row: int) -> None:
    """Look at a chunk that was picked outside of the views, which must be told."""
    select(row)
    place = documents().place
    if place is not None:  # else it was of what was shown before
        st.session_state[_PICKED] = (place, next(_numbers))


def picked_row() -> tuple[int, int] | None:
    """The place picked last outside of the views, and the number of that pick."""
    found: tuple[int, int] | None = st.session_state.get(_PICKED)
    return found


def baseline() -> dict[str, Any] | None:
    """What is pinned, in plain values: the hash of its document, and the spec of its strategy.

    Chunks made elsewhere have no strategy but `chunks`, pairs of offsets, and a `title`.
    """
    return visit().baseline


def pin(value: dict[str, Any] | None) -> None:
    """Keep what is pinned; None unpins."""
    visit().baseline = value


def elsewhere(document: Document) -> tuple[str, bytes] | None:
    """The name and the content of the file of chunks that were made elsewhere of a document."""
    return visit().elsewhere.get(document.sha256)


def keep_elsewhere(document: Document, file: tuple[str, bytes] | None) -> None:
    """Keep a file of chunks that were made elsewhere of a document; None drops it."""
    visit().elsewhere[document.sha256] = file


def library() -> tuple[Document, ...]:
    """The documents that are looked at together."""
    return visit().library


def keep_library(found: tuple[Document, ...]) -> None:
    """Look at these documents together."""
    visit().library = found


def keep_possible(key: str, strategy: Strategy) -> None:
    """Remember the settings that made a strategy, for when the next ones make none."""
    st.session_state[_POSSIBLE] = {**st.session_state.get(_POSSIBLE, {}), key: strategy}


def possible(key: str) -> Strategy | None:
    """The settings that made a strategy last."""
    found: Strategy | None = st.session_state.get(_POSSIBLE, {}).get(key)
    return found


def visit() -> Visit:
    """What this visitor has done, wherever they are."""
    found: Visit = st.session_state.setdefault(_VISIT, Visit())
    return found


def keep_visit(found: Visit) -> None:
    """Go on with another visit in the place of this one."""
    st.session_state[_VISIT] = found


def note_step(strategy: Strategy) -> None:
    """Keep what is set on Tune now as a step to come back to."""
    visit().note(strategy, st.session_state.get(PRESET))
