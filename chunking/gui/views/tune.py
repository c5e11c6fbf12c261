"""The instrument of the Tune page: the curve, the text, the chunk that is looked at."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from chunking import figures
from chunking.chunks import Chunking
from chunking.explain import density, wanted_in
from chunking.export import embedded_text, to_frame
from chunking.gui import components, notices, state
from chunking.gui.cached import Reference, Waiting
from chunking.gui.views.columns import boundary_labels, chunk_columns, cut_columns, utf16, version
from chunking.types import REASONS

if TYPE_CHECKING:
    from chunking.strategies import Strategy
    from chunking.types import Document, Ints, Prepared

GROUP = "tune"


def store(document: Document, *known: Prepared | Reference | Waiting) -> None:
    """The text and its similarity curves in the page, once; views then take boundaries alone."""
    components.store(document.sha256, document.text, key="store.text")
    signals = {}
    for each in known:
        prepared = each.prepared if isinstance(each, Reference) else each
        if not isinstance(prepared, Waiting) and prepared.signal is not None:
            signals[_signal_id(prepared)] = prepared
    for name, prepared in signals.items():
        _store_signal(name, prepared)


def uncut(document: Document) -> None:
    """The text as it is, to read while its strategy is being prepared."""
    whole = Chunking.from_spans(document, [(0, len(document.text))])
    components.text(
        key="tune.uncut",
        document_id=document.sha256,
        version=version(whole),
        chunks=chunk_columns(whole),
    )


def curve(
    chunking: Chunking, prepared: Prepared, strategy: Strategy, reference: Reference | Waiting
) -> None:
    """The similarity curve with the threshold and a mark at each cut."""
    own = prepared.signal is not None
    shown = prepared if own else (reference.prepared if isinstance(reference, Reference) else None)
    signal = None if shown is None else _signal_id(shown)
    components.curve(
        key="tune.curve",
        group=GROUP,
        document_id=chunking.document.sha256,
        signal_id=signal,
        version=version(chunking, signal),
        length=int(utf16(chunking.document)(_array(len(chunking.document.text)))[0]),
        cuts=cut_columns(chunking, prepared),
        threshold=getattr(strategy, "threshold", None),
        density=density(chunking) if own else (),
        selected=state.selected(len(chunking)),
        message="The curve follows once the model has read the text",
        on_select=state.select,
    )


def shown(what: str, chunking: Chunking, prepared: Prepared, strategy: Strategy) -> None:
    """The text, the table of chunks, or the distribution of their sizes."""
    if what == "Chunks":
        table(chunking)
    elif what == "Sizes":
        figure = figures.sizes([chunking], [strategy.title], strategy.limits)
        st.plotly_chart(figure, key="tune.sizes", config={"displaylogo": False})
    else:
        text(chunking, prepared)


def text(chunking: Chunking, prepared: Prepared) -> None:
    """The document chunk by chunk, with why each ends where it does."""
    row = state.selected(len(chunking))
    wanted = [] if row is None else wanted_in(chunking, prepared, row)
    to = utf16(chunking.document)
    components.text(
        key="tune.text",
        group=GROUP,
        document_id=chunking.document.sha256,
        version=version(chunking),
        chunks=chunk_columns(chunking, prepared),
        wanted=[(int(to(_array(gap.offset))[0]), gap.why) for gap in wanted],
        selected=row,
        on_select=state.select,
    )


def detail(chunking: Chunking, prepared: Prepared) -> None:
    """The chunk that is looked at: its figures, why it starts and ends, what is embedded."""
    row = state.selected(len(chunking))
    if row is None:
        notices.note("Click a chunk, or a point on the curve, to see why it is cut there.")
        return
    chunk = chunking[row]
    names = boundary_labels(chunking, prepared)
    facts = [
        ("Chunk", f"{row + 1} of {len(chunking)}"),
        (
            "Size",
            f"{chunk.tokens:,} tokens, {chunk.end - chunk.start + chunk.overlap:,} characters",
        ),
        ("Overlap", f"{chunk.overlap:,} characters" if chunk.overlap else "none"),
        ("Starts", names[row - 1] if row else "start of the document"),
        ("Ends", names[row] if row < len(names) else "end of the document"),
        ("Heading", " › ".join(chunk.heading_path) or "none"),
        ("Place", f"{chunk.start:,} to {chunk.end:,}"),
    ]
    if chunk.oversize:
        facts.append(("Oversize", "a block larger than the maximum, kept whole"))
    wanted = wanted_in(chunking, prepared, row)
    if wanted:
        facts.append(("Not cut", f"{len(wanted)} gaps were wanted, marked ▽ in the text"))
    rows = "".join(f"<i>{escape(name)}</i><span>{escape(said)}</span>" for name, said in facts)
    st.html(
        "<style>.cs-facts{display:grid;grid-template-columns:auto 1fr;gap:.15rem .8rem;"
        "font-variant-numeric:tabular-nums;overflow-wrap:anywhere}"
        ".cs-facts i{opacity:.65;font-style:normal}</style>"
        f'<div class="cs-facts" data-testid="detail">{rows}</div>'
    )
    prefix = st.toggle("Prefix with the heading path", key="tune.prefix", bind="query-params")
    st.caption("What is embedded, exactly:")
    st.code(embedded_text(chunk, heading_prefix=prefix), language=None, wrap_lines=True, height=240)


def table(chunking: Chunking) -> None:
    """The chunks as rows, to sort and to filter; a row that is picked is looked at."""
    left, right = st.columns([2, 3])
    holds = left.text_input("Text holds", key="tune.holds")
    present = [str(reason) for reason in REASONS if reason.code in chunking.reason]
    reasons = right.multiselect("Ends by", present, key="tune.reasons")
    frame = to_frame(chunking)
    frame.insert(0, "chunk", frame["index"] + 1)
    if holds:
        wanted = holds.casefold()
        frame = frame[[wanted in text.casefold() for text in chunking.texts]]
    if reasons:
        frame = frame[frame["reason"].isin(reasons)]
    picked = st.dataframe(
        frame,
        column_order=["chunk", "tokens", "reason", "preview", "heading", "overlap", "start", "end"],
        column_config={"preview": st.column_config.TextColumn("begins", width="large")},
        hide_index=True,
        height=480,
        key="tune.table",
        on_select="rerun",
        selection_mode="single-row",
    )
    rows = picked["selection"]["rows"]
    if rows and rows[0] < len(frame):
        row = int(frame["index"].iloc[rows[0]])
        if row != state.selected(len(chunking)):
            state.select(row)
            st.rerun(scope="fragment")


def _array(offset: int) -> Ints:
    return np.array([offset], dtype=np.int64)


def _signal_id(prepared: Prepared) -> str:
    document = prepared.document
    return f"{document.sha256}:{document.language}:{document.media_type}:{prepared.material.model}"


def _store_signal(name: str, prepared: Prepared) -> None:
    signal = prepared.signal
    if signal is not None:
        to = utf16(prepared.document)
        ends = prepared.units.ends[:-1]
        components.store_signal(name, to(signal.gaps), signal.scores, to(ends), key=f"store.{name}")
