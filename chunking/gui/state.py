"""What one visitor has: their documents, what they said about them, and the chunk they look at.

The only file that knows a key of the session that is not a widget's own.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

from chunking.gui.shown import Latest
from chunking.gui.visit import Visit
from chunking.samples import SAMPLES, sample

if TYPE_CHECKING:
    from chunking.chunks import Chunking
    from chunking.gui.files import OnDisk
    from chunking.strategies import Strategy
    from chunking.types import Document

# The widget that picks the document; its options are the keys of `choices`.
PICKER = "document"

# What a pasted text is called.
PASTED = "pasted.md"

_CHOSEN = "chosen_document"
_OWN = "own_documents"
# What was said of documents, by their keys in the picker.
ABOUT = "about_documents"
_NOTICES = "notices"
_SELECTED = "selected_offset"
_PICKED = "picked_offset"
_POSSIBLE = "possible_strategies"
_LATEST = "latest"
_ON_DISK = "documents_on_disk"
_BEGUN = "visit_has_begun"
_BASELINE = "baseline"
_ELSEWHERE = "chunks_made_elsewhere"
_LIBRARY = "library_documents"
_ADOPTED = "adopted_strategy"
_VISIT = "visit"

# The picker of presets on Tune.
PRESET = "preset"
# How many lanes Compare shows.
SIDE_BY_SIDE = "lanes"

# Documents of one's own that are kept; the one that was opened first goes first.
_MOST = 8

_numbers = itertools.count(1)


def choices() -> dict[str, str]:
    """The documents to choose from: their keys, and what the picker shows."""
    own = {key: document.source for key, document in _own().items()}
    return {**{each.name: each.title for each in SAMPLES}, **own}


def pick(asked: str | None) -> None:
    """Let the picker of this page begin with what was chosen before, else with `asked`.

    A control belongs to its page: on another one, one of the same key would begin anew. What is
    set before it is drawn stays, so it is set on every run.
    """
    found = choices()
    wanted = (st.session_state.get(PICKER), st.session_state.get(_CHOSEN), asked)
    chosen = next((key for key in wanted if key in found), next(iter(found)))
    st.session_state[PICKER] = st.session_state[_CHOSEN] = chosen


def document() -> Document:
    """The chosen document, with what the visitor said about it."""
    key = st.session_state.get(PICKER)
    if key not in choices():
        key = next(iter(choices()))
    own = _own()
    found = own[key] if key in own else _sample(key)
    return replace(found, **st.session_state.get(ABOUT, {}).get(key, {}))


def begins() -> bool:
    """Whether this visit has just begun; true once."""
    begun = bool(st.session_state.get(_BEGUN))
    st.session_state[_BEGUN] = True
    return not begun


def add(found: Document, on_disk: OnDisk | None = None) -> None:
    """Keep a document of the visitor's own, and choose it; `on_disk` is the file it came from."""
    key = _key_of(found)
    own = {**{k: v for k, v in _own().items() if k != key}, key: found}
    st.session_state[_OWN] = dict(list(own.items())[-_MOST:])
    st.session_state[PICKER] = key
    if on_disk is not None:
        st.session_state[_ON_DISK] = {**st.session_state.get(_ON_DISK, {}), key: on_disk}
    select(None)


def on_disk(found: Document) -> OnDisk | None:
    """The file that a document was read from, where the program knows it."""
    known: OnDisk | None = st.session_state.get(_ON_DISK, {}).get(_key_of(found))
    return known


def replace_document(old: Document, new: Document, on_disk: OnDisk) -> None:
    """Put what a file holds now in the place of what it held; what was said of it holds on."""
    about, was = dict(st.session_state.get(ABOUT, {})), _key_of(old)
    own = {k: v for k, v in _own().items() if k != was}
    st.session_state[_OWN] = own
    place = st.session_state.get(_SELECTED)
    add(new, on_disk)
    st.session_state[_SELECTED] = place
    if was in about:
        st.session_state[ABOUT] = {**about, _key_of(new): about[was]}


def show(found: Document) -> None:
    """Choose a document: the sample it is, or one of the visitor's own."""
    name = next((each.name for each in SAMPLES if _sample(each.name) == found), None)
    if name is None:
        add(found)
    else:
        st.session_state[PICKER] = name
        select(None)


def close(found: Document) -> None:
    """Forget a document of the visitor's own."""
    own = {k: v for k, v in _own().items() if v.sha256 != found.sha256}
    st.session_state[_OWN] = own
    st.session_state[PICKER] = next(iter(choices()))
    select(None)


def is_file(found: Document) -> bool:
    """Whether the visitor has this document as a file: it is no sample and was not pasted."""
    return is_own(found) and found.source != PASTED


def is_own(found: Document) -> bool:
    """Whether the visitor brought this document."""
    return any(each.sha256 == found.sha256 for each in _own().values())


def say_about(**about: Any) -> None:  # noqa: ANN401 - fields of Document
    """Set title, language or domain of the chosen document."""
    key = st.session_state.get(PICKER) or next(iter(choices()))
    everything = dict(st.session_state.get(ABOUT, {}))
    everything[key] = {**everything.get(key, {}), **about}
    st.session_state[ABOUT] = everything


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
    st.session_state[_ADOPTED] = strategy


def adopted() -> Strategy | None:
    """The settings that were adopted and that Tune has not taken yet."""
    found: Strategy | None = st.session_state.get(_ADOPTED)
    return found


def take_adopted() -> Strategy | None:
    """The same, once."""
    found: Strategy | None = st.session_state.pop(_ADOPTED, None)
    return found


def selected(chunking: Chunking) -> int | None:
    """The chunk the visitor looks at. They look at a place: it holds while boundaries move."""
    offset: int | None = st.session_state.get(_SELECTED)
    if offset is None or len(chunking) == 0:
        return None
    return max(0, int(np.searchsorted(chunking.start, offset, side="right")) - 1)


def select(row: int | None) -> None:
    """Look at a chunk of what is shown, or at none."""
    cut = latest().cut
    offset = None
    if row is not None and cut is not None and 0 <= row < len(cut.chunking):
        offset = int(cut.chunking.start[row])
    st.session_state[_SELECTED] = offset


def pick_row(row: int) -> None:
    """Look at a chunk that was picked outside of the views, which must be told."""
    select(row)
    st.session_state[_PICKED] = (st.session_state[_SELECTED], next(_numbers))


def picked_row() -> tuple[int, int] | None:
    """The place picked last outside of the views, and the number of that pick."""
    found: tuple[int, int] | None = st.session_state.get(_PICKED)
    return found


def baseline() -> dict[str, Any] | None:
    """What is pinned, in plain values: the hash of its document, and the spec of its strategy.

    Chunks made elsewhere have no strategy but `chunks`, pairs of offsets, and a `title`.
    """
    found: dict[str, Any] | None = st.session_state.get(_BASELINE)
    return found


def pin(value: dict[str, Any] | None) -> None:
    """Keep what is pinned; None unpins."""
    st.session_state[_BASELINE] = value


def elsewhere(document: Document) -> tuple[str, bytes] | None:
    """The name and the content of the file of chunks that were made elsewhere of a document."""
    found: tuple[str, bytes] | None = st.session_state.get(_ELSEWHERE, {}).get(document.sha256)
    return found


def keep_elsewhere(document: Document, file: tuple[str, bytes] | None) -> None:
    """Keep a file of chunks that were made elsewhere of a document; None drops it."""
    st.session_state[_ELSEWHERE] = {**st.session_state.get(_ELSEWHERE, {}), document.sha256: file}


def library() -> tuple[Document, ...]:
    """The documents that are looked at together."""
    found: tuple[Document, ...] = st.session_state.get(_LIBRARY, ())
    return found


def keep_library(found: tuple[Document, ...]) -> None:
    """Look at these documents together."""
    st.session_state[_LIBRARY] = found


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


def open_documents() -> dict[str, Document]:
    """The documents of the visitor's own that are open, by SHA-256, with what was said of them."""
    about = st.session_state.get(ABOUT, {})
    return {each.sha256: replace(each, **about.get(key, {})) for key, each in _own().items()}


def note_step(strategy: Strategy) -> None:
    """Keep what is set on Tune now as a step to come back to."""
    visit().note(strategy, st.session_state.get(PRESET))


def _key_of(found: Document) -> str:
    return f"{found.source}:{found.sha256[:12]}"


def _own() -> dict[str, Document]:
    own: dict[str, Document] = st.session_state.get(_OWN, {})
    return own


@cache
def _sample(name: str) -> Document:
    return sample(name)
