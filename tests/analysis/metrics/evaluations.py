"""Readings of texts that are small enough to see through."""

from collections.abc import Sequence

import numpy as np

from chunking.analysis.metrics import Evaluation
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.layout import Layout, Outline
from chunking.core.prepared import Material, Prepared
from chunking.core.text.sizes import Sizes
from chunking.core.units import UnitKind, Units
from chunking.embedding import ModelTokens
from chunking.strategies.base import UNLIMITED

Span = tuple[int, int]


def spans(text: str, *parts: str) -> list[Span]:
    """Where the parts stand in the text, one after the other."""
    found: list[Span] = []
    for part in parts:
        start = text.index(part, found[-1][1] if found else 0)
        found.append((start, start + len(part)))
    return found


def evaluation(
    text: str,
    chunks: Sequence[Span],
    *,
    sentences: Sequence[Span] = (),
    blocks: Sequence[tuple[Span, UnitKind]] = (),
    vectors: Sequence[Sequence[float]] | None = None,
    tokens: ModelTokens | None = None,
    limits: Span = (0, UNLIMITED),
) -> Evaluation:
    """What metrics look at, from spans by hand; tokens are characters ÷ 4."""
    document = Document(text)
    none = np.zeros(0, np.int64)
    layout = Layout(
        Units.of([(*span, kind, False) for span, kind in blocks]), Outline(none, ()), none, none
    )
    units = Units.of([(*span, UnitKind.SENTENCE, False) for span in sentences])
    rows = None if vectors is None else np.array(vectors, np.float32)
    prepared = Prepared(
        document, Material("sentences"), layout, units, Sizes(len(text), 4), rows, None
    )
    return Evaluation(Chunking.from_spans(document, chunks), prepared, tokens, limits)
