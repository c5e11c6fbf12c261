"""The whole visit, saved to a file and taken up again."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from chunking.errors import ChunkingError
from chunking.gui import controls, forms, notices, state, uploads
from chunking.gui.opened import key_of
from chunking.gui.views.document import about_key
from chunking.gui.views.lanes import LANES, PAGE
from chunking.settings import workspace as sessions
from chunking.settings.manual_boundaries import BoundariesFile
from chunking.settings.serialization import to_dict
from chunking.settings.workspace import DocumentEntry, Workspace
from chunking.text.numbers import count_of

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from chunking.gui.visit import Visit
    from chunking.types import Document

_UPLOAD = "session.upload"
_PLACE = "session"


def popover() -> None:
    """Save the visit, or take one up; last in the sidebar."""
    own, preset = state.documents().by_hash(), st.session_state.get(state.PRESET)
    missing = state.visit().missing({*own, state.document().sha256})
    with st.popover("Session", width="stretch"):
        st.text(
            "A session keeps which documents are open, the settings of Tune and of Compare, the "
            "baseline and your marks. It does not hold the text of your own documents."
        )
        st.download_button(
            "Save the session",
            partial(_saved, state.visit(), own, state.document(), preset),
            "session.chunkscope.json",
            "application/json",
            key="session.save",
            on_click="ignore",
            width="stretch",
        )
        uploads.one("Open a session", _UPLOAD, _opened)
        opened = state.visit().opened
        if opened is not None:
            notices.note(_brought(opened))
    for sentence in state.take_notices(_PLACE):
        notices.problem(sentence)
    if missing:
        notices.note(_awaited(missing))


def _awaited(missing: list[DocumentEntry]) -> str:
    named = ", ".join(
        f"{each.source} ({count_of(each.characters, 'character')})" for each in missing[:8]
    )
    more = f" and {len(missing) - 8} more" if len(missing) > 8 else ""
    return (
        f"Of this session, not open: {named}{more}. A session holds no text: open them "
        "with “Open a document”, and their marks come back."
    )


def _saved(
    visit: Visit,
    documents: dict[str, Document],
    shown: Document,
    preset: str | None,
) -> bytes:
    """The session as it is when it is asked for: settings and marks, not only what is shown."""
    before = visit.opened or Workspace()
    kept = {
        sha256: DocumentEntry(
            sha256=sha256,
            source=document.source[:2000],
            characters=len(document.text),
            sample=None if sha256 in documents else document.source,
            title=document.title[:2000],
            language=document.language,
            domain=document.domain[:2000],
        )
        for sha256, document in {**documents, shown.sha256: shown}.items()
    }
    for each in visit.missing(set(kept)):
        kept[each.sha256] = each
    lanes = {prefix: to_dict(each) for prefix, each in visit.settings.items() if prefix in LANES}
    tune = visit.adopted or visit.settings.get("")
    session = Workspace.model_validate(
        {
            "documents": list(kept.values()),
            "chosen": shown.sha256,
            "preset": preset,
            "tune": before.tune if tune is None else to_dict(tune),
            "lanes": {**before.lanes, **lanes},
            "side_by_side": visit.side_by_side,
            "marks": [
                BoundariesFile(document=sha256, required=each.required, forbidden=each.forbidden)
                for sha256, each in visit.marks.items()
            ],
            "apply_marks": visit.applied,
            "baseline": visit.baseline,
            "questions": before.questions,
        }
    )
    return sessions.to_json(session).encode()


def _opened(file: UploadedFile) -> None:
    state.visit().to_open = file.getvalue()


def take_up() -> bool:
    """Take up the session that was opened in the run before, if any; before a control is drawn.

    Whether one was taken up.
    """
    visit = state.visit()
    content, visit.to_open = visit.to_open, None
    if content is None:
        return False
    try:
        found = sessions.from_json(content)
    except ChunkingError as error:
        state.notify(f"{error}.", _PLACE)
        return False
    visit.opened, visit.applied = found, found.apply_marks
    visit.side_by_side = found.side_by_side
    visit.fit_said = ("", "")
    if found.lanes:
        visit.own.add(PAGE)
    state.take_adopted()  # settings of a sweep that Tune has not taken give way, too
    visit.marks = {**visit.marks, **{each.document: each.constraints for each in found.marks}}
    for prefix, strategy in found.strategies().items():
        forms.apply(strategy, prefix)
    pinned = found.baseline
    state.pin(None if pinned is None else pinned.model_dump(exclude_none=True))
    _take_up(found)
    return True


def _brought(session: Workspace) -> str:
    """What a session that was opened has brought."""
    marks = sum(len(each.required) + len(each.forbidden) for each in session.marks)
    parts = [
        count_of(len(session.documents), "document"),
        "the settings",
        count_of(marks, "mark") if marks else "",
        "a baseline" if session.baseline is not None else "",
    ]
    *others, last = [part for part in parts if part]
    return f"Opened: {', '.join(others)} and {last}."


def _take_up(session: Workspace) -> None:
    """Choose the document of a session, and say of all of them what was said of them."""
    documents = state.documents()
    for each in session.documents:
        key = each.sample or key_of(each.source, each.sha256)
        about = {"title": each.title, "language": each.language, "domain": each.domain}
        documents.say(key, **about)
        controls.put({about_key(field, each.sha256): value for field, value in about.items()})
        if each.sha256 == session.chosen:
            documents.choose(key)
    controls.put(
        {
            state.PRESET: session.preset,
            state.SIDE_BY_SIDE: session.side_by_side,
            state.APPLY: session.apply_marks,
        }
    )
