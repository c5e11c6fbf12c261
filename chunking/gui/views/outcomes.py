"""What every value of the main slider would give: worked out while nothing moves, then sent."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from chunking.analysis.order_test import SIGNIFICANCE_LEVEL
from chunking.analysis.search.outcomes import swept_field
from chunking.gui import ahead, components, forms, state
from chunking.gui.views.columns import utf16
from chunking.strategies.semantic import SHORT_TEXT_TOKENS

if TYPE_CHECKING:
    from chunking.analysis.search.outcomes import OutcomeSweep
    from chunking.gui.shown import Cut

# Seconds of work for one question of the page: a setting that is moved meanwhile waits for them.
_SLICE = 0.12


def swept(cut: Cut) -> components.Swept | None:
    """The setting whose outcomes can be drawn; None where the strategy has none."""
    strategy = cut.strategy
    field = swept_field(strategy)
    bounds = None if field is None else forms.range_of(strategy, field)
    if field is None or bounds is None:
        return None
    return components.Swept(
        id=_id(cut, field),
        setting=f"{strategy.name}.{field}",
        label=forms.label_of(strategy, field),
        value=float(getattr(strategy, field)),
        decimals=0 if bounds[2] >= 1 else len(f"{bounds[2]:g}") - 2,
        steady=cut.prepared.signal is not None,
        keeps=_keeps(cut),
    )


def _keeps(cut: Cut) -> str:
    """The setting that alone may keep a wanted gap together; lists and deeper gaps do so, too."""
    strategy, ready = cut.strategy, cut.prepared
    if getattr(strategy, "threshold", None) is None:
        return ""
    if ready.signal is None or ready.signal.kind != "adjacent" or strategy.limits[0] == 0:
        return ""
    others = getattr(strategy, "keep_whole", "blocks") != "blocks"
    short = ready.sizes.tokens(0, ready.sizes.length) < SHORT_TEXT_TOKENS
    return "" if others or short else forms.label_of(strategy, "min_tokens")


def answer(group: str) -> None:
    """The outcomes, if they are known; where the page has asked, some work on them before."""
    latest = state.latest()
    cut, asked = latest.cut, latest.asked
    latest.asked = False
    found = None if cut is None else ahead.sweep(cut)
    if cut is None or found is None:
        components.publish_outcomes(group, None, None, key="store.outcomes", on_ask=_ask)
        return
    if asked:
        found.run_for(_SLICE)
    done = found.outcomes is not None
    components.publish_outcomes(
        group,
        _id(cut, found.field),
        _columns(found, cut),
        key="store.outcomes",
        share=found.share,
        note=_note(cut) if done and asked else "",
        on_ask=_ask,
    )


def _ask() -> None:
    state.latest().asked = True


def _columns(found: OutcomeSweep, cut: Cut) -> components.OutcomeColumns | None:
    known = found.outcomes
    if known is None:
        return None
    return components.OutcomeColumns(
        values=known.values,
        counts=known.counts,
        medians=known.medians,
        largest=known.largest,
        plateaus=known.plateaus,
        offsets=utf16(cut.chunking.document)(known.ranges.offsets),
        first=known.ranges.first,
        last=known.ranges.last,
    )


def _note(cut: Cut) -> str:
    """That the curve is no livelier than noise."""
    chance = ahead.chance_of_order(cut.prepared)
    if chance is None or chance <= SIGNIFICANCE_LEVEL:
        return ""
    return (
        "Shuffled sentences give as lively a curve as these: cuts by similarity are arbitrary here."
    )


def _id(cut: Cut, field: str) -> str:
    """A name for what the outcomes depend on."""
    return hashlib.sha256(repr(ahead.depends_on(cut, field)).encode()).hexdigest()[:16]
