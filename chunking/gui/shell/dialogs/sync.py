"""Sync to a store: the fields, the dry run, the progress, and the summary."""

from collections.abc import Callable
from html import escape
from typing import get_args

import streamlit as st

from chunking.core.errors import ChunkingError
from chunking.core.text.numbers import count_of
from chunking.embedding import LongTexts
from chunking.engine.serialization import summarize
from chunking.gui.core.jobs import Job
from chunking.gui.library import sync
from chunking.gui.session.servers import server_of_model
from chunking.gui.session.session import Session
from chunking.gui.shell.dialogs.parts import finish
from chunking.library.search import place_of
from chunking.library.sync_report import Report
from chunking.retrieval.ranking import Ranking

# Rows of the list of failed documents without scrolling, and the pixels of a row.
_MOST_ROWS = 5
_MOST_NOTES = 8
_ROW = 36
# Characters of a found chunk.
_HIT = 300


def draw(session: Session) -> None:
    """Show the fields, or the run that was started."""
    state = session.library.sync
    if state.running is None:
        _fields(session)
    elif state.running.finished.is_set():
        state.reported = True
        _end(session, state.running)
    else:
        _progress(state.running)
        return
    if state.store.strip():
        _search(session)


def _search(session: Session) -> None:
    """Search the store by a question."""
    with st.expander("Search the store", key="sync.search"):
        question = st.text_input("Question", key="sync.question")
        ranking = st.segmented_control(
            "Ranking",
            get_args(Ranking),
            format_func=str.capitalize,
            default="cosine",
            required=True,
            key="sync.ranking",
            help="By the similarity of vectors, by words, or by both.",
        )
        weight = st.slider(
            "Neighbor weight",
            *(0.0, 0.9, 0.0, 0.1),
            key="sync.neighbor_weight",
            help="Weight of neighboring chunks in the vector of a chunk.",
        )
        if not question.strip():
            return
        try:
            hits = sync.search_stored(session, question, ranking, weight)
        except ChunkingError as error:
            st.error(f"{error}.")
            return
        if not hits:
            st.text("No chunk has a word of the question.")
        for rank, hit in enumerate(hits, 1):
            text = " ".join(hit.chunk["text"].split())
            shown = text if len(text) <= _HIT else text[: _HIT - 1] + "…"
            st.text(f"{rank}. {hit.score:.3f}  {place_of(hit.chunk)}\n{shown}")


def _fields(session: Session) -> None:
    state = session.library.sync
    target = sync.target_of(session)
    state.folder = st.text_input(
        "Folder of documents",
        target.folder,
        key="sync.folder",
        help="All of its files and subfolders, also those that Library does not show.",
    )
    state.store = st.text_input(
        "Store",
        state.store,
        key="sync.store",
        placeholder="A folder, qdrant:FOLDER or qdrant:http://HOST:PORT/NAME",
        help="A folder of Parquet files, or a store of another provider.",
    )
    state.scope = st.segmented_control(
        "Settings",
        sync.SCOPES,
        format_func=str.capitalize,
        default=state.scope,
        required=True,
        key="sync.scope",
    )
    state.long_texts = st.segmented_control(
        "Chunks beyond the model limit",
        get_args(LongTexts),
        format_func=str.capitalize,
        default=state.long_texts,
        key="sync.long_texts",
        help="Embed their first tokens, or all in windows whose vectors are averaged; as in the "
        "store, and truncate in a new one, if neither is selected.",
    )
    target = sync.target_of(session)
    st.text(f"{summarize(target.strategy)}; vectors of {target.model}")
    server = server_of_model(target.model)
    if server is not None:
        st.text(f"{target.model} sends text to {server}.")
    counting = state.counting
    if counting is not None and not counting.finished.is_set():
        _progress(counting)
        return
    if counting is not None and counting.error and not counting.stopped.is_set():
        session.dialog_problem = session.dialog_problem or f"{counting.error}."
        state.counting = None
    report = sync.counted(session)
    if report is not None:
        _show_report(report, dry_run=True)
    with st.container(horizontal=True):
        if report is not None and st.button("Start", key="sync.start", type="primary"):
            _attempt(session, sync.start)
        label = "Dry run" if report is None else "Repeat dry run"
        if st.button(label, key="sync.count", type="primary" if report is None else "secondary"):
            _attempt(session, sync.count)


def _end(session: Session, job: Job) -> None:
    """Show how a run ended, and what can be done next."""
    st.text(sync.ending(job))
    report: Report | None = job.result if job.error is None else job.part
    if report is not None:
        _show_report(report, dry_run=False)
    if job.error is None:
        _stored(session)
    with st.container(horizontal=True):
        if job.error is not None and st.button("Resume", key="sync.resume", type="primary"):
            _attempt(session, sync.start)
        if st.button("New sync", key="sync.new"):
            _attempt(session, sync.reset)


def _stored(session: Session) -> None:
    """Show the stored documents, and open the chosen one on Tune."""
    target = session.library.sync.target
    try:
        routes = [] if target is None else sync.stored_routes(target)
    except ChunkingError as error:
        session.dialog_problem = f"{error}."
        return
    if not routes:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        route = st.selectbox("Stored document", routes, key="sync.route")
        if st.button("Open on Tune", key="sync.open"):
            try:
                sync.open_stored(session, route)
            except ChunkingError as error:
                session.dialog_problem = f"{error}."
            else:
                finish(session)


@st.fragment(run_every=0.5)
def _progress(job: Job) -> None:
    """Show the progress of a job until it ends."""
    if job.finished.is_set():
        st.rerun()
    st.progress(min(1.0, job.done / job.total) if job.total else 0.0)
    if job.stopped.is_set():
        st.text("Stopping once the present documents are done…")
        return
    st.text(job.progress)
    if st.button("Cancel", key="sync.cancel"):
        job.stopped.set()
        st.rerun(scope="fragment")


def _show_report(report: Report, *, dry_run: bool) -> None:
    """Show the numbers of a report, and the documents that failed."""
    from chunking.library.sync_report import rows

    shown = [
        f"<tr><th>{escape(label.capitalize())}</th><td>{escape(text)}</td></tr>"
        for label, text in rows(report, dry_run=dry_run)
    ]
    st.html(f'<table class="report">{"".join(shown)}</table>')
    for note in report.notes[:_MOST_NOTES]:
        st.text(note)  # it may name a document
    if len(report.notes) > _MOST_NOTES:
        st.caption(count_of(len(report.notes) - _MOST_NOTES, "more note"))
    if report.problems:
        names, reasons = zip(*report.problems, strict=True)
        st.caption("Failed")
        height = _ROW * (1 + min(_MOST_ROWS, len(names)))
        st.dataframe({"Document": names, "Reason": reasons}, hide_index=True, height=height)


def _attempt(session: Session, action: Callable[[Session], None]) -> None:
    """Run an action and draw the dialog again, with one sentence if it failed."""
    session.dialog_problem = ""
    try:
        action(session)
    except ChunkingError as error:
        session.dialog_problem = f"{error}."
    st.rerun()
