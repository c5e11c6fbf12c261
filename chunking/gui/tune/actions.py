"""Actions of Tune, besides those that all pages have."""

from collections.abc import Callable, Sequence
from typing import Literal

from chunking.core.prepared import NONE
from chunking.engine import recent_files
from chunking.engine.manual_boundaries import with_boundary
from chunking.gui.core.jobs import Waiting
from chunking.gui.results.baseline import pin
from chunking.gui.results.chunks import curve, split
from chunking.gui.results.recommendations import found_so_far, recommended_threshold
from chunking.gui.session.documents import OnDisk
from chunking.gui.session.session import Offer, Session
from chunking.gui.session.tune_state import VIEWS
from chunking.gui.tune import manual_boundaries, outcomes, recall, runs
from chunking.gui.tune.signals import KINDS
from chunking.loading import load


def _view(session: Session, name: str) -> None:
    if name in VIEWS:
        session.tune.view = name


def _signals(session: Session, kinds: Sequence[str]) -> None:
    session.tune.signals = tuple(each for each in KINDS if each in kinds)


def _outcomes(session: Session) -> None:
    shown = split(session)
    if not isinstance(shown, Waiting):
        outcomes.compute_more(shown)


def _recall(session: Session, on: bool) -> None:  # noqa: FBT001 - an argument of the page
    session.tune.recall = bool(on)


def _boundary(
    session: Session, sha256: str, offset: int, kind: Literal["required", "forbidden", ""]
) -> None:
    """Add, forbid or clear a manual boundary in an open document."""
    known = {**session.documents.by_hash(), session.document.sha256: session.document}
    document = known.get(sha256)
    if document is None or not 0 < offset < len(document.text):
        return
    if kind not in {"required", "forbidden", ""}:
        return
    before = session.boundaries_of(document)
    now = with_boundary(before, int(offset), kind or None)
    session.set_boundaries(sha256, now)


def _apply_boundaries(session: Session, on: bool) -> None:  # noqa: FBT001 - an argument of the page
    session.apply_boundaries = bool(on)


def _clear_boundaries(session: Session) -> None:
    session.set_boundaries(session.document.sha256, NONE)


def _fit(session: Session) -> None:
    manual_boundaries.start_fit(session)


def _pin(session: Session) -> None:
    shown = split(session)
    if not isinstance(shown, Waiting):
        pin(session, shown.chunking, shown.strategy, shown.boundaries)


def _unpin(session: Session) -> None:
    session.baseline = None


def _use_recommended(session: Session) -> None:
    found = found_so_far(session.document, session.model())
    if found is None:
        offer = Offer("Suggestions", ("dialog", "suggestions"))
        session.notify("The document is not analyzed yet.", problem=False, offer=offer)
        return
    session.apply("tune", found.strategy)


def _use_threshold(session: Session) -> None:
    """Set the recommended threshold, with the other settings unchanged."""
    shown = split(session)
    ready = curve(session, shown)
    if ready is None or isinstance(shown, Waiting):
        return
    found = recommended_threshold(ready, shown.strategy)
    if found is not None and found.value is not None:
        session.settings["tune"].set("threshold", found.value)
        session.touched.add("tune")


def _use_transferred(session: Session, scope: str, model: str, threshold: str) -> None:
    """Set the threshold that was transferred to a model, if it is still the selected one."""
    if session.strategy(scope).material.model == model:
        session.settings[scope].set("threshold", float(threshold))
        session.touched.add(scope)


def _read_again(session: Session) -> None:
    """Read the document's file again, which has changed on disk."""
    key = session.documents.chosen
    before = session.documents.on_disk.get(key)
    if before is not None:
        now = OnDisk.of(before.path)
        document = load(before.path)
        session.documents.replace(key, document, now)
        session.keep_settings()
        recent_files.remember(before.path, document)


ACTIONS: dict[str, Callable[..., object]] = {
    "view": _view,
    "signals": _signals,
    "outcomes": _outcomes,
    "recall": _recall,
    "measure_recall": recall.start,
    "boundary": _boundary,
    "apply_boundaries": _apply_boundaries,
    "clear_boundaries": _clear_boundaries,
    "fit": _fit,
    "pin": _pin,
    "unpin": _unpin,
    "use_recommended": _use_recommended,
    "use_threshold": _use_threshold,
    "use_transferred": _use_transferred,
    "read_again": _read_again,
    "use_run": runs.use,
    "compare_runs": runs.compare,
    "annotate_run": runs.annotate,
    "delete_run": runs.delete,
}
"""The actions of Tune, by name."""
