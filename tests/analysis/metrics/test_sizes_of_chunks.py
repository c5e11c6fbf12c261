import math

import numpy as np
from evaluations import evaluation

from chunking.analysis.metrics import compute_metrics
from chunking.analysis.metrics.sizes import median_size, truncations
from chunking.core.text.sizes import Sizes
from chunking.embedding import ModelTokens


def test_sizes_include_overlap() -> None:
    # 8, 20 and 12 characters; the last repeats four of the one before.
    found = compute_metrics(evaluation("x" * 36, [(0, 8), (8, 28), (24, 36)], limits=(3, 4)))
    assert found["tokens_min"] == 2
    assert found["tokens_median"] == 3
    assert found["tokens_max"] == 5
    assert found["inside_limits"] == 1 / 3


def test_the_median_has_whole_tokens_and_rounds_a_half_up() -> None:
    assert [median_size(np.array(sizes)) for sizes in ([3], [1, 4], [9, 3, 1])] == [3, 3, 3]
    assert math.isnan(median_size(np.array([], dtype=np.int64)))


def test_limits_are_inclusive() -> None:
    found = compute_metrics(evaluation("x" * 20, [(0, 8), (8, 20)], limits=(2, 3)))
    assert found["inside_limits"] == 1


def test_redundancy_counts_repeated_text_without_blanks() -> None:
    text = "aaaa  bbbb\u3000\n\ncccc"
    assert compute_metrics(evaluation(text, [(0, 4), (6, 10), (13, 17)]))["redundancy"] == 1
    assert compute_metrics(evaluation(text, [(0, 10), (4, 17)]))["redundancy"] == 16 / 12
    assert compute_metrics(evaluation(text, [(0, 4)]))["redundancy"] == 4 / 12


def test_redundancy_ignores_every_whitespace_character() -> None:
    blanks = "".join(chr(code) for code in range(0x11000) if chr(code).isspace())
    text = f"a{blanks}\U0001f600\ud800"
    assert compute_metrics(evaluation(text, [(0, len(text))]))["redundancy"] == 1
    assert compute_metrics(evaluation(text, [(0, 1)]))["redundancy"] == 1 / 3


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
