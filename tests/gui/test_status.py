"""The status line of Tune, without a browser."""

import pytest
from session_page import ended
from topical import topical

from chunking.core.document import Document
from chunking.core.text.numbers import format_threshold
from chunking.engine.run import Split
from chunking.gui.results import engine_calls
from chunking.gui.results.chunks import split
from chunking.gui.session.session import UNDO, USE_THRESHOLD, Session
from chunking.gui.settle.recommended_threshold import set_on_tune
from chunking.gui.shell import events
from chunking.gui.tune import actions as tune
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
    first = session.strategy("tune")
    session.choose(other)
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


def test_a_kept_threshold_is_named_where_none_is_recommended() -> None:
    session, _ = two_documents()
    settle_threshold(session)
    events.dispatch(session, [[1, "set", "tune", "threshold", 0.7]], {})
    assert kept(session) == []
    session.open(Document("The tide turns twice a day, and nobody hurries it. " * 90))
    (text,) = kept(session)
    assert text == "Threshold 0.70 kept from the previous document; recommended: none."
    assert session.notices[0].offer is None


def test_the_offer_to_undo_a_recommended_threshold_ends_with_the_next_step() -> None:
    session, names = two_documents()
    for name in names:
        session.choose(name)
        settle_threshold(session)
    assert [each.offer for each in session.notices] == [UNDO]
    events.dispatch(session, [[1, "set", "tune", "min_tokens", 50]], {})
    assert not session.notices


def kept(session: Session) -> list[str]:
    settle_threshold(session)
    return [each.text for each in session.notices]


def test_a_threshold_kept_for_another_document_is_named_with_the_recommended_one() -> None:
    session, (one, other) = two_documents()
    settle_threshold(session)
    session.dismiss()
    events.dispatch(session, [[1, "set", "tune", "threshold", 0.7654]], {})
    assert kept(session) == []
    session.choose(other)
    for _ in range(2):
        (text,) = kept(session)
    value = text.removeprefix("Threshold 0.765 kept from the previous document; recommended: ")
    assert [each.offer for each in session.notices] == [USE_THRESHOLD]
    session.choose(one)
    assert kept(session) == []
    session.choose(other)
    session.settings["tune"].set("threshold", 0.4)
    assert kept(session) == []
    session.choose(one)
    assert len(kept(session)) == 1
    events.dispatch(session, [[2, "use_threshold"]], tune.ACTIONS)
    assert kept(session) == []
    assert float(value.rstrip(".")) < 0.765
