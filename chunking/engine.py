"""Prepare once, cut many times; and what every chunk owes, whatever strategy made it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from chunking.ascending import ascends, members
from chunking.breaks import next_ink, trimmed
from chunking.chunks import Chunking, Cuts
from chunking.errors import ContractError, expect
from chunking.layout import layout, of_headings, units_of
from chunking.outline import Headings
from chunking.overlap import Carry
from chunking.similarity import SIGNALS, neighbours_of, signal_of
from chunking.sizes import measure
from chunking.splitting import check_marks, split_at_marks
from chunking.strategies import Strategy
from chunking.strategies.base import Nested
from chunking.types import NONE, Constraints, Document, Material, Prepared, Reason, Units

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.embedding import Embedder, OnBatch
    from chunking.types import Ints, Vectors


def chunk(
    document: Document | str,
    strategy: Strategy,
    *,
    embedder: Embedder | None = None,
    constraints: Constraints = NONE,
    on_batch: OnBatch | None = None,
) -> Chunking:
    """A document cut by a strategy, prepared for it from nothing.

    Raises:
        SettingsError: what is given is no document, or no strategy.
        ModelError: the strategy's model cannot be loaded, or `embedder` is none, or its vectors
            are not of norm 1.
        StoppedError: `on_batch` raised it.
    """
    as_strategy(strategy)
    prepared = prepare(document, strategy.material, embedder=embedder, on_batch=on_batch)
    return run(prepared, strategy, constraints)


def as_document(given: Document | str) -> Document:
    """A text as a document of its own; a document as it is.

    Raises:
        SettingsError: it is neither.
    """
    must = "a document must be a text or a Document, as `load` makes one of a file"
    expect(given, (str, Document), must)
    return Document(given) if isinstance(given, str) else given


def as_strategy(given: Strategy) -> Strategy:
    """A strategy as it is.

    Raises:
        SettingsError: it is none.
    """
    must = 'a strategy must be one with its settings, as get("semantic")()'
    return expect(given, Strategy, must)


def prepare(
    document: Document | str,
    material: Material,
    *,
    embedder: Embedder | None = None,
    on_batch: OnBatch | None = None,
    on_part: Callable[[Prepared], None] | None = None,
) -> Prepared:
    """The slow part: all that strategies of this material need to cut this document.

    `embedder` stands in for the model the material names. `on_batch(done, total)` is told how
    many texts are embedded, and may raise `StoppedError`. `on_part` is given the document as far
    as it is embedded, again and again while that grows: the same text with its first units.
    There are none where a material wants costs, which depend on the whole text, or sentences
    with their neighbours, nor from an `embedder` that is not `InParts`.

    Raises:
        SettingsError: what is given is no document, or no material.
        ModelError: the model cannot be loaded, or `embedder` is none, or its vectors are not of
            norm 1.
        StoppedError: `on_batch` raised it.
    """
    document = as_document(document)
    expect(material, Material, "a material must be that of a strategy, as get(...)().material")
    places = layout(document)
    units, places = units_of(document, material, places)
    sizes = measure(document.text, material.count_in)
    vectors = signal = costs = None
    texts: list[str] = []
    if material.model is not None or material.reach:
        spans = zip(units.starts.data, units.ends.data, strict=True)
        texts = [document.text[a:b] for a, b in spans]
    if material.model is not None:
        from chunking.embedding import InParts, check_embedder, check_vectors, get_embedder

        if embedder is None:
            embedder = get_embedder(material.model, material.precision)
        check_embedder(embedder)
        alone = not material.reach and not neighbours_of(material.signal)
        if on_part is not None and alone and isinstance(embedder, InParts):
            bare = Prepared(document, material, places, units, sizes)
            vectors = embedder.encode_parts(
                texts, on_batch=on_batch, on_part=lambda top: on_part(_top(bare, top))
            )
        else:
            vectors = embedder.encode(texts, on_batch=on_batch)
        vectors = check_vectors(vectors, len(units))
        encode = partial(embedder.encode, on_batch=on_batch)
        signal = signal_of(material.signal, document.text, units, vectors, encode)
    if material.model is not None or material.reach:
        from chunking.optimum import SegmentCosts

        costs = SegmentCosts(texts, vectors)
    prepared = Prepared(document, material, places, units, sizes, vectors, signal, costs)
    find_costs(prepared, material)
    return prepared


def _top(whole: Prepared, vectors: Vectors) -> Prepared:
    """The part of a document that has vectors, (k, d): its first k units."""
    count, all_ = len(vectors), whole.units
    units = Units(all_.starts[:count], all_.ends[:count], all_.kinds[:count], all_.atomic[:count])
    signal = SIGNALS[whole.material.signal or "adjacent"](units, vectors)
    return replace(whole, units=units, vectors=vectors, signal=signal)


def find_costs(prepared: Prepared, material: Material) -> None:
    """Find the costs of stretches up to the material's reach now, not when they are asked for.

    For what was prepared for another material of the same units and model.
    """
    if prepared.costs is not None and material.reach and len(prepared.units):
        from chunking.optimum import longest_stretch

        longest = longest_stretch(prepared.units, prepared.sizes, material.reach)
        prepared.costs.prepare(longest, material.words)


def run(prepared: Prepared, strategy: Strategy, constraints: Constraints = NONE) -> Chunking:
    """The fast part: a prepared document cut by a strategy, with overlap, sizes and headings.

    Of a strategy with levels these are the chunks of the innermost; `parent` holds the rows of
    those that they lie in one level up.
    A mark inside a unit without a vector splits it (`split_at_marks`).

    Raises:
        SettingsError: what is given is not prepared, or no strategy, or no constraints.
        ContractError: the strategy returned cuts that are not in order or not in the text.
    """
    expect(prepared, Prepared, "what is cut must be prepared, as `prepare` does it")
    as_strategy(strategy)
    check_marks(constraints)
    prepared = split_at_marks(prepared, constraints)
    cuts, above = _cuts(prepared, strategy, constraints)
    start, end = _cores(prepared, cuts)
    overlap = _overlaps(prepared, strategy, start, end)
    tokens = prepared.sizes.between(start - overlap, end)
    count = len(start)
    reason = np.append(cuts.reasons, np.uint8(Reason.TAIL.code))[-count:] if count else cuts.reasons
    return Chunking(
        document=prepared.document,
        strategy=strategy.name,
        settings=strategy.model_dump(),
        start=start,
        end=end,
        overlap=overlap,
        tokens=tokens,
        reason=reason.astype(np.uint8, copy=False),
        heading=Headings(of_headings(prepared.layout), start),
        parent=np.full(count, -1) if above is None else np.searchsorted(above, start, "right"),
        oversize=tokens > strategy.limits[1],
        gaps=prepared.units.gaps,
        verdicts=cuts.verdicts,
        notes=notes_of(prepared.material),
    )


def _cuts(
    prepared: Prepared, strategy: Strategy, constraints: Constraints
) -> tuple[Cuts, Ints | None]:
    """The cuts of a strategy, and where one cuts that lies a level above."""
    if not isinstance(strategy, Nested):
        return strategy.cut(prepared, constraints), None
    *outer, cuts = strategy.cuts_of_levels(prepared, constraints)
    return cuts, outer[-1].offsets if outer else None


def notes_of(material: Material) -> tuple[str, ...]:
    """What there is to say about the precision: this machine may not have the one asked for."""
    if material.model is None or material.precision == "exact":
        return ()
    from chunking.embedding import precision_note

    note = precision_note(material.precision)
    return (note,) if note else ()


def _cores(prepared: Prepared, cuts: Cuts) -> tuple[Ints, Ints]:
    """The cores between the cuts, without the blank space at their edges."""
    units = prepared.units
    if len(units) == 0:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    first, last = units.starts[0], units.ends[-1]
    edges = np.concatenate([[first], cuts.offsets, [last]])
    if not ascends(edges):
        raise ContractError("a strategy returned cuts that do not ascend within the text")
    # A cut between two units ends the core where the unit before it ends.
    before = np.searchsorted(units.starts, cuts.offsets)
    before -= 1
    ends = np.append(units.ends[before], last)
    text = prepared.document.text
    inside = np.flatnonzero(ends[:-1] >= cuts.offsets)
    spans = zip(edges[inside].tolist(), edges[inside + 1].tolist(), strict=True)
    ends[inside] = [trimmed(text, a, b) for a, b in spans]
    return edges[:-1], ends


def _overlaps(prepared: Prepared, strategy: Strategy, start: Ints, end: Ints) -> Ints:
    """Characters each chunk repeats of the text before it, never more than fits its maximum."""
    overlap = np.zeros(len(start), np.int64)
    policy = strategy.overlap
    if policy.tokens <= 0 or len(start) < 2:
        return overlap
    sections = prepared.layout.outline.starts if policy.within_section else start[:0]
    # The first chunk of a section, as nearly all may be, repeats nothing of the one before.
    rows = np.flatnonzero(~members(sections, start[1:])) + 1
    cores = start[rows]
    allowed = strategy.limits[1] - prepared.sizes.between(cores, end[rows])
    if policy.share is not None:
        before = prepared.sizes.between(start[rows - 1], end[rows - 1])
        allowed = np.minimum(allowed, (policy.share * before).astype(np.int64))
    begin = Carry(prepared, policy).starts(cores, allowed)
    floors = np.append(np.int64(0), sections)[np.searchsorted(sections, cores)]
    for i in np.flatnonzero(begin < floors).tolist():
        begin[i] = next_ink(prepared.document.text, int(floors[i]))
    overlap[rows] = cores - begin
    return overlap
