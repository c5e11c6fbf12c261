"""What the views of the Tune page are told when something changes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from chunking.analysis.explain import above_target, suppressed_density, suppressed_in
from chunking.gui import cached, components, forms, state
from chunking.gui.cached import Reference, Waiting
from chunking.gui.views import marks, outcomes, readout, stored, undo
from chunking.gui.views.columns import chunk_columns, utf16, version, with_rest
from chunking.text.tokenizers import SPECIAL_TOKENS, TOKENIZERS
from chunking.types import Chunking

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.arrays import Ints
    from chunking.gui.shown import Cut
    from chunking.strategies import Strategy
    from chunking.types import Document, Prepared

GROUP = "tune"
_NO_CURVE = "The curve follows once the model has read the text"


def publisher(
    news: components.Published, on_setting: Callable[[str, float], None]
) -> Callable[[], None]:
    """What sends the news to the views of the page; they may set a slider, named with a value."""
    return partial(
        components.publish,
        news.parcel(GROUP),
        key="store.live",
        on_setting=on_setting,
        on_marks=marks.mark,
    )


def growing(document: Document, strategy: Strategy, waiting: Waiting) -> components.Published:
    """What is prepared by now, cut and followed by the rest of the text; else the text as it is."""
    part = cached.part(waiting, document, strategy.material)
    state.latest().curve = part
    if part is None:
        return _uncut(document)
    state.note_step(strategy)
    state.latest().marks = state.visit().marks_of(document)
    chunking = cached.chunk(part, strategy, marks.constraints(document))
    return components.Published(
        document_id=document.sha256,
        signal_id=stored.signal_id(part),
        version=version(chunking, len(part.units), str(state.latest().marks)),
        length=_length(document),
        title=readout.named(document),
        about=readout.about(document, None),
        chunks=with_rest(chunk_columns(chunking, part), _length(document)),
        threshold=getattr(strategy, "threshold", None),
        bounds=forms.range_of(strategy, "threshold"),
        setting=f"{strategy.name}.threshold",
        figures=readout.so_far(chunking),
        counted=TOKENIZERS[strategy.tokenizer].title,
        message=_NO_CURVE,
        growing=True,
        marks=marks.packed(document),
        marked=state.visit().marked,
        steps=undo.ways(),
        place=_place(document),
        address=forms.address(strategy),
    )


def _uncut(document: Document) -> components.Published:
    """The text as it is, to read while its strategy is being prepared."""
    whole = Chunking.from_spans(document, [(0, len(document.text))])
    return components.Published(
        document_id=document.sha256,
        signal_id=None,
        version=version(whole),
        length=_length(document),
        title=readout.named(document),
        about=readout.about(document, None),
        chunks=chunk_columns(whole),
        message=_NO_CURVE,
        growing=True,
        place=_place(document),
    )


def published(
    cut: Cut,
    shown: Prepared | None,
    known: Reference | Waiting,
    figures: list[tuple[str, str]],
    note: str,
) -> components.Published:
    """The cut, with what is said of it, and the signal of `shown` as the curve."""
    chunking = cut.chunking
    pieces = known.pieces if isinstance(known, Reference) else None
    row, window = state.selected(chunking), cached.window(cut.strategy)
    return components.Published(
        document_id=chunking.document.sha256,
        signal_id=None if shown is None else stored.signal_id(shown),
        version=cut.version,
        length=_length(chunking.document),
        title=readout.named(chunking.document),
        about=readout.about(chunking.document, cut.prepared),
        chunks=chunk_columns(chunking, cut.prepared, pieces, window),
        headings=chunking.heading,
        threshold=getattr(cut.strategy, "threshold", None),
        bounds=forms.range_of(cut.strategy, "threshold"),
        setting=f"{cut.strategy.name}.threshold",
        density=suppressed_density(chunking) if cut.prepared.signal is not None else (),
        figures=figures,
        note=note,
        counted=TOKENIZERS[cut.strategy.tokenizer].title,
        window=None if window is None else window - SPECIAL_TOKENS,
        message=_NO_CURVE,
        swept=outcomes.swept(cut),
        wanted=None if row is None else wanted(cut, row),
        marks=marks.packed(chunking.document),
        marked=state.visit().marked,
        steps=undo.ways(),
        place=_place(chunking.document),
        address=forms.address(cut.strategy),
    )


def wanted(cut: Cut, row: int) -> components.Wanted:
    """The gaps of a chunk that were wanted as cuts and are none, and why it is so large."""
    to = utf16(cut.chunking.document)
    gaps = suppressed_in(cut.chunking, cut.prepared, row)
    offsets = [int(to(_array(gap.offset))[0]) for gap in gaps]
    return components.Wanted(
        row,
        [(offset, gap.reason) for offset, gap in zip(offsets, gaps, strict=True)],
        above_target(cut.chunking, cut.prepared, row),
    )


def _length(document: Document) -> int:
    return int(utf16(document)(_array(len(document.text)))[0])


def _place(document: Document) -> int | None:
    """The place that is looked at; a file that was read again may end before it."""
    place = state.documents().place
    if place is None:
        return None
    return int(utf16(document)(_array(min(place, len(document.text))))[0])


def _array(offset: int) -> Ints:
    return np.array([offset], dtype=np.int64)
