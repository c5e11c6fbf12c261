import numpy as np
import pytest

from chunking.analysis.thresholds import Curve, SelectedThreshold
from chunking.output.figures import distribution, evidence
from chunking.output.figures.suggestions import BINS

SCORES = np.array([0.1, 0.1, 0.2, 0.5, 0.52, 0.9])


def uprights(figure: object) -> list[tuple[float, str]]:
    """The lines of a figure, each as its place and whether it is dashed."""
    return [(line.x0, line.line.dash) for line in figure.layout.shapes]  # type: ignore[attr-defined]


def test_every_gap_is_in_one_bar_and_every_suggestion_has_a_line() -> None:
    figure = distribution(SCORES, {"Otsu": 0.35, "Knee": 0.15}, 0.55)
    assert len(figure.data[0].y) == BINS
    assert figure.data[0].y.sum() == len(SCORES)
    assert uprights(figure) == [(0.15, "solid"), (0.35, "solid"), (0.55, "dash")]
    listed = [label for label in figure.layout.annotations if label.xref == "paper"]
    assert [label.text for label in listed] == ["1  Knee 0.15", "2  Otsu 0.35"]
    heights = [label.yshift for label in listed]
    assert len(set(heights)) == len(heights), "labels at one height would cover each other"
    numbers = {label.text: label.x for label in figure.layout.annotations if label not in listed}
    assert numbers == {"1": 0.15, "2": 0.35}


def test_lines_that_are_close_share_a_label() -> None:
    figure = distribution(SCORES, {"a": 0.3, "b": 0.31, "c": 0.31, "d": 0.6})
    numbers = [each.text for each in figure.layout.annotations if each.xref != "paper"]
    assert numbers == ["1–3", "4"]


def test_no_gaps_and_no_suggestions_give_an_empty_figure() -> None:
    figure = distribution(np.zeros(0), {})
    assert figure.data[0].y.sum() == 0
    assert not figure.layout.shapes


def test_each_curve_has_axes_of_its_own_and_those_of_similarities_show_the_value() -> None:
    x = np.linspace(0, 1, 20)
    selection = SelectedThreshold(
        0.3,
        "why",
        (
            Curve("gaps", np.linspace(0, 1, 6), np.arange(5.0), "bars", "similarity", "gaps"),
            Curve("F1", x, x, y_title="F1"),
            Curve("probability", x, x, x_title="gap", y_title="probability"),
        ),
    )
    figure = evidence(selection, 0.4)
    assert figure is not None
    assert [trace.type for trace in figure.data] == ["bar", "scatter", "scatter"]
    assert [trace.xaxis for trace in figure.data] == ["x", "x2", "x3"]
    assert uprights(figure) == 2 * [(0.3, "solid"), (0.4, "dash")], "no threshold on a gap"
    inside = figure.layout.height - figure.layout.margin.t - figure.layout.margin.b
    between = (figure.layout.yaxis.domain[0] - figure.layout.yaxis2.domain[1]) * inside
    assert between > 50, "room for the labels and the title of an axis, in pixels"
    assert figure.layout.yaxis3.domain[0] == pytest.approx(0)


def test_a_selection_without_curves_has_no_figure() -> None:
    assert evidence(SelectedThreshold(None, "too few gaps")) is None
