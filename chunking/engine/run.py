"""Split a prepared document by a strategy: the fast part, done at every change of a setting."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chunking.core.arrays import Ints, contains, is_increasing
from chunking.core.chunking import Chunking
from chunking.core.cuts import Cuts, Reason
from chunking.core.document import Document, as_document
from chunking.core.errors import ContractError, SettingsError, expect
from chunking.core.layout import HeadingPaths, TableHeaders
from chunking.core.prepared import NONE, Constraints, Material, Prepared
from chunking.core.text.whitespace import next_non_space, trimmed_end
from chunking.engine.manual_boundaries import split_units
from chunking.engine.prepare import prepare
from chunking.strategies import Strategy
from chunking.strategies.base import MultiLevel, oversize_reasons
from chunking.strategies.overlap import OverlapStarts
from chunking.units.layout import without_blocks

if TYPE_CHECKING:
    from chunking.embedding import Embedder, OnBatch


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
    """
    check_strategy(strategy)
    document = as_document(document)
    check_constraints(constraints, len(document.text))
    prepared = prepare(document, strategy.material, embedder=embedder, on_batch=on_batch)
    return run(prepared, strategy, constraints)


def check_strategy(strategy: Strategy) -> Strategy:
    """Return a strategy; anything else is a `SettingsError`."""
    requirement = 'a strategy must be a Strategy, such as get("semantic")()'
    return expect(strategy, Strategy, requirement)


def check_constraints(constraints: Constraints, length: int | None = None) -> None:
    """Check the type of constraints, and with a length that they lie in a text of it.

    Raises:
        SettingsError: They are no constraints, or one side is no sequence of whole numbers between
            0 and the length.
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
        outside = column[:0] if length is None else column[(column < 0) | (column > length)]
        if len(outside):
            raise SettingsError(
                f"{side} boundaries must lie in the text, between 0 and {length:,}, "
                f"got {outside[0]:,}"
            )


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
    """
    if not isinstance(strategy, MultiLevel) or len(strategy.level_strategies) < 2:
        raise SettingsError(
            "levels must be those of hierarchical, or of optimal at level medium or fine; "
            f"got {_describe(strategy)}"
        )
    document = as_document(document)
    prepared = prepare(document, strategy.material, embedder=embedder, on_batch=on_batch)
    return run_levels(prepared, strategy)


def _describe(strategy: object) -> str:
    if not isinstance(strategy, Strategy):
        return f"{strategy!r:.80}"
    return f"{strategy.name} with one level" if isinstance(strategy, MultiLevel) else strategy.name


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
        heading=HeadingPaths(structure, start, end),
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


class Split(NamedTuple):
    """A document split by a strategy.

    Attributes:
        boundaries: The manual boundaries that took part.
        complete: Whether the model has read the whole document.
    """

    chunking: Chunking
    prepared: Prepared
    strategy: Strategy
    boundaries: Constraints = NONE
    complete: bool = True

    @property
    def document(self) -> Document:
        """The document."""
        return self.chunking.document
