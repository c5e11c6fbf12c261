"""What Compare shows, as messages to the page: lanes, differences, metrics."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from chunking.gui import computed, messages, window
from chunking.gui.ask.answer import AskedLane, send_answer
from chunking.gui.cache import Key, cached
from chunking.gui.compare import changes, imported, metrics
from chunking.gui.compare.lanes import Lane, display_name, lanes, ready, set_untouched
from chunking.gui.compare.state import BASELINE, IMPORTED, LANES
from chunking.gui.computed import Reference
from chunking.gui.jobs import Waiting
from chunking.gui.settings import preset_choices, strategy_choices
from chunking.gui.tune.boundaries import reference_of
from chunking.gui.tune.chunks import model_job
from chunking.types import NONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.gui.compare.changes import Pair
    from chunking.gui.session import Session
    from chunking.text.sizes import Sizes
    from chunking.types import Prepared

# Seconds that the server gets to send the boundaries, before metrics are computed.
_SEND_FIRST = 0.02
# The colors of the lanes: one keeps its color when another comes or goes.
_COLORS = (*LANES, BASELINE, IMPORTED)
# Imported chunks without a place that the page lists, and the characters of each.
_MOST_UNPLACED, _LONGEST_UNPLACED = 50, 160


def publish(session: Session) -> None:
    """Send everything that Compare shows: first the boundaries, then the metrics."""
    shown, known = send_lanes(session)
    time.sleep(_SEND_FIRST)
    pair = changes.pair_of(session, shown)
    window.send("compare_details", _details(session, shown, known, pair))


def send_lanes(
    session: Session, *, as_one_text: bool = False
) -> tuple[list[Lane], Reference | Waiting]:
    """Send the lanes and their answers to the question; return those that have chunks.

    Args:
        session: The session.
        as_one_text: Whether the page shows one whole text with gutters, however Compare shows it.
    """
    messages.send_document(session.document)
    estimating = set_untouched(session)
    found, known = lanes(session), computed.reference(session.document)
    shown = ready(found)
    header = _boundaries(session, found, known, changes.pair_of(session, shown))
    if as_one_text:
        header |= {"columns": False, "differences_only": False, "pair": None, "changes": None}
    send_answer(
        session, [AskedLane(each.letter, each.chunking, _model(session, each)) for each in shown]
    )
    window.send("compare", header)
    growing = (each.letter for each in shown if not each.complete)
    window.wait_for(
        known,
        *(model_job(session, each) for each in growing),
        *found.values(),
        *estimating,
    )
    return shown, known


def _model(session: Session, lane: Lane) -> str:
    """Return the model that ranks the chunks of a lane: its own, else the one selected for it."""
    own = None if lane.strategy is None else lane.strategy.material.model
    return own or session.settings.get(lane.letter, session.settings["tune"]).model


# ---- boundaries ----------------------------------------------------------------------------------


def _boundaries(
    session: Session,
    found: dict[str, Lane | Waiting],
    known: Reference | Waiting,
    pair: Pair | None,
) -> dict[str, Any]:
    document, compare = session.document, session.compare
    place = session.documents.place
    return {
        "document": document.sha256,
        "length": messages.to_utf16(document, len(document.text)),
        "place": None if place is None else messages.to_utf16(document, place),
        "lanes": [_lane(session, letter, each, known) for letter, each in found.items()],
        "pair": None if pair is None else [each.letter for each in pair],
        "changes": None if pair is None else changes.differences_of(pair),
        "differences_only": compare.differences_only,
        "columns": compare.columns,
        "most": compare.shown == len(LANES),
        "fewest": compare.shown == len(compare.letters[:2]),
        "strategies": strategy_choices(),
        "presets": preset_choices(),
        "manual": session.boundaries_of(document) != NONE,
    }


def _lane(
    session: Session, letter: str, lane: Lane | Waiting, known: Reference | Waiting
) -> dict[str, Any]:
    """Return a lane: its form, and its chunks once there are any."""
    settings = session.settings.get(letter)
    header: dict[str, Any] = {
        "letter": letter,
        "name": display_name(letter),
        "color": _COLORS.index(letter),
        "title": lane.title if isinstance(lane, Lane) else "",
        "form": None if settings is None else settings.form(),
        "preset": "" if settings is None else settings.preset,
        "unplaced": _unplaced(session) if letter == IMPORTED else [],
        "ready": isinstance(lane, Lane),
    }
    if isinstance(lane, Waiting):
        error = lane.job.error
        return {**header, "message": "Embedding…" if error is None else f"{error}."}
    limit = lane.strategy and lane.strategy.effective_threshold
    ready_ = _signal_source(lane, known)
    return {
        **header,
        "message": "" if lane.complete else "Embedding…",
        "version": lane.version,
        "chunks": _columns(lane, known.pieces if isinstance(known, Reference) else None),
        "signal": None if ready_ is None else messages.send_signal(ready_),
        "threshold": limit(lane.prepared) if limit and lane.prepared is not None else None,
    }


def _signal_source(lane: Lane, known: Reference | Waiting) -> Prepared | None:
    """Return what has the curve of a lane: its own signal, or that of the default model."""
    if lane.prepared is not None and lane.prepared.signal is not None:
        return lane.prepared
    return known.prepared if isinstance(known, Reference) else None


def _columns(lane: Lane, pieces: Sizes | None) -> dict[str, Any]:
    key = (lane.chunking.document.sha256, lane.version, lane.complete, pieces is None)
    return _packed(key, lane, pieces)


@cached(24)
def _packed(_: Key, lane: Lane, pieces: Sizes | None) -> dict[str, Any]:
    limits = {} if lane.strategy is None else {"max_pieces": computed.model_window(lane.strategy)}
    rest = not lane.complete
    return messages.chunk_columns(lane.chunking, lane.prepared, pieces, **limits, rest=rest)


def _unplaced(session: Session) -> list[list[Any]]:
    """Return the number, the reason and the text of imported chunks that were not found."""
    theirs = imported.aligned(session)
    if theirs is None:
        return []
    return [
        [each.index + 1, each.reason, " ".join(each.text.split())[:_LONGEST_UNPLACED]]
        for each in theirs.unplaced[:_MOST_UNPLACED]
    ]


# ---- metrics -------------------------------------------------------------------------------------


def _details(
    session: Session, shown: Sequence[Lane], known: Reference | Waiting, pair: Pair | None
) -> dict[str, Any]:
    header: dict[str, Any] = {
        "document": session.document.sha256,
        "letters": [each.letter for each in shown],
        "name": session.document.route,
        "metrics": [],
        "agreement": [],
        "cost": None if pair is None else changes.cost_of(pair),
    }
    if isinstance(known, Waiting) or not shown:
        return header
    manual = reference_of(session, session.document)
    header["metrics"] = metrics.rows(shown, known, manual)
    header["agreement"] = metrics.agreement(shown, known) if len(shown) > 1 else []
    return header
