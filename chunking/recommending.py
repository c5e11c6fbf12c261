"""Which strategy and which settings suit a document, and why."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from chunking.engine import as_document, find_costs, prepare, run
from chunking.errors import SettingsError
from chunking.layout import layout
from chunking.numerals import count_of
from chunking.similarity import candidates, windowed_signal
from chunking.sizes import measure
from chunking.strategies import get
from chunking.strategies.base import LIMITLESS
from chunking.thresholds import FLAT, RECOMMENDED, SELECTORS, Curve, Ladder, Selection
from chunking.thresholds.windows import chances
from chunking.types import UNIT_KINDS, Document, Prepared, UnitKind
from chunking.units.grammars import syntax_of
from chunking.units.turns import spoken

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunking.embedding import Embedder, OnBatch
    from chunking.strategies import Strategy
    from chunking.types import Floats, Ints, Layout, Signal, Vectors

# A text that two small chunks would use up is left whole.
SHORT_TOKENS = 400
# Sizes wide enough for the text to decide, and small enough to be found by a question.
MIN_TOKENS, MAX_TOKENS = 100, 800
# What all-MiniLM-L6-v2 reads, 256 word pieces. Of chunks that are more than twice as long it would
# not see most, and a question is rarely about all that such a chunk says.
READ_TOKENS = 240
# Structure carries a text whose headings stand this near, or with this share of fences and tables.
SECTION_TOKENS = 1000
PROTECTED_SHARE = 0.15
CODE_SHARE = 0.5
SPOKEN_SHARE = 0.5
# Shuffling more units than these takes longer than a person waits.
_TESTED_UNITS = 1000
_RUNGS = 48


@dataclass(frozen=True, slots=True, eq=False)
class Recommendation:
    """A strategy with its settings, and why, in one sentence.

    `threshold` is the one for `semantic` on windows within recommended limits, whichever strategy
    is recommended; None where no similarities were looked at or they tell nothing. `instead` says
    in one sentence what it was chosen by, and is empty where there is none. `facts` are the
    numbers about the document, `evidence` what the selectors say that were asked, by name.
    """

    strategy: Strategy
    reason: str
    threshold: float | None = None
    instead: str = ""
    facts: Mapping[str, float] = field(default_factory=dict)
    evidence: Mapping[str, Selection] = field(default_factory=dict)

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the strategy by name."""
        return self.strategy.model_dump()


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
    size = measure(document.text).tokens(0, len(document.text))
    found = by_structure(document, layout(document), size)
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
    size = prepared.sizes.tokens(0, prepared.sizes.length)
    found = by_structure(prepared.document, prepared.layout, size)
    return found or by_similarity(prepared)


def by_structure(document: Document, places: Layout, size: int) -> Recommendation | None:
    """What suits a text of `size` tokens if its length, its kind or its blocks decide.

    None for prose. `places` is the layout of the document.
    """
    facts = _facts(places, size)
    if size < SHORT_TOKENS:
        whole = get("sentence")(max_tokens=SHORT_TOKENS, overlap_tokens=0)
        return Recommendation(
            whole,
            f"The text has {count_of(size, 'token')}, fewer than {SHORT_TOKENS}: one chunk.",
            facts=facts,
        )
    code, protected, headings = facts["code"], facts["protected"], int(facts["headings"])
    if code >= CODE_SHARE and (syntax := syntax_of(document)):
        return Recommendation(
            get("code")(),
            f"The text is source code ({syntax}): it is cut between functions and classes, and "
            "inside of one only where it is too large.",
            facts=facts,
        )
    if code >= CODE_SHARE:
        return Recommendation(
            get("paragraph")(max_tokens=MAX_TOKENS, overlap_tokens=0),
            f"{code:.0%} of the text is source code, whose parts stand between blank lines.",
            facts=facts,
        )
    facts["spoken"] = spoken(document.text, places)
    if facts["spoken"] >= SPOKEN_SHARE:
        return Recommendation(
            get("dialogue")(),
            f"{facts['spoken']:.0%} of the text are turns of speakers who come again and again: "
            "whole turns are put together, a question with its answer.",
            facts=facts,
        )
    section = size / (headings + 1)
    if headings >= 2 and (section <= SECTION_TOKENS or protected >= PROTECTED_SHARE):
        return Recommendation(
            get("structure")(),
            f"{headings:,} headings make sections of {section:,.0f} tokens on average, and fences "
            f"and tables are {protected:.0%} of the text: cut at headings, keep those whole.",
            facts=facts,
        )
    return None


def _facts(places: Layout, size: int) -> dict[str, float]:
    """Tokens, headings, and the shares of the text in code and in fences or tables."""
    blocks = places.blocks
    lengths = blocks.ends - blocks.starts
    total = max(1, int(lengths.sum()))
    code = int(lengths[blocks.kinds == UNIT_KINDS.index(UnitKind.CODE)].sum())
    protected = int((places.protected_ends - places.protected_starts).sum())
    return {
        "tokens": float(size),
        "headings": float(len(places.outline.starts)),
        "code": code / total,
        "protected": protected / total,
    }


def by_similarity(prepared: Prepared) -> Recommendation:
    """What suits prose: the exact optimum, with the best threshold beside it.

    Raises:
        SettingsError: the document was prepared without sentences' vectors.
    """
    size = prepared.sizes.tokens(0, prepared.sizes.length)
    facts = {**_facts(prepared.layout, size), "sentences": float(len(prepared.units))}
    evidence = {RECOMMENDED.name: RECOMMENDED(prepared)}
    scores = prepared.signal.scores if prepared.signal is not None else np.zeros(0)
    if evidence[RECOMMENDED.name].value is None or np.ptp(scores) < FLAT:
        even = get("sentence")(overlap_tokens=0)
        said = f"No threshold means anything here: {evidence[RECOMMENDED.name].reason}."
        reason = f"{said} Whole sentences are packed by size instead."
        return Recommendation(even, reason, facts=facts, evidence=evidence)
    same = {"model": prepared.material.model, "precision": prepared.material.precision}
    limits = {"min_tokens": MIN_TOKENS, "max_tokens": MAX_TOKENS}
    semantic = get("semantic")(signal="windowed", **limits, **same)
    by_windows = _by_windows(prepared)
    evidence[RECOMMENDED.name] = RECOMMENDED(by_windows)
    limited = threshold_within(by_windows, semantic)
    evidence["within_limits"] = limited
    if len(prepared.units) <= _TESTED_UNITS:
        evidence["permutation"] = SELECTORS["permutation"](prepared)
    weak = "permutation" in evidence and evidence["permutation"].value is None
    doubt = ", where no boundary stands the permutation test" if weak else ""
    headings = count_of(int(facts["headings"]), "heading")
    sentences = count_of(len(prepared.units), "sentence")
    prose = f"Prose of {count_of(size, 'token')} in {sentences} with {headings}{doubt}"
    optimal, aimed = _optimal(prepared, same)
    reason = f"{prose}: the exact optimum compares all cuttings at once{aimed}."
    instead = f"With semantic on windows instead, {limited.reason}."
    return Recommendation(optimal, reason, limited.value, instead, facts, evidence)


def _optimal(prepared: Prepared, same: Mapping[str, Any]) -> tuple[Strategy, str]:
    """The exact optimum, and what is to be said of the size of its chunks.

    As many as the text itself decides, unless these are far larger than what a model reads.
    """
    free = get("optimal")(**same)
    find_costs(prepared, free.material)
    sizes = run(prepared, free).tokens
    usual = float(np.median(sizes))
    if usual <= 2 * READ_TOKENS:
        return free, ""
    aimed = free.with_(target_tokens=READ_TOKENS, max_tokens=MAX_TOKENS)
    few = f"{count_of(len(sizes), 'chunk')} of {usual:,.0f} tokens in the median"
    return aimed, f", and aims at {READ_TOKENS} tokens, since it would else make {few}"


def _by_windows(prepared: Prepared) -> Prepared:
    """The same with the similarity of windows, on which a threshold finds more and errs less.

    Raises:
        SettingsError: it was prepared without vectors.
    """
    if prepared.vectors is None:
        raise SettingsError("a threshold needs the vectors of the units; there are none")
    return replace(prepared, signal=windowed_signal(prepared.units, prepared.vectors))


def _within(low: int, high: int) -> str:
    return f"within {low:,} to {high:,} tokens" if high < LIMITLESS else f"from {low:,} tokens on"


def threshold_within(prepared: Prepared, strategy: Strategy) -> Selection:
    """The threshold for `semantic` with these limits: the highest F1 to be expected of its cuts.

    As the selector `windows`, but of the cuts that are left once the limits have had their say,
    and with no more boundaries expected than chunks of the limits' geometric mean would give.
    A minimum of 0 or no maximum limits nothing.

    Raises:
        SettingsError: the document was prepared without similarities and vectors.
    """
    free = RECOMMENDED(prepared)
    if free.value is None:
        return free
    scores = candidates(cast("Signal", prepared.signal))
    low, high = strategy.limits
    size = prepared.sizes.tokens(0, prepared.sizes.length)
    most = size / np.sqrt(low * high) if low > 0 and high < LIMITLESS else np.inf
    likely = chances(cast("Vectors", prepared.vectors), most)
    ladder = Ladder.of(scores)
    rungs = {ladder.nearest(cuts) for cuts in np.geomspace(1, len(scores), _RUNGS)}
    tried = [ladder.at(rung) for rung in sorted(rungs)]
    cuts = [_gaps_cut(prepared, strategy.with_(threshold=threshold)) for threshold in tried]
    expected = np.array([_expected(found, likely) for found in cuts])
    best = int(np.argmax(expected))
    reason = (
        f"the best of {count_of(len(tried), 'threshold')} tried is {tried[best]:g}: "
        f"{_within(low, high)} it makes {count_of(len(cuts[best]), 'cut')} and agrees best with "
        f"windows of sentences (an expected F1 of {expected[best]:.2f})"
    )
    curves = (Curve("expected F1 within the limits", np.array(tried), expected, y_title="F1"),)
    facts = {"cuts": float(len(cuts[best])), "min_tokens": float(low), "max_tokens": float(high)}
    return Selection(tried[best], float(np.clip(expected[best], 0, 1)), reason, curves, facts)


def _gaps_cut(prepared: Prepared, strategy: Strategy) -> Ints:
    """The gaps between units that a strategy cuts, as indices."""
    return np.flatnonzero(np.isin(prepared.units.gaps, strategy.cut(prepared).offsets))


def _expected(cuts: Ints, likely: Floats) -> float:
    """The F1 to be expected of some cuts where a boundary counts one unit away, too."""
    near = np.zeros(len(likely) + 2, np.bool_)
    for shift in range(3):
        near[cuts + shift] = True
    found = min(float(likely[near[1:-1]].sum()), len(cuts))
    return float(2 * found / (len(cuts) + likely.sum()))
