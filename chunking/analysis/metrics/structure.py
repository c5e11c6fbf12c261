"""Structure that boundaries break."""

from collections.abc import Mapping

import numpy as np

from chunking.analysis.metrics.metric import Evaluation, Metric, count_broken, edges_of
from chunking.core.chunking import Chunking
from chunking.core.text.numbers import count_of
from chunking.core.units import UnitKind, Units

# Blocks that a boundary inside breaks.
_BREAKABLE = (UnitKind.FENCE, UnitKind.TABLE, UnitKind.LIST_ITEM)


def broken_blocks(chunking: Chunking, blocks: Units) -> int:
    """Return the number of fenced code blocks, tables and list items with a boundary inside."""
    edges = edges_of(chunking)
    return sum(count_broken(edges, blocks, kind) for kind in _BREAKABLE)


def _share_inside_sentences(evaluation: Evaluation) -> float:
    """Return the share of boundaries where a core ends or starts inside a sentence."""
    chunking, units = evaluation.chunking, evaluation.sentences.units
    if len(chunking) < 2:
        return float("nan")
    of_kind = units.kinds == UnitKind.SENTENCE.code
    if not of_kind.any():  # as in source code
        return float("nan")
    starts, ends = units.starts[of_kind], units.ends[of_kind]
    broken = np.zeros(len(chunking) - 1, np.bool_)
    for offsets in (chunking.start[1:], chunking.end[:-1]):
        at = np.searchsorted(starts, offsets) - 1
        found = np.flatnonzero(at >= 0)
        broken[found] |= ends[at[found]] > offsets[found]
    return float(broken.mean())


def _headings_at_end(evaluation: Evaluation) -> float:
    """Return the number of chunks that end with a heading, without the last one."""
    chunking, blocks = evaluation.chunking, evaluation.sentences.layout.blocks
    starts, ends = chunking.start[:-1], chunking.end[:-1]
    last = np.searchsorted(blocks.starts, ends) - 1
    found = np.flatnonzero(last >= 0)
    last = last[found]
    heading = blocks.kinds[last] == UnitKind.HEADING.code
    return float(np.count_nonzero(heading & (blocks.ends[last] > starts[found])))


SENTENCE_CUTS = Metric(
    "sentence_cuts",
    "Boundaries inside sentences",
    "The share of boundaries inside a sentence.",
    _share_inside_sentences,
    better="lower",
    unit="share",
    decimals=1,
    high=1,
)


def _broken(kind: UnitKind, name: str, nouns: str, meaning: str) -> Metric:
    """Return the number of blocks of a kind with a boundary inside as a metric."""
    return Metric(
        name,
        f"Broken {nouns}",
        f"{meaning} with a boundary inside.",
        lambda evaluation: float(evaluation.count_broken(kind)),
        better="lower",
        decimals=0,
    )


BROKEN_FENCES = _broken(UnitKind.FENCE, "broken_fences", "fences", "Fenced code blocks")
BROKEN_TABLES = _broken(UnitKind.TABLE, "broken_tables", "tables", "Tables")
BROKEN_LISTS = _broken(UnitKind.LIST_ITEM, "broken_lists", "list items", "List items")
STRANDED_HEADINGS = Metric(
    "stranded_headings",
    "Stranded headings",
    "Chunks that end with a heading whose text is in the next chunk.",
    _headings_at_end,
    better="lower",
    decimals=0,
)

_NOUNS = {
    BROKEN_LISTS.name: "list item",
    BROKEN_TABLES.name: "table",
    BROKEN_FENCES.name: "code fence",
}


def broken_in_words(values: Mapping[str, float]) -> str:
    """Return what boundaries break, such as "1 list item, 2 tables"; empty if nothing.

    Args:
        values: The metrics of this module by name; those left out break nothing.
    """
    counts = {noun: values.get(name, 0.0) for name, noun in _NOUNS.items()}
    parts = [count_of(int(count), noun) for noun, count in counts.items() if count > 0]
    within = values.get(SENTENCE_CUTS.name, 0.0)
    if within > 0:
        parts.append(f"{within:.0%} of boundaries are inside a sentence")
    return ", ".join(parts)
