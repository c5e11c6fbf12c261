from __future__ import annotations

from readings import reading

from chunking.metrics import measures


def test_sizes_are_tokens_with_overlap() -> None:
    # 8, 20 and 12 characters; the last repeats four of the one before.
    found = measures(reading("x" * 36, [(0, 8), (8, 28), (24, 36)], limits=(3, 4)))
    assert found["tokens_min"] == 2
    assert found["tokens_median"] == 3
    assert found["tokens_max"] == 5
    assert found["inside_limits"] == 1 / 3


def test_both_limits_are_inside() -> None:
    found = measures(reading("x" * 20, [(0, 8), (8, 20)], limits=(2, 3)))
    assert found["inside_limits"] == 1


def test_redundancy_counts_what_is_repeated_and_no_blanks() -> None:
    text = "aaaa  bbbb\u3000\n\ncccc"
    assert measures(reading(text, [(0, 4), (6, 10), (13, 17)]))["redundancy"] == 1
    assert measures(reading(text, [(0, 10), (4, 17)]))["redundancy"] == 16 / 12
    assert measures(reading(text, [(0, 4)]))["redundancy"] == 4 / 12


def test_redundancy_knows_every_blank_python_knows() -> None:
    blanks = "".join(chr(code) for code in range(0x11000) if chr(code).isspace())
    text = f"a{blanks}\U0001f600\ud800"
    assert measures(reading(text, [(0, len(text))]))["redundancy"] == 1
    assert measures(reading(text, [(0, 1)]))["redundancy"] == 1 / 3
