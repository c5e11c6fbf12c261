"""The strategy for prose by the similarities of its sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from chunking.analysis.recommend.by_structure import document_facts
from chunking.analysis.recommend.document_kind.kind import identify
from chunking.analysis.recommend.levels import default_level
from chunking.analysis.recommend.recommendation import Recommendation
from chunking.analysis.recommend.sizes import starting
from chunking.analysis.recommend.threshold import ADVICE, recommended_threshold
from chunking.analysis.thresholds.selector import flat_note, no_threshold
from chunking.core.errors import SettingsError
from chunking.core.text.numbers import count_of
from chunking.embedding import sizes_for
from chunking.engine import compute_features, run
from chunking.strategies import get
from chunking.strategies.signals.similarity import candidate_scores

if TYPE_CHECKING:
    from chunking.analysis.recommend.sizes import ChunkSizes
    from chunking.core.prepared import Prepared
    from chunking.strategies import Strategy
    from chunking.strategies.optimal.constants import Level

# Least probability of a boundary that is more likely than not.
_CLEAR = 0.5
# Finds as much as no bonus on the labelled questions, and cuts far fewer paragraphs.
_PARAGRAPH_BONUS = 0.5
# Without a target, at most this share of the chunks may exceed the model limit.
_OVER_LIMIT_SHARE = 0.1


def recommend_by_similarity(
    prepared: Prepared, sizes: ChunkSizes, semantic: Strategy | None = None
) -> Recommendation:
    """Recommend `optimal` for prose, with the recommended threshold as the alternative.

    Args:
        prepared: The document.
        sizes: Sizes of chunks for the model that the document was prepared with.
        semantic: The settings of the alternative, of which only the threshold is replaced;
            by default those of `semantic`.

    Raises:
        SettingsError: The document was prepared without vectors of its sentences, or `semantic` has
            no threshold.
    """
    document = prepared.document
    facts = {**document_facts(document, prepared.layout), "sentences": float(len(prepared.units))}
    kind = identify(document, prepared.layout)
    cause = why_flat(prepared)
    if cause:
        return Recommendation(
            get("sentence")(max_tokens=sizes.target, overlap_tokens=0, **sizes.settings),
            f"sentence, {sizes.about_target.replace('about', 'at most')}.",
            f"{cause[:1].upper()}{cause[1:]}.",
            kind,
            facts=facts,
        )
    sentences = count_of(len(prepared.units), "sentence")
    subject = f"Text of {sentences}" if kind.name == "text" else f"{kind.sentence[:-1]}"
    optimal, summary, clause, size_reason = _optimal(
        prepared, sizes, default_level(kind.name, "retrieval")
    )
    reading = default_level(kind.name, "reading")
    reason = f"{subject} ({reading} level for reading){clause}. {size_reason}"
    found = Recommendation(optimal, summary, reason, kind, facts=facts)
    return with_alternative(found, prepared, sizes, semantic)


def why_flat(prepared: Prepared) -> str:
    """Return why similarities carry no information, as a clause; empty where they do."""
    if prepared.signal is None:
        raise SettingsError(
            "a recommendation by similarity needs similarities, got none; prepare with the "
            "material of semantic"
        )
    scores = candidate_scores(prepared.signal)
    return no_threshold(scores) or flat_note(scores)


def with_alternative(
    found: Recommendation, prepared: Prepared, sizes: ChunkSizes, semantic: Strategy | None
) -> Recommendation:
    """Return a recommendation with the recommended threshold of `semantic`."""
    if semantic is None:
        semantic = starting("semantic", prepared.material.model, sizes)
    selected = recommended_threshold(prepared, semantic)
    if selected.value is None:
        why = selected.reason.removesuffix(ADVICE)  # what is recommended takes its place
        return replace(found, alternative_summary=f"{why[:1].upper()}{why[1:]}.")
    return replace(
        found,
        alternative=semantic.with_(threshold=selected.value),
        alternative_summary=f"{semantic.name}, threshold {selected.reason}.",
    )


def _optimal(
    prepared: Prepared, limits: ChunkSizes, level: Level
) -> tuple[Strategy, str, str, str]:
    """`optimal`, its summary, a clause about its boundaries, and the reason for its chunk size.

    It has a target size only where without one many chunks exceed the largest size.
    """
    free = get("optimal")(level=level, keep_whole="lists", model=prepared.material.model)
    counted = sizes_for(prepared, free.material)
    prepared = compute_features(replace(prepared, material=free.material, sizes=counted))
    sizes = run(prepared, free).tokens
    probabilities = free.probabilities(prepared, prepared.units.gaps)
    is_clear = probabilities is not None and np.any(probabilities >= _CLEAR)
    clause = "" if is_clear else "; no boundary is more likely than not"
    without_target = f"{count_of(len(sizes), 'chunk')} of up to {sizes.max():,} tokens"
    if np.mean(sizes > limits.most) <= _OVER_LIMIT_SHARE:
        summary = f"optimal, {level} level."
        return free, summary, clause, f"It makes {without_target}; {limits.statement}."
    with_target = free.with_(
        target_tokens=limits.target, max_tokens=limits.most, paragraph_bonus=_PARAGRAPH_BONUS
    )
    reason = f"Without a target size optimal makes {without_target}."
    return with_target, f"optimal, {limits.about_target}.", clause, reason
