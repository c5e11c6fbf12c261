"""Which strategy, with which settings, suits a document."""

from dataclasses import replace

from chunking import engine
from chunking.analysis.coverage import coverage
from chunking.analysis.recommend.by_structure import (
    CODE_SHARE,
    Recommendation,
    recommend_by_structure,
    recommend_for_text,
)
from chunking.analysis.recommend.sizes import ChunkSizes, document_sizes, starting
from chunking.analysis.recommend.threshold import ADVICE, recommended_threshold
from chunking.core.chunking import Chunking
from chunking.core.document import Document, as_document
from chunking.core.prepared import NONE, Constraints, Prepared
from chunking.embedding import DEFAULT_MODEL, Embedder, OnBatch, get_embedder
from chunking.engine import prepare
from chunking.engine.spec import RECOMMENDED, parse_spec
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
        model: Name of the model; the bundled one by default.

    Raises:
        ModelError: The model cannot be loaded.
        SettingsError: It is not a document.
    """
    document = as_document(document)
    material = get("semantic")(**({} if model is None else {"model": model})).material
    used = embedder or get_embedder(str(material.model))
    sizes = document_sizes(document, used)
    found = recommend_by_structure(document, layout(document), sizes)
    if found is None:
        prepared = prepare(document, material, embedder=embedder, on_batch=on_batch)
        found = recommend_for_text(document, prepared.layout, sizes)
        found = with_alternative(found, prepared, sizes)
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
        found = recommend_for_text(prepared.document, prepared.layout, sizes)
        return with_alternative(found, prepared, sizes, semantic)
    is_prose = found.strategy.name != "sentence" and found.facts["code"] < CODE_SHARE
    if prepared.vectors is None or not is_prose:
        return found
    return with_alternative(found, prepared, sizes, semantic)


def with_alternative(
    found: Recommendation, prepared: Prepared, sizes: ChunkSizes, semantic: Strategy | None = None
) -> Recommendation:
    """Add the recommended threshold of `semantic`, or why there is none."""
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


def chunk(
    document: Document | str,
    strategy: Strategy | str = RECOMMENDED,
    *,
    embedder: Embedder | None = None,
    constraints: Constraints = NONE,
    on_batch: OnBatch | None = None,
) -> Chunking:
    """Split a document.

    Args:
        document: The document, or its text, which is read as Markdown.
        strategy: A strategy; or as text its name with settings (`semantic:threshold=0.3`), the name
            of a preset, or a TOML file. By default it is the recommended one, and a note of the
            chunking says why.

    Raises:
        SettingsError: An argument is not valid.
        ModelError: The model cannot be loaded, or `embedder` is not one, or its vectors are not
            of norm 1.
    """
    if strategy == RECOMMENDED:
        document = as_document(document)
        found = recommend(document, embedder=embedder, on_batch=on_batch)
        chunking = engine.chunk(
            document,
            found.strategy,
            embedder=embedder,
            constraints=constraints,
            on_batch=on_batch,
        )
        note = f"recommended: {found.summary} {found.reason}"
        return replace(chunking, notes=(note, *chunking.notes))
    if isinstance(strategy, str):
        strategy = parse_spec(strategy)
    return engine.chunk(
        document, strategy, embedder=embedder, constraints=constraints, on_batch=on_batch
    )
