"""The strategy for text, with the threshold that suits the similarities of its sentences."""

from dataclasses import replace

from chunking.analysis.recommend.by_structure import recommend_for_text
from chunking.analysis.recommend.recommendation import Recommendation
from chunking.analysis.recommend.sizes import ChunkSizes, starting
from chunking.analysis.recommend.threshold import ADVICE, recommended_threshold
from chunking.core.prepared import Prepared
from chunking.strategies import Strategy


def recommend_by_similarity(
    prepared: Prepared, sizes: ChunkSizes, semantic: Strategy | None = None
) -> Recommendation:
    """Recommend `structure` for other text, with the recommended threshold as the alternative.

    Args:
        prepared: The document.
        sizes: Sizes of chunks for the model that the document was prepared with.
        semantic: The settings of the alternative, of which only the threshold is replaced;
            by default those of `semantic`.

    Raises:
        SettingsError: The document was prepared without vectors of its sentences, or `semantic` has
            no threshold.
    """
    found = recommend_for_text(prepared.document, prepared.layout, sizes)
    return with_alternative(found, prepared, sizes, semantic)


def with_alternative(
    found: Recommendation, prepared: Prepared, sizes: ChunkSizes, semantic: Strategy | None
) -> Recommendation:
    """Return a recommendation with the recommended threshold of `semantic`, or why there is none.

    Raises:
        SettingsError: As for `recommend_by_similarity`.
    """
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
