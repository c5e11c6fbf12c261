"""Which strategy and which settings suit a document, and why."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from chunking import settings
from chunking.engine import as_document, find_costs, prepare, run
from chunking.errors import SettingsError
from chunking.layout import layout
from chunking.numerals import count_of
from chunking.similarity import windowed_signal
from chunking.sizes import measure
from chunking.strategies import get
from chunking.thresholds import FLAT, RECOMMENDED, SELECTORS
from chunking.types import UNIT_KINDS, Document, Prepared, UnitKind
from chunking.units.grammars import syntax_of
from chunking.units.turns import spoken
from chunking.within_limits import threshold_within

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunking.embedding import Embedder, OnBatch
    from chunking.strategies import Strategy
    from chunking.thresholds import Selection
    from chunking.types import Layout

# What all-MiniLM-L6-v2 reads at once, in its own word pieces: 256 with the marks of start and end.
# Of a longer chunk most programs embed only the beginning.
READ_PIECES = 254
# Half of that leaves the text room to say where a chunk ends, and a question finds it more often:
# docs/thresholds.md has the figures.
TARGET_PIECES = 128
# A text of more characters than these is longer than that, whatever it is made of.
_LONG = 20 * READ_PIECES
# Under so many word pieces a chunk by threshold says too little by itself.
MIN_PIECES = 100
# Structure carries a text whose headings stand this near, or with this share of fences and tables.
SECTION_TOKENS = 1000
PROTECTED_SHARE = 0.15
CODE_SHARE = 0.5
SPOKEN_SHARE = 0.5
LISTED_SHARE = 0.5
# Shuffling more units than these takes longer than a person waits.
_TESTED_UNITS = 1000
# So many of the chunks that the text itself decides may be longer than the model reads.
_LONG_SHARE = 0.1

_PIECES: dict[str, Any] = {"count_in": "wordpiece"}
_WITHIN = f"in chunks of at most {READ_PIECES} word pieces, which the model reads whole"
_AIMED = (
    f"in chunks of about {TARGET_PIECES} word pieces, half of the {READ_PIECES} that the model "
    "reads at once, as questions find those more often than larger ones"
)


@dataclass(frozen=True, slots=True, eq=False)
class Recommendation:
    """A strategy with its settings, and why, in one sentence.

    `alternative` is `semantic` on windows with the threshold that suits best, whichever strategy is
    recommended; None where no similarities were looked at or they tell nothing. `instead` says in
    one sentence what that was chosen by, and is empty where there is none. `facts` are the numbers
    about the document, `evidence` what the selectors say that were asked, by name.
    """

    strategy: Strategy
    reason: str
    alternative: Strategy | None = None
    instead: str = ""
    facts: Mapping[str, float] = field(default_factory=dict)
    evidence: Mapping[str, Selection] = field(default_factory=dict)

    @property
    def threshold(self) -> float | None:
        """The threshold of the alternative; None where there is none."""
        found = getattr(self.alternative, "threshold", None)
        return None if found is None else float(found)

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the strategy by name."""
        return self.strategy.model_dump()


def to_dict(found: Recommendation) -> dict[str, Any]:
    """A recommendation as plain values, for JSON."""
    other = found.alternative
    return {
        "strategy": found.strategy.name,
        "settings": found.settings,
        "reason": found.reason,
        "threshold": found.threshold,
        "alternative": None if other is None else settings.to_dict(other),
        "instead": found.instead if other is not None else "",
        "facts": dict(found.facts),
    }


def recommend(
    document: Document | str,
    *,
    embedder: Embedder | None = None,
    precision: str = "exact",
    on_batch: OnBatch | None = None,
) -> Recommendation:
    """What suits a document; only prose is embedded, by `embedder` or the default model.

    The strategy that is recommended computes as exactly as this was asked to.

    Raises:
        ModelError: the model cannot be loaded.
        SettingsError: what is given is no document, or there is no such precision.
        StoppedError: `on_batch` raised it.
    """
    from chunking.embedding import check_precision

    check_precision(precision)
    document = as_document(document)
    found = by_structure(document, layout(document))
    if found is not None:
        return found
    material = get("semantic")(precision=precision).material
    return by_similarity(prepare(document, material, embedder=embedder, on_batch=on_batch))


def recommend_prepared(prepared: Prepared) -> Recommendation:
    """What suits a document that is prepared with sentences and their vectors already.

    A strategy with a model has the one these are by, in the same precision.

    Raises:
        SettingsError: it is prose and was prepared without vectors.
    """
    return by_structure(prepared.document, prepared.layout) or by_similarity(prepared)


def by_structure(document: Document, places: Layout) -> Recommendation | None:
    """What suits a text if its length, its kind or its blocks decide; None for prose.

    `places` is the layout of the document.
    """
    pieces = _pieces(document.text) if len(document.text) <= _LONG else READ_PIECES + 1
    facts = _facts(document, places)
    if pieces <= READ_PIECES:
        whole = get("sentence")(max_tokens=READ_PIECES, overlap_tokens=0, **_PIECES)
        read = f"The text has {count_of(pieces, 'word piece')}, which the model reads at once"
        said = f"{read}: one chunk." if pieces else "The text has nothing to cut."
        return Recommendation(whole, said, facts=facts)
    if facts["code"] >= CODE_SHARE:
        return _source_code(document, facts)
    facts["spoken"] = spoken(document.text, places)
    if facts["spoken"] >= SPOKEN_SHARE:
        return Recommendation(
            get("dialogue")(max_tokens=READ_PIECES, **_PIECES),
            f"{facts['spoken']:.0%} of the text is turns of speakers who come again and again: "
            f"whole turns are put together, a question with its answer, {_WITHIN}.",
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
            f"{_AIMED}; only fences and tables may be longer than the model reads, and stay whole.",
            facts=facts,
        )
    if facts["listed"] >= LISTED_SHARE:
        return Recommendation(
            _structure(),
            f"{facts['listed']:.0%} of the text is list items: cut between items, and inside "
            f"of long ones alone, {_AIMED}.",
            facts=facts,
        )
    return None


def _source_code(document: Document, facts: Mapping[str, float]) -> Recommendation:
    syntax = syntax_of(document)
    if syntax:
        return Recommendation(
            get("code")(max_tokens=READ_PIECES, **_PIECES),
            f"The text is source code ({syntax}): it is cut between functions and classes, and "
            f"inside of one only where it is too large, {_WITHIN}.",
            facts=facts,
        )
    return Recommendation(
        get("paragraph")(max_tokens=READ_PIECES, overlap_tokens=0, **_PIECES),
        f"{facts['code']:.0%} of the text is source code or data, whose parts stand between blank "
        f"lines: they are put together {_WITHIN}.",
        facts=facts,
    )


def _structure() -> Strategy:
    sizes = {"target_tokens": TARGET_PIECES, "max_tokens": READ_PIECES}
    return get("structure")(overlap_share=0, lead_ins="keep", **sizes, **_PIECES)


def _pieces(text: str) -> int:
    return measure(text, "wordpiece").tokens(0, len(text))


def _facts(document: Document, places: Layout) -> dict[str, float]:
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


def by_similarity(prepared: Prepared) -> Recommendation:
    """What suits prose: the exact optimum, with the best threshold beside it.

    Raises:
        SettingsError: the document was prepared without sentences' vectors.
    """
    document = prepared.document
    facts = {**_facts(document, prepared.layout), "sentences": float(len(prepared.units))}
    evidence = {RECOMMENDED.name: RECOMMENDED(prepared)}
    scores = prepared.signal.scores if prepared.signal is not None else np.zeros(0)
    if evidence[RECOMMENDED.name].value is None or np.ptp(scores) < FLAT:
        even = get("sentence")(max_tokens=TARGET_PIECES, overlap_tokens=0, **_PIECES)
        said = f"No threshold means anything here: {evidence[RECOMMENDED.name].reason}."
        reason = f"{said} Whole sentences are packed by size instead."
        return Recommendation(even, reason, facts=facts, evidence=evidence)
    same = {"model": prepared.material.model, "precision": prepared.material.precision, **_PIECES}
    counted = replace(prepared, sizes=measure(document.text, "wordpiece"))
    by_windows = _by_windows(counted)
    evidence[RECOMMENDED.name] = RECOMMENDED(by_windows)
    limits = {"min_tokens": MIN_PIECES, "max_tokens": READ_PIECES}
    semantic = get("semantic")(signal="windowed", **limits, **same)
    limited = threshold_within(by_windows, semantic)
    evidence["within_limits"] = limited
    if len(prepared.units) <= _TESTED_UNITS:
        evidence["permutation"] = SELECTORS["permutation"](prepared)
    tested = evidence.get("permutation")
    weak = tested is not None and not tested.facts.get("significant")
    doubt = ", where no boundary stands the permutation test" if weak else ""
    prose = f"Prose of {count_of(len(prepared.units), 'sentence')}{doubt}"
    optimal, aimed = _optimal(counted, same)
    return Recommendation(
        optimal,
        f"{prose}: the exact optimum compares all cuttings at once, {aimed}.",
        None if limited.value is None else semantic.with_(threshold=limited.value),
        f"With semantic, by a threshold on windows of sentences: {limited.reason}.",
        facts,
        evidence,
    )


def _optimal(prepared: Prepared, same: Mapping[str, Any]) -> tuple[Strategy, str]:
    """The exact optimum, and what is to be said of the size of its chunks.

    As many as the text itself decides, unless many of them are larger than what the model reads.
    """
    free = get("optimal")(**same)
    find_costs(prepared, free.material)
    sizes = run(prepared, free).tokens
    if np.mean(sizes > READ_PIECES) <= _LONG_SHARE:
        return free, "in as many chunks as the text itself decides"
    aimed = free.with_(target_tokens=TARGET_PIECES, max_tokens=READ_PIECES)
    few = f"{count_of(len(sizes), 'chunk')} of up to {sizes.max():,}"
    return aimed, f"{_AIMED}; left to itself it would make {few}"


def _by_windows(prepared: Prepared) -> Prepared:
    """The same with the similarity of windows, on which a threshold finds more and errs less.

    Raises:
        SettingsError: it was prepared without vectors.
    """
    if prepared.vectors is None:
        raise SettingsError("a threshold needs the vectors of the units; there are none")
    return replace(prepared, signal=windowed_signal(prepared.units, prepared.vectors))
