"""Sentences, lists, tables and fences that chunks split."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from chunking.core.arrays import Bools, Ints
from chunking.core.chunking import Chunking
from chunking.core.prepared import Prepared
from chunking.core.units import UnitKind, Units

Spans: TypeAlias = "tuple[Ints, Ints]"


@dataclass(frozen=True, slots=True)
class SplitStructure:
    """A kind of text that should stay whole.

    Attributes:
        name: Identifier, as in exports.
        title: Name of the check.
        description: What is true of a chunk that splits such a text, in one sentence.
        parts: Returns the starts and ends of all such texts of a document that is prepared with
            sentences, both ascending, (m,).
    """

    name: str
    title: str
    description: str
    parts: Callable[[Prepared], Spans]


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


def _lists(prepared: Prepared) -> Spans:
    """Return the runs of list items that no other block interrupts."""
    blocks = prepared.layout.blocks
    is_item: Bools = blocks.kinds == UnitKind.LIST_ITEM.code
    before, after = np.append(False, is_item[:-1]), np.append(is_item[1:], False)
    if not len(blocks):
        before = after = is_item
    return blocks.starts[is_item & ~before], blocks.ends[is_item & ~after]


SPLIT_STRUCTURES = (
    SplitStructure(
        "split_sentences",
        "Split sentences",
        "The chunk starts or ends inside a sentence.",
        lambda prepared: _of_kind(prepared.units, UnitKind.SENTENCE),
    ),
    SplitStructure("split_lists", "Split lists", "The chunk starts or ends inside a list.", _lists),
    SplitStructure(
        "split_tables",
        "Split tables",
        "The chunk starts or ends inside a table.",
        lambda prepared: _of_kind(prepared.layout.blocks, UnitKind.TABLE),
    ),
    SplitStructure(
        "split_fences",
        "Split fences",
        "The chunk starts or ends inside a fenced code block.",
        lambda prepared: _of_kind(prepared.layout.blocks, UnitKind.FENCE),
    ),
)
