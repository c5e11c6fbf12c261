"""Recommended threshold, set as long as the user has set nothing."""

from chunking.analysis.thresholds import SelectedThreshold
from chunking.core.text.numbers import format_threshold
from chunking.gui.core.jobs import Waiting
from chunking.gui.results import engine_calls, recommendations
from chunking.gui.session.compare_state import display_name
from chunking.gui.session.session import UNDO, Offer, Session

BY_SIZE = " for the chunk sizes; none is recommended"
"""How the notice on a starting threshold ends."""


def set_on_tune(session: Session) -> list[Waiting]:
    """Set the recommended threshold on Tune as long as the user has set nothing, with a notice.

    Returns the job that must end first, if there is one.
    """
    strategy = session.strategy("tune")
    if "tune" in session.touched or getattr(strategy, "threshold", None) is None:
        return []
    found = _recommended(session, "tune")
    if isinstance(found, Waiting):
        return [found]
    if found is not None:
        set_found(session, "tune", found)
        session.tune.recommended.add(session.document.sha256)
    return []


def set_found(session: Session, scope: str, found: SelectedThreshold) -> None:
    """Set the recommended threshold, or else one that gives chunks of a size between the limits."""
    if found.value is not None:
        name = session.strategy(scope).name
        set_threshold(session, scope, found.value, f", recommended for {name}")
    elif found.by_size is not None:
        set_threshold(session, scope, found.by_size, BY_SIZE, "starting threshold")


def set_threshold(
    session: Session, scope: str, threshold: float, why: str, step: str = "recommended threshold"
) -> None:
    """Set a threshold where the user has set nothing, with a notice that undoes it.

    Args:
        session: The session.
        scope: The scope.
        threshold: The threshold.
        why: Why this one, as the end of the notice.
        step: What the change is called in the history.
    """
    where = {"tune": "", "library": " of Library"}.get(scope, f" of {display_name(scope)}")
    changed = session.strategy(scope).with_(threshold=threshold)
    if session.recommend(scope, changed, f"{step}{where}"):
        session.notify(
            f"Threshold{where} set to {format_threshold(threshold)}{why}.",
            problem=False,
            offer=UNDO,
            here=True,
        )


def set_in_lane(session: Session, letter: str) -> list[Waiting]:
    """Set the recommended threshold in a lane that the user has not set.

    One that the user has set for other documents keeps its threshold, and this one is offered.
    """
    known, is_set = session.compare.documents, letter in session.touched
    threshold = getattr(session.strategy(letter), "threshold", None)
    if threshold is None or (is_set and (not known or session.document.sha256 in known)):
        return []
    found = _recommended(session, letter)
    if isinstance(found, Waiting):
        return [found]
    if found is not None and not is_set:
        set_found(session, letter, found)
    elif found is not None and found.value not in {None, threshold}:
        _offer(session, letter, threshold, found.value)
    return []


def _offer(session: Session, letter: str, threshold: float, recommended: float) -> None:
    keeps, here = format_threshold(threshold), format_threshold(recommended)
    session.notify(
        f"Lane {display_name(letter)} keeps threshold {keeps}; {here} suits this document.",
        problem=False,
        offer=Offer(f"Use {here}", ("set", letter, "threshold", recommended)),
        here=True,
    )


def _recommended(session: Session, scope: str) -> SelectedThreshold | Waiting | None:
    strategy = session.strategy(scope)
    ready = engine_calls.prepared(session.document, strategy.material)
    if isinstance(ready, Waiting):
        return ready if ready.job.error is None else None
    waiting = recommendations.estimating(ready)
    return waiting or recommendations.recommended_threshold(ready, strategy)
