"""What came out, in figures and two sentences: nothing in it comes from the document."""

from __future__ import annotations

import time
from html import escape
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from chunking.explain import decides, flat, position
from chunking.gui import forms, notices
from chunking.gui.cached import Reference, Waiting, measured
from chunking.metrics.truncation import TRUNCATED
from chunking.strategies.semantic import SHORT_TEXT_TOKENS

if TYPE_CHECKING:
    from chunking.chunks import Chunking
    from chunking.strategies import Strategy
    from chunking.types import Document, Prepared

# Seconds.
_SEND_FIRST = 0.03

_FIGURES = """
<style>
.cs-head{font-size:1.45rem;font-weight:650;line-height:1.25;overflow-wrap:anywhere}
.cs-sub{opacity:.72;margin-bottom:.35rem}
.cs-figures{display:flex;flex-wrap:wrap;gap:.2rem 1.6rem;font-variant-numeric:tabular-nums}
.cs-figures b{font-size:1.15rem}
.cs-says{margin:.35rem 0 0}
</style>
"""


def header(document: Document, prepared: Prepared | Waiting) -> None:
    """The document: its title, its size, and what was odd about it."""
    about = f"{document.source} · {len(document.text):,} characters · {document.encoding}"
    if not isinstance(prepared, Waiting):
        kind = "paragraphs" if prepared.material.units == "paragraphs" else "sentences and blocks"
        size = prepared.sizes.tokens(0, len(document.text))
        about += f" · {size:,} tokens · {len(prepared.units):,} {kind}"
    st.html(
        f'{_FIGURES}<div class="cs-head">{escape(document.title or document.source)}</div>'
        f'<div class="cs-sub">{escape(about)}</div>'
    )
    for sentence in document.notes:
        notices.note(sentence)


def welcome(strategy: Strategy) -> None:
    """What a first visitor sees and may try, until they touch a setting."""
    if strategy == type(strategy)() and strategy.name == forms.FIRST:
        st.caption(
            "Each tint is one chunk, as the paragraph strategy cuts this text; the curve is the "
            "likeness of neighbouring sentences. Try: pick the preset Alexandria, then move its "
            "threshold and watch the boundaries follow."
        )


def figures(chunking: Chunking, strategy: Strategy, reference: Reference | Waiting) -> None:
    """How many chunks, how large, how many of them as asked."""
    if len(chunking) == 0:
        notices.note("The document holds no text: there is nothing to cut.")
        return
    named = _figures(chunking, strategy, reference)
    spans = "".join(f"<span><b>{value}</b> {escape(name)}</span>" for value, name in named)
    st.html(f'<div class="cs-figures" data-testid="readout">{spans}</div>')


def says(chunking: Chunking, prepared: Prepared, strategy: Strategy) -> None:
    """Which setting decides the cuts, and where the threshold lies.

    It cuts a few times more, so it lets the server send what is drawn before it begins.
    """
    time.sleep(_SEND_FIRST)
    said = " ".join(_sentences(chunking, prepared, strategy))
    st.html(f'<p class="cs-says">{escape(said)}</p>')


def _figures(
    chunking: Chunking, strategy: Strategy, reference: Reference | Waiting
) -> list[tuple[str, str]]:
    tokens = chunking.tokens
    low, high = strategy.limits
    inside = float(np.mean((tokens >= low) & (tokens <= high)))
    figures = [
        (f"{len(chunking):,}", "chunk" if len(chunking) == 1 else "chunks"),
        (f"{np.median(tokens):,.0f}", f"tokens median ({tokens.min():,} to {tokens.max():,})"),
        (f"{inside:.0%}", "inside the limits"),
    ]
    if chunking.oversize.any():
        figures.append((f"{chunking.oversize.sum():,}", "larger than the maximum, kept whole"))
    if isinstance(reference, Reference):
        cut_off = TRUNCATED.compute(measured(chunking, strategy, reference))
        figures.append((f"{cut_off:,.0f}", "longer than the model reads"))
    return figures


def _sentences(chunking: Chunking, prepared: Prepared, strategy: Strategy) -> list[str]:
    said = []
    decided = decides(prepared, strategy, chunking)
    if decided and len(chunking) > 1:
        most = sorted(decided.items(), key=lambda each: -each[1])
        (first, count), *rest = most
        parts = "".join(f", {name} {fewer}" for name, fewer in rest)
        said.append(
            f"Of {len(chunking) - 1} cuts {first} decides {count}{parts}: "
            "so many vanish or move with that setting off."
        )
    threshold = getattr(strategy, "threshold", None)
    if threshold is None:
        return said
    if prepared.sizes.tokens(0, prepared.sizes.length) < SHORT_TEXT_TOKENS:
        said.append(
            f"Under {SHORT_TEXT_TOKENS} tokens there is one chunk: a threshold means nothing here."
        )
        return said
    place = position(prepared, threshold)
    if place is not None:
        said.append(
            f"The threshold lies above {place.share_below:.0%} of this document's gaps; "
            "a lower one gives fewer cuts."
        )
    if flat(prepared):
        said.append("The curve is flat: wherever it is cut is arbitrary.")
    return said
