"""What suits prose: the optimum of its similarities, and the threshold that does best."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from chunking.engine import find_costs, run
from chunking.errors import SettingsError
from chunking.numerals import count_of
from chunking.recommending.recommendation import (
    AIMED,
    PIECES,
    READ_PIECES,
    TARGET_PIECES,
    Recommendation,
)
from chunking.recommending.structure import facts_of
from chunking.similarity import windowed_signal
from chunking.sizes import measure
from chunking.strategies import get
from chunking.thresholds import FLAT, RECOMMENDED, SELECTORS
from chunking.within_limits import threshold_within

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunking.strategies import Strategy
    from chunking.thresholds import Selection
    from chunking.types import Prepared

# Under so many word pieces a chunk by threshold says too little by itself.
MIN_PIECES = 100
# Shuffling more units than these takes longer than a person waits.
_TESTED_UNITS = 1000
# So many of the chunks that the text itself decides may be longer than the model reads.
_LONG_SHARE = 0.1


def by_similarity(prepared: Prepared) -> Recommendation:
    """What suits prose: the exact optimum, with the best threshold beside it.

    Raises:
        SettingsError: the document was prepared without sentences' vectors.
    """
    document = prepared.document
    facts = {**facts_of(document, prepared.layout), "sentences": float(len(prepared.units))}
    evidence = {RECOMMENDED.name: RECOMMENDED(prepared)}
    if is_flat(prepared):
        even = get("sentence")(max_tokens=TARGET_PIECES, overlap_tokens=0, **PIECES)
        said = f"No threshold means anything here: {evidence[RECOMMENDED.name].reason}."
        reason = f"{said} Whole sentences are packed by size instead."
        return Recommendation(even, reason, facts=facts, evidence=evidence)
    counted = replace(prepared, sizes=measure(document.text, "wordpiece"))
    evidence[RECOMMENDED.name] = RECOMMENDED(_by_windows(counted))
    semantic, limited = within_limits(prepared)
    evidence["within_limits"] = limited
    if len(prepared.units) <= _TESTED_UNITS:
        evidence["permutation"] = SELECTORS["permutation"](prepared)
    tested = evidence.get("permutation")
    weak = tested is not None and not tested.facts.get("significant")
    doubt = ", where no boundary stands the permutation test" if weak else ""
    prose = f"Prose of {count_of(len(prepared.units), 'sentence')}{doubt}"
    optimal, aimed = _optimal(counted, _same(prepared))
    return Recommendation(
        optimal,
        f"{prose}: the exact optimum compares all cuttings at once, {aimed}.",
        None if limited.value is None else semantic,
        instead_of(limited),
        facts,
        evidence,
    )


def is_flat(prepared: Prepared) -> bool:
    """Whether no threshold means anything."""
    scores = prepared.signal.scores if prepared.signal is not None else np.zeros(0)
    return RECOMMENDED(prepared).value is None or bool(np.ptp(scores) < FLAT)


def _same(prepared: Prepared) -> dict[str, Any]:
    """The settings of a strategy that reads with the same model, and counts in its pieces."""
    return {"model": prepared.material.model, "precision": prepared.material.precision, **PIECES}


def within_limits(prepared: Prepared) -> tuple[Strategy, Selection]:
    """`semantic` on windows, in chunks that the model reads whole, by the threshold that suits."""
    counted = replace(prepared, sizes=measure(prepared.document.text, "wordpiece"))
    limits = {"min_tokens": MIN_PIECES, "max_tokens": READ_PIECES}
    semantic = get("semantic")(signal="windowed", **limits, **_same(prepared))
    limited = threshold_within(_by_windows(counted), semantic)
    found = semantic if limited.value is None else semantic.with_(threshold=limited.value)
    return found, limited


def instead_of(limited: Selection) -> str:
    """What the threshold of `within_limits` was chosen by, in one sentence."""
    return f"With semantic, by a threshold on windows of sentences: {limited.reason}."


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
    return aimed, f"{AIMED}; left to itself it would make {few}"


def _by_windows(prepared: Prepared) -> Prepared:
    """The same with the similarity of windows, on which a threshold finds more and errs less.

    Raises:
        SettingsError: it was prepared without vectors.
    """
    if prepared.vectors is None:
        raise SettingsError("a threshold needs the vectors of the units; there are none")
    return replace(prepared, signal=windowed_signal(prepared.units, prepared.vectors))
