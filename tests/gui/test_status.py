"""The status line of Tune, without a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from session_page import ended

from chunking.core.text.numbers import format_threshold
from chunking.gui.results import engine_calls
from chunking.gui.results.chunks import split
from chunking.gui.session.session import UNDO, USE_THRESHOLD, Session
from chunking.gui.settle.recommended_threshold import set_on_tune
from chunking.gui.shell import events
from chunking.gui.tune import actions as tune
from chunking.gui.tune import status
from chunking.strategies import get

if TYPE_CHECKING:
    from chunking.engine.split import Split
    from chunking.strategies import Strategy

pytestmark = pytest.mark.usefixtures("small_model")


def shown(strategy: Strategy) -> Split:
    session = Session()
    session.documents.choose("essay.md")
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


def settle_threshold(session: Session) -> None:
    """Set or name the recommended threshold once it is known."""
    ended(lambda: engine_calls.prepared(session.document, session.strategy("tune").material))
    while waiting := set_on_tune(session):
        waiting[0].job.finished.wait()


def test_a_recommended_threshold_that_replaces_another_is_named_once() -> None:
    session = Session()
    settle_threshold(session)
    assert session.notices == []
    first = session.strategy("tune")
    session.choose("guide.md")
    for _ in range(2):
        settle_threshold(session)
    assert session.strategy("tune") != first
    (notice,) = session.notices
    value = format_threshold(session.strategy("tune").model_dump()["threshold"])
    about = f"Threshold set to {value}, recommended for semantic (highest estimated F1: 0."
    assert notice.text.startswith(about)
    events.dispatch(session, [[1, *notice.offer.event]] if notice.offer else [], {})
    settle_threshold(session)
    assert session.strategy("tune") == first
    assert [each.text for each in session.notices] == ["Undone: recommended threshold"]


def test_the_offer_to_undo_a_recommended_threshold_ends_with_the_next_step() -> None:
    session = Session()
    for name in ("essay.md", "guide.md"):
        session.choose(name)
        settle_threshold(session)
    assert [each.offer for each in session.notices] == [UNDO]
    events.dispatch(session, [[1, "set", "tune", "min_tokens", 50]], {})
    assert not session.notices


def kept(session: Session) -> list[str]:
    settle_threshold(session)
    return [each.text for each in session.notices]


def test_a_threshold_kept_for_another_document_is_named_with_the_recommended_one() -> None:
    session = Session()
    assert kept(session) == []
    events.dispatch(session, [[1, "set", "tune", "threshold", 0.7654]], {})
    assert kept(session) == []
    session.choose("guide.md")
    for _ in range(2):
        (text,) = kept(session)
    value = text.removeprefix("Threshold 0.765 kept from the previous document; recommended: ")
    assert [each.offer for each in session.notices] == [USE_THRESHOLD]
    session.choose("essay.md")
    assert kept(session) == []
    session.choose("guide.md")
    session.settings["tune"].set("threshold", 0.4)
    assert kept(session) == []
    session.choose("essay.md")
    assert len(kept(session)) == 1
    events.dispatch(session, [[2, "use_threshold"]], tune.ACTIONS)
    assert kept(session) == []
    assert float(value.rstrip(".")) < 0.765
