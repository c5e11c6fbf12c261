"""What suits a document: its structure is asked first, then its similarities."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from chunking.engine import as_document, prepare
from chunking.layout import layout
from chunking.recommending.similarity import by_similarity, instead_of, is_flat, within_limits
from chunking.recommending.structure import CODE_SHARE, by_structure
from chunking.strategies import get

if TYPE_CHECKING:
    from chunking.embedding import Embedder, OnBatch
    from chunking.recommending.recommendation import Recommendation
    from chunking.types import Document, Prepared


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

    A strategy with a model has the one these are by, in the same precision. Where the structure
    decides, the alternative is for those who want a threshold nevertheless.

    Raises:
        SettingsError: it is prose and was prepared without vectors.
    """
    found = by_structure(prepared.document, prepared.layout)
    if found is None:
        return by_similarity(prepared)
    is_prose = found.strategy.name != "sentence" and found.facts["code"] < CODE_SHARE
    if prepared.vectors is None or not is_prose or is_flat(prepared):
        return found
    semantic, limited = within_limits(prepared)
    if limited.value is None:
        return found
    return replace(found, alternative=semantic, instead=instead_of(limited))
