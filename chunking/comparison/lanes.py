"""Strategies and chunks made elsewhere on one document: sizes, reasons, damage, agreement."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_uppercase
from typing import TYPE_CHECKING

from chunking.engine import as_document, prepare, run
from chunking.errors import ChunkingError, expect_each
from chunking.explain import counted_reasons
from chunking.imported import Imported
from chunking.metrics import Reading, agreement_matrix, measures
from chunking.sizes import measure
from chunking.strategies import Strategy
from chunking.strategies.base import LIMITLESS
from chunking.types import Material

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunking.chunks import Chunking
    from chunking.embedding import Embedder, OnBatch
    from chunking.imported import Unplaced
    from chunking.types import Document, Floats, Prepared


@dataclass(frozen=True, slots=True, eq=False)
class Lane:
    """One way to cut the document, and what is measured about it.

    `letter` is what it is called beside others: A, B and on, where nothing else was said.
    `strategy` and `prepared`, what it cut, are None where the chunks were made elsewhere;
    `unplaced` are those of them that have no place. `reasons` count the cuts. `measures` are those
    of `chunking.metrics` by name, nan where one means nothing.
    """

    letter: str
    title: str
    strategy: Strategy | None
    chunking: Chunking
    reasons: Mapping[str, int]
    measures: Mapping[str, float]
    unplaced: tuple[Unplaced, ...] = ()
    prepared: Prepared | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """The lanes of one document; `agreement` is that of each two on their cuts, (k, k).

    Agreement is boundary similarity over the gaps between sentences (Fournier 2013).
    """

    document: Document
    sentences: int
    lanes: tuple[Lane, ...]
    agreement: Floats


def compare(
    document: Document | str,
    strategies: Sequence[Strategy],
    imported: Sequence[Imported] = (),
    *,
    embedder: Embedder | None = None,
    on_batch: OnBatch | None = None,
) -> Comparison:
    """The document cut by each strategy, then the chunks made elsewhere, measured alike.

    Cohesion and what goes with it are measured where a strategy embeds the sentences anyway, with
    those vectors; without a model they are nan.

    Raises:
        ChunkingError: there is nothing to compare, or chunks are of another document.
        SettingsError: what is given is no document, or holds what is no strategy, or not imported.
        ModelError: a model cannot be loaded.
        StoppedError: `on_batch` raised it.
    """
    document = as_document(document)
    strategies = expect_each(strategies, Strategy, "strategies must be a list of strategies")
    imported = expect_each(imported, Imported, "imported must be a list of what load_chunks made")
    if not strategies and not imported:
        raise ChunkingError("give one strategy at least, or a file of chunks, to be compared")
    if any(each.chunking.document.text != document.text for each in imported):
        raise ChunkingError("chunks made elsewhere must be of the document that is compared")
    ready = _prepared(document, strategies, embedder, on_batch)
    sentences = _sentences(document, list(ready.values()))
    cut = [(each, ready[each.material]) for each in strategies]
    return side_by_side(
        sentences,
        [
            *(Given(run(prepared, each), each, prepared) for each, prepared in cut),
            *(Given(each.chunking, unplaced=each.unplaced) for each in imported),
        ],
    )


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """A chunking to be compared, and what is known of how it came about; as in `Lane`."""

    chunking: Chunking
    strategy: Strategy | None = None
    prepared: Prepared | None = None
    unplaced: tuple[Unplaced, ...] = ()
    letter: str = ""


def side_by_side(sentences: Prepared, given: Sequence[Given]) -> Comparison:
    """Chunkings of one document, measured alike; `sentences` is the document in sentences.

    Cohesion and what goes with it are measured where `sentences` have vectors.
    """
    pieces = measure(sentences.document.text, "wordpiece")
    lanes = []
    for at, each in enumerate(given):
        limits = (0, LIMITLESS) if each.strategy is None else each.strategy.limits
        found = measures(Reading(each.chunking, sentences, pieces, limits=limits))
        reasons = counted_reasons(each.chunking)
        lanes.append(
            Lane(
                each.letter or _letter(at), each.chunking.strategy, each.strategy, each.chunking,
                reasons, found, each.unplaced, each.prepared,
            )
        )  # fmt: skip
    matrix = agreement_matrix([each.chunking for each in lanes], sentences.units.gaps)
    return Comparison(sentences.document, len(sentences.units), tuple(lanes), matrix)


def _letter(index: int) -> str:
    """The letters from A to Z, then A2, B2 and on."""
    again, at = divmod(index, len(ascii_uppercase))
    return ascii_uppercase[at] + (str(again + 1) if again else "")


def _prepared(
    document: Document,
    strategies: Sequence[Strategy],
    embedder: Embedder | None,
    on_batch: OnBatch | None,
) -> dict[Material, Prepared]:
    """The document prepared once for each material."""
    return {
        material: prepare(document, material, embedder=embedder, on_batch=on_batch)
        for material in dict.fromkeys(each.material for each in strategies)
    }


def _sentences(document: Document, ready: Sequence[Prepared]) -> Prepared:
    """The document in sentences, with vectors if there are any."""
    of_sentences = [each for each in ready if each.material.units == "sentences"]
    embedded = [each for each in of_sentences if each.vectors is not None]
    found = [*embedded, *of_sentences]
    return found[0] if found else prepare(document, Material("sentences"))
