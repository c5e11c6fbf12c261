"""Where the answers of a question are: in words, and which chunks contain them whole."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from chunking.core.arrays import Bools, Floats, Ints
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.origin import part_at
from chunking.core.text.tokenizers import token_sizes
from chunking.core.units import Units
from chunking.retrieval.answer_span import locate_answer
from chunking.retrieval.evaluation import Retrieval
from chunking.retrieval.questions import Span
from chunking.retrieval.ranking import best_first
from chunking.retrieval.retrieval_budget import Reader

# Sentences that are among the best, the least share of the highest relevance that they need, and
# the share from which their relevance is strong.
_MOST, _LEAST, _STRONG = 12, 0.5, 0.8


class Placement(NamedTuple):
    """Where the answers are among the chunks.

    Attributes:
        text: In words: the rank of the chunk with the answer, or where it is split.
        row: The chunk of the first answer that is not whole, or of the first one; -1 for none.
        split: Where that answer is split; None if it is whole.
    """

    text: str
    whole: bool
    row: int
    split: int | None


def place_answers(
    chunking: Chunking,
    order: Ints,
    passages: Sequence[Span],
    retrieval: Retrieval,
    units: Units | None = None,
) -> Placement:
    """Return where the answers are, and whether retrieved chunks contain them whole, in words.

    Args:
        order: Their rows from the best one, (n,).
        passages: The answers, at least one.
    """
    document, found = chunking.document, [locate_answer(chunking, order, each) for each in passages]
    read = _ends_read(chunking, order, retrieval)
    is_read = [
        each.whole and read[each.row] >= end for each, (_, end) in zip(found, passages, strict=True)
    ]
    worst = found[next((i for i, holds in enumerate(is_read) if not holds), 0)]
    if worst.rank is None:
        text = "in no chunk"
    elif worst.split is not None:
        text = f"rank {worst.rank:,}, split at {place_in_words(document, units, worst.split)}"
    else:
        beyond = "" if all(is_read) else f", beyond {retrieval.extent}"
        text = f"rank {worst.rank:,}, whole{beyond}"
    if len(found) > 1:
        ranks = ", ".join(f"{each.rank:,}" for each in found if each.rank is not None)
        count = f"{sum(is_read)} of {len(found)} found whole"
        text = f"ranks {ranks}, whole" if all(is_read) else f"{count}: {text}"
    return Placement(text, all(is_read), worst.row, worst.split)


def _ends_read(chunking: Chunking, order: Ints, retrieval: Retrieval) -> Ints:
    """Return where reading ends in each chunk; -1 in those that are not retrieved, (n,)."""
    sizes = token_sizes(chunking.document.text, retrieval.tokenizer)
    read = Reader([sizes], retrieval.tokens, retrieval.chunks).read(
        [chunking], 0, np.stack([np.zeros_like(order), order], axis=1)
    )
    found = np.full(len(chunking), -1, np.int64)
    found[read.rows] = read.stops
    return found


def places_in_words(document: Document, units: Units | None, passages: Sequence[Span]) -> str:
    """Return where the first passage is in words, and the number of others; "" without any."""
    if not passages:
        return ""
    more = f" and {len(passages) - 1:,} more" if len(passages) > 1 else ""
    return f"{place_in_words(document, units, *passages[0])}{more}"


def place_in_words(
    document: Document, units: Units | None, start: int, end: int | None = None
) -> str:
    """Return a place in words: its sentences, and the page or another part of the file.

    Without an end it is one offset.
    """
    names = []
    if units is not None and len(units):
        last = start if end is None else end - 1
        first, last = np.searchsorted(units.starts, [start, max(start, last)], side="right")
        first, last = max(1, first), max(1, last)
        names.append(f"sentence {first:,}" if first == last else f"sentences {first:,} to {last:,}")
    else:
        names.append(f"character {start:,}")
    part = part_at(document.locations, start)
    return ", ".join([*names, *([part] if part else [])])


def best_sentences(relevances: Floats) -> tuple[Ints, Bools]:
    """Return the rows of the most relevant sentences in order, (k,), and which are strong, (k,).

    At most 12 sentences with at least half of the highest relevance, (n,); from 80% they are
    strong. There are none without any relevance above 0.
    """
    highest = float(relevances.max(initial=0))
    if highest <= 0:
        return np.zeros(0, np.int64), np.zeros(0, np.bool_)
    best = best_first(relevances)[:_MOST]
    best = np.sort(best[relevances[best] >= _LEAST * highest])
    return best, relevances[best] >= _STRONG * highest
