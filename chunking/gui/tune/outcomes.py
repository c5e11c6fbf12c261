"""What every value of the main slider would give: computed in slices while nothing moves."""

import hashlib

from chunking.analysis.settings_search.outcomes import (
    OutcomeSweep,
    suppressing_setting,
    swept_field,
)
from chunking.core.arrays import Floats
from chunking.engine.run import Split
from chunking.gui.core.cache import Key, cached
from chunking.gui.core.view import Message, View
from chunking.gui.results.chunks import depends_on
from chunking.gui.results.engine_calls import utf16
from chunking.gui.tune.messages import OutcomeColumns, OutcomesMessage, ProgressMessage, Swept
from chunking.strategies.base import sliders

# Seconds of work in one run: an event of the user waits for at most that long.
_SLICE = 0.12


def swept(shown: Split) -> Swept | None:
    """Return the setting whose outcomes can be drawn; None where the strategy has none."""
    strategy = shown.strategy
    field = swept_field(strategy)
    slider = None if field is None else sliders(type(strategy)).get(field)
    if field is None or slider is None:
        return None
    return {
        "id": _id(shown, field),
        "field": field,
        "label": strategy.label_of(field),
        "value": float(getattr(strategy, field)),
        "decimals": 0 if slider.step >= 1 else len(f"{slider.step:g}") - 2,
        "steady": shown.prepared.signal is not None,
        "keeps": suppressing_setting(shown.prepared, strategy),
    }


def values(shown: Split) -> Floats | None:
    """Return the values whose outcomes are drawn, (k,); None before they are computed."""
    field = swept_field(shown.strategy)
    if field is None:
        return None
    known = _sweep(depends_on(shown, field), shown).outcomes
    return None if known is None else known.values


def compute_more(shown: Split) -> None:
    """Compute some more of the outcomes; the page asks on once nothing moves any more."""
    field = swept_field(shown.strategy)
    if field is None or not shown.complete:
        return
    sweep = _sweep(depends_on(shown, field), shown)
    if sweep.outcomes is None:
        sweep.run_for(_SLICE)


def add_outcomes(view: View, shown: Split) -> None:
    """Add the outcomes, or how much of them is computed."""
    field = swept_field(shown.strategy)
    if field is None:
        return
    name = _id(shown, field)
    sweep = _sweep(depends_on(shown, field), shown)
    known = sweep.outcomes
    if known is None:
        progress: ProgressMessage = {"kind": "progress", "id": name, "share": sweep.share}
        view.send(progress)
        return

    def make() -> Message:
        columns: OutcomeColumns = {
            "values": known.values.tolist(),
            "counts": known.counts.tolist(),
            "medians": known.medians.tolist(),
            "largest": known.largest.tolist(),
            "plateaus": known.plateaus,
            "lives": len(known.ranges.offsets),
        }
        lives = (
            utf16(shown.document)(known.ranges.offsets).astype("<i4").tobytes(),
            known.ranges.first.astype("<u1").tobytes(),
            known.ranges.last.astype("<u1").tobytes(),
        )
        header: OutcomesMessage = {"kind": "outcomes", "id": name, "columns": columns}
        return Message(header, b"".join(lives))

    view.send_once("outcomes", name, make)


@cached(32)
def _sweep(_: Key, shown: Split) -> OutcomeSweep:
    return OutcomeSweep(shown.prepared, shown.strategy, constraints=shown.boundaries)


def _id(shown: Split, field: str) -> str:
    """Return a name for everything that the outcomes depend on."""
    return hashlib.sha256(repr(depends_on(shown, field)).encode()).hexdigest()[:16]
