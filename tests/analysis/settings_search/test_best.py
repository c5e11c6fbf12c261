"""The best cells of a sweep, and the plateaus they lie in."""

from __future__ import annotations

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking import Document, get
from chunking.analysis.metrics import METRICS
from chunking.analysis.settings_search.axes import Axis, Grid
from chunking.analysis.settings_search.sweep import Best, Sweep, best_of, rank_cells
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
    )
    found.result_index = np.array(numbers, np.int64).ravel()
    return found


@pytest.mark.parametrize(
    ("numbers", "of_each", "better", "expected"),
    [
        # A plateau of nine, whose middle is cell 5.
        ([[0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 1]], [0.5, 0.2], "higher", Best(5, 0.5, 9, 0)),
        # A single cell.
        ([[0, 0, 0, 1], [0, 2, 0, 1]], [0.5, 0.2, 0.1], "lower", Best(5, 0.1, 1, 0)),
        # Of three chunkings with the best value, the one that most cells have.
        ([[0, 1, 1, 1], [2, 3, 3, 3]], [0.5, 0.5, 0.5, 0.1], "higher", Best(2, 0.5, 3, 2)),
        # Cells that are pending or invalid have no value.
        ([[-2, -1, 0, 0]], [0.3], "higher", Best(2, 0.3, 2, 0, constant=True)),
        # Every cell has the same value.
        ([[0, 1, 1, 1]], [0.3, 0.3], "lower", Best(2, 0.3, 3, 1, constant=True)),
    ],
)
def test_the_best_cell_is_the_middle_of_the_largest_plateau(
    numbers: list[list[int]], of_each: list[float], better: str, expected: Best
) -> None:
    found = swept(numbers)
    values = np.where(
        found.result_index < 0, np.nan, np.array(of_each)[np.maximum(found.result_index, 0)]
    )
    assert best_of(found, values, better) == expected  # type: ignore[arg-type] # literal words


def test_there_is_no_best_cell_without_values_or_a_better_direction() -> None:
    found = swept([[0, 0]])
    assert best_of(found, np.full(2, np.nan), "higher") is None
    assert best_of(found, np.ones(2), "neither") is None


def test_values_that_differ_by_rounding_are_tied() -> None:
    found = swept([[0, 1, 1]])
    values = np.array([0.3, 0.1 + 0.2, 0.1 + 0.2])
    assert best_of(found, values, "higher") == Best(1, 0.1 + 0.2, 2, 1, constant=True)
    assert best_of(found, values, "lower") == Best(1, 0.1 + 0.2, 2, 1, constant=True)


def test_the_best_cell_can_be_restricted_to_some_cells() -> None:
    found = swept([[0, 1, 2]])
    values, among = np.array([0.9, 0.5, 0.7]), np.array([False, True, True])
    assert best_of(found, values, "higher") == Best(0, 0.9, 1, 0)
    assert best_of(found, values, "higher", among) == Best(2, 0.7, 1, 0)
    assert best_of(found, values, "higher", np.zeros(3, np.bool_)) is None


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
def test_the_best_cell_has_the_best_value_of_the_map(metric: str) -> None:
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
    better = next(each.better for each in METRICS if each.name == metric)
    best = best_of(sweep, values, better)
    assert best is not None
    assert best.value == (np.nanmin if better == "lower" else np.nanmax)(values)
    assert values[best.cell] == best.value
    assert not sweep.within_model_limit()[6:].any()
    assert sweep.within_model_limit()[:6].all()
