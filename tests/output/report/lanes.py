"""Lanes for tests, of spans and literal counts."""

from collections.abc import Mapping

from chunking import Chunking, Document
from chunking.core.prepared import Material
from chunking.engine import prepare
from chunking.output.comparison import Comparison, LaneInput, compare_chunkings
from chunking.output.lane import Lane

# Ten sentences of ten characters.
TEXT = "A b c d e.\n" * 10


def lane(
    title: str,
    starts: list[int],
    metrics: Mapping[str, float] | None = None,
    *,
    letter: str = "A",
    text: str = TEXT,
) -> Lane:
    """Return a lane whose chunks start at offsets of `text`; metrics are 0 unless named."""
    spans = list(zip(starts, [*starts[1:], len(text)], strict=False))
    chunking = Chunking.from_spans(Document(text), spans, source=title)
    named: Mapping[str, float] = {
        "chunks": len(spans),
        "tokens_median": 100,
        "truncated": 0,
        "broken_fences": 0,
        "broken_tables": 0,
        "broken_lists": 0,
        **(metrics or {}),
    }
    return Lane(
        letter, title, None, chunking, chunking.tokens, {}, {k: float(v) for k, v in named.items()}
    )


def comparison(*lanes: Lane) -> Comparison:
    """Return the comparison of lanes of one document, with their own letters and metrics."""
    document = lanes[0].chunking.document
    sentences = prepare(document, Material("sentences"))
    found = compare_chunkings(sentences, [LaneInput(each.chunking) for each in lanes])
    return Comparison(document, found.sentences, lanes, found.agreement)
