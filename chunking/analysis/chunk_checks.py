"""Checks of chunks that need no questions, each with the chunks behind its number."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from chunking.analysis.metrics.sizes import truncations
from chunking.analysis.nearest import nearest
from chunking.analysis.reference_words import has_reference_words, starts_with_reference
from chunking.core.arrays import Bools, Ints, Vectors
from chunking.core.chunking import Chunking
from chunking.core.prepared import Material, Prepared
from chunking.core.text.normalization import normalize_text
from chunking.core.units import UnitKind, Units
from chunking.embedding import Embedder, OnBatch, check_vectors, model_tokens
from chunking.engine import prepare

# Neighbors whose mutual occurrences are counted (Radovanović, Nanopoulos and Ivanović 2010).
NEIGHBORS = 5
# With fewer chunks nearly all are among the nearest of each.
LEAST_CHUNKS = 4 * NEIGHBORS
# A hub occurs more often than the mean plus two standard deviations, as in the same source.
_HUB_DEVIATIONS = 2
# Wording is compared where vectors are at least as similar.
_SIMILAR = 0.9
# Share of sequences of characters in common: where one word in ten differs, it is about 0.72.
_SAME_TEXT = 0.7
_SEQUENCE = 5


@dataclass(frozen=True, slots=True, eq=False)
class CheckResult:
    """Result of one check: the chunks that it found.

    Attributes:
        rows: The chunks, ascending, (k,).
        values: A number for each: of a hub how many chunks have it among their nearest, of a
            chunk over the limit the tokens beyond it; empty for other checks.
        groups: The rows that belong together, for duplicates.
        unknown: Why the check could not be made; empty if it was.
    """

    name: str
    title: str
    description: str
    rows: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    values: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    groups: tuple[tuple[int, ...], ...] = ()
    unknown: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class CheckReport:
    """Results of all checks of the chunks of a document."""

    chunking: Chunking
    results: tuple[CheckResult, ...]

    def result(self, name: str) -> CheckResult:
        """Return the result of the check of a name."""
        return next(each for each in self.results if each.name == name)


def check_chunks(
    chunking: Chunking, embedder: Embedder | None = None, *, on_batch: OnBatch | None = None
) -> CheckReport:
    """Check the chunks of a document.

    Args:
        embedder: The model; without one, checks that need vectors or its limit are unknown.

    Raises:
        ModelError: The model cannot be loaded.
    """
    texts = chunking.texts
    vectors = None
    if embedder is not None and texts:
        vectors = check_vectors(embedder.encode(texts, on_batch=on_batch), len(texts))
    sentences = prepare(chunking.document, Material("sentences"))
    normalized = [normalize_text(text) for text in texts]
    return CheckReport(
        chunking,
        (
            _duplicates(normalized),
            *_by_vectors(normalized, vectors),
            *_structure(chunking, sentences),
            _references(chunking, sentences, texts),
            _truncated(chunking, embedder),
        ),
    )


def _duplicates(texts: list[str]) -> CheckResult:
    same: dict[str, list[int]] = {}
    for row, text in enumerate(texts):
        same.setdefault(text, []).append(row)
    groups = tuple(tuple(rows) for rows in same.values() if len(rows) > 1)
    return CheckResult(
        "duplicates",
        "Duplicates",
        "The text is that of another chunk, apart from white space.",
        _rows_of(groups),
        groups=groups,
    )


def _by_vectors(texts: list[str], vectors: Vectors | None) -> list[CheckResult]:
    """Return near-duplicates, hubs and orphans."""
    names = (
        ("near_duplicates", "Near-duplicates", "The wording is nearly that of another chunk."),
        ("hubs", "Hubs", "The chunk is among the five nearest of unusually many others."),
        ("orphans", "Orphans", "The chunk is among the five nearest of no other."),
    )
    if vectors is None:
        return [CheckResult(*name, unknown="needs a model") for name in names]
    rows, similarities = nearest(vectors, NEIGHBORS)
    pairs = _near_duplicates(texts, rows, similarities)
    near = CheckResult(*names[0], _rows_of(pairs), groups=pairs)
    if len(texts) < LEAST_CHUNKS:
        unknown = f"needs at least {LEAST_CHUNKS} chunks"
        return [near, *(CheckResult(*name, unknown=unknown) for name in names[1:])]
    times = np.bincount(rows.ravel(), minlength=len(texts)).astype(np.int64)
    hubs = np.flatnonzero(times > times.mean() + _HUB_DEVIATIONS * times.std())
    orphans = np.flatnonzero(times == 0)
    return [near, CheckResult(*names[1], hubs, times[hubs]), CheckResult(*names[2], orphans)]


def _near_duplicates(
    texts: list[str], rows: Ints, similarities: Vectors
) -> tuple[tuple[int, ...], ...]:
    """Return the pairs of chunks whose texts are nearly, but not quite, the same."""
    found = set()
    sequences: dict[int, set[str]] = {}
    for row, column in np.argwhere(similarities >= _SIMILAR).tolist():
        pair = tuple(sorted((row, int(rows[row, column]))))
        if pair in found or texts[pair[0]] == texts[pair[1]]:
            continue
        for each in pair:
            sequences.setdefault(each, _sequences(texts[each]))
        first, second = (sequences[each] for each in pair)
        if len(first & second) >= _SAME_TEXT * len(first | second):
            found.add(pair)
    return tuple(sorted(found))


def _sequences(text: str) -> set[str]:
    """Return all sequences of five characters (Broder 1997), or a shorter text itself."""
    text = text.casefold()
    return {text[i : i + _SEQUENCE] for i in range(max(1, len(text) - _SEQUENCE + 1))}


def _structure(chunking: Chunking, sentences: Prepared) -> list[CheckResult]:
    largest = int((chunking.end - chunking.start).max(initial=0))
    return [
        CheckResult(
            each.name,
            each.title,
            each.description,
            chunks_splitting(chunking, each.parts(sentences, largest)),
        )
        for each in SPLIT_STRUCTURES
    ]


def _references(chunking: Chunking, sentences: Prepared, texts: list[str]) -> CheckResult:
    """Return the chunks, but for the first, that start with a word that refers to text before."""
    language = chunking.document.language
    name = (
        "references",
        "Unresolved references",
        "The first word refers to text before the chunk.",
    )
    if not has_reference_words(language):
        return CheckResult(*name, unknown=f"unknown for the language {language}")
    blocks = sentences.layout.blocks
    headings = blocks.starts[blocks.kinds == UnitKind.HEADING.code]
    begins = chunking.start - chunking.overlap
    at_heading = np.isin(begins, headings)
    found = [
        row
        for row, text in enumerate(texts)
        if row and not at_heading[row] and starts_with_reference(text, language)
    ]
    return CheckResult(*name, np.array(found, np.int64))


def _truncated(chunking: Chunking, embedder: Embedder | None) -> CheckResult:
    name = "truncated", "Over the model limit", "The text exceeds the model limit."
    if embedder is None:
        return CheckResult(*name, unknown="needs a model")
    if embedder.max_pieces is None:
        return CheckResult(*name, unknown="the model has no known limit")
    rows, _, excess = truncations(chunking, model_tokens(chunking.document.text, embedder))
    return CheckResult(*name, rows, excess)


def _rows_of(groups: tuple[tuple[int, ...], ...]) -> Ints:
    """Return all rows in some groups, ascending, each once."""
    return np.array(sorted({row for group in groups for row in group}), np.int64)


Spans: TypeAlias = "tuple[Ints, Ints]"


@dataclass(frozen=True, slots=True)
class SplitStructure:
    """A kind of text that should stay whole.

    Attributes:
        parts: Returns the starts and ends of all such texts of a document that is prepared with
            sentences, both ascending, (m,). It is given the characters of the largest chunk, too.
    """

    name: str
    title: str
    description: str
    parts: Callable[[Prepared, int], Spans]


def chunks_splitting(chunking: Chunking, parts: Spans) -> Ints:
    """Return the chunks that start or end inside a part, overlap left out, ascending, (k,)."""
    starts, ends = parts
    divided = np.zeros(len(chunking), np.bool_)
    if len(starts):
        for offsets in (chunking.start, chunking.end):
            at = np.searchsorted(starts, offsets) - 1
            divided |= (at >= 0) & (ends[at] > offsets)
    return np.flatnonzero(divided)


def _of_kind(units: Units, kind: UnitKind) -> Spans:
    chosen = units.kinds == kind.code
    return units.starts[chosen], units.ends[chosen]


def _lists(prepared: Prepared, largest: int) -> Spans:
    """Return the runs of list items that no other block interrupts and that a chunk can hold."""
    blocks = prepared.layout.blocks
    is_item: Bools = blocks.kinds == UnitKind.LIST_ITEM.code
    before, after = np.append(False, is_item[:-1]), np.append(is_item[1:], False)
    if not len(blocks):
        before = after = is_item
    starts, ends = blocks.starts[is_item & ~before], blocks.ends[is_item & ~after]
    fits = ends - starts <= largest
    return starts[fits], ends[fits]


SPLIT_STRUCTURES = (
    SplitStructure(
        "split_sentences",
        "Split sentences",
        "The chunk starts or ends inside a sentence.",
        lambda prepared, _: _of_kind(prepared.units, UnitKind.SENTENCE),
    ),
    SplitStructure(
        "split_lists",
        "Split lists",
        "The chunk starts or ends inside a list that is no longer than the largest chunk.",
        _lists,
    ),
    SplitStructure(
        "split_tables",
        "Split tables",
        "The chunk starts or ends inside a table.",
        lambda prepared, _: _of_kind(prepared.layout.blocks, UnitKind.TABLE),
    ),
    SplitStructure(
        "split_fences",
        "Split fences",
        "The chunk starts or ends inside a fenced code block.",
        lambda prepared, _: _of_kind(prepared.layout.blocks, UnitKind.FENCE),
    ),
)
