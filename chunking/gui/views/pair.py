"""The two lanes that are set against one another: which, what differs, and what it costs."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui import components, pinned
from chunking.gui.views.lanes import PAIR
from chunking.text.numbers import count_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.gui.views.lanes import Lane
    from chunking.library.plan import Cost

_ALL = "all"


def pair(lanes: Sequence[Lane]) -> components.Changes | None:
    """The differences between the two lanes that the visitor chooses; None compares all."""
    letters = [lane.letter for lane in lanes]
    if len(lanes) < 2:
        return None
    options = [f"{a} → {b}" for a, b in combinations(letters, 2)]
    if len(lanes) > 2:
        options.append(_ALL)
    if st.session_state.get(PAIR) not in options:
        st.session_state[PAIR] = options[0]
    chosen = st.selectbox(
        "Differences",
        options,
        key=PAIR,
        persist_state="session",
        format_func=lambda option: "where not all agree" if option == _ALL else option,
        help="From the first of two lanes to the second: which boundaries were kept, moved to the "
        "next gap between sentences, added and removed",
        width=230,
    )
    if chosen == _ALL or chosen is None:
        return None
    before, after = map(letters.index, chosen.split(" → "))
    return _changes(lanes, before, after)


def _changes(lanes: Sequence[Lane], before: int, after: int) -> components.Changes:
    found, costs = pinned.change(lanes[before].chunking, lanes[after].chunking, lanes[before].state)
    moved = zip(
        found.moved_before.tolist(),
        found.moved_after.tolist(),
        found.moved_tokens.tolist(),
        strict=True,
    )
    return components.Changes(
        before=before,
        after=after,
        kept=len(found.kept_before),
        moved=list(moved),
        removed=found.removed.tolist(),
        added=found.added.tolist(),
        said=said(costs),
    )


def said(costs: Cost) -> str:
    """The re-embedding cost in one sentence."""
    return (
        f"Re-embed {costs.embed.chunks:,} ({count_of(costs.embed.tokens, 'token')}), "
        f"reuse {costs.reuse.chunks:,}, delete {costs.delete.chunks:,}."
    )
