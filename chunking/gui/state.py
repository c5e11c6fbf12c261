"""What one visitor has: their documents, what they said about them, and the chunk they look at.

The only file that knows a key of the session that is not a widget's own.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

from chunking.samples import SAMPLES, sample

if TYPE_CHECKING:
    from chunking.chunks import Chunking
    from chunking.gui.files import OnDisk
    from chunking.strategies import Strategy
    from chunking.types import Document, Prepared

# The widget that picks the document; its options are the keys of `choices`.
PICKER = "document"

# What a pasted text is called.
PASTED = "pasted.md"

_CHOSEN = "chosen_document"
_OWN = "own_documents"
_ABOUT = "about_documents"
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

# Documents of one's own that are kept; the one that was opened first goes first.
_MOST = 8

_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Cut:
    """What Tune shows: a document cut by a strategy."""

    chunking: Chunking
    prepared: Prepared
    strategy: Strategy
    version: str


@dataclass(slots=True)
class Latest:
    """What Tune showed last; `cut` is None while its document is being prepared.

    `curve` is what has the similarities that are drawn, as far as they are known. `waits` says
    that a model had not read all of the document yet, `signals` what is drawn over the curve,
    `asked` that the page wants to know what other values of a setting would give. One object for
    as long as the visit lasts, so that a download made later holds what is shown.
    """

    cut: Cut | None = None
    curve: Prepared | None = None
    waits: bool = False
    signals: tuple[str, ...] = ()
    asked: bool = False


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
    return replace(found, **st.session_state.get(_ABOUT, {}).get(key, {}))


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
    about, was = dict(st.session_state.get(_ABOUT, {})), _key_of(old)
    own = {k: v for k, v in _own().items() if k != was}
    st.session_state[_OWN] = own
    place = st.session_state.get(_SELECTED)
    add(new, on_disk)
    st.session_state[_SELECTED] = place
    if was in about:
        st.session_state[_ABOUT] = {**about, _key_of(new): about[was]}


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
    everything = dict(st.session_state.get(_ABOUT, {}))
    everything[key] = {**everything.get(key, {}), **about}
    st.session_state[_ABOUT] = everything


def notify(sentence: str) -> None:
    """Have a sentence shown at the next run: an error of a callback."""
    st.session_state[_NOTICES] = [*st.session_state.get(_NOTICES, []), sentence]


def take_notices() -> list[str]:
    """The sentences that wait to be shown, once."""
    waiting: list[str] = st.session_state.pop(_NOTICES, [])
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


def _key_of(found: Document) -> str:
    return f"{found.source}:{found.sha256[:12]}"


def _own() -> dict[str, Document]:
    own: dict[str, Document] = st.session_state.get(_OWN, {})
    return own


@cache
def _sample(name: str) -> Document:
    return sample(name)
