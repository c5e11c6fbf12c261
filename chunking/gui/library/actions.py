"""Actions of Library, besides those that all pages have."""

from collections.abc import Callable

from chunking.gui.core.cache import Key
from chunking.gui.core.jobs import Waiting
from chunking.gui.library.documents import add_folder, add_open, use_samples
from chunking.gui.library.preparation import Ready, prepare
from chunking.gui.library.thresholds import FromTune, common, from_tune, recommend
from chunking.gui.session.session import Session


def _folder(session: Session, path: str) -> None:
    if path.strip():
        add_folder(session, path.strip())


def _select(session: Session, sha256: str) -> None:
    if any(each.sha256 == sha256 for each in session.library.documents):
        session.library.selected = sha256


def _remove(session: Session, sha256: str) -> None:
    """Remove a document from Library, where others are left."""
    others = tuple(each for each in session.library.documents if each.sha256 != sha256)
    if others:
        session.library.documents = others


def _show(session: Session, sha256: str, with_settings: bool) -> None:  # noqa: FBT001 - an argument of the page
    """Show a document on Tune, with its own settings or those of Library."""
    document = next((each for each in session.library.documents if each.sha256 == sha256), None)
    if document is None:
        return
    session.show(document)
    if with_settings:
        session.apply("tune", session.strategy("library"))
    session.go = "tune"


def _use_threshold(session: Session) -> None:
    """Set the threshold recommended for all documents."""
    strategy = session.strategy("library")
    ready, _ = _prepared(session)
    found, _ = recommend(session, ready, strategy)
    one = common(session.library.documents, found)
    if one is not None and one.value is not None:
        session.apply("library", strategy.with_(threshold=one.value))


def _use_tuned(session: Session) -> None:
    """Set the threshold of Tune as transferred to all documents."""
    strategy = session.strategy("library")
    ready, reading = _prepared(session)
    tuned = from_tune(session, ready, strategy) if reading is None else None
    if isinstance(tuned, FromTune):
        session.apply("library", strategy.with_(threshold=tuned.found.threshold))


def _prepared(session: Session) -> tuple[dict[Key, Ready], Waiting | None]:
    material = session.strategy("library").material
    return prepare(session.library.documents, material, session.model("library"))


ACTIONS: dict[str, Callable[..., object]] = {
    "library_samples": use_samples,
    "library_add_open": add_open,
    "library_folder": _folder,
    "library_select": _select,
    "library_remove": _remove,
    "library_show": _show,
    "library_use_threshold": _use_threshold,
    "library_use_tuned": _use_tuned,
}
"""The actions of Library, by name."""
