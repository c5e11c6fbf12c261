from __future__ import annotations

import math

from readings import reading

from chunking.metrics import measures
from chunking.types import Sizes

TEXT = "x" * 30


def test_a_chunk_is_truncated_above_the_window_without_two_special_tokens() -> None:
    for window, truncated in ((12, 0), (11, 2), (7, 3)):
        shown = reading(TEXT, [(0, 10), (10, 20), (20, 26)], pieces=Sizes(len(TEXT)), window=window)
        assert measures(shown)["truncated"] == truncated


def test_the_overlap_is_read_too() -> None:
    shown = reading(TEXT, [(0, 10), (9, 20)], pieces=Sizes(len(TEXT)), window=12)
    assert measures(shown)["truncated"] == 1


def test_nobody_knows_without_word_pieces() -> None:
    assert math.isnan(measures(reading(TEXT, [(0, 10)]))["truncated"])
