"""Recall by threshold without a browser."""

import pytest
from session_page import SessionPage

from chunking.gui.results import question_set
from chunking.gui.results.question_set import retrieval_of
from chunking.gui.session.session import Session
from chunking.loading.samples import sample
from chunking.retrieval.evaluation import evaluate
from chunking.retrieval.evidence_metrics import RECALL
from chunking.strategies import get

pytestmark = pytest.mark.usefixtures("small_model")

ON = True


def test_the_recall_of_the_present_threshold_is_that_of_an_evaluation() -> None:
    session = Session()
    session.open(sample("essay.md"))
    session.ask.rank_by("words")
    strategy = get("semantic")(threshold=0.3175, min_tokens=20, max_tokens=200)
    session.apply("tune", strategy)
    session.record()
    page = SessionPage(session).do("ask", "What carries the river?").do("add_question", 400, 900)
    page.do("view", "outcome").do("recall", ON)
    while not any(name.startswith("outcomes") for name in page.sent):
        page.do("outcomes")  # computed in slices
    columns = page.finish().sent["recall"]["columns"]
    questions = question_set.answered(session)
    retrieval = retrieval_of(session, session.model())
    found = evaluate([session.document], questions, [strategy], retrieval)
    at = columns["thresholds"].index(0.3175)
    assert columns["thresholds"] == sorted(columns["thresholds"])
    assert columns["recall"][at] == pytest.approx(found.means(RECALL.name)[0])
