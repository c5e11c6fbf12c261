"""Recommended threshold, set as long as the user has set nothing; else named."""

from chunking.analysis.thresholds import SelectedThreshold
from chunking.core.text.numbers import format_threshold
from chunking.gui.core.jobs import Waiting
from chunking.gui.results import engine_calls, recommendations
from chunking.gui.session.compare_state import display_name
from chunking.gui.session.session import UNDO, USE_THRESHOLD, Session

BY_SIZE = " for the chunk sizes; none is recommended"
"""How the notice on a starting threshold ends."""


def set_on_tune(session: Session) -> list[Waiting]:
    """Set the recommended threshold on Tune, or name it if the user's own is kept.

    A notice names the recommended threshold if it was set, or, after a change of document, the
    user's own that is kept instead. Returns the job that must end first, if there is one.
    """
    tune, sha256, strategy = session.tune, session.document.sha256, session.strategy("tune")
    threshold = getattr(strategy, "threshold", None)
    if threshold is None:
        return []
    before, value = next(reversed(tune.thresholds.items()), ("", None))
    is_other, touched = before not in {"", sha256}, "tune" in session.touched
    if tune.kept_notice and (before, value) != (sha256, threshold):
        session.dismiss(tune.kept_notice)
        tune.kept_notice = 0
    if touched and not (is_other and threshold == value != tune.thresholds.get(sha256)):
        _remember(session, threshold)
        return []
    found = _recommended(session, "tune")
    if isinstance(found, Waiting):
        return [found]
    if found is None:
        return []
    if touched:
        _remember(session, threshold)
        _name_kept(session, threshold, found.value)
        return []
    set_found(session, "tune", found)
    _remember(session, session.strategy("tune").model_dump()["threshold"])
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
    """Set the recommended threshold in a lane that the user has not set."""
    strategy = session.strategy(letter)
    if getattr(strategy, "threshold", None) is None or letter in session.touched:
        return []
    found = _recommended(session, letter)
    if isinstance(found, Waiting):
        return [found]
    if found is not None:
        set_found(session, letter, found)
    return []


def _recommended(session: Session, scope: str) -> SelectedThreshold | Waiting | None:
    strategy = session.strategy(scope)
    ready = engine_calls.prepared(session.document, strategy.material)
    if isinstance(ready, Waiting):
        return ready if ready.job.error is None else None
    waiting = recommendations.estimating(ready)
    return waiting or recommendations.recommended_threshold(ready, strategy)


def _name_kept(session: Session, kept: float, recommended: float | None) -> None:
    """Name the threshold that is kept from the document before, if it is not recommended."""
    if not session.document.text.strip():
        return
    now = format_threshold(kept)
    text = "none" if recommended is None else format_threshold(recommended)
    if text != now:
        session.tune.kept_notice = session.notify(
            f"Threshold {now} kept from the previous document; recommended: {text}.",
            offer=None if recommended is None else USE_THRESHOLD,
            here=True,
        )


def _remember(session: Session, threshold: float) -> None:
    """Store the threshold on screen as the last one."""
    thresholds = session.tune.thresholds
    thresholds.pop(session.document.sha256, None)
    thresholds[session.document.sha256] = threshold
