from evaluations import evaluation

from chunking.analysis.metrics import compute_metrics


def test_sizes_include_overlap() -> None:
    # 8, 20 and 12 characters; the last repeats four of the one before.
    found = compute_metrics(evaluation("x" * 36, [(0, 8), (8, 28), (24, 36)], limits=(3, 4)))
    assert found["tokens_min"] == 2
    assert found["tokens_median"] == 3
    assert found["tokens_max"] == 5
    assert found["inside_limits"] == 1 / 3


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
