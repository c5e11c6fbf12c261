"""Prepare a document once, split it many times."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from chunking.arrays import contains, is_increasing
from chunking.errors import ContractError, SettingsError, expect
from chunking.signals.similarity import SIGNALS, buffer_size, compute_signal
from chunking.strategies import Strategy
from chunking.strategies.base import MultiLevel, oversize_reasons
from chunking.strategies.overlap import OverlapStarts
from chunking.text.graphemes import is_boundary
from chunking.text.tokenizers import MODEL, token_sizes
from chunking.text.whitespace import next_non_space, trimmed_end
from chunking.types import (
    NONE,
    Chunking,
    Constraints,
    Cuts,
    Document,
    HeadingPaths,
    Material,
    Prepared,
    Reason,
    TableHeaders,
    Units,
    as_document,
)
from chunking.units.layout import layout, units_of, without_blocks
from chunking.units.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from chunking.arrays import Ints, Vectors
    from chunking.embedding import Embedder, EmbeddingCost, OnBatch
    from chunking.text.sizes import Sizes
    from chunking.types import Feature

# The start of a unit: the indentation of its first line, which stays with it, or no whitespace.
_UNIT_START = re.compile(r"(?:(?<=[\r\n])[^\S\r\n]+)?\S")


def chunk(
    document: Document | str,
    strategy: Strategy,
    *,
    embedder: Embedder | None = None,
    constraints: Constraints = NONE,
    on_batch: OnBatch | None = None,
) -> Chunking:
    """Prepare a document and split it by a strategy.

    Raises:
        SettingsError: An argument is of the wrong type.
        ModelError: The model cannot be loaded, or `embedder` is not one, or its vectors are not
            of norm 1.
        StoppedError: `on_batch` raised it.
    """
    check_strategy(strategy)
    prepared = prepare(document, strategy.material, embedder=embedder, on_batch=on_batch)
    return run(prepared, strategy, constraints)


def check_strategy(strategy: Strategy) -> Strategy:
    """Return the strategy.

    Raises:
        SettingsError: It is not one.
    """
    requirement = 'a strategy must be a Strategy, such as get("semantic")()'
    return expect(strategy, Strategy, requirement)


def check_constraints(constraints: Constraints) -> None:
    """Check the type of constraints and of their offsets.

    Raises:
        SettingsError: They are no constraints, or one side is no sequence of whole numbers.
    """
    expect(constraints, Constraints, "constraints must be Constraints with offsets of boundaries")
    for side, offsets in (
        ("required", constraints.required),
        ("forbidden", constraints.forbidden),
    ):
        column = np.asarray(offsets)
        if column.ndim != 1 or (len(column) and column.dtype.kind not in "iu"):
            raise SettingsError(
                f"{side} boundaries must be a sequence of offsets, whole numbers, "
                f"got {offsets!r:.80}"
            )


# ---- the slow part -------------------------------------------------------------------------------


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
        document: A document, or its text.
        material: What to compute, as `strategy.material`.
        embedder: Replaces the model that the material names.
        on_batch: Called with the number of texts embedded and their total; may raise
            `StoppedError`.
        on_part: Called with the document as far as it is embedded: the same text with its first
            units. Never called where that would be useless (features that depend on the units,
            buffered sentences) or with an embedder that is not a `StreamingEmbedder`.

    Raises:
        SettingsError: An argument is of the wrong type.
        ModelError: The model cannot be loaded, or `embedder` is not one, or its vectors are not
            of norm 1.
        StoppedError: `on_batch` raised it.
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
    complete = any(each.depends_on_units for each in material.features)
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


# ---- manual boundaries inside units --------------------------------------------------------------


def split_units(prepared: Prepared, constraints: Constraints) -> Prepared:
    """Return the document with a gap at each manual boundary inside a unit that may be split.

    A required offset splits its unit in two. Around a forbidden one, which must be the start of
    a sentence, the two neighboring sentences become units, so that only they stay together.
    An offset that only whitespace precedes in its unit has no effect, and neither has any where
    units have vectors or features depend on them.
    """
    units = prepared.units
    fixed = any(each.depends_on_units for each in prepared.material.features)
    if prepared.vectors is not None or fixed or len(units) == 0:
        return prepared
    text = prepared.document.text
    edges = {
        offset
        for offset in _inside_units(units, constraints.required)
        if _UNIT_START.match(text, offset) and is_boundary(text, offset)
    }
    edges |= _neighboring_sentences(prepared, _inside_units(units, constraints.forbidden))
    kept = _without_blank_units(units, text, sorted(edges))
    return replace(prepared, units=_split_units(units, text, kept)) if kept else prepared


def _inside_units(units: Units, offsets: Iterable[int]) -> list[int]:
    """Return the offsets that lie inside a unit that is not atomic."""
    column = np.array(sorted(set(offsets)), dtype=np.int64)
    unit = np.searchsorted(units.starts, column, side="right") - 1
    inside = (unit >= 0) & (column > units.starts[unit]) & (column < units.ends[unit])
    found: list[int] = column[inside & ~units.atomic[unit]].tolist()
    return found


def _neighboring_sentences(prepared: Prepared, offsets: list[int]) -> set[int]:
    """Return the starts of the sentences before, at and after each offset, inside its unit."""
    if not offsets:
        return set()
    units, blocks = prepared.units, prepared.layout.blocks
    holders = np.unique(np.searchsorted(units.starts, offsets, side="right") - 1)
    holder = np.searchsorted(units.starts[holders], blocks.starts, side="right") - 1
    kept = (holder >= 0) & (blocks.ends <= units.ends[holders][holder])
    inner = Units(blocks.starts[kept], blocks.ends[kept], blocks.kinds[kept], blocks.atomic[kept])
    starts = sentences(prepared.document.text, inner, prepared.document.language).starts
    at = np.flatnonzero(np.isin(starts, offsets))
    near = np.concatenate([at - 1, at, at + 1])
    found = starts[near[(near >= 0) & (near < len(starts))]]
    return set(_inside_units(units, found.tolist()))


def _without_blank_units(units: Units, text: str, edges: list[int]) -> list[int]:
    """Return the edges, ascending, at which no unit of whitespace would result."""
    column = np.array(edges, dtype=np.int64)
    begins = units.starts[np.searchsorted(units.starts, column, side="right") - 1]
    kept: list[int] = []
    for edge, begin in zip(edges, begins.tolist(), strict=True):
        before = max(begin, kept[-1]) if kept else begin
        if not text[before:edge].isspace():
            kept.append(edge)
    return kept


def _split_units(units: Units, text: str, edges: list[int]) -> Units:
    """Return the units, split at every edge."""
    starts = np.sort(np.concatenate([units.starts, np.array(edges, dtype=np.int64)]))
    unit = np.searchsorted(units.starts, starts, side="right") - 1
    ends = units.ends[unit].copy()
    for i in np.flatnonzero(unit[:-1] == unit[1:]).tolist():
        start, stop = int(starts[i]), int(starts[i + 1])
        ends[i] = start + len(text[start:stop].rstrip())
    return Units(starts, ends, units.kinds[unit], units.atomic[unit])


# ---- the fast part -------------------------------------------------------------------------------


def run(prepared: Prepared, strategy: Strategy, constraints: Constraints = NONE) -> Chunking:
    """Split a prepared document by a strategy.

    For a multi-level strategy the result is its innermost level, with `parent` rows in the level
    above. Manual boundaries inside units split these (see `split_units`).

    Raises:
        SettingsError: An argument is of the wrong type.
        ContractError: The strategy returned cuts that are not in order or not in the text.
    """
    expect(prepared, Prepared, "a prepared document must be a Prepared, as `prepare` returns it")
    check_strategy(strategy)
    check_constraints(constraints)
    prepared = split_units(prepared, constraints)
    if not isinstance(strategy, MultiLevel):
        return _chunking(prepared, strategy, strategy.cut(prepared, constraints))
    *outer, cuts = strategy.cut_levels(prepared, constraints)
    chunking = _chunking(prepared, strategy, cuts)
    if not outer:
        return chunking
    return replace(chunking, parent=np.searchsorted(outer[-1].offsets, chunking.start, "right"))


def run_levels(
    prepared: Prepared, strategy: MultiLevel, constraints: Constraints = NONE
) -> tuple[Chunking, ...]:
    """Split a prepared document by every level of a strategy, outermost first.

    `parent` of a level holds for each chunk the row of its enclosing chunk in the level before;
    -1 in the first. Every boundary of a level is a boundary of the next.
    """
    prepared = split_units(prepared, constraints)
    found: list[Chunking] = []
    all_cuts = strategy.cut_levels(prepared, constraints)
    for level, cuts in zip(strategy.level_strategies, all_cuts, strict=True):
        chunking = _chunking(prepared, level, cuts)
        if found:
            parent = np.searchsorted(found[-1].start, chunking.start, side="right") - 1
            chunking = replace(chunking, parent=parent)
        found.append(chunking)
    return tuple(found)


def nest(
    document: Document | str,
    strategy: Strategy,
    *,
    embedder: Embedder | None = None,
    on_batch: OnBatch | None = None,
) -> tuple[Chunking, ...]:
    """Prepare a document and split it by every level of a strategy; see `run_levels`.

    Raises:
        SettingsError: The strategy has only one level, or an argument is of the wrong type.
        ModelError: A model cannot be loaded.
        StoppedError: `on_batch` raised it.
    """
    if not isinstance(strategy, MultiLevel) or len(strategy.level_strategies) < 2:
        raise SettingsError(
            "levels must be those of hierarchical, or of optimal with levels=2 or 3; "
            f"got {_describe(strategy)}"
        )
    document = as_document(document)
    prepared = prepare(document, strategy.material, embedder=embedder, on_batch=on_batch)
    return run_levels(prepared, strategy)


def _describe(strategy: object) -> str:
    if not isinstance(strategy, Strategy):
        return f"{strategy!r:.80}"
    return f"{strategy.name} with levels=1" if isinstance(strategy, MultiLevel) else strategy.name


def _chunking(prepared: Prepared, strategy: Strategy, cuts: Cuts) -> Chunking:
    """Return the chunks between the cuts, with overlap, sizes and headings."""
    start, end = _cores(prepared, cuts)
    overlap = _overlaps(prepared, strategy, start, end)
    tokens = prepared.sizes.token_counts(start - overlap, end)
    count = len(start)
    oversize = tokens > strategy.limits[1]
    structure = without_blocks(prepared.layout)
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
        heading=HeadingPaths(structure, start),
        parent=np.full(count, -1),
        oversize=oversize,
        gaps=prepared.units.gaps,
        verdicts=cuts.verdicts,
        notes=(*prepared.layout.notes, *model_notes(prepared.material)),
        oversize_reasons=oversize_reasons(prepared, cuts, start, end, np.flatnonzero(oversize)),
        table_headers=TableHeaders(prepared.document.text, structure, start - overlap),
    )


def model_notes(material: Material) -> tuple[str, ...]:
    """Return a note where another model is used in place of the named one."""
    if material.model is None:
        return ()
    from chunking.embedding import model_note

    note = model_note(material.model)
    return (note,) if note else ()


def _cores(prepared: Prepared, cuts: Cuts) -> tuple[Ints, Ints]:
    """Return start and end of the cores between the cuts, without whitespace at their edges."""
    units = prepared.units
    if len(units) == 0:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    first, last = units.starts[0], units.ends[-1]
    edges = np.concatenate([[first], cuts.offsets, [last]])
    if not is_increasing(edges):
        raise ContractError("a strategy returned cuts that do not ascend within the text")
    # At a gap, the core ends with the unit before it.
    before = np.searchsorted(units.starts, cuts.offsets)
    before -= 1
    ends = np.append(units.ends[before], last)
    text = prepared.document.text
    inside = np.flatnonzero(ends[:-1] >= cuts.offsets)
    spans = zip(edges[inside].tolist(), edges[inside + 1].tolist(), strict=True)
    ends[inside] = [trimmed_end(text, a, b) for a, b in spans]
    return edges[:-1], ends


def _overlaps(prepared: Prepared, strategy: Strategy, start: Ints, end: Ints) -> Ints:
    """Return how many characters before its core each chunk repeats within its maximum."""
    overlap = np.zeros(len(start), np.int64)
    policy = strategy.overlap
    if policy.tokens <= 0 or len(start) < 2:
        return overlap
    sections = prepared.layout.outline.starts if policy.within_section else start[:0]
    # The first chunk of a section has no overlap.
    rows = np.flatnonzero(~contains(sections, start[1:])) + 1
    cores = start[rows]
    allowed = strategy.limits[1] - prepared.sizes.token_counts(cores, end[rows])
    if policy.share is not None:
        before = prepared.sizes.token_counts(start[rows - 1], end[rows - 1])
        allowed = np.minimum(allowed, (policy.share * before).astype(np.int64))
    begin = OverlapStarts(prepared, policy).starts(cores, allowed)
    floors = np.append(np.int64(0), sections)[np.searchsorted(sections, cores)]
    for i in np.flatnonzero(begin < floors).tolist():
        begin[i] = next_non_space(prepared.document.text, int(floors[i]))
    overlap[rows] = cores - begin
    return overlap
