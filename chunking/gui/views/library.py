"""Many documents cut alike: which, a row for each, and how far one threshold fits them all."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import east_asian_width

import numpy as np
import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from chunking.analysis.reasons import WORDING
from chunking.gui import (
    cached,
    folders,
    forms,
    notices,
    presence,
    preset_forms,
    shelf,
    state,
    tuned,
)
from chunking.gui.views import collection
from chunking.gui.views.charts import chart
from chunking.library.summary import profile, spread
from chunking.output import figures
from chunking.strategies.base import UNLIMITED
from chunking.text.numbers import count_of, decimal_places
from chunking.types import Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.arrays import Floats, Ints
    from chunking.library.summary import Profile
    from chunking.strategies import Strategy
    from chunking.types import Document

FRAGMENT = "library"
_PREFIX = "library"
_FIRST = "semantic"

_TABLE = "library.table"

_LONGER = (
    "Chunks that have more word pieces than the embedding model reads at once: it never sees the "
    "rest of them"
)
_BROKEN = "Fenced code blocks, tables and list items with a cut inside"
_OWN = (
    "The threshold that the recommended way to choose one takes for this document alone: the "
    "diamond in the chart below. Suggestions on Tune shows what it is chosen by"
)

# Bars of the small histograms, and the most documents whose similarities are drawn below.
_BARS = 16
_MOST_DRAWN = 60

# Pixels of a column of texts, at most.
_WIDEST = 440


def sidebar() -> tuple[Document, ...]:
    """Which documents, and the settings they are all cut by."""
    folders.take_in()
    with st.sidebar:
        count = len(state.library())
        with st.popover("Choose documents", width="stretch"):
            collection.choose()
        st.caption(count_of(count, "document"))
        for sentence in state.take_notices():
            notices.problem(sentence)
        tuned.follow(_PREFIX, {_PREFIX: _FIRST})
        tuned.take(_PREFIX)
        preset_forms.picker(_PREFIX)
        forms.strategy(_PREFIX, first=_FIRST, repaint=lambda: [FRAGMENT])
    presence.tell()
    return state.library()


def works(documents: tuple[Document, ...]) -> list[object]:
    """The job that prepares the documents, while it goes on."""
    if not documents:
        return []
    return [shelf.shelf(documents, _strategy().material)[1]]


def _strategy() -> Strategy:
    return forms.current(_PREFIX, first=_FIRST)


def profiles(documents: tuple[Document, ...]) -> list[tuple[Document, Profile]]:
    """What the settings make of every document that is prepared by now."""
    if not documents:
        return []
    strategy = _strategy()
    threshold = getattr(strategy, "threshold", None)
    ready, _ = shelf.shelf(documents, strategy.material)
    if not ready.prepared:  # what a model reads is known once it was found
        return []
    window = cached.window(strategy)
    found = []
    for document in documents:
        prepared = ready.prepared.get(cached.key_of(document))
        if prepared is not None:
            made = profile(
                cached.chunk(prepared, strategy),
                strategy.limits,
                signal=prepared.signal,
                threshold=threshold,
                suggested=ready.suggested.get(cached.key_of(document)),
                blocks=prepared.layout.blocks,
                pieces=ready.pieces[cached.key_of(document)],
                max_pieces=window,
            )
            found.append((document, made))
    return found


def begin(documents: tuple[Document, ...]) -> None:
    """What to do first, where there are no documents; it changes more than what a setting does."""
    if not documents:
        notices.note(
            "Cut many documents alike, and see for which of them the settings fit. Choose several "
            "files at once or a folder on the left, or begin with what is here:"
        )
        with st.container(width=320):
            collection.at_hand("library.begin")


def said(found: list[tuple[Document, Profile]]) -> None:
    """How differently one threshold falls on these documents."""
    sentence = spread([each for _, each in found])
    with st.container(key="library.said"):
        if sentence:
            notices.note(sentence)


def table(documents: tuple[Document, ...], found: list[tuple[Document, Profile]]) -> None:
    """One row a document, to sort; the one that is ticked can be opened in Tune."""
    import pandas as pd

    if not found:
        return
    largest = max((each.largest for _, each in found), default=0)
    config = st.column_config
    names = [document.route for document, _ in found]
    reasons = [_reasons(each) for _, each in found]
    columns = {
        "document": names,
        "chunks": [each.chunks for _, each in found],
        "median": [np.round(each.median) for _, each in found],
        "largest": [each.largest for _, each in found],
        "inside": [round(each.inside, 2) for _, each in found],
        "longer": [each.truncated for _, each in found],
        "broken": [each.broken for _, each in found],
        "sizes": [_bars(each.tokens, 0, largest + 1) for _, each in found],
        "reasons": reasons,
    }
    if any(len(each.scores) for _, each in found):
        columns["below"] = [round(each.below, 2) for _, each in found]
        columns["own"] = [each.suggested for _, each in found]
        columns["similarities"] = [_bars(each.scores, 0, 1) for _, each in found]
    order = ("document", "chunks", "median", "largest", "inside", "longer", "broken", "below",
             "own", "sizes", "reasons", "similarities")  # fmt: skip
    own = [each.suggested for _, each in found if not np.isnan(each.suggested)]
    _open_ticked(found, f"{len(found):,} of {count_of(len(documents), 'document')}")
    st.caption("A click on a heading sorts.")  # the table shows its own buttons beside this
    decimals = max([2, *(decimal_places(value) for value in own)])
    st.dataframe(
        pd.DataFrame(columns),
        column_order=[name for name in order if name in columns],
        column_config={
            "document": config.TextColumn("document", width=_width(names), pinned=True),
            "chunks": config.NumberColumn("chunks", format="localized"),
            "median": config.NumberColumn(
                "median", format="localized", help="The median size of a chunk, in tokens"
            ),
            "largest": config.NumberColumn(
                "largest", format="localized", help="The size of the largest chunk, in tokens"
            ),
            "inside": config.NumberColumn("inside", format="percent", help=_inside()),
            "longer": config.NumberColumn("too long", format="localized", help=_LONGER),
            "broken": config.NumberColumn("broken", format="localized", help=_BROKEN),
            "below": config.NumberColumn(
                "gaps below",
                format="percent",
                help="The share of the gaps between sentences, in percent, whose similarity is "
                "below the threshold, as Tune says it",
            ),
            "own": config.NumberColumn(
                "own threshold",
                format=f"%.{decimals}f",
                help=_OWN,
            ),
            "sizes": config.BarChartColumn(
                "sizes", help=f"How many chunks of 0 to {largest:,} tokens", width="small"
            ),
            "similarities": config.BarChartColumn(
                "similarities", help="How many gaps of similarity 0 to 1", width="small"
            ),
            "reasons": config.TextColumn("cuts by", width=_width(reasons)),
        },
        hide_index=True,
        key=_TABLE,
        height="content" if len(found) <= 14 else 520,
        on_select="rerun",
        selection_mode="single-row",
    )


def _width(texts: Sequence[str]) -> int:
    """The pixels that a column of these needs; the framework would look at the first ten alone."""
    longest = max(
        sum(2 if east_asian_width(each) in "WF" else 1 for each in text) for text in texts
    )
    return min(_WIDEST, 24 + 7 * longest)


def _inside() -> str:
    """What the share of chunks inside of the limits is, with the limits."""
    low, high = _strategy().limits
    least = f"at least {low:,} tokens" if low else ""
    most = f"at most {high:,} tokens" if high < UNLIMITED else ""
    said = " and ".join(filter(None, (least, most))) or "any size"
    return f"The share of the chunks, in percent, that have {said}"


def _open_ticked(found: list[tuple[Document, Profile]], counted: str) -> None:
    """The ways to Tune for the row that is ticked: Tune keeps its settings, or takes these.

    They have their place before a row is ticked, so that nothing moves then.
    """
    table = st.session_state.get(_TABLE)
    rows = table["selection"]["rows"] if table else []
    document = found[rows[0]][0] if rows and rows[0] < len(found) else None
    strategy, none = _strategy(), document is None
    name, plain, with_these = st.columns([3, 2, 3], vertical_alignment="center")
    name.text(f"{counted}: tick a row to open it." if document is None else document.route)
    wanted = plain.button("Open in Tune", key="library.open", width="stretch", disabled=none)
    if with_these.button(
        "Open in Tune with these settings",
        key="library.open_with",
        width="stretch",
        disabled=none or strategy == tuned.present(),
    ):
        tuned.adopt(strategy)
        wanted = True
    if wanted and document is not None:
        state.show_document(document)
        _go_to_tune()


def _go_to_tune() -> None:
    """Change the page: the framework refuses where a control's value stands in the address."""
    context = get_script_run_ctx()
    if context is not None:
        with context.session_state.query_params() as address:
            address.clear_with_no_forward_msg(preserve_embed=True)
    st.switch_page("pages/tune.py")


def similarities(found: list[tuple[Document, Profile]]) -> None:
    """The similarities of each document beside the threshold."""
    drawn = [row for row in found if len(row[1].scores)][:_MOST_DRAWN]
    if drawn:
        figure = figures.library(
            [document.route for document, _ in drawn],
            [each.scores for _, each in drawn],
            [each.suggested for _, each in drawn],
            getattr(_strategy(), "threshold", None),
        )
        chart(figure, "library.similarities")


def _bars(values: Ints | Floats, low: float, high: float) -> list[int]:
    counts: list[int] = np.histogram(np.clip(values, low, high), _BARS, (low, high))[0].tolist()
    return counts


def _reasons(each: Profile) -> str:
    return ", ".join(
        f"{WORDING[Reason(name)].title} {count:,}" for name, count in each.reasons.items()
    )
