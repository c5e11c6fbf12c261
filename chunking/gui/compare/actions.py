"""Actions of Compare, besides those that all pages have."""

from collections.abc import Callable

from chunking.gui.compare import threshold_transfer
from chunking.gui.results import imported_chunks
from chunking.gui.results.baseline import pin
from chunking.gui.results.lanes import Lane, lanes
from chunking.gui.session.compare_state import (
    BASELINE,
    FEWEST,
    FIGURE,
    IMPORTED,
    LANES,
    SCALES,
    display_name,
)
from chunking.gui.session.session import Session


def _add_lane(session: Session) -> None:
    if session.compare.shown < len(LANES):
        session.compare.shown += 1
        session.record(f"lane {display_name(session.compare.letters[-1])} added")


def _remove_lane(session: Session, letter: str) -> None:
    """Remove a lane; those after it move up by one letter, and the layout stays."""
    if letter == IMPORTED:
        _keep_layout(session)
        imported_chunks.remove(session)
    elif letter in session.compare.letters and session.compare.shown > FEWEST:
        _keep_layout(session)
        letters = session.compare.letters
        at = letters.index(letter)
        for target, source in zip(letters[at:], letters[at + 1 :], strict=False):
            session.apply(target, session.strategy(source))
        for each in letters:
            session.forget_model_change(each)
        session.compare.shown -= 1
        session.compare.pair = None
        session.record(f"lane {display_name(letter)} removed")


def _keep_layout(session: Session) -> None:
    """Keep gutters, which more than two lanes have unless columns were chosen."""
    if session.compare.columns is None:
        session.compare.columns = False


def _pair(session: Session, before: str = "", after: str = "") -> None:
    known = {*session.compare.letters, BASELINE, IMPORTED}
    both = before in known and after in known and before != after
    session.compare.pair = (before, after) if both else None


def _differences_only(session: Session, on: bool) -> None:  # noqa: FBT001 - an argument of the page
    session.compare.differences_only = bool(on)


def _equal_size(session: Session, on: bool) -> None:  # noqa: FBT001 - an argument of the page
    session.compare.equal_size = bool(on)


def _columns(session: Session, on: bool) -> None:  # noqa: FBT001 - an argument of the page
    session.compare.columns = bool(on)


def _scale(session: Session, name: str) -> None:
    if name in SCALES:
        session.compare.scale = name


def _overlaid(session: Session, on: bool) -> None:  # noqa: FBT001 - an argument of the page
    session.compare.overlaid = bool(on)


def _figure(session: Session, percent: float | None = None) -> None:
    """Set the height of the figure; None is that of the page."""
    low, high = FIGURE
    session.compare.figure = None if percent is None else min(high, max(low, round(percent)))


def _transfer(session: Session, source: str, target: str) -> None:
    threshold_transfer.start(session, source, target)


def _pin_lane(session: Session, letter: str) -> None:
    """Pin a lane as the baseline, and list what differs from it there."""
    lane = lanes(session).get(letter)
    if isinstance(lane, Lane) and letter != BASELINE:
        pin(session, lane.chunking, lane.strategy)
        session.compare.pair = (BASELINE, letter)


ACTIONS: dict[str, Callable[..., object]] = {
    "add_lane": _add_lane,
    "remove_lane": _remove_lane,
    "pair": _pair,
    "differences_only": _differences_only,
    "columns": _columns,
    "equal_size": _equal_size,
    "scale": _scale,
    "overlaid": _overlaid,
    "figure": _figure,
    "transfer": _transfer,
    "pin_lane": _pin_lane,
}
"""The actions of Compare, by name."""
