"""The plan from one state to the next, and its bill."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from chunking.sync.state import State


@dataclass(frozen=True, slots=True)
class Plan:
    """What becomes of each place, as location ids in reading order (ContextMEM, issue 12).

    `changed` are places whose content is another; a store that knows a chunk by its place embeds
    `added` and `changed`, and forgets `removed`.
    """

    added: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: tuple[str, ...]
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Amount:
    """So many contents, and the tokens in them."""

    chunks: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Bill:
    """What a change costs where a vector is kept by the content it was made of.

    `embed`: contents that are not embedded yet; `kept`: those that are, wherever they stand now;
    `dropped`: those that are not there any more. Contents that are equal count once. `by_place`
    is what a store pays that knows a chunk by its place alone: all that is added or changed.
    """

    embed: Amount
    kept: Amount
    dropped: Amount
    by_place: Amount

    @property
    def saved(self) -> float:
        """The share of the new tokens that need not be embedded again, from 0 to 1."""
        total = self.embed.tokens + self.kept.tokens
        return self.kept.tokens / total if total else 1.0


def plan(old: State, new: State) -> Plan:
    """The plan that leads from the old state to the new one, place by place.

    The location ids must be made with the same route, or all is added and all removed.
    """
    before, after = old.places, new.places
    both = [place for place in after if place in before]
    changed = {p for p in both if after[p].content_hash != before[p].content_hash}
    return Plan(
        added=tuple(place for place in after if place not in before),
        changed=tuple(place for place in both if place in changed),
        unchanged=tuple(place for place in both if place not in changed),
        removed=tuple(place for place in before if place not in after),
    )


def bill(old: State, new: State) -> Bill:
    """What leads from the old state to the new one, content by content.

    What is embedded or kept is counted as the new state counts tokens, what is dropped as the old.
    """
    steps = plan(old, new)
    before, after = old.contents, new.contents
    return Bill(
        embed=_amount(tokens for content, tokens in after.items() if content not in before),
        kept=_amount(tokens for content, tokens in after.items() if content in before),
        dropped=_amount(tokens for content, tokens in before.items() if content not in after),
        by_place=_amount(new.places[place].tokens for place in (*steps.added, *steps.changed)),
    )


def _amount(tokens: Iterable[int]) -> Amount:
    each = list(tokens)
    return Amount(len(each), sum(each))
