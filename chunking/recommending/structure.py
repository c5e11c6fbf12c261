"""What suits a text whose length, kind or blocks decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.numerals import count_of
from chunking.recommending.recommendation import (
    AIMED,
    PIECES,
    READ_PIECES,
    TARGET_PIECES,
    WITHIN,
    Recommendation,
)
from chunking.sizes import measure
from chunking.strategies import get
from chunking.types import UNIT_KINDS, UnitKind
from chunking.units.grammars import syntax_of
from chunking.units.turns import spoken

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunking.strategies import Strategy
    from chunking.types import Document, Layout

# A text of more characters than these is longer than the model reads, whatever it is made of.
_LONG = 20 * READ_PIECES
# Structure carries a text whose headings stand this near, or with this share of fences and tables.
SECTION_TOKENS = 1000
PROTECTED_SHARE = 0.15
CODE_SHARE = 0.5
SPOKEN_SHARE = 0.5
LISTED_SHARE = 0.5


def by_structure(document: Document, places: Layout) -> Recommendation | None:
    """What suits a text if its length, its kind or its blocks decide; None for prose.

    `places` is the layout of the document.
    """
    pieces = _pieces(document.text) if len(document.text) <= _LONG else READ_PIECES + 1
    facts = facts_of(document, places)
    if pieces <= READ_PIECES:
        whole = get("sentence")(max_tokens=READ_PIECES, overlap_tokens=0, **PIECES)
        read = f"The text has {count_of(pieces, 'word piece')}, which the model reads at once"
        said = f"{read}: one chunk." if pieces else "The text has nothing to cut."
        return Recommendation(whole, said, facts=facts)
    if facts["code"] >= CODE_SHARE:
        return _source_code(document, facts)
    facts["spoken"] = spoken(document.text, places)
    if facts["spoken"] >= SPOKEN_SHARE:
        return Recommendation(
            get("dialogue")(max_tokens=READ_PIECES, **PIECES),
            f"{facts['spoken']:.0%} of the text is turns of speakers who come again and again: "
            f"whole turns are put together, a question with its answer, {WITHIN}.",
            facts=facts,
        )
    headings, protected = int(facts["headings"]), facts["protected"]
    section = facts["tokens"] / (headings + 1)
    characters = len(document.text) / (headings + 1)
    if headings >= 2 and (section <= SECTION_TOKENS or protected >= PROTECTED_SHARE):
        return Recommendation(
            _structure(),
            f"{headings:,} headings make sections of {characters:,.0f} characters on average, and "
            f"fences and tables are {protected:.0%} of the text: cut at headings and paragraphs, "
            f"{AIMED}; only fences and tables may be longer than the model reads, and stay whole.",
            facts=facts,
        )
    if facts["listed"] >= LISTED_SHARE:
        return Recommendation(
            _structure(),
            f"{facts['listed']:.0%} of the text is list items: cut between items, and inside "
            f"of long ones alone, {AIMED}.",
            facts=facts,
        )
    return None


def _source_code(document: Document, facts: Mapping[str, float]) -> Recommendation:
    syntax = syntax_of(document)
    if syntax:
        return Recommendation(
            get("code")(max_tokens=READ_PIECES, **PIECES),
            f"The text is source code ({syntax}): it is cut between functions and classes, and "
            f"inside of one only where it is too large, {WITHIN}.",
            facts=facts,
        )
    return Recommendation(
        get("paragraph")(max_tokens=READ_PIECES, overlap_tokens=0, **PIECES),
        f"{facts['code']:.0%} of the text is source code or data, whose parts stand between blank "
        f"lines: they are put together {WITHIN}.",
        facts=facts,
    )


def _structure() -> Strategy:
    sizes = {"target_tokens": TARGET_PIECES, "max_tokens": READ_PIECES}
    return get("structure")(overlap_share=0, lead_ins="keep", **sizes, **PIECES)


def _pieces(text: str) -> int:
    return measure(text, "wordpiece").tokens(0, len(text))


def facts_of(document: Document, places: Layout) -> dict[str, float]:
    """Tokens, headings, and the shares of the text in code, in fences or tables, and in lists."""
    blocks = places.blocks
    lengths = blocks.ends - blocks.starts
    total = max(1, int(lengths.sum()))
    protected = int((places.protected_ends - places.protected_starts).sum())

    def share(kind: UnitKind) -> float:
        return int(lengths[blocks.kinds == UNIT_KINDS.index(kind)].sum()) / total

    return {
        "tokens": float(measure(document.text).tokens(0, len(document.text))),
        "headings": float(len(places.outline.starts)),
        "code": share(UnitKind.CODE),
        "protected": protected / total,
        "listed": share(UnitKind.LIST_ITEM),
    }
