"""Comparison of several chunkings of one document, and the differences between two."""

from __future__ import annotations

import re
from dataclasses import dataclass
from string import ascii_uppercase
from typing import TYPE_CHECKING

import numpy as np

from chunking.analysis.explain import count_reasons
from chunking.analysis.metrics import Evaluation, agreement_matrix, compute_metrics
from chunking.analysis.metrics.boundaries import nearest_gaps
from chunking.engine import prepare, run
from chunking.errors import ChunkingError, expect_each
from chunking.loading.chunk_files import Imported
from chunking.strategies import Strategy
from chunking.strategies.base import UNLIMITED
from chunking.text.tokenizers import token_sizes
from chunking.types import Material, as_document

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunking.arrays import Bools, Floats, Ints
    from chunking.embedding import Embedder, OnBatch
    from chunking.loading.chunk_files import Unplaced
    from chunking.text.sizes import Sizes
    from chunking.types import Chunking, Document, Prepared


@dataclass(frozen=True, slots=True, eq=False)
class Lane:
    """One chunking of a comparison.

    Attributes:
        letter: Its name in the comparison: A, B and so on.
        title: The name of its strategy.
        strategy: None for imported chunks.
        chunking: The chunks.
        reasons: The number of boundaries for each reason.
        metrics: The metrics by name, nan where undefined.
        unplaced: Imported chunks that were not found in the document.
        prepared: The document that it was made from; None for imported chunks.
    """

    letter: str
    title: str
    strategy: Strategy | None
    chunking: Chunking
    reasons: Mapping[str, int]
    metrics: Mapping[str, float]
    unplaced: tuple[Unplaced, ...] = ()
    prepared: Prepared | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """The lanes of one document.

    `agreement` is the boundary similarity of each pair over the gaps between sentences, (k, k)
    (Fournier 2013).
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
    """Split a document by each strategy and measure the results next to imported chunks.

    Measures that need vectors use those of a strategy that embeds the sentences; without one they
    are nan.

    Raises:
        ChunkingError: There is nothing to compare, or the imported chunks are of another document.
        SettingsError: An argument has another type.
        ModelError: A model cannot be loaded.
        StoppedError: `on_batch` raised it.
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
    lanes = [
        LaneInput(run(prepared[each.material], each), each, prepared[each.material])
        for each in strategies
    ]
    lanes += [LaneInput(each.chunking, unplaced=each.unplaced) for each in imported]
    return compare_chunkings(_sentences(document, list(prepared.values())), lanes)


@dataclass(frozen=True, slots=True, eq=False)
class LaneInput:
    """A chunking to compare; attributes as in `Lane`."""

    chunking: Chunking
    strategy: Strategy | None = None
    prepared: Prepared | None = None
    unplaced: tuple[Unplaced, ...] = ()
    letter: str = ""


def compare_chunkings(sentences: Prepared, inputs: Sequence[LaneInput]) -> Comparison:
    """Measure chunkings of one document.

    Args:
        sentences: The document prepared with sentences; metrics that need vectors use its own.
        inputs: The chunkings.
    """
    pieces = token_sizes(sentences.document.text, "wordpiece")
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
                    Evaluation(each.chunking, sentences, pieces, limits=limits)
                ),
                unplaced=each.unplaced,
                prepared=each.prepared,
            )
        )
    matrix = agreement_matrix([each.chunking for each in lanes], sentences.units.gaps)
    return Comparison(sentences.document, len(sentences.units), tuple(lanes), matrix)


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


# A boundary at the adjacent gap is a near miss: the transposition distance n_t = 2 (Fournier 2013).
NEAR_MISS_GAPS = 1

_INK = re.compile(r"\S")


@dataclass(frozen=True, slots=True, eq=False)
class Differences:
    """The boundaries of two chunkings that are kept, moved, removed and added.

    All columns are indices into `chunking.boundaries`, (k,). `kept_before[j]` and `kept_after[j]`
    are the same boundary. `moved_before[j]` has become `moved_after[j]`, with `moved_tokens[j]`
    tokens between them. `removed` are of the first chunking, `added` of the second.
    """

    kept_before: Ints
    kept_after: Ints
    moved_before: Ints
    moved_after: Ints
    moved_tokens: Ints
    removed: Ints
    added: Ints

    @property
    def count(self) -> int:
        """The number of differences; a moved boundary is one."""
        return len(self.moved_before) + len(self.removed) + len(self.added)


def differences(
    before: Chunking, after: Chunking, gaps: Ints, sizes: Sizes, *, within: int = NEAR_MISS_GAPS
) -> Differences:
    """Return the boundaries that `after` keeps, moves, removes and adds.

    A boundary is kept if the text continues at the same character. It has moved if the other
    chunking has a boundary at most `within` gaps away and neither has one between; along a run of
    such boundaries every second one closes a pair. With boundaries at gaps and `within` 1, boundary
    similarity is 1 - (removed + added + moved / 2) / (removed + added + moved + kept) (Fournier
    2013).

    Args:
        before: The first chunking.
        after: The second one of the same document.
        gaps: The offsets between sentences, (g,); a boundary counts at the nearest one.
        sizes: Counts tokens.
        within: The largest distance of a move, in gaps.

    Raises:
        ChunkingError: They are of two documents, or `within` is negative.
    """
    if before.document.sha256 != after.document.sha256:
        raise ChunkingError("differences are between chunkings of one document, got two documents")
    if within < 0:
        raise ChunkingError(f"within must be 0 gaps or more, got {within}")
    one = _ink_offsets(before.document.text, before.boundaries, after.boundaries)
    other = _ink_offsets(after.document.text, after.boundaries, before.boundaries)
    _, kept_before, kept_after = np.intersect1d(one, other, return_indices=True)
    only_one, only_other = _other_rows(len(one), kept_before), _other_rows(len(other), kept_after)
    offsets = np.concatenate([one[only_one], other[only_other], one[kept_before]])
    order = np.argsort(offsets, kind="stable")
    owner = np.repeat([0, 1, 2], [len(only_one), len(only_other), len(kept_before)])[order]
    rows = np.concatenate([only_one, only_other, kept_before])[order]
    first = _first_of_pairs(nearest_gaps(offsets[order], gaps), owner, within)
    pairs = np.stack([first, first + 1])
    reversed_ = owner[first] == 1
    pairs[:, reversed_] = pairs[::-1, reversed_]
    moved_before, moved_after = rows[pairs]
    return Differences(
        kept_before=kept_before,
        kept_after=kept_after,
        moved_before=moved_before,
        moved_after=moved_after,
        moved_tokens=_between(sizes, one[moved_before], other[moved_after]),
        removed=np.setdiff1d(only_one, moved_before),
        added=np.setdiff1d(only_other, moved_after),
    )


def _ink_offsets(text: str, offsets: Ints, others: Ints) -> Ints:
    """Move each offset without an equal in `others` to the next character that is not blank."""
    found = offsets.copy()
    for i in np.flatnonzero(~np.isin(offsets, others)).tolist():
        seen = _INK.search(text, int(offsets[i]))
        found[i] = seen.start() if seen else len(text)
    return found


def _other_rows(count: int, rows: Ints) -> Ints:
    left = np.ones(count, np.bool_)
    left[rows] = False
    return np.flatnonzero(left)


def _first_of_pairs(numbers: Ints, owner: Ints, within: int) -> Ints:
    """The rows that open a pair: every second one of a run that alternates between the owners."""
    if len(numbers) == 0:
        return np.zeros(0, np.int64)
    near = np.diff(numbers) <= within
    joined: Bools = near & (owner[1:] != owner[:-1]) & (owner[1:] < 2) & (owner[:-1] < 2)
    begins = np.concatenate([[True], ~joined])
    row = np.arange(len(numbers))
    since = row - np.maximum.accumulate(np.where(begins, row, 0))
    return np.flatnonzero(joined & (since[:-1] % 2 == 0))


def _between(sizes: Sizes, one: Ints, other: Ints) -> Ints:
    return sizes.token_counts(np.minimum(one, other), np.maximum(one, other))
