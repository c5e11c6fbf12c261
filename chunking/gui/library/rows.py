"""The table of Library: one row of numbers for each document."""

from collections.abc import Mapping, Sequence
from math import isnan

import numpy as np

from chunking.analysis.recommend.shared_threshold import fits
from chunking.analysis.thresholds import SelectedThreshold
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.gui.core.cache import Key, cached
from chunking.gui.library.messages import LibraryRow, RowDetails
from chunking.gui.library.preparation import Ready
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import key_of
from chunking.library.summary import Profile, box_quantiles, profile
from chunking.strategies import Strategy

# Bars of the histogram of sizes.
_BINS = 16


def chunk_all(
    documents: Sequence[Document], ready: Mapping[Key, Ready], strategy: Strategy
) -> dict[str, Chunking]:
    """Return the chunks of the prepared documents, by SHA-256."""
    found = {each.sha256: ready.get(key_of(each)) for each in documents}
    return {
        name: engine_calls.chunk(each.prepared, strategy)
        for name, each in found.items()
        if each is not None
    }


def rows(
    documents: Sequence[Document],
    ready: Mapping[Key, Ready],
    chunkings: Mapping[str, Chunking],
    strategy: Strategy,
    own: Mapping[Key, SelectedThreshold],
) -> list[LibraryRow]:
    """Return a row for each document; one that is not prepared yet has only its name."""
    profiles = {
        name: _profile(ready[key_of(made.document)], made, strategy)
        for name, made in chunkings.items()
    }
    largest = max((each.largest for each in profiles.values()), default=1)
    found: list[LibraryRow] = []
    for document in documents:
        row: LibraryRow = {
            "id": document.sha256,
            "name": document.route,
            "title": document.title,
        }
        made = profiles.get(document.sha256)
        if made is not None:
            sizes = np.histogram(made.tokens, _BINS, (0, largest + 1))[0].tolist()
            row = {
                **row,
                **_numbers(made),
                **_own(own.get(key_of(document)), strategy),
                "sizes": sizes,
            }
        found.append(row)
    return found


def boxes(documents: Sequence[Document], ready: Mapping[Key, Ready]) -> dict[str, list[float]]:
    """Return the quantiles of the similarities of each prepared document, by SHA-256."""
    found = {}
    for document in documents:
        name = key_of(document)
        each = ready.get(name)
        if each is not None and each.prepared.signal is not None:
            found[document.sha256] = _quantiles((*name, each.prepared.material), each)
    return {name: values for name, values in found.items() if values}


def _profile(ready: Ready, chunking: Chunking, strategy: Strategy) -> Profile:
    return profile(
        chunking,
        strategy.limits,
        signal=ready.prepared.signal,
        threshold=getattr(strategy, "threshold", None),
        blocks=ready.prepared.layout.blocks,
        model_tokens=ready.tokens,
    )


def _own(selected: SelectedThreshold | None, strategy: Strategy) -> RowDetails:
    """Return the threshold recommended for a document, and whether the present one fits."""
    threshold = getattr(strategy, "threshold", None)
    if selected is None or selected.value is None or threshold is None:
        return {"own": None, "fits": None}
    return {"own": selected.value, "fits": fits(selected, threshold)}


def _numbers(made: Profile) -> RowDetails:
    return {
        "chunks": _known(made.chunks),
        "median": _known(made.median),
        "largest": _known(made.largest),
        "inside": _known(made.inside),
        "over": _known(made.truncated),
        "broken": _known(made.broken),
        "below": _known(made.below),
    }


def _known(value: float) -> float | None:
    return None if isnan(value) else round(value, 4)


@cached(400)
def _quantiles(_: Key, ready: Ready) -> list[float]:
    signal = ready.prepared.signal
    return [] if signal is None else box_quantiles(signal.scores).round(4).tolist()
