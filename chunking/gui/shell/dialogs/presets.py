"""Presets: save settings under a name, use and delete saved ones, use published ones."""

from functools import partial

import streamlit as st

from chunking.core.errors import ChunkingError
from chunking.engine import presets
from chunking.engine.presets import Preset
from chunking.engine.serialization import summarize
from chunking.gui.session.session import Session
from chunking.gui.shell.dialogs.parts import attempt, finish, scope_field

_COLUMNS = (3, 7, 1.4, 1.5)


def draw(session: Session) -> None:
    """Show the field for a name, then saved and published presets."""
    scope = scope_field(session)
    st.text(summarize(session.strategy(scope)))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input("Name", key="presets.name", max_chars=60)
        if st.button("Save preset", key="presets.save"):
            attempt(session, partial(_save, session, scope, name))
    saved = presets.saved()
    if saved:
        st.caption("Saved")
    for each in saved:
        _row(session, scope, each)
    st.caption("Published")
    for each in presets.published():
        _row(session, scope, each)


def _row(session: Session, scope: str, preset: Preset) -> None:
    """Show a preset with its settings, its source, and what can be done with it."""
    name, about, use, delete = st.columns(_COLUMNS, vertical_alignment="center", gap="small")
    name.text(preset.name)
    summary = summarize(preset.strategy)
    about.text(f"{summary} ({preset.source})" if preset.source else summary)
    used = preset.strategy == session.strategy(scope)
    if use.button("In use" if used else "Use", key=f"presets.use.{preset.name}", disabled=used):
        session.apply(scope, preset.strategy)
        finish(session)
    if not preset.source and delete.button("Delete", key=f"presets.delete.{preset.name}"):
        _delete(session, preset.name)


def _save(session: Session, scope: str, name: str) -> str:
    return f"Saved: {presets.save(name, session.strategy(scope)).name}."


def _delete(session: Session, name: str) -> None:
    """Delete a saved preset; the dialog stays open."""
    try:
        presets.delete(name)
    except ChunkingError as error:
        session.dialog_problem = f"{error}."
    else:
        session.open_dialog("presets")
        st.rerun()
