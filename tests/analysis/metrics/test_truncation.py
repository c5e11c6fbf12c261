import math

from evaluations import evaluation

from chunking.analysis.metrics import compute_metrics
from chunking.analysis.metrics.sizes import truncations
from chunking.core.text.sizes import Sizes
from chunking.embedding import ModelTokens

TEXT = "x" * 30


def tokens(limit: int | None) -> ModelTokens:
    """The text in tokens of one character."""
    return ModelTokens(Sizes(len(TEXT)), limit)


def test_a_chunk_is_truncated_above_the_limit() -> None:
    for limit, truncated in ((10, 0), (9, 2), (5, 3), (None, 0)):
        shown = evaluation(TEXT, [(0, 10), (10, 20), (20, 26)], tokens=tokens(limit))
        assert compute_metrics(shown)["truncated"] == truncated


def test_the_overlap_counts_towards_the_model_limit() -> None:
    shown = evaluation(TEXT, [(0, 10), (9, 20)], tokens=tokens(10))
    assert compute_metrics(shown)["truncated"] == 1


def test_without_the_tokens_of_a_model_truncation_is_undefined() -> None:
    assert math.isnan(compute_metrics(evaluation(TEXT, [(0, 10)]))["truncated"])


def test_truncation_starts_at_the_limit() -> None:
    # The model reads 5 tokens: of the second chunk its overlap first.
    chunking = evaluation(TEXT, [(0, 10), (8, 14), (14, 19)]).chunking
    rows, ends, left = truncations(chunking, tokens(5))
    assert chunking.overlap.tolist() == [0, 2, 0]
    assert (rows.tolist(), ends.tolist(), left.tolist()) == ([0, 1], [5, 13], [5, 1])
