"""The status line of Tune, without a browser."""

import pytest
from session_page import SessionPage, ended
from topical import topical

from chunking.core.document import Document
from chunking.core.text.numbers import format_threshold
from chunking.engine.run import Split
from chunking.gui.results import engine_calls
from chunking.gui.results.chunks import split
from chunking.gui.session.session import UNDO, Session
from chunking.gui.settle.recommended_threshold import set_on_tune
from chunking.gui.shell import events
from chunking.gui.tune import status
from chunking.strategies import Strategy, get

pytestmark = pytest.mark.usefixtures("small_model")


def shown(strategy: Strategy) -> Split:
    session = Session()
    session.open(topical())
    session.apply("tune", strategy)
    return ended(lambda: split(session))


@pytest.mark.parametrize(("threshold", "most", "advised"), [(-0.9, 1200, True), (0.2, 1200, False)])
def test_another_threshold_is_offered_where_the_sentence_is_about_the_threshold(
    threshold: float, most: int, *, advised: bool
) -> None:
    strategy = get("semantic")(threshold=threshold, min_tokens=0, max_tokens=most)
    found = status.verdict(shown(strategy), None)
    assert (found["offer"], found["advise"]) == (True, advised)


def test_no_threshold_is_offered_where_size_alone_decides() -> None:
    found = status.verdict(shown(get("fixed")(max_tokens=300)), None)
    assert (found["offer"], found["advise"]) == (False, False)


def two_documents() -> tuple[Session, list[str]]:
    """Return a session with two open documents, the first on screen, and their keys."""
    session, keys = Session(), []
    for seed in range(2):
        session.open(topical(f"{seed}.md", seed))
        keys.append(session.documents.chosen)
    session.choose(keys[0])
    return session, keys


def settle_threshold(session: Session) -> None:
    """Set or name the recommended threshold once it is known."""
    ended(lambda: engine_calls.prepared(session.document, session.strategy("tune").material))
    while waiting := set_on_tune(session):
        waiting[0].job.finished.wait()


def test_a_recommended_threshold_that_replaces_another_is_named_once() -> None:
    session, (_, other) = two_documents()
    settle_threshold(session)
    session.dismiss()
    session.choose(other)
    first = session.strategy("tune")
    for _ in range(2):
        settle_threshold(session)
    assert session.strategy("tune") != first
    (notice,) = session.notices
    value = format_threshold(session.strategy("tune").model_dump()["threshold"])
    assert notice.text == f"Threshold set to {value}, recommended for semantic."
    events.dispatch(session, [[1, *notice.offer.event]] if notice.offer else [], {})
    settle_threshold(session)
    assert session.strategy("tune") == first
    assert [each.text for each in session.notices] == ["Undone: recommended threshold"]


def test_the_offer_to_undo_a_recommended_threshold_ends_with_the_next_step() -> None:
    session, names = two_documents()
    for name in names:
        session.choose(name)
        settle_threshold(session)
    assert [each.offer for each in session.notices] == [UNDO]
    events.dispatch(session, [[1, "set", "tune", "min_tokens", 50]], {})
    assert not session.notices


def test_a_threshold_of_the_user_is_kept_without_a_notice_on_the_way_back() -> None:
    session, (one, other) = two_documents()
    settle_threshold(session)
    events.dispatch(session, [[1, "set", "tune", "threshold", 0.7654]], {})
    session.choose(other)
    settle_threshold(session)
    session.dismiss()
    session.choose(one)
    settle_threshold(session)
    assert session.strategy("tune").model_dump()["threshold"] == 0.7654
    assert session.notices == []


def test_nothing_is_recommended_for_a_document_without_text() -> None:
    session = Session()
    session.open(Document(" \n", "empty.md"))
    details = SessionPage(session).finish().sent["details"]
    assert (details["recommended"], details["threshold"]) == (None, None)
