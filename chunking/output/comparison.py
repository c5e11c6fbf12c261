"""Comparison of several chunkings of one document."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import TYPE_CHECKING

from chunking.analysis.explain import count_reasons
from chunking.analysis.metrics import METRICS, Evaluation, agreement_matrix, compute_metrics
from chunking.analysis.metrics.metric import tokens_in
from chunking.core.arrays import Floats
from chunking.core.chunking import Chunking
from chunking.core.document import Document, as_document
from chunking.core.errors import ChunkingError, expect_each
from chunking.core.frames import html_table
from chunking.core.prepared import Material, Prepared, Signal
from chunking.core.text.numbers import count_of
from chunking.core.text.sizes import Sizes
from chunking.embedding import (
    DEFAULT_MODEL,
    Embedder,
    ModelTokens,
    OnBatch,
    get_embedder,
    model_tokens,
)
from chunking.engine import prepare, run
from chunking.loading.chunk_files import Imported, Unplaced
from chunking.output.lane import Lane, models_of, with_curves
from chunking.retrieval.equal_size import Way, at_smallest_size
from chunking.strategies import Strategy
from chunking.strategies.base import UNLIMITED
from chunking.strategies.signals.quantiles import correlation_matrix

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """The lanes of one document.

    `agreement` is the boundary similarity of each pair over the gaps between sentences, (k, k)
    (Fournier 2013); `similarities` are those of the document, None without a model. `equal_size` is
    the mean size that all lanes were scaled to, in words; empty where they are compared as set.
    `as_set` are the strategies before they were scaled, one for each lane; empty likewise.
    `size_unit` is what counts the sizes of all lanes, such as `words`; limits are in the tokenizer
    of each lane.
    """

    document: Document
    sentences: int
    lanes: tuple[Lane, ...]
    agreement: Floats
    similarities: Signal | None = None
    equal_size: str = ""
    as_set: tuple[Strategy | None, ...] = ()
    size_unit: str = ""

    def figure(self, *, dark: bool = False) -> Figure:
        """Draw the lanes as a Plotly figure, which notebooks show: a row with a curve for each.

        See `comparison_figure`.
        """
        from chunking.output.figures import comparison_figure

        return comparison_figure(self.document, self.lanes, self.similarities, dark=dark)

    def _repr_html_(self) -> str:
        """Return a table for notebooks: the metrics of each lane, and their agreement."""
        rows = [
            [metric.title, *(metric.format(lane.metrics[metric.name]) for lane in self.lanes)]
            for metric in METRICS
            if any(math.isfinite(lane.metrics[metric.name]) for lane in self.lanes)
        ]
        if len(self.lanes) > 1:
            rows += [
                [f"agreement with {lane.letter}", *(f"{value:.2f}" for value in values)]
                for lane, values in zip(self.lanes, self.agreement.tolist(), strict=True)
            ]
        titles = [f"{lane.letter}: {lane.title}" for lane in self.lanes]
        caption = f"{self.document.source}: comparison of {count_of(len(titles), 'chunking')}"
        caption += f". {self.equal_size}." if self.equal_size else ""
        return html_table(caption, ["", *titles], rows)

    @property
    def rank_correlation(self) -> Floats:
        """Rank correlation of the curves of each pair, (k, k), nan without a curve (Spearman)."""
        return correlation_matrix([each.signal for each in self.lanes])

    @property
    def models(self) -> set[str]:
        """The models of the similarity curves; those of several have no common scale."""
        return models_of(self.lanes)

    @property
    def curves(self) -> int:
        """The number of different similarity curves."""
        known = [(each.material.model, each.signal) for each in with_curves(self.lanes)]
        return len({(model, signal.kind) for model, signal in known if signal is not None})


def compare(
    document: Document | str,
    strategies: Sequence[Strategy],
    imported: Sequence[Imported] = (),
    *,
    as_set: bool = False,
    embedder: Embedder | None = None,
    on_batch: OnBatch | None = None,
) -> Comparison:
    """Split a document by each strategy and measure the results next to imported chunks.

    Several lanes are scaled to the smallest of their mean sizes, unless `as_set`: most metrics
    follow the size. Measures that need vectors use those of a strategy that embeds the sentences;
    without one they are nan. The model limit of a lane is that of its model, else of the first
    model that is used, else of the default model.

    Raises:
        ChunkingError: There is nothing to compare, or the imported chunks are of another document.
        SettingsError: An argument has another type.
        ModelError: A model cannot be loaded.
    """
    document = as_document(document)
    strategies = expect_each(strategies, Strategy, "strategies must be a list of strategies")
    imported = expect_each(imported, Imported, "imported must be a list of results of load_chunks")
    if not strategies and not imported:
        raise ChunkingError("a comparison needs at least one strategy or chunk file, got none")
    if any(each.chunking.document.text != document.text for each in imported):
        raise ChunkingError("imported chunks must be of the document that is compared")
    prepared = {
        material: prepare(document, material, embedder=embedder, on_batch=on_batch)
        for material in dict.fromkeys(each.material for each in strategies)
    }
    models = [each.material.model for each in strategies]
    first = next(filter(None, models), DEFAULT_MODEL)
    tokens = {
        model: model_tokens(document.text, embedder or get_embedder(model))
        for model in dict.fromkeys((first, *filter(None, models)))
    }
    lanes = [
        LaneInput(
            run(prepared[each.material], each),
            each,
            prepared[each.material],
            tokens=tokens[each.material.model or first],
        )
        for each in strategies
    ]
    lanes += [
        LaneInput(
            each.chunking,
            unplaced=each.unplaced,
            tokens=tokens[first],
            imported_unit=each.size_unit,
        )
        for each in imported
    ]
    sentences = _sentences(document, list(prepared.values()))
    if as_set or len(lanes) < 2:
        return compare_chunkings(sentences, lanes)
    scaled, size = _at_equal_size(lanes, on_batch)
    found = compare_chunkings(sentences, scaled)
    return replace(found, equal_size=size, as_set=tuple(each.strategy for each in lanes))


@dataclass(frozen=True, slots=True, eq=False)
class LaneInput:
    """A chunking to compare; attributes as in `Lane`. `imported_unit` counts imported chunks."""

    chunking: Chunking
    strategy: Strategy | None = None
    prepared: Prepared | None = None
    unplaced: tuple[Unplaced, ...] = ()
    letter: str = ""
    tokens: ModelTokens | None = None
    imported_unit: str = "tokens"

    @property
    def size_unit(self) -> str:
        """What its sizes count, such as `words`."""
        return self.imported_unit if self.strategy is None else self.strategy.material.size_unit


def _at_equal_size(
    lanes: Sequence[LaneInput], on_batch: OnBatch | None
) -> tuple[list[LaneInput], str]:
    """Scale lanes to the smallest of their mean sizes, in the unit of their metrics."""
    unit, title = _unit(lanes)
    ways = [
        Way(_letter(at), each.strategy, each.chunking, each.prepared)
        for at, each in enumerate(lanes)
    ]
    scaled, size = at_smallest_size(ways, on_batch, unit, title)
    pairs = zip(lanes, scaled, strict=True)
    return [replace(lane, strategy=to.strategy, chunking=to.chunking) for lane, to in pairs], size


def common_unit(strategies: Sequence[Strategy | None], tokens: ModelTokens | None) -> Sizes | None:
    """Return what counts the sizes of all lanes: the tokens of a model, if their units differ.

    None: all lanes count in one unit already, or nothing is known of the model.
    """
    units = {None if each is None else each.material.size_unit for each in strategies}
    return None if tokens is None or len(units) == 1 else tokens.sizes


def _unit(lanes: Sequence[LaneInput]) -> tuple[Sizes | None, str]:
    """Return what counts the sizes of all lanes, as `common_unit`, and its title."""
    known = next((each.tokens for each in lanes if each.tokens is not None), None)
    unit = common_unit([each.strategy for each in lanes], known)
    return unit, lanes[0].size_unit if unit is None or known is None else known.unit


def compare_chunkings(sentences: Prepared, inputs: Sequence[LaneInput]) -> Comparison:
    """Measure chunkings of one document, with sizes in one unit.

    Args:
        sentences: The document prepared with sentences; metrics that need vectors use its own.
    """
    unit, title = _unit(inputs)
    lanes = []
    for at, each in enumerate(inputs):
        limits = (0, UNLIMITED) if each.strategy is None else each.strategy.limits
        lanes.append(
            Lane(
                letter=each.letter or _letter(at),
                title=each.chunking.strategy,
                strategy=each.strategy,
                chunking=each.chunking,
                reasons=count_reasons(each.chunking),
                metrics=compute_metrics(
                    Evaluation(each.chunking, sentences, each.tokens, limits=limits, unit=unit)
                ),
                unplaced=each.unplaced,
                prepared=each.prepared,
                tokens=each.tokens,
                sizes=tokens_in(each.chunking, unit),
            )
        )
    matrix = agreement_matrix([each.chunking for each in lanes], sentences.units.gaps)
    signals = [*(each.signal for each in lanes), sentences.signal]
    known_curve = next((each for each in signals if each and each.kind == "adjacent"), None)
    return Comparison(
        sentences.document, len(sentences.units), tuple(lanes), matrix, known_curve, size_unit=title
    )


def _letter(index: int) -> str:
    """A to Z, then A2, B2 and so on."""
    again, at = divmod(index, len(ascii_uppercase))
    return ascii_uppercase[at] + (str(again + 1) if again else "")


def _sentences(document: Document, ready: Sequence[Prepared]) -> Prepared:
    """The document prepared with sentences, with vectors if any is."""
    of_sentences = [each for each in ready if each.material.units == "sentences"]
    embedded = [each for each in of_sentences if each.vectors is not None]
    found = [*embedded, *of_sentences]
    return found[0] if found else prepare(document, Material("sentences"))
