"""The pair of lanes that is compared: its differences, and the cost of changing over."""

from collections.abc import Sequence

from chunking.core.text.numbers import count_of
from chunking.gui.compare.messages import Changes, Cost
from chunking.gui.results.baseline import differences_between, state
from chunking.gui.results.lanes import Lane
from chunking.gui.session.session import Session
from chunking.library.plan import embedding_cost, state_of

Pair = tuple["Lane", "Lane"]


def pair_of(session: Session, lanes: Sequence[Lane]) -> Pair | None:
    """Return the chosen pair if both are ready; of two lanes these; None compares all."""
    by_letter = {each.letter: each for each in lanes}
    before, after = session.compare.pair or (None, None)
    if before in by_letter and after in by_letter:
        return by_letter[before], by_letter[after]
    return (lanes[0], lanes[1]) if len(lanes) == 2 else None


def differences_of(pair: Pair, model: str) -> Changes | None:
    """Return which boundaries are kept, moved, added and removed; None while unknown."""
    before, after = pair
    found = differences_between(before.chunking, after.chunking, model)
    if found is None:
        return None
    moved = (found.moved_before, found.moved_after, found.moved_tokens)
    return {
        "before": before.letter,
        "after": after.letter,
        "kept": len(found.kept_before),
        "moved": [list(row) for row in zip(*(each.tolist() for each in moved), strict=True)],
        "removed": found.removed.tolist(),
        "added": found.added.tolist(),
    }


def cost_of(pair: Pair) -> Cost:
    """Return the re-embedding cost of changing from the first lane to the second."""
    before, after = pair
    old = state(before.chunking)
    cost = embedding_cost(old, state_of(after.chunking, known=(before.chunking, old)))
    return {
        "pair": f"{before.name} → {after.name}",
        "embed": f"{cost.embed.chunks:,} ({count_of(cost.embed.tokens, 'token')})",
        "reuse": f"{cost.reuse.chunks:,}",
        "delete": f"{cost.delete.chunks:,}",
    }
