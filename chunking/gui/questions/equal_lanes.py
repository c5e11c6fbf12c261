"""The lanes of Compare with their sizes adjusted to one mean size, for an evaluation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from chunking.core.text.tokenizers import ESTIMATE, token_sizes
from chunking.engine import chunk
from chunking.retrieval.equal_size import at_equal_size
from chunking.retrieval.evaluation import mean_tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.embedding import OnBatch
    from chunking.gui.results.lanes import Lane


def equal_lanes(lanes: Sequence[Lane], on_batch: OnBatch) -> tuple[list[Lane], str]:
    """Return lanes whose chunks have the mean of their mean sizes, and a sentence on that.

    Imported chunks, and strategies without a size setting, stay; the sentence names them.

    Raises:
        ChunkingError: A model cannot be used, or `on_batch` stopped the work.
    """
    document = lanes[0].chunking.document
    sizes = [token_sizes(document.text, ESTIMATE)]
    tokens = max(1, round(float(np.mean([mean_tokens([lane.chunking], sizes) for lane in lanes]))))
    found, exceptions = [], []
    for lane in lanes:
        if lane.strategy is None:
            found.append(lane)
            exceptions.append(lane.name)
            continue
        adjusted = at_equal_size([document], lane.strategy, tokens, on_batch=on_batch)
        chunking = chunk(document, adjusted.strategy, on_batch=on_batch)
        found.append(replace(lane, strategy=adjusted.strategy, chunking=chunking))
        if adjusted.note:
            exceptions.append(lane.name)
    apart = f"; {', '.join(exceptions)} cannot reach it" if exceptions else ""
    return (
        found,
        f"Equal size: {tokens:,} tokens{apart}. The text shows the lanes as set",
    )
