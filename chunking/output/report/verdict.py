"""One sentence on what matters in a comparison."""

import math
from collections import Counter
from collections.abc import Sequence

from chunking.analysis.differences import common_boundaries
from chunking.analysis.metrics.sizes import TOKENS_MEDIAN, TRUNCATED
from chunking.analysis.metrics.structure import BROKEN_FENCES, BROKEN_LISTS, BROKEN_TABLES
from chunking.core.text.normalization import normalize_text
from chunking.core.text.numbers import count_of
from chunking.output.comparison import Comparison
from chunking.output.lane import Lane

_LONGEST_NAME = 40
# With more lanes only the one with the highest count is named.
_MOST_NAMED = 3

_BLOCKS = {
    BROKEN_FENCES: "fenced code block",
    BROKEN_TABLES: "table",
    BROKEN_LISTS: "list item",
}


def verdict(comparison: Comparison) -> str:
    """Return sizes or agreement, the model limit, and broken blocks as one sentence.

    No lane is called the best: a count is only compared with the same count of the others.
    """
    lanes = comparison.lanes
    if not any(len(lane.chunking) for lane in lanes):
        return "There are no chunks."
    if len(lanes) == 1:
        clauses = [sizes_of(lanes[0]), *_defects(lanes[0])]
    else:
        names = lane_names(lanes)
        clauses = [_agreement(lanes, names), *_limits(lanes, names), *_broken(lanes, names)]
    sentence = "; ".join(clauses) + "."
    # A file name keeps its case.
    return sentence[0].upper() + sentence[1:] if sentence.split()[0].isalpha() else sentence


def lane_names(lanes: Sequence[Lane]) -> list[str]:
    """Return the title of each lane, with its letter where several have the same."""
    titles = [_short(lane.title) for lane in lanes]
    count = Counter(titles)
    return [
        title if count[title] == 1 else f"{title} {lane.letter}"
        for title, lane in zip(titles, lanes, strict=True)
    ]


def _short(title: str) -> str:
    """Return a title as a part of a sentence, which characters of a file name must not reorder."""
    line = "".join(filter(str.isprintable, normalize_text(title)))
    return line if len(line) <= _LONGEST_NAME else line[: _LONGEST_NAME - 1] + "…"


# ---- one lane ------------------------------------------------------------------------------------


def sizes_of(lane: Lane) -> str:
    """Return the number and the median size of the chunks: "36 chunks, median 227 tokens"."""
    chunks = count_of(len(lane.chunking), "chunk")
    median = lane.metrics[TOKENS_MEDIAN.name]
    if not math.isfinite(median):
        return chunks
    return f"{chunks}, median {count_of(int(median), 'token')}"


def _defects(lane: Lane) -> list[str]:
    over, chunks = lane.metrics[TRUNCATED.name], len(lane.chunking)
    clauses = []
    if math.isfinite(over):
        number = "all" if over == chunks > 1 else f"{over:,.0f}" if over else "none"
        verb = "exceed" if over > 1 else "exceeds"
        clauses.append(f"{number} {verb} the model limit")
    for metric, noun in _BLOCKS.items():
        if broken := int(lane.metrics[metric.name]):
            clauses.append(f"{count_of(broken, noun)} {'are' if broken > 1 else 'is'} broken")
    return clauses


# ---- several lanes -------------------------------------------------------------------------------


def _agreement(lanes: Sequence[Lane], names: Sequence[str]) -> str:
    common = common_boundaries([lane.chunking for lane in lanes])
    who = f"{names[0]} and {names[1]}" if len(lanes) == 2 else f"all {len(lanes)} lanes"
    shared, total = len(common.all), count_of(len(common.any), "boundary", "boundaries")
    if len(common.any) == 0:
        return "no lane has a boundary"
    if shared == len(common.any):
        return f"{who} have the same {total if shared > 1 else 'boundary'}"
    if shared == 0:
        return f"none of {total} is shared by {who}"
    return f"{who} agree on {shared:,} of {total}"


def _limits(lanes: Sequence[Lane], names: Sequence[str]) -> list[str]:
    over = [lane.metrics[TRUNCATED.name] for lane in lanes]
    if not all(map(math.isfinite, over)):
        return []
    if not any(over):
        return ["no chunk exceeds the model limit"]
    share = [count / max(1, len(lane.chunking)) for count, lane in zip(over, lanes, strict=True)]
    first, *others = _ranked(share)
    clause = f"{names[first]} exceeds the model limit in {_share(over[first], lanes[first])}"
    if not clause.endswith("chunk"):
        clause += " chunks"
    if len(lanes) > _MOST_NAMED:
        most = f"at most {share[others[0]]:.0%}" if share[others[0]] else "none"
        return [f"{clause}, the other {len(others)} lanes in {most}"]
    rest = (f"{names[each]} in {_share(over[each], lanes[each])}" for each in others)
    return [", ".join([clause, *rest])]


def _share(count: float, lane: Lane) -> str:
    """Return the number of chunks over the model limit: "3 of 14", "all 14", "none"."""
    chunks = len(lane.chunking)
    if count == 0:
        return "none"
    if count == chunks:
        return f"all {chunks:,}" if chunks > 1 else "its only chunk"
    return f"{count:,.0f} of {chunks:,}"


def _broken(lanes: Sequence[Lane], names: Sequence[str]) -> list[str]:
    """Return the counts of the kind of block that a lane breaks most often."""
    metric = max(_BLOCKS, key=lambda metric: max(lane.metrics[metric.name] for lane in lanes))
    counts = [lane.metrics[metric.name] for lane in lanes]
    if not any(counts):
        return []
    first, *others = _ranked(counts)
    broken = count_of(int(counts[first]), _BLOCKS[metric])
    if len(set(counts)) == 1:
        return [f"each lane breaks {broken}"]
    clause = f"{names[first]} breaks {broken}"
    if len(lanes) > _MOST_NAMED:
        most = f"at most {counts[others[0]]:,.0f}" if counts[others[0]] else "none"
        return [f"{clause}, the other {len(others)} lanes {most}"]
    return [", ".join([clause, *(f"{names[each]} {_number(counts[each])}" for each in others)])]


def _ranked(counts: Sequence[float]) -> list[int]:
    """Return the lanes from the highest count to the lowest; equal ones keep their order."""
    return sorted(range(len(counts)), key=lambda lane: -counts[lane])


def _number(count: float) -> str:
    return f"{count:,.0f}" if count else "none"
