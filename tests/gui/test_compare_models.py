"""Compare with lanes of two models, without a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from embedders import HashEmbedder, NarrowEmbedder
from session_page import SessionPage

import chunking.embedding
from chunking.embedding import DEFAULT_MODEL, tokenization
from chunking.engine.run import Split
from chunking.engine.workspace import Workspace
from chunking.gui.compare.actions import ACTIONS
from chunking.gui.core.jobs import JOBS, Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.chunks import split
from chunking.gui.session.session import Session
from chunking.gui.shell import events, url, workspace
from chunking.strategies.signals.quantiles import quantiles, share_below

SIMILARITY, CURVES = "Boundary similarity", "Curves (Spearman)"


class Page(SessionPage):
    """Two lanes of one strategy under two models, and the messages sent last."""

    def __init__(self) -> None:
        super().__init__(Session(page="compare"))
        self.session.documents.choose("essay.md")
        self.session.compare.shown = 2
        for letter in "ab":
            self.do("strategy", letter, "semantic")
            self.do("set", letter, "min_tokens", 0)
            self.do("set", letter, "threshold", 0.2)
        narrow = self.session.strategy("b").with_(model="narrow", threshold=0.9)
        self.session.apply("b", narrow)
        self.finish()

    def do(self, action: str, *arguments: object) -> Page:
        """Handle one event, then show the page until nothing works for it."""
        super().do(action, *arguments)
        return self.finish()

    def lane(self, letter: str) -> dict[str, Any]:
        """Return what was sent of a lane."""
        return next(each for each in self.sent["compare"]["lanes"] if each["letter"] == letter)

    def agreement(self) -> dict[str, str]:
        """Return the agreement of the two lanes by title."""
        return {row[0]: row[1] for row in self.sent["compare_details"]["pair_agreement"]}

    def threshold(self, letter: str) -> float:
        """Return the threshold of a lane."""
        value: float = self.session.strategy(letter).model_dump()["threshold"]
        return value


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    models = {DEFAULT_MODEL: HashEmbedder("wide"), "narrow": NarrowEmbedder("narrow")}
    for module in (chunking.embedding, tokenization):
        monkeypatch.setattr(module, "get_embedder", models.__getitem__)
    monkeypatch.setenv("CHUNKSCOPE_CONFIG_DIR", str(tmp_path))
    JOBS.clear()
    yield Page()
    JOBS.clear()


def test_lanes_of_two_models_have_two_curves_on_the_quantile_scale(page: Page) -> None:
    assert [page.lane(each)["model"] for each in "ab"] == [DEFAULT_MODEL, "narrow"]
    assert page.lane("a")["signal"] != page.lane("b")["signal"]
    assert page.sent["compare"]["scale"] == "quantile"
    page.do("set", "b", "model", DEFAULT_MODEL)
    assert page.lane("a")["signal"] == page.lane("b")["signal"]
    assert page.sent["compare"]["scale"] == "similarity"


def test_a_lane_without_a_model_shows_the_curve_of_another_lane(page: Page) -> None:
    page.do("strategy", "a", "paragraph")
    assert page.lane("a")["model"] == page.lane("b")["model"] == "narrow"
    assert page.lane("a")["signal"] == page.lane("b")["signal"]
    assert page.lane("a")["threshold"] is None
    assert page.sent["compare"]["scale"] == "similarity"


def test_the_chosen_scale_is_in_the_link(page: Page) -> None:
    assert "scale" not in url.write(page.session)
    page.do("scale", "nonsense").do("scale", "similarity")
    assert page.sent["compare"]["scale"] == "similarity"
    address = url.write(page.session)
    assert address["scale"] == "similarity"
    other = Session()
    other.page = "compare"
    url.read(other, address)
    assert other.compare.scale == "similarity"
    assert [other.strategy(each) for each in "ab"] == [page.session.strategy(each) for each in "ab"]
    assert not other.notices
    url.read(other, {**address, "scale": "log"})
    assert [each.text for each in other.notices] == [
        "scale must be similarity or quantile, got 'log'."
    ]


def test_a_workspace_keeps_the_models_of_the_lanes(page: Page) -> None:
    saved = workspace.build(page.session).model_dump(mode="json")
    other = Session()
    workspace.apply(other, Workspace.model_validate(saved))
    assert [other.strategy(each) for each in "ab"] == [page.session.strategy(each) for each in "ab"]
    assert other.strategy("b").material.model == "narrow"


def test_the_agreement_of_boundaries_and_curves_is_shown(page: Page) -> None:
    assert page.sent["compare_details"]["pair"] == "A → B"
    assert list(page.agreement()) == [SIMILARITY, "F1", "F1@1", CURVES]
    # The order of the gaps is the same under both models.
    assert page.agreement()[CURVES] == "1.00"
    assert page.agreement()[SIMILARITY] != "1.00"
    page.do("add_lane")
    details = page.sent["compare_details"]
    assert details["pair_agreement"] == []
    assert [row[:2] for row in details["correlation"][:2]] == [["1.00", "1.00"]] * 2
    assert details["agreement"][0][1] == details["agreement"][1][0]
    page.do("remove_lane", "c").do("set", "b", "model", DEFAULT_MODEL)
    assert CURVES not in page.agreement()


def test_a_lane_that_is_embedded_in_part_is_not_ranked(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    def partly(session: Session, letter: str) -> Split | Waiting:
        found = split(session, letter)
        return found._replace(complete=letter != "b") if isinstance(found, Split) else found

    assert any(row["best"] for row in page.sent["compare_details"]["metrics"])
    monkeypatch.setattr("chunking.gui.results.lanes.split", partly)
    details = page.finish().sent["compare_details"]
    assert details["metrics"]
    assert not any(row["best"] for row in details["metrics"])
    assert (details["agreement"], details["pair_agreement"]) == ([], [])
    assert page.lane("b")["message"] == "Embedding…"
    assert page.lane("b")["transfers"] == []


def test_a_threshold_is_transferred_to_the_model_of_another_lane_and_undone(page: Page) -> None:
    assert [page.lane(each)["transfers"] for each in "ab"] == [["b"], ["a"]]
    page.do("equal_size", False).finish()  # noqa: FBT003 - an argument of the page
    before = page.agreement()[SIMILARITY]
    page.do("transfer", "a", "b")
    assert page.agreement()[SIMILARITY] == "1.00"
    assert page.threshold("a") == 0.2
    assert page.threshold("b") == pytest.approx(0.92, abs=0.005)
    (notice,) = page.session.notices
    assert notice.text.startswith(f"B threshold {page.threshold('b'):.2f} (90% range 0.9")
    assert notice.text.endswith(f"boundary similarity with A {before} → 1.00, as set.")
    assert notice.offer is not None
    page.do(*map(str, notice.offer.event))
    assert page.threshold("b") == 0.9
    assert page.agreement()[SIMILARITY] == before


def test_without_two_models_or_two_thresholds_nothing_is_transferred(page: Page) -> None:
    page.do("strategy", "a", "paragraph").do("transfer", "a", "b").do("transfer", "b", "a")
    page.do("transfer", "a", "nonsense").do("transfer", "b", "b")
    assert [page.lane(each)["transfers"] for each in "ab"] == [[], []]
    page.do("strategy", "a", "semantic").do("set", "b", "model", DEFAULT_MODEL)
    page.session.dismiss()
    page.do("transfer", "a", "b")
    assert [page.lane(each)["transfers"] for each in "ab"] == [[], []]
    assert (page.threshold("b"), page.session.notices) == (0.9, [])


def test_a_lane_that_changes_meanwhile_keeps_its_threshold(page: Page) -> None:
    session = page.session
    number = session.handled + 1
    rows = [[number, "transfer", "a", "b"], [number + 1, "set", "b", "threshold", 0.85]]
    events.dispatch(session, rows, ACTIONS)
    page.finish()
    assert (page.threshold("b"), session.compare.transfer, session.notices) == (0.85, None, [])


def test_the_threshold_is_offered_to_a_lane_whose_model_changes(page: Page) -> None:
    page.do("set", "a", "model", "narrow")
    (notice,) = page.session.notices
    assert notice.text.startswith(f"A: 0.20 of {DEFAULT_MODEL} corresponds to 0.92")
    assert notice.offer is not None
    assert page.threshold("a") == 0.2
    page.do(*map(str, notice.offer.event))
    assert page.threshold("a") == pytest.approx(0.92, abs=0.005)
    assert not page.session.notices


def test_lanes_that_move_up_make_no_offer(page: Page) -> None:
    page.do("add_lane").do("copy", "b", "c")
    page.do("set", "a", "threshold", 0.9).do("remove_lane", "a")
    assert page.session.strategy("a").material.model == "narrow"
    assert not page.session.notices


def test_a_threshold_is_at_the_same_quantile_under_both_models(page: Page) -> None:
    page.do("transfer", "a", "b")
    places = []
    for letter in "ab":
        ready = engine_calls.prepared(page.session.document, page.session.strategy(letter).material)
        assert not isinstance(ready, Waiting)
        assert ready.signal is not None
        scores = ready.signal.scores
        share = share_below(scores, page.threshold(letter))
        assert ((quantiles(scores) < share) == (scores < page.threshold(letter))).all()
        places.append(share)
    assert places[0] == pytest.approx(places[1], abs=0.02)
