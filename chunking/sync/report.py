"""The plan and the bill of a change, as plain values and as a person reads them."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from chunking.sync.plan import Amount, bill, plan

if TYPE_CHECKING:
    from chunking.sync.state import State

_MEANS = {
    "embed": "to embed",
    "kept": "kept",
    "dropped": "dropped",
    "by_place": "to embed, by place alone",
}


def to_dict(old: State, new: State) -> dict[str, Any]:
    """The change as plain values for JSON: both states, the plan with its ids, the bill."""
    costs = bill(old, new)
    return {
        "old": _sums(old),
        "new": _sums(new),
        "plan": {name: list(ids) for name, ids in asdict(plan(old, new)).items()},
        "bill": {**asdict(costs), "saved": costs.saved},
    }


def to_table(old: State, new: State) -> str:
    """The change as two tables: the places, then the contents."""
    steps, costs = asdict(plan(old, new)), bill(old, new)
    lines = [("", "chunks", "tokens")]
    lines += [(f"{name}: {state.title}", *_shown(_amount(state)))
              for name, state in (("old", old), ("new", new))]  # fmt: skip
    lines += [("", "", ""), ("by place", "", "")]
    lines += [(f"  {name}", f"{len(ids):,}", "") for name, ids in steps.items()]
    lines += [("by content", "", "")]
    lines += [
        (f"  {means}", *_shown(Amount(**asdict(costs)[name]))) for name, means in _MEANS.items()
    ]
    widths = [max(len(line[i]) for line in lines) for i in range(3)]
    shown = [
        f"{what:<{widths[0]}}  {chunks:>{widths[1]}}  {tokens:>{widths[2]}}".rstrip()
        for what, chunks, tokens in lines
    ]
    return "\n".join([*shown, f"{costs.saved:.1%} of the tokens need not be embedded again"]) + "\n"


def _sums(state: State) -> dict[str, Any]:
    return {"title": state.title, **asdict(_amount(state))}


def _amount(state: State) -> Amount:
    return Amount(len(state.entries), sum(entry.tokens for entry in state.entries))


def _shown(amount: Amount) -> tuple[str, str]:
    return f"{amount.chunks:,}", f"{amount.tokens:,}"
