"""Prepare a document: the slow part, done once for all strategies that need the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from chunking.core.arrays import Vectors
from chunking.core.document import Document, as_document
from chunking.core.errors import expect
from chunking.core.prepared import Feature, Material, Prepared
from chunking.core.text.sizes import Sizes
from chunking.core.text.tokenizers import MODEL, token_sizes
from chunking.core.units import Units
from chunking.strategies.signals.similarity import SIGNALS, buffer_size, compute_signal
from chunking.units.layout import layout, units_of

if TYPE_CHECKING:
    from chunking.embedding import Embedder, EmbeddingCost, OnBatch


def prepare(
    document: Document | str,
    material: Material,
    *,
    embedder: Embedder | None = None,
    on_batch: OnBatch | None = None,
    on_part: Callable[[Prepared], None] | None = None,
) -> Prepared:
    """Compute everything that strategies of this material need to split this document.

    Args:
        material: What to compute, as `strategy.material`.
        on_part: Called with the document as far as it is embedded: the same text with its first
            units. Never called where that would be useless (features that depend on the units,
            buffered sentences) or with an embedder that is not a `StreamingEmbedder`.

    Raises:
        SettingsError: An argument is of the wrong type.
        ModelError: The model cannot be loaded, or `embedder` is not one, or its vectors are not
            of norm 1.
    """
    document = as_document(document)
    expect(material, Material, "a material must be that of a strategy, as get(...)().material")
    units, structure = units_of(document, material.units, layout(document))
    sizes = _sizes(document.text, material, embedder)
    prepared = Prepared(document, material, structure, units, sizes)
    early = tuple(each for each in material.features if not each.depends_on_units)
    prepared = _compute_features(prepared, early)
    if material.model is not None:
        prepared = _embed(prepared, embedder, on_batch, on_part)
    return compute_features(prepared)


def prepare_from(
    known: Prepared,
    material: Material,
    features: dict[Feature[object], object] | None = None,
    *,
    on_batch: OnBatch | None = None,
) -> Prepared:
    """Return a document prepared for another material, reusing its units and vectors if possible.

    Args:
        known: The document, prepared with sentences, and with vectors if it is to save time.
        features: Features of the same units and model, which are reused; new ones are added.
    """
    from chunking.embedding import sizes_for

    usable = material.model in {None, known.material.model} and not buffer_size(material.signal)
    if material.units != known.material.units or not usable or known.vectors is None:
        return prepare(known.document, material, on_batch=on_batch)
    if material.model is None and material.needs_complete_units:
        return prepare(known.document, material)
    features = {} if features is None else features
    ready = replace(known, material=material, sizes=sizes_for(known, material))
    if material.signal not in {None, known.material.signal}:
        ready = replace(ready, signal=SIGNALS[str(material.signal)](known.units, known.vectors))
    ready = compute_features(replace(ready, features=MappingProxyType(dict(features))))
    features.update(ready.features)
    return ready


def _sizes(text: str, material: Material, embedder: Embedder | None) -> Sizes:
    if material.tokenizer != MODEL:
        return token_sizes(text, material.tokenizer)
    from chunking.embedding import material_sizes

    return material_sizes(text, material, embedder)


def compute_features(prepared: Prepared) -> Prepared:
    """Return the document with all features of its material computed.

    Values that it already holds, also for other materials of the same units and model, are
    reused where a feature supports it.
    """
    return _compute_features(prepared, prepared.material.features)


def _compute_features(prepared: Prepared, features: Iterable[Feature[object]]) -> Prepared:
    values = dict(prepared.features)
    for feature in features:
        values[feature] = feature.compute(prepared)
        prepared = replace(prepared, features=MappingProxyType(values))
    return prepared


def _embed(
    prepared: Prepared,
    embedder: Embedder | None,
    on_batch: OnBatch | None,
    on_part: Callable[[Prepared], None] | None,
) -> Prepared:
    """Return the document with the vectors of its units and their signal."""
    from chunking.embedding import StreamingEmbedder, check_embedder, check_vectors, get_embedder

    material, units, text = prepared.material, prepared.units, prepared.document.text
    if embedder is None:
        embedder = get_embedder(str(material.model))
    check_embedder(embedder)
    texts = [text[a:b] for a, b in zip(units.starts.data, units.ends.data, strict=True)]
    complete = material.needs_complete_units
    divisible = not complete and not buffer_size(material.signal)
    if on_part is not None and divisible and isinstance(embedder, StreamingEmbedder):
        vectors = embedder.encode_parts(
            texts, on_batch=on_batch, on_part=lambda first: on_part(_head(prepared, first))
        )
    else:
        vectors = embedder.encode(texts, on_batch=on_batch)
    vectors = check_vectors(vectors, len(units))
    encode = partial(embedder.encode, on_batch=on_batch)
    signal = compute_signal(material.signal, text, units, vectors, encode)
    return replace(prepared, vectors=vectors, signal=signal)


def _head(prepared: Prepared, vectors: Vectors) -> Prepared:
    """Return the first k units of a document, those that have vectors, (k, d)."""
    count, units = len(vectors), prepared.units
    units = Units(
        units.starts[:count], units.ends[:count], units.kinds[:count], units.atomic[:count]
    )
    signal = SIGNALS[prepared.material.signal or "adjacent"](units, vectors)
    return replace(prepared, units=units, vectors=vectors, signal=signal)


def cost_of(document: Document | str, material: Material) -> EmbeddingCost | None:
    """Return what `prepare` sends to a server; None if nothing is sent.

    Groups of sentences, for signals that compare these, are not included.

    Raises:
        ModelError: The model cannot be found.
    """
    if material.model is None:
        return None
    from chunking.embedding import embedding_cost, get_embedder

    embedder = get_embedder(material.model)
    if getattr(embedder, "remote", None) is None:
        return None
    document = as_document(document)
    units, _ = units_of(document, material.units, layout(document))
    spans = zip(units.starts.data, units.ends.data, strict=True)
    return embedding_cost(embedder, [document.text[a:b] for a, b in spans])
