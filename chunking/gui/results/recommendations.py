"""Recommendations for the document on screen, computed once in the background."""

from typing import cast

from chunking.analysis.recommend.by_structure import Recommendation
from chunking.analysis.thresholds import SelectedThreshold
from chunking.core.arrays import Floats
from chunking.core.document import Document
from chunking.core.prepared import Prepared
from chunking.embedding import DEFAULT_MODEL
from chunking.engine.run import Split
from chunking.gui.core.cache import Key, cached
from chunking.gui.core.jobs import JOBS, Job, Kind, Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.chunks import depends_on
from chunking.gui.results.engine_calls import Reference, key_of
from chunking.loading.folder import MAX_FILES
from chunking.strategies import Strategy
from chunking.units.layout import layout

ANALYZING = Kind("Analyzing the document", stoppable=False)
_RECOMMENDING = Kind("Analyzing the document", stoppable=False, late=True)

# Recommending for more units takes longer than one would wait without having asked.
_AUTOMATIC = 5_000


def recommendation(
    document: Document, model: str, *, asked: bool = False
) -> Recommendation | Waiting | None:
    """Return what is recommended for a document and a model; None before the model has read it.

    Sizes are those of the model, in its tokens. A document of more than 5,000 sentences is not
    analyzed until it is asked for.
    """
    by_structure = _if_by_structure(document, model)
    if by_structure is not None:
        return by_structure
    known = engine_calls.reference(document, model)
    if not isinstance(known, Reference):
        return None
    if len(known.prepared.units) > _AUTOMATIC and not asked:
        return found_so_far(document, model)

    def work(_: Job) -> Recommendation:
        from chunking.analysis.recommend.strategy import recommend_prepared

        return recommend_prepared(known.prepared)

    key = (*key_of(document), "recommended", model)
    return engine_calls.result_of(key, work, _RECOMMENDING)


def found_so_far(document: Document, model: str) -> Recommendation | None:
    """Return the recommendation for a model if it is known already."""
    found = _if_by_structure(document, model)
    job = JOBS.find((*key_of(document), "recommended", model))
    return found or (None if job is None else cast("Recommendation | None", job.result))


def recommended_threshold(prepared: Prepared, strategy: Strategy) -> SelectedThreshold | None:
    """Return the threshold recommended for a document under the limits of a strategy."""
    if prepared.vectors is None or prepared.signal is None:
        return None
    if getattr(strategy, "threshold", None) is None:
        return None
    others = sorted(strategy.model_dump(exclude={"threshold"}).items())
    key = (*key_of(prepared.document), prepared.material, len(prepared.units), repr(others))
    return _threshold(key, prepared, strategy)


@cached(16, key=lambda prepared: (*key_of(prepared.document), prepared.material))
def selections(prepared: Prepared) -> dict[str, SelectedThreshold]:
    """Return the threshold that each selector chooses, by name."""
    from chunking.analysis.thresholds import SELECTORS

    return {name: selector(prepared) for name, selector in SELECTORS.items()}


@cached(16, key=lambda shown, thresholds: (*depends_on(shown, "threshold"), thresholds))
def counts(shown: Split, thresholds: tuple[float, ...]) -> list[int]:
    """Return how many chunks each of some thresholds gives, with the other settings unchanged."""
    others = (shown.strategy.with_(threshold=value) for value in thresholds)
    return [len(engine_calls.chunk(shown.prepared, other, shown.boundaries)) for other in others]


@cached(16)
def _threshold(_: Key, prepared: Prepared, strategy: Strategy) -> SelectedThreshold:
    from chunking.analysis.recommend.threshold import recommended_threshold as compute

    return compute(prepared, strategy, boundary_probabilities(prepared))


def _units_of(prepared: Prepared) -> Key:
    return (*key_of(prepared.document), prepared.material.model, len(prepared.units))


@cached(2 * MAX_FILES, key=_units_of)
def boundary_probabilities(prepared: Prepared) -> Floats:
    """Return the probability of a boundary at each gap of an embedded document, (n - 1,)."""
    from chunking.analysis.recommend.threshold import boundary_probabilities as compute

    return compute(prepared)


def estimating(prepared: Prepared) -> Waiting | None:
    """Return the job that computes the `boundary_probabilities`; None once they are known."""
    if prepared.vectors is None:
        return None
    key = (*_units_of(prepared), "probabilities")
    found = engine_calls.background(key, lambda _: boundary_probabilities(prepared), ANALYZING)
    return None if found.job.finished.is_set() else found


def _if_by_structure(document: Document, model: str) -> Recommendation | None:
    """Return what the structure recommends; None where similarity decides, or before it is known.

    The limit of a model other than the bundled one is read only once the model has read the
    document: before, reading it may download the model.
    """
    if model != DEFAULT_MODEL and not isinstance(
        engine_calls.reference(document, model), Reference
    ):
        return None
    return _by_structure(document, model)


@cached(16, key=lambda document, model: (*key_of(document), model))
def _by_structure(document: Document, model: str) -> Recommendation | None:
    from chunking import embedding
    from chunking.analysis.recommend.by_structure import recommend_by_structure
    from chunking.analysis.recommend.sizes import document_sizes

    sizes = document_sizes(document, embedding.get_embedder(model))
    return recommend_by_structure(document, layout(document), sizes)
