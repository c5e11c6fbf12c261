"""The best region of a sweep."""

from dataclasses import replace

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking import Document, get
from chunking.analysis.metrics import METRICS
from chunking.analysis.metrics.metric import MetricInfo
from chunking.analysis.settings_search.axes import Axis, Grid
from chunking.analysis.settings_search.best import Best, best_in_words, best_of, crop_of, rank_cells
from chunking.analysis.settings_search.sweep import INVALID, PENDING, Result, Sweep
from chunking.core.arrays import Ints
from chunking.core.prepared import Material, Prepared
from chunking.core.text.tokenizers import token_sizes
from chunking.embedding import ModelTokens
from chunking.engine import prepare

TEXT = "One two three. Four five six. Seven eight nine. Ten eleven twelve."
WORDS = ("tide", "baker", "judge", "harbor", "mill", "court")


def swept(numbers: list[list[int]]) -> Sweep:
    """A sweep of two settings whose cells were cut in these ways."""
    rows, columns = np.shape(numbers)
    sizes, overlaps = range(40, 40 + rows), range(columns)
    axes = (Axis("max_tokens", tuple(sizes)), Axis("overlap_tokens", tuple(overlaps)))
    found = Sweep(
        Grid(get("fixed")(), axes),
        lambda material: prepare(Document(TEXT), material),
        prepare(Document(TEXT), Material("sentences")),
        metrics=(),
    )
    found.result_index = np.array(numbers, np.int64).ravel()
    found.results = [Result(np.empty(0, np.int64), {}) for _ in range(int(np.max(numbers)) + 1)]
    return found


@pytest.mark.parametrize(
    ("numbers", "of_each", "better", "expected"),
    [
        # A plateau of nine, whose middle is cell 5; the cells next to it have 0.2.
        (
            [[0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 1]],
            [0.5, 0.2],
            "higher",
            Best(5, 0.5, 0.2, 9, 0, ()),
        ),
        # A higher single cell among low ones is worse than a plateau.
        ([[0, 1, 2, 2, 2]], [0.1, 0.9, 0.5], "higher", Best(3, 0.5, 0.5, 3, 0, ())),
        ([[0, 1, 2, 2, 2]], [0.9, 0.1, 0.5], "lower", Best(3, 0.5, 0.5, 3, 0, ())),
        # Of three chunkings with the same values, the one that most cells have.
        ([[3, 0, 3, 1, 1, 1, 3, 2]], [0.5, 0.5, 0.5, 0.1], "higher", Best(4, 0.5, 0.1, 3, 2, ())),
        # Cells whose settings contradict each other have no value.
        ([[INVALID, INVALID, 0, 0, 1]], [0.3, 0.2], "higher", Best(2, 0.3, 0.2, 2, 0, ())),
    ],
)
def test_the_best_region_is_the_one_whose_worst_neighbor_is_best(
    numbers: list[list[int]], of_each: list[float], better: str, expected: Best
) -> None:
    found = swept(numbers)
    values = np.where(
        found.result_index < 0, np.nan, np.array(of_each)[np.maximum(found.result_index, 0)]
    )
    best = best_of(found, values, better)  # type: ignore[arg-type] # literal words
    assert best is not None
    assert best == replace(expected, box=best.box)


def test_no_cell_is_best_before_all_are_measured() -> None:
    found = swept([[0, 0, PENDING, 1]])
    assert best_of(found, np.array([0.3, 0.3, np.nan, 0.1]), "higher") is None


SCORE = MetricInfo("score", "Score", "Any.", better="higher")


@pytest.mark.parametrize(
    ("numbers", "values", "text"),
    [
        ([[0, 1], [2, 2]], [0.1, 0.2, 0.5], "max tokens 41 (overlap tokens has no effect)"),
        (
            [[0, 0, 1], [0, 0, 2]], [0.5, 0.1, 0.3],
            "overlap tokens 0 to 1 (max tokens has no effect)",
        ),
        ([[0, 0, 1], [2, 2, 2]], [0.5, 0.4, 0.1], "max tokens 40, overlap tokens 0 to 1"),
        ([[1, 0, 3, 1]], [0.5, 0.1, 0.0, 0.5], "max tokens 40, overlap tokens 1"),
    ],
)  # fmt: skip
def test_a_region_is_named_by_ranges_and_settings_without_effect(
    numbers: list[list[int]], values: list[float], text: str
) -> None:
    found = swept(numbers)
    column = np.array(values)[found.result_index]
    words = best_in_words(found, column, best_of(found, column, "higher"), SCORE)
    tie = "; 1 other chunking tied" if values[-1] == max(values) and len(values) > 3 else ""
    assert words == f"Best region 0.500: {text}; neighbors at least 0.100{tie}"


def test_the_best_region_says_what_it_breaks() -> None:
    found = swept([[0, 1]])
    values = np.array([0.3, 0.5])
    best = best_of(found, values, "higher")
    assert "broken" not in best_in_words(found, values, best, SCORE)
    broken = {"broken_lists": 2.0, "broken_tables": 1.0, "sentence_cuts": float("nan")}
    found.results[1].metrics.update(broken)
    assert "; broken: 2 list items, 1 table; " in best_in_words(found, values, best, SCORE)


def test_equal_cells_and_metrics_without_a_direction_have_no_best_region() -> None:
    found = swept([[0, 1]])
    assert best_of(found, np.ones(2), "higher") is None
    assert best_in_words(found, np.ones(2), None, SCORE) == "All cells are equal"
    assert (
        best_in_words(found, np.ones(2), None, MetricInfo("n", "N", "Any."))
        == "No best region: neither higher nor lower is better"
    )


def test_there_is_no_best_cell_without_values_or_a_better_direction() -> None:
    found = swept([[0, 0]])
    assert best_of(found, np.full(2, np.nan), "higher") is None
    assert best_of(found, np.ones(2), "neither") is None


def test_values_that_differ_by_rounding_are_tied() -> None:
    found = swept([[0, 1, 1]])
    values = np.array([0.3, 0.1 + 0.2, 0.1 + 0.2])
    assert best_of(found, values, "higher") is best_of(found, values, "lower") is None
    (first, second) = rank_cells(found, values, "higher", 5)
    assert (first.cell, first.ties, second.cell) == (1, 1, 0)


@pytest.mark.parametrize(
    ("numbers", "text", "cell"),
    [
        # Outer columns that a map leaves out, since they repeat the one before.
        ([[1, 2, 0, 0, 0, 0, 0], [3, 2, 0, 0, 0, 0, 0]], "overlap tokens 2 to 6", 4),
        # Cells with the same chunks elsewhere are not in the region that is named.
        ([[0, 0, 1, 2, 0, 0, 0, 0, 0]], "max tokens 40, overlap tokens 4 to 8", 6),
    ],
)
def test_the_middle_of_the_region_that_is_named_is_marked(
    numbers: list[list[int]], text: str, cell: int
) -> None:
    found = swept(numbers)
    values = np.array([0.5, 0.2, 0.1, 0.3])[found.result_index]
    best = best_of(found, values, "higher")
    assert best is not None
    assert best.cell == cell
    assert text in best_in_words(found, values, best, SCORE)
    row, column = divmod(cell, len(numbers[0]))
    crop = crop_of(found.result_index.reshape(np.shape(numbers))).around(row, column)
    assert crop.row <= row < crop.row_end
    assert crop.column <= column < crop.column_end


def test_a_cell_above_the_model_limit_is_best_only_where_all_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = swept([[0, 1, 2]])
    values = np.array([0.9, 0.5, 0.7])
    monkeypatch.setattr(Sweep, "share_above_limit", lambda _: np.array([0.3, 0.0, 0.0]))
    best = best_of(found, values, "higher")
    assert best is not None
    assert best.cell == 2
    assert best_in_words(found, values, best, SCORE).startswith(
        "Best region 0.700 within the model limit: "
    )
    monkeypatch.setattr(Sweep, "share_above_limit", lambda _: np.array([0.3, 0.2, 0.2]))
    assert best_of(found, values, "higher") == best


@pytest.mark.parametrize(
    ("better", "cells"), [("higher", [3, 1, 0]), ("lower", [0, 1, 3]), ("neither", [3, 1, 0])]
)
def test_cells_are_ranked_by_direction_one_for_each_chunking(better: str, cells: list[int]) -> None:
    found = swept([[0, 1, 1, 2, -2]])
    values = np.array([0.1, 0.4, 0.4, 0.8, np.nan])
    best = rank_cells(found, values, better, 5)  # type: ignore[arg-type] # literal words
    assert [each.cell for each in best] == cells
    assert rank_cells(found, values, better, 1) == best[:1]  # type: ignore[arg-type] # literal words


@pytest.mark.parametrize("metric", ["silhouette", "cohesion", "separation", "redundancy"])
def test_the_best_cell_is_within_the_model_limit(metric: str) -> None:
    text = " ".join(f"Sentence {n} tells of the {w}." for n, w in enumerate(WORDS * 12))
    document = Document(text)

    def prepared(material: Material) -> Prepared:
        return prepare(document, material, embedder=HashEmbedder())

    axes = (Axis("max_tokens", (40, 80, 120, 600)), Axis("overlap_tokens", (0, 10)))
    sentences = prepared(Material("sentences", model="m", signal="adjacent"))
    sweep = Sweep(
        Grid(get("sentence")(), axes), prepared, sentences,
        lambda _: ModelTokens(token_sizes(text, "wordpiece"), 254), METRICS,
    )  # fmt: skip
    assert list(sweep.steps())[-1] == 8
    values = sweep.column(metric)
    found = next(each for each in METRICS if each.name == metric)
    better = found.better
    within = sweep.within_model_limit()
    assert within[:6].all()
    assert not within[6:].any()
    best = best_of(sweep, values, better)
    assert best is not None
    assert within[best.cell]
    assert values[best.cell] == best.value
    worst = (max if better == "lower" else min)(values[best.cell], best.worst)
    assert worst == best.worst
    assert " within the model limit: " in best_in_words(sweep, values, best, found)


def results(*rows: list[int]) -> Ints:
    return np.array(rows, np.int64)


def test_outer_rows_and_columns_that_repeat_others_are_cropped() -> None:
    found = crop_of(results([0, 0, 0, 0], [0, 0, 0, 0], [0, 1, 2, 2], [3, 4, 5, 5], [3, 4, 5, 5]))
    assert found == (1, 4, 0, 3)


def test_outer_rows_of_contradicting_settings_are_cropped() -> None:
    assert crop_of(results([-1, -1, -1], [-1, 0, 1], [-1, 2, 3])) == (1, 3, 1, 3)


def test_a_map_that_never_varies_is_one_cell() -> None:
    assert crop_of(results([7, 7], [7, 7])) == (1, 2, 1, 2)


def test_an_unfinished_map_is_not_cropped() -> None:
    assert crop_of(results([0, 0], [0, -2])) == (0, 2, 0, 2)
