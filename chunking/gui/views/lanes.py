"""The lanes of the comparison: the baseline, the chosen strategies, and chunks made elsewhere."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from chunking.errors import ChunkingError
from chunking.gui import cached, forms, notices, pinned, state, uploads
from chunking.gui.cached import Waiting
from chunking.gui.keeping import Key, kept
from chunking.loading.chunk_files import load_chunks
from chunking.text.numbers import count_of

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from chunking.library.plan import State
    from chunking.loading.chunk_files import Imported
    from chunking.strategies import Strategy
    from chunking.types import Chunking, Document, Prepared

# The page that has them.
PAGE = "compare"

# The lanes by the prefix of their controls, and the strategy each shows first.
LANES = {"a": "paragraph", "b": "structure", "c": "semantic", "d": "sentence"}

BASELINE, ELSEWHERE = "Baseline", "File"

# The control that chooses two lanes by their letters.
PAIR = "compare.pair"

_UPLOAD = "chunks.upload"
# Records without a place that are shown; a file of another document would list all of its own.
_MOST_SHOWN = 20
_LONGEST = 160


class Lane(NamedTuple):
    """One way to cut the document; `strategy` and `prepared` are None if it was made elsewhere.

    `state` is what a store would hold of it, where that is known.
    """

    letter: str
    named: str
    strategy: Strategy | None
    prepared: Prepared | None
    chunking: Chunking
    state: State | None = None

    @property
    def title(self) -> str:
        """The letter and what it stands for."""
        return f"{self.letter} · {self.named}"


def lanes(document: Document, shown: list[str]) -> list[Lane]:
    """Cut the document by every lane that is ready: the baseline first, a file of chunks last."""
    found: list[Lane] = []
    base = pinned.baseline(document)
    if isinstance(base, pinned.Baseline):
        title = base.title if base.strategy is None else named(base.strategy)
        found.append(Lane(BASELINE, title, base.strategy, base.prepared, base.chunking, base.state))
    for letter in shown:
        strategy = forms.current(letter, first=LANES[letter])
        said = forms.problem(letter, first=LANES[letter])
        if said:
            notices.problem(f"{letter.upper()}: {said}. What is shown is from before.")
        ready = cached.prepared(document, strategy.material)
        if not isinstance(ready, Waiting):
            chunking = cached.chunk(ready, strategy)
            found.append(Lane(letter.upper(), named(strategy), strategy, ready, chunking))
    theirs = _elsewhere(document)
    if theirs is not None:
        found.append(Lane(ELSEWHERE, theirs.chunking.strategy, None, None, theirs.chunking))
    return found


def baseline(document: Document, found: list[Lane]) -> None:
    """Pin one of the lanes, or unpin what is pinned."""
    is_pinned = pinned.is_of(document)
    with st.popover("Baseline ✓" if is_pinned else "Baseline", width="stretch"):
        st.caption(
            "Pin a lane: it stays as it is, in a lane of its own, and every later change shows "
            "which boundaries were kept, moved, added and removed, and what must be embedded again."
        )
        for lane in found:
            if lane.letter != BASELINE:
                st.button(
                    f"Pin {lane.letter}",
                    key=f"compare.pin.{lane.letter}",
                    on_click=_pin,
                    args=(lane,),
                    width="stretch",
                )
        if is_pinned:
            st.button("Unpin", key="compare.unpin", on_click=_unpin, width="stretch")
        elif state.baseline() is not None:
            notices.note("What is pinned is a baseline of another document.")


def _pin(lane: Lane) -> None:
    """Pin a lane, and look at what differs from it there from now on."""
    pinned.pin(lane.chunking, lane.strategy)
    st.session_state[PAIR] = f"{BASELINE} → {lane.letter}"
    st.rerun()  # the controls of the lanes, which stand over their columns, are drawn with the page


def _unpin() -> None:
    state.pin(None)
    st.rerun()


def upload(document: Document) -> None:
    """Open a file of chunks that were made elsewhere, and what of it has no place here."""
    file = state.elsewhere(document)
    with st.popover("Chunks from a file", width="stretch"):
        uploads.one(
            "Chunks of this document, made elsewhere",
            f"{_UPLOAD}.{document.sha256[:12]}",
            partial(_uploaded, document),
        )
        st.caption(
            "JSON, JSONL or CSV: texts, offsets, LangChain documents or LlamaIndex nodes. "
            "Each chunk is brought to its place in this document."
        )
        if file is None:
            return
        notices.note(f"{file[0]} is shown as the lane {ELSEWHERE}.")
        st.button("Remove this lane", on_click=_remove, args=(document,))
        theirs = _elsewhere(document)
        if theirs is not None and theirs.unplaced:
            _list_unplaced(theirs)


def _list_unplaced(theirs: Imported) -> None:
    """The records without a place, as plain text."""
    count, total = len(theirs.unplaced), len(theirs.unplaced) + len(theirs.placed)
    notices.problem(f"Without a place in this document: {count:,} of {count_of(total, 'chunk')}.")
    for each in theirs.unplaced[:_MOST_SHOWN]:
        text = " ".join(each.text.split())
        text = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
        st.text(": ".join(filter(None, (f"{each.index + 1}. {each.reason}", text))))
    if count > _MOST_SHOWN:
        st.caption(f"and {count - _MOST_SHOWN:,} more")


def _uploaded(document: Document, file: UploadedFile) -> None:
    name = uploads.name_of(file)
    try:
        _aligned(document, name, file.getvalue())
    except ChunkingError as error:
        state.notify(f"{name}: {error}.")
    else:
        state.keep_elsewhere(document, (name, file.getvalue()))


def _remove(document: Document) -> None:
    state.keep_elsewhere(document, None)
    st.rerun()


def _elsewhere(document: Document) -> Imported | None:
    file = state.elsewhere(document)
    return None if file is None else _aligned(document, *file)


def _aligned(document: Document, name: str, content: bytes) -> Imported:
    """A file of chunks brought to its places; once, since a book takes a second."""
    return _brought((document.sha256, name, content), document, name, content)


@kept(4)
def _brought(_: Key, document: Document, name: str, content: bytes) -> Imported:
    return load_chunks(content, document, name=name)


def named(strategy: Strategy) -> str:
    """The strategy and the one setting that tells it from others of its kind."""
    for field, before, after in (
        ("threshold", "", ""),
        ("target_tokens", "about ", " tokens"),
        ("max_tokens", "", " tokens"),
    ):
        value = getattr(strategy, field, None)
        if value is not None and (value or field == "threshold"):
            return f"{strategy.name} {before}{value:g}{after}"
    return strategy.name
