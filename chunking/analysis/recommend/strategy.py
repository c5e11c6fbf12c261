"""Which strategy, with which settings, suits a document."""

from dataclasses import replace

from chunking.analysis.coverage import coverage
from chunking.analysis.recommend.by_similarity import (
    recommend_by_similarity,
    with_alternative,
)
from chunking.analysis.recommend.by_structure import (
    CODE_SHARE,
    recommend_by_structure,
    recommend_for_text,
)
from chunking.analysis.recommend.recommendation import Recommendation
from chunking.analysis.recommend.sizes import document_sizes
from chunking.core.document import Document, as_document
from chunking.core.prepared import Prepared
from chunking.embedding import DEFAULT_MODEL, Embedder, OnBatch, get_embedder
from chunking.engine import prepare
from chunking.strategies import Strategy, get
from chunking.units.layout import layout


def recommend(
    document: Document | str,
    *,
    embedder: Embedder | None = None,
    model: str | None = None,
    on_batch: OnBatch | None = None,
) -> Recommendation:
    """Recommend a strategy for a document.

    Text whose structure does not decide is embedded for the alternative, which uses the same model.
    Sizes are those that suit the model, in its tokens.

    Args:
        document: The document, or its text.
        embedder: Replaces the model for embedding.
        model: Name of the model; the bundled one by default.
        on_batch: Called with the numbers of embedded texts and of all texts.

    Raises:
        ModelError: The model cannot be loaded.
        SettingsError: It is not a document.
        StoppedError: `on_batch` raised it.
    """
    document = as_document(document)
    material = get("semantic")(**({} if model is None else {"model": model})).material
    used = embedder or get_embedder(str(material.model))
    sizes = document_sizes(document, used)
    found = recommend_by_structure(document, layout(document), sizes)
    if found is None:
        prepared = prepare(document, material, embedder=embedder, on_batch=on_batch)
        found = recommend_by_similarity(prepared, sizes)
    return replace(found, coverage=coverage(document, used))


def recommended_strategy(document: Document, *, model: str | None = None) -> Recommendation:
    """Recommend a strategy for a document without an alternative; nothing is embedded.

    Args:
        document: The document.
        model: Name of the model; the bundled one by default.

    Raises:
        ModelError: The model cannot be loaded.
    """
    used = get_embedder(model or DEFAULT_MODEL)
    sizes, structure = document_sizes(document, used), layout(document)
    found = recommend_by_structure(document, structure, sizes)
    found = found or recommend_for_text(document, structure, sizes)
    return replace(found, coverage=coverage(document, used))


def recommend_prepared(prepared: Prepared, semantic: Strategy | None = None) -> Recommendation:
    """Recommend a strategy for a document that is prepared with sentences and vectors.

    The recommended strategy uses the same model. Where the structure decides, the alternative is
    for those who prefer a threshold.

    Args:
        prepared: The document.
        semantic: The settings of the alternative, of which only the threshold is replaced;
            by default those of `semantic`.

    Raises:
        SettingsError: The structure does not decide and there are no vectors, or `semantic` has no
            threshold.
    """
    used = get_embedder(prepared.material.model or DEFAULT_MODEL)
    sizes = document_sizes(prepared.document, used)
    found = recommend_by_structure(prepared.document, prepared.layout, sizes)
    if found is None:
        return recommend_by_similarity(prepared, sizes, semantic)
    is_prose = found.strategy.name != "sentence" and found.facts["code"] < CODE_SHARE
    if prepared.vectors is None or not is_prose:
        return found
    return with_alternative(found, prepared, sizes, semantic)
