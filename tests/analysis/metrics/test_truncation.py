from __future__ import annotations

import math

from evaluations import evaluation

from chunking.analysis.metrics import compute_metrics
from chunking.analysis.metrics.sizes import truncations
from chunking.text.sizes import Sizes

TEXT = "x" * 30


def test_a_chunk_is_truncated_above_the_window_without_two_special_tokens() -> None:
    for window, truncated in ((12, 0), (11, 2), (7, 3)):
        shown = evaluation(
            TEXT, [(0, 10), (10, 20), (20, 26)], pieces=Sizes(len(TEXT)), max_pieces=window
        )
        assert compute_metrics(shown)["truncated"] == truncated


def test_the_overlap_counts_towards_the_model_limit() -> None:
    shown = evaluation(TEXT, [(0, 10), (9, 20)], pieces=Sizes(len(TEXT)), max_pieces=12)
    assert compute_metrics(shown)["truncated"] == 1


def test_without_word_pieces_truncation_is_undefined() -> None:
    assert math.isnan(compute_metrics(evaluation(TEXT, [(0, 10)]))["truncated"])


def test_truncation_starts_at_the_end_of_the_window() -> None:
    # A window of 7 reads 5 pieces of one character each: of the second chunk its overlap first.
    chunking = evaluation(TEXT, [(0, 10), (8, 14), (14, 19)]).chunking
    rows, ends, left = truncations(chunking, Sizes(len(TEXT)), 7)
    assert chunking.overlap.tolist() == [0, 2, 0]
    assert (rows.tolist(), ends.tolist(), left.tolist()) == ([0, 1], [5, 13], [5, 1])
