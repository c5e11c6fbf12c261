"""Events of the page: each names an action, which changes the session."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from chunking.core.errors import ChunkingError
from chunking.engine import presets
from chunking.gui.core.jobs import JOBS
from chunking.gui.pages import pages
from chunking.gui.session.session import Session
from chunking.gui.session.undo import Snapshot

Action = Callable[..., object]

_LOG = logging.getLogger(__name__)


def dispatch(session: Session, events: object, actions: Mapping[str, Action]) -> None:
    """Handle the events of the page that were not handled yet, in order.

    The page sends each event again until it is told that it was handled. A script run waits until
    the events of the run before it are handled, and so shows what they changed.

    Args:
        session: Changed by the actions.
        events: Rows of a number, the name of an action and its arguments.
        actions: The actions of all pages, by name.
    """
    with session.handling:
        for number, name, *arguments in _rows(events):
            if number <= session.handled:
                continue
            session.handled = number
            action = {**ACTIONS, **actions}.get(name)
            if action is None:
                _LOG.warning("unknown action %r", name)
                continue
            try:
                action(session, *arguments)
            except ChunkingError as error:
                session.notify(f"{error}.")
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
                # Malformed arguments: an older page after an update, say. The window goes on.
                _LOG.exception("action %r failed", name)
        session.record()


def _rows(events: object) -> list[Sequence[Any]]:
    if not isinstance(events, list):
        return []
    rows = [each for each in events if isinstance(each, list | tuple) and len(each) > 1]
    named = (each for each in rows if isinstance(each[0], int) and isinstance(each[1], str))
    return sorted(named, key=lambda row: int(row[0]))


# ---- actions that all pages have -----------------------------------------------------------------


def _page(session: Session, name: str) -> None:
    if name in pages() and name != session.page:
        session.clear_problems()
        session.go = name


def _open(session: Session, key: str) -> None:
    session.clear_problems()
    session.choose(key)


def _close(session: Session, key: str) -> None:
    session.close(key)


def _dialog(session: Session, *what: str) -> None:
    session.open_dialog(*map(str, what))


def _set(session: Session, scope: str, field: str, value: object) -> None:
    session.clear_problems()
    session.touched.add(scope)
    session.settings[scope].set(field, value)


def _strategy(session: Session, scope: str, name: str) -> None:
    session.clear_problems()
    session.choose_strategy(scope, name)


def _copy(session: Session, source: str, target: str) -> None:
    session.apply(target, session.strategy(source))


def _preset(session: Session, scope: str, name: str) -> None:
    session.apply(scope, presets.find(name).strategy)


def _undo(session: Session) -> None:
    shown = session.documents.chosen
    label = session.history.undo_label(shown)
    _restore(session, session.history.undo(shown), f"Undone: {label}")


def _redo(session: Session) -> None:
    label = session.history.redo_label(session.documents.chosen)
    _restore(session, session.history.redo(), f"Redone: {label}")


def _restore(session: Session, snapshot: Snapshot | None, sentence: str) -> None:
    """Restore a snapshot, with a sentence in place of that of the undo or redo before."""
    session.clear_problems()
    session.restore(snapshot)
    if snapshot is not None:
        session.dismiss(session.history.notice)
        session.history.notice = session.notify(sentence, problem=False)


def _select(session: Session, offset: int | None) -> None:
    length = len(session.document.text)
    session.documents.place = None if offset is None else min(max(0, int(offset)), length)


def _hold(session: Session, ids: list[str]) -> None:
    session.held = set(map(str, ids))


def _dismiss(session: Session, number: int | None = None) -> None:
    session.dismiss(number)


def _stop(_: Session, key: str) -> None:
    for job in JOBS.running():
        if job.name == key:
            job.stopped.set()


def _retry(_: Session, key: str) -> None:
    JOBS.retry(key)


def _tick(_: Session) -> None:
    """Nothing: the run that follows publishes the progress of jobs."""


ACTIONS: dict[str, Action] = {
    "page": _page,
    "open": _open,
    "close": _close,
    "dialog": _dialog,
    "set": _set,
    "strategy": _strategy,
    "copy": _copy,
    "preset": _preset,
    "undo": _undo,
    "redo": _redo,
    "select": _select,
    "hold": _hold,
    "dismiss": _dismiss,
    "stop": _stop,
    "retry": _retry,
    "tick": _tick,
}
"""The actions of every page, by name."""
