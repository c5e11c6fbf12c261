"""Sweep without a browser: actions, and what is published."""

import re
from typing import Any

import numpy as np
import pytest
from session_page import SessionPage

from chunking.analysis.settings_search.sweep import INVALID, Sweep
from chunking.core.errors import ChunkingError
from chunking.core.prepared import Constraints
from chunking.embedding import DEFAULT_MODEL
from chunking.gui.core.jobs import Job
from chunking.gui.results.question_set import retrieval_of
from chunking.gui.session.session import UNDO, Session
from chunking.gui.shell import url
from chunking.gui.sweep.grid import axis_names, grid_of
from chunking.gui.sweep.measured import measure
from chunking.retrieval.evaluation import evaluate
from chunking.retrieval.questions import Question
from chunking.strategies import get

pytestmark = pytest.mark.usefixtures("small_model")

ON = True


class Page(SessionPage):
    """A session on Sweep, and the messages sent last."""

    @property
    def map(self) -> Any:
        """The map without its columns."""
        return self.sent["sweep"]["map"]

    @property
    def preview(self) -> Any:
        return self.sent["sweep_cell"]["preview"]

    def values(self, name: str) -> list[Any]:
        """Return the values of an axis by its field."""
        return next(list(each["values"]) for each in self.map["axes"] if each["field"] == name)

    def column(self) -> np.ndarray[Any, Any]:
        """Return the metric of every cell."""
        return np.frombuffer(self.payloads["sweep"][: 4 * self.sent["sweep"]["cells"]], "<f4")


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Page:
    session = Session()
    session.page = "sweep"
    session.settings["tune"].apply(get("fixed")(max_tokens=500))
    session.record()
    # A quarter of the cells: these tests are not about their number.
    monkeypatch.setattr("chunking.analysis.settings_search.axis_choice._ROWS", 21)
    monkeypatch.setattr("chunking.analysis.settings_search.axis_choice._COLUMNS", 11)
    return Page(session)


def test_the_sweep_starts_with_the_settings_of_tune(page: Page) -> None:
    page.finish()
    assert page.session.strategy("sweep") == page.session.strategy("tune")
    assert page.sent["sweep"]["strategy"] == "fixed"
    assert axis_names(page.session) == ("max_tokens", "overlap_tokens")
    assert page.map["done"] == page.sent["sweep"]["cells"] == len(page.column())
    assert page.map["exact"]
    assert page.preview["cell"] == page.map["present"]


def test_it_follows_tune_until_something_is_set_here(page: Page) -> None:
    page.show().do("set", "tune", "tokenizer", "words")
    assert page.session.strategy("sweep").tokenizer == "words"
    page.do("set", "sweep", "tokenizer", "words").do("set", "tune", "tokenizer", "wordpiece")
    assert page.session.strategy("sweep").tokenizer == "words"


def test_settings_that_are_varied_are_not_among_the_others(page: Page) -> None:
    page.show()
    names = [each["name"] for each in page.sent["sweep"]["form"]["fields"]]
    assert "tokenizer" in names
    assert not {"max_tokens", "overlap_tokens"} & set(names)


def test_an_applied_cell_is_set_on_tune_without_another_sweep(page: Page) -> None:
    page.finish()
    job = measure(page.session.document, grid_of(page.session), DEFAULT_MODEL).job
    cell = next(each for each in range(40, 110) if grid_of(page.session).strategy(each))
    strategy = grid_of(page.session).strategy(cell)
    page.do("sweep_apply", cell)
    assert page.session.strategy("tune") == page.session.strategy("sweep") == strategy
    assert (page.map["present"], page.map["exact"]) == (cell, True)
    (notice,) = page.session.notices
    assert notice.text.startswith("Applied to Tune: max tokens ")
    assert notice.offer == UNDO
    assert page.do("undo").map["present"] != cell
    assert UNDO not in {each.offer for each in page.session.notices}
    assert measure(page.session.document, grid_of(page.session), DEFAULT_MODEL).job is job


def test_undo_takes_back_an_applied_cell_on_both_pages(page: Page) -> None:
    before = page.finish().session.strategy("tune")
    page.do("sweep_apply", 3).do("undo")
    assert page.session.strategy("tune") == page.session.strategy("sweep") == before
    assert not page.sent["sweep"]["running"]
    page.do("set", "tune", "tokenizer", "words")
    assert page.session.strategy("sweep").tokenizer == "words", "it still follows Tune"


def test_cells_that_do_not_exist_or_contradict_themselves_change_nothing(page: Page) -> None:
    before = page.finish().session.strategy("tune")
    grid = grid_of(page.session)
    contradicting = next(each for each in range(len(grid)) if grid.strategy(each) is None)
    for cell in (-1, len(grid), contradicting):
        page.do("sweep_apply", cell)
        assert page.session.strategy("tune") == before
        assert page.do("sweep_cell", cell).preview is None


def _cell(page: Page, max_tokens: int, overlap_tokens: int) -> int:
    rows, columns = page.values("max_tokens"), page.values("overlap_tokens")
    return rows.index(max_tokens) * len(columns) + columns.index(overlap_tokens)


def test_a_preview_has_settings_numbers_and_chunks(page: Page) -> None:
    page.finish().do("sweep_cell", _cell(page, 250, 0))
    found = page.preview
    assert found["settings"] == [["Max tokens", "250"], ["Overlap tokens", "0"]]
    assert found["query"]["max_tokens"] == "250"
    assert found["broken"].endswith("% of boundaries are inside a sentence")
    assert found["over"] <= len(found["chunks"]["sizes"])
    assert sum(found["chunks"]["sizes"]) <= len(page.session.document.text)


def test_the_best_region_is_within_the_model_limit(page: Page) -> None:
    page.do("sweep_metric", "truncated").finish()
    within = page.column() == 0
    page.do("sweep_metric", "silhouette")
    best, values = page.map["best"], page.column()
    assert 0 < within.sum() < np.isfinite(values).sum()
    assert within[best]
    assert page.map["best_text"].startswith(
        f"Best region {values[best]:.3f} within the model limit: max tokens "
    )
    page.do("sweep_within_limit", ON)
    assert page.map["best"] == best


def test_the_best_cell_is_the_middle_of_the_region_named_and_on_the_map(page: Page) -> None:
    page.session.settings["tune"].apply(get("semantic")(threshold=0.2))
    page.do("sweep_columns", "none").finish()
    thresholds = page.values("threshold")
    for metric in ("separation", "cohesion"):
        page.do("sweep_metric", metric).finish()
        ends = re.search(r": threshold (-?[\d.]+) to (-?[\d.]+);", page.map["best_text"])
        assert ends is not None
        low, high = (thresholds.index(float(end)) for end in ends.groups())
        assert low < high - 1
        assert page.map["best"] == (low + high) // 2
        assert page.map["crop"][2] <= page.map["best"] < page.map["crop"][3]


def test_without_a_cell_within_the_limit_it_is_among_those_with_the_lowest_share(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.finish()
    share = np.array([0.25 + (cell == 7) / 2 for cell in range(len(grid_of(page.session)))])
    monkeypatch.setattr(
        "chunking.analysis.settings_search.sweep.Sweep.share_above_limit", lambda _: share
    )
    page.do("sweep_metric", "truncated").finish()
    assert page.map["best"] not in {None, 7}
    assert page.map["best_text"].endswith("the model limit, as in every cell")


def test_a_metric_without_a_better_direction_has_no_best_cell(page: Page) -> None:
    page.do("strategy", "sweep", "semantic").do("sweep_metric", "chunks").finish()
    assert page.map["best"] is page.map["present"] is None
    first = np.flatnonzero(np.isfinite(page.column()))[0]
    assert page.preview["cell"] == first


def test_agreement_is_one_at_the_settings_of_tune(page: Page) -> None:
    page.do("sweep_metric", "agreement").finish()
    assert page.column()[page.map["present"]] == 1


def test_cells_are_evaluated_by_the_question_set(page: Page) -> None:
    offered = {each["value"] for each in page.finish().sent["sweep"]["metrics"]}
    assert "recall" not in offered
    document = page.session.document
    start = document.text.index("\n\n", 400) + 2
    question = Question("Where is it?", document.source, ((start, start + 2000),))
    page.session.questions = (question,)
    page.do("sweep_metric", "recall")
    assert page.sent["sweep"]["note"] == "Evaluating the cells…"
    assert np.isnan(page.column()).all()
    assert page.map["best"] is None
    assert page.finish().sent["sweep"]["note"] == ""
    assert page.map["metric"]["title"] == "Recall"
    session, grid = page.session, grid_of(page.session)
    swept: Sweep = measure(document, grid, session.model("sweep")).job.part.sweep
    retrieval = retrieval_of(session, session.model("sweep"))
    for cell in (0, len(grid) // 2, len(grid) - 1):
        strategy = grid.strategy(cell)
        if strategy is None:
            assert swept.result_index[cell] == INVALID
            continue
        found = evaluate([document], [question], [strategy], retrieval)
        assert page.column()[cell] == pytest.approx(found.means("recall")[0])
    assert page.map["best_text"].endswith("; 1 question")
    ends = (start + 40, start + 900, start + 1900)
    page.session.questions = tuple(
        Question(f"Where is {end}?", document.source, ((start, end),)) for end in ends
    )
    page.show().finish()
    ties = r"3 questions, \d+ of \d+ other chunkings? inside$"
    assert re.search(rf"; 95% interval [\d.]+% to [\d.]+%, {ties}", page.map["best_text"])
    page.do("sweep_metric", "split_evidence").finish()
    assert page.map["metric"]["title"] == "Split evidence"
    assert 0 <= np.nanmin(page.column()) <= np.nanmax(page.column()) <= 1
    page.session.questions = ()
    assert page.show().map["metric"]["title"] == "Adjacent silhouette"


def test_metrics_of_manual_boundaries_are_offered_where_there_are_any(page: Page) -> None:
    offered = {each["value"] for each in page.finish().sent["sweep"]["metrics"]}
    assert "b" not in offered
    document = page.session.document
    at = document.text.index("\n\n", 400) + 2
    page.session.set_boundaries(document.sha256, Constraints((at,)))
    page.do("sweep_metric", "b")
    assert page.map["metric"]["title"] == "B"
    assert 0 <= np.nanmax(page.column()) <= 1
    page.session.set_boundaries(document.sha256, Constraints())
    assert page.show().map["metric"]["title"] == "Adjacent silhouette"


def test_rows_and_columns_change_places_instead_of_varying_one_setting(page: Page) -> None:
    page.show().do("sweep_rows", "overlap_tokens")
    assert axis_names(page.session) == ("overlap_tokens", "max_tokens")
    page.do("sweep_columns", "overlap_tokens")
    assert axis_names(page.session) == ("max_tokens", "overlap_tokens")
    page.do("sweep_columns", "none").finish()
    assert [each["field"] for each in page.map["axes"]] == ["max_tokens"]


def test_strategies_can_be_an_axis(page: Page) -> None:
    page.do("sweep_columns", "strategy")
    assert axis_names(page.session) == ("max_tokens", "strategy")
    assert "semantic" in grid_of(page.session).axes[1].values


def test_a_strategy_without_sliders_has_an_axis_too(page: Page) -> None:
    for name in ("sentence", "paragraph", "structure"):
        page.do("strategy", "sweep", name)
        assert len(grid_of(page.session)) > 0


def test_a_stopped_sweep_keeps_its_cells_and_continues(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = Job.step

    def step_until_stopped(job: Job, done: int, total: int) -> None:
        step(job, done, total)
        if job.kind.verb == "Sweeping" and done == 5:
            job.stopped.set()

    with monkeypatch.context() as patch:
        patch.setattr(Job, "step", step_until_stopped)
        page.finish()
    sent = page.show().sent["sweep"]
    assert (sent["stopped"], sent["running"]) == (True, False)
    assert 0 < page.map["done"] < sent["cells"]
    assert page.map["best"] is None, "the next cell may be better"
    known = f"{page.map['done']} of {sent['cells']} cells"
    assert page.map["best_text"] == f"{known}: the best is known after the last"
    assert not page.waiting
    page.do("sweep_resume").finish()
    assert page.map["done"] == sent["cells"]
    assert page.map["best"] is not None


def test_a_link_reproduces_the_map(page: Page) -> None:
    page.show().do("sweep_rows", "overlap_tokens").do("sweep_metric", "tokens_max")
    page.do("sweep_within_limit", ON)
    other = Session()
    other.page = "sweep"
    url.read(other, url.write(page.session))
    assert axis_names(other) == ("overlap_tokens", "max_tokens")
    assert (other.sweep.metric, other.sweep.within_limit) == ("tokens_max", True)
    assert other.strategy("sweep") == page.session.strategy("sweep")


def test_unknown_names_in_a_link_are_the_defaults(page: Page) -> None:
    state = page.session.sweep
    state.rows, state.columns, state.metric = "nothing", "none of these", "beauty"
    page.show()
    assert axis_names(page.session) == ("max_tokens", "overlap_tokens")
    assert page.sent["sweep"]["metric"] == "silhouette"
    page.do("sweep_metric", "beauty").do("sweep_rows", "beauty")
    assert page.sent["sweep"]["metric"] == "silhouette"


def test_the_value_of_tune_is_among_the_rows(page: Page) -> None:
    page.do("set", "tune", "max_tokens", 512).show()
    assert 512 in grid_of(page.session).axes[0].values


def test_the_page_is_published_before_a_model_has_read_the_text(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chunking.gui.core.jobs.PATIENCE", 0.0)
    page.show()
    assert page.sent["sweep"]["rows"] == "max_tokens"
    assert page.waiting


def test_a_failed_sweep_is_a_sentence(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ChunkingError("the text is unreadable")

    monkeypatch.setattr("chunking.gui.sweep.measured._prepared", fail)
    assert page.finish().sent["sweep"]["problem"] == "The sweep failed: the text is unreadable."


def test_the_best_value_of_a_mean_has_an_interval_and_counts_the_chunkings_inside(
    page: Page,
) -> None:
    page.do("sweep_metric", "silhouette").finish()
    found = re.search(
        r"; 95% interval (-?[\d.]+) to (-?[\d.]+), (\d+) of (\d+) other chunkings inside$",
        page.map["best_text"],
    )
    assert found is not None
    low, high = map(float, found.groups()[:2])
    assert page.map["metric"]["uncertain"] == pytest.approx(high - low, abs=0.002)
    best = float(page.column()[page.map["best"]])
    assert low < best < high
    results = np.frombuffer(
        page.payloads["sweep"], "<i4", len(page.column()), 4 * len(page.column())
    )
    values = {int(r): float(v) for r, v in zip(results, page.column(), strict=True) if r >= 0}
    fewest, most = (  # the ends are rounded
        sum(low - by <= each <= high + by for each in values.values()) - 1 for by in (-6e-4, 6e-4)
    )
    assert fewest <= int(found[3]) <= most
    assert int(found[4]) == len(values) - 1


def test_a_metric_that_is_counted_has_no_interval(page: Page) -> None:
    page.do("sweep_metric", "truncated").finish()
    assert page.map["metric"]["uncertain"] == 0
    assert "interval" not in page.map["best_text"]


def test_a_value_that_is_better_than_that_of_the_best_region_is_explained(page: Page) -> None:
    page.do("sweep_metric", "cohesion").finish()
    (found,) = re.findall(r"; a cell with worse neighbors has ([\d.]+);", page.map["best_text"])
    assert found == f"{np.nanmax(page.column()):.3f}"
    page.do("sweep_metric", "silhouette").finish()
    (found,) = re.findall(r"; a cell above the model limit has ([\d.]+);", page.map["best_text"])
    assert found == f"{np.nanmax(page.column()):.3f}"
    page.do("sweep_metric", "redundancy").finish()
    assert "a cell" not in page.map["best_text"]
