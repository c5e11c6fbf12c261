import numpy as np
import pytest
from embedders import HashEmbedder

from chunking import Document, chunk, get
from chunking.analysis.metrics import METRICS, Evaluation, compute_metrics
from chunking.analysis.settings_search.axes import (
    Axis,
    Grid,
    axis_of,
    axis_of_strategies,
    parse_axis,
)
from chunking.analysis.settings_search.sweep import INVALID, PENDING, Sweep
from chunking.core.errors import SettingsError
from chunking.core.prepared import Material, Prepared
from chunking.core.text.tokenizers import token_sizes
from chunking.embedding import ModelTokens
from chunking.engine import prepare
from chunking.output.summaries.sweep import cell_counts, to_dict, to_table
from chunking.strategies import Strategy

pytestmark = pytest.mark.usefixtures("four_characters_per_token")

TOPICS = ("The tide lifts the boat.", "The baker kneads dough.", "The judge hears a witness.")
TEXT = "\n\n".join(" ".join([sentence] * 6) for sentence in TOPICS) + " The end of the text."


def prepared_for(material: Material) -> Prepared:
    return prepare(Document(TEXT), material, embedder=HashEmbedder())


def swept(grid: Grid, names: tuple[str, ...] = ()) -> Sweep:
    """A sweep of the text, gone through."""
    plain = prepared_for(Material("sentences", model="m", signal="adjacent"))
    wanted = [metric for metric in METRICS if not names or metric.name in names]
    found = Sweep(grid, prepared_for, plain, metrics=wanted)
    for _ in found.steps():
        pass
    return found


SEMANTIC = get("semantic")(min_tokens=0, max_tokens=400)
GRID = Grid(SEMANTIC, (Axis("threshold", (0.1, 0.5, 0.9)), Axis("max_tokens", (20, 400))))


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("threshold=0.2:0.6:0.1", "threshold", (0.2, 0.3, 0.4, 0.5, 0.6)),
        ("max-tokens=200, 400,200", "max_tokens", (200, 400)),
        ("max_tokens=100:350:100", "max_tokens", (100, 200, 300)),
        ("amount=1,5:6:0.5", "amount", (1, 5, 5.5, 6)),
        ("strategy=semantic,paragraph", "strategy", ("semantic", "paragraph")),
    ],
)
def test_an_axis_is_parsed(text: str, name: str, values: tuple[object, ...]) -> None:
    assert parse_axis(text) == Axis(name, values)  # type: ignore[arg-type] # literal values


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("threshold", "must be field=low:high:step or field=value,value; got 'threshold'"),
        ("threshold=", "must be field=low:high:step"),
        ("threshold=1:0:0.1", "low first and step above 0; got 'threshold=1:0:0.1'"),
        ("threshold=0:1:0", "low first and step above 0"),
        ("threshold=0:1:x", "low first and step above 0"),
        ("threshold=0:1:0.0001", "2,000 values at most, got 10,001"),
    ],
)
def test_an_invalid_axis_raises(text: str, said: str) -> None:
    with pytest.raises(SettingsError) as error:
        parse_axis(text)
    assert said in str(error.value)


def test_an_axis_has_values_of_the_slider() -> None:
    semantic = get("semantic")
    assert axis_of(semantic, "threshold", 3, low=0.2, high=0.4).values == (0.2, 0.3, 0.4)
    assert axis_of(semantic, "max_tokens", 3).values == (2000, 4000)
    assert axis_of(semantic, "threshold", 50, low=0.3, high=0.31).values == (0.3, 0.31)
    assert axis_of(semantic, "max_tokens", 9, low=130, high=140).values == (130, 140)
    assert axis_of(semantic, "max_tokens", 1, low=130, high=140).values == (140,)
    assert axis_of(semantic, "max_tokens", 1, low=70, high=70).values == (70,)
    with pytest.raises(SettingsError, match="no slider 'model'"):
        axis_of(semantic, "model", 3)


@pytest.mark.parametrize(
    ("count", "values"),
    [
        (101, [each / 100 for each in range(101)]),
        (51, [each / 50 for each in range(51)]),
        (50, [each / 20 for each in range(21)]),
        (5, [0, 0.25, 0.5, 0.75, 1]),
        (4, [0, 0.5, 1]),
    ],
)
def test_the_values_of_an_axis_are_round(count: int, values: list[float]) -> None:
    assert list(axis_of(get("semantic"), "threshold", count).values) == values


def test_included_values_are_in_the_axis() -> None:
    semantic = get("semantic")
    found = axis_of(semantic, "max_tokens", 41, among=(1160, 1200, 5000)).values
    assert found == (*range(100, 1101, 100), 1160, *range(1200, 4001, 100))
    assert axis_of(semantic, "threshold", 4, among=(0.44, 0.44)).values == (0, 0.44, 0.5, 1)
    assert axis_of(semantic, "threshold", 1, among=(0.44, 0.3)).values == (0.3, 0.44)


def test_a_grid_of_an_unknown_setting_raises() -> None:
    with pytest.raises(SettingsError, match="'window' cannot be swept with semantic"):
        Grid(SEMANTIC, (Axis("window", (1,)),))
    with pytest.raises(SettingsError, match="each once and with values"):
        Grid(SEMANTIC, (Axis("threshold", (0.1,)), Axis("threshold", (0.2,))))


@pytest.mark.parametrize(
    ("axis", "says"),
    [
        (Axis("threshold", (0.3, "lots")), "threshold must be a number, got 'lots'"),
        (Axis("threshold", (0.3, 2)), "threshold must be between -1 and 1, got 2"),
        (Axis("domain", ("law",)), "domain must be one of 'default' or 'philosophy', got 'law'"),
    ],
)
def test_a_value_out_of_range_raises(axis: Axis, says: str) -> None:
    with pytest.raises(SettingsError, match=says):
        Grid(SEMANTIC, (axis,))
    with pytest.raises(SettingsError, match=says):
        Grid(SEMANTIC, (axis_of_strategies(("semantic", "paragraph")), axis))


def test_a_value_that_only_one_strategy_accepts_is_invalid_for_the_other() -> None:
    axes = (axis_of_strategies(("semantic", "breakpoint")), Axis("max_tokens", (100, 900)))
    grid = Grid(get("semantic")(min_tokens=200), axes)
    assert [grid.strategy(cell) is None for cell in range(4)] == [True, False, True, False]
    axes = (axis_of_strategies(("code", "recursive")), Axis("syntax", ("markdown",)))
    grid = Grid(get("code")(), axes)
    assert [grid.strategy(cell) is None for cell in range(2)] == [True, False]


def test_cells_with_the_same_boundaries_may_differ_in_sizes() -> None:
    whole = get("sentence")(max_tokens=5000, overlap_tokens=0)
    found = swept(Grid(whole, (Axis("tokenizer", ("characters", "words")),)), ("tokens_median",))
    assert found.column("tokens_median").tolist() == [
        chunk(TEXT, whole.with_(tokenizer=each)).tokens[0] for each in ("characters", "words")
    ]


def test_the_last_axis_varies_fastest() -> None:
    assert GRID.shape == (3, 2)
    assert GRID.values(3) == {"threshold": 0.5, "max_tokens": 400}
    assert GRID.strategy(3) == SEMANTIC.with_(threshold=0.5)


@pytest.mark.parametrize(
    ("base", "axis", "sets", "values"),
    [
        (
            get("breakpoint")(),
            Axis("rule", ("percentile", "interquartile", "standard_deviation")),
            "amount", [95, 1.5, 3],
        ),
        (
            get("breakpoint")(amount=80), Axis("rule", ("percentile", "interquartile")),
            "amount", [80, 1.5],
        ),
        (
            get("semantic")(), Axis("domain", ("default", "philosophy")),
            "threshold", [0.55, 0.45],
        ),
    ],
)  # fmt: skip
def test_a_dependent_setting_follows_in_every_cell(
    base: Strategy, axis: Axis, sets: str, values: list[float]
) -> None:
    grid = Grid(base, (axis,))
    assert [getattr(grid.strategy(cell), sets) for cell in range(len(grid))] == values


def test_the_nearest_cell_to_given_settings() -> None:
    assert GRID.nearest(SEMANTIC.with_(threshold=0.52, max_tokens=60)) == 2
    assert GRID.nearest(get("paragraph")()) is None


def test_every_cell_has_the_measures_of_its_chunking() -> None:
    found = swept(GRID)
    plain = prepared_for(Material("sentences", model="m", signal="adjacent"))
    for cell in range(len(GRID)):
        strategy = GRID.strategy(cell)
        assert strategy is not None
        chunking = chunk(Document(TEXT), strategy, embedder=HashEmbedder())
        expected = compute_metrics(Evaluation(chunking, plain, limits=strategy.limits))
        values = {name: found.column(name)[cell] for name in expected}
        assert values == pytest.approx(expected, nan_ok=True, abs=1e-6)


def test_cells_with_identical_chunks_share_a_result() -> None:
    found = swept(Grid(SEMANTIC, (Axis("threshold", (0.02, 0.03, 0.9)),)), ("chunks",))
    assert found.result_index.tolist() == [0, 0, 1]
    assert len(found.results) == 2


def test_a_cell_with_contradicting_settings_is_invalid() -> None:
    grid = Grid(SEMANTIC.with_(min_tokens=30), (Axis("max_tokens", (20, 400)),))
    found = swept(grid)
    assert found.result_index.tolist() == [INVALID, 0]
    assert np.isnan(found.column("chunks")[0])


def test_a_stopped_sweep_resumes_where_it_stopped() -> None:
    plain = prepared_for(Material("sentences", model="m", signal="adjacent"))
    found = Sweep(GRID, prepared_for, plain)
    for done in found.steps():
        if done == 2:
            break
    assert found.result_index.tolist() == [0, 1, PENDING, PENDING, PENDING, PENDING]
    assert found.done == 2
    assert list(found.steps())[-1] == 6
    assert found.done == 6


def test_the_limit_of_a_cell_is_that_of_its_model() -> None:
    axes = (Axis("model", ("narrow", "wide")),)
    limits = {"narrow": 5, "wide": 500}
    asked: list[str | None] = []

    def tokens(model: str | None) -> ModelTokens:
        asked.append(model)
        return ModelTokens(token_sizes(TEXT, "words"), limits[str(model)])

    base = get("semantic")(tokenizer="words", min_tokens=0, max_tokens=400)
    plain = prepared_for(Material("sentences", model="m", signal="adjacent"))
    found = Sweep(Grid(base, axes), prepared_for, plain, tokens, METRICS)
    assert list(found.steps())[-1] == 2
    over = found.column("truncated")
    assert over[0] > over[1] == 0
    assert asked == ["narrow", "wide"]


def test_strategies_are_an_axis_and_take_the_settings_they_share() -> None:
    axes = (axis_of_strategies(["semantic", "fixed"]), Axis("max_tokens", (20, 40)))
    found = swept(Grid(SEMANTIC, axes), ("chunks",))
    fixed = found.grid.strategy(2)
    assert fixed == get("fixed")(max_tokens=20, overlap_tokens=0)
    assert found.column("chunks")[2] == len(chunk(Document(TEXT), fixed))


def test_the_sizes_of_another_strategy_shrink_with_the_maximum() -> None:
    base = get("semantic")(min_tokens=100, max_tokens=254)
    axes = (axis_of_strategies(("semantic", "structure")), Axis("max_tokens", (120, 254, 2000)))
    found = [Grid(base, axes).strategy(cell) for cell in (3, 4, 5)]
    sizes = [(each.model_dump()["target_tokens"], each.limits[1]) for each in found if each]
    assert sizes == [(97, 120), (206, 254), (650, 2000)]
    assert Grid(get("structure")(), (Axis("max_tokens", (120,)),)).strategy(0) is None


def test_the_agreement_of_identical_boundaries_is_one() -> None:
    found = swept(GRID, ("chunks",))
    present = chunk(Document(TEXT), GRID.strategy(2) or SEMANTIC, embedder=HashEmbedder())
    agreement = found.agreement(present)
    assert agreement[2] == 1
    assert (agreement <= 1).all()


def test_a_stopped_sweep_counts_the_cells_that_are_done() -> None:
    sentences = prepared_for(Material("sentences", model="m", signal="adjacent"))
    sweep = Sweep(GRID, prepared_for, sentences)
    steps = sweep.steps()
    while sweep.done < 2:
        next(steps)
    said = cell_counts(sweep)
    assert said.startswith(f"{sweep.done} of {len(GRID)} cells, ")
    for _ in steps:
        pass
    assert cell_counts(sweep).startswith(f"{len(GRID)} cells, ")


def test_summaries_count_distinct_chunkings() -> None:
    found = swept(Grid(SEMANTIC, (Axis("threshold", (0.02, 0.03, 0.9)),)))
    table = to_table(found, "chunks")
    assert "3 cells, 2 distinct chunkings" in table
    plain = to_dict(found)
    assert plain["chunkings"] == 2
    assert [cell["chunking"] for cell in plain["cells"]] == [0, 0, 1]
    assert plain["cells"][0]["threshold"] == 0.02


def test_unknown_measures_and_strategies_raise_a_settings_error() -> None:
    found = swept(GRID, ("chunks",))
    with pytest.raises(SettingsError, match=r"a metric must be one of chunks, .* got 'nope'"):
        found.column("nope")
    with pytest.raises(SettingsError, match="foo"):
        Grid(SEMANTIC, (parse_axis("strategy=foo"),))
