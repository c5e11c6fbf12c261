"""What Library shows: the table, the similarities, and the chunks of one document."""

from collections.abc import Mapping

from chunking.core.chunking import Chunking
from chunking.core.text.numbers import format_threshold
from chunking.gui.core.cache import Key
from chunking.gui.core.view import View
from chunking.gui.library.messages import (
    CommonThreshold,
    LibraryBoxesMessage,
    LibraryMessage,
    LibrarySettings,
    LibraryTextMessage,
    TunedThreshold,
)
from chunking.gui.library.preparation import Ready, prepare
from chunking.gui.library.rows import boxes, chunk_all, rows
from chunking.gui.library.thresholds import Common, FromTune, common, from_tune, recommend
from chunking.gui.results import columns
from chunking.gui.results.engine_calls import key_of
from chunking.gui.results.notes import notes_of
from chunking.gui.session.session import Session
from chunking.gui.session.settings import strategy_choices
from chunking.strategies import Strategy
from chunking.strategies.base import UNLIMITED, sliders


def add_library(view: View, session: Session) -> None:
    """Add everything that Library shows."""
    documents = session.library.documents
    ready, reading = prepare(
        documents, session.strategy("library").material, session.model("library")
    )
    own, recommending = recommend(session, ready, session.strategy("library"))
    jobs = (reading, recommending)
    strategy = session.strategy("library")
    one = common(documents, own)
    tuned = from_tune(session, ready, strategy) if reading is None else None
    chunkings = chunk_all(documents, ready, strategy)
    selected = _selected(session, chunkings)
    model = session.model("library")
    message: LibraryMessage = {
        "kind": "library",
        **_settings(session, strategy),
        "rows": rows(documents, ready, chunkings, strategy, own),
        "common": None if one is None else _common(session, one),
        "tuned": _tuned(tuned) if isinstance(tuned, FromTune) else None,
        "settled": all(each is None or each.job.error is not None for each in jobs),
        "ready": len(chunkings),
        "known": len(own),
        "selected": selected,
    }
    quantiles: LibraryBoxesMessage = {"kind": "library_boxes", "boxes": boxes(documents, ready)}
    view.send(message)
    view.send(quantiles)
    if selected is not None:
        _add_text(view, ready, chunkings[selected], strategy, model)
    view.wait_for(*jobs, tuned)


def _settings(session: Session, strategy: Strategy) -> LibrarySettings:
    slider = sliders(type(strategy)).get("threshold")
    low, high = strategy.limits
    return {
        "form": session.settings["library"].form(),
        "strategies": strategy_choices(),
        "threshold": getattr(strategy, "threshold", None),
        "range": None if slider is None else (slider.low, slider.high, slider.step),
        "limits": (low, None if high >= UNLIMITED else high),
        "open": len({session.document.sha256, *session.documents.by_hash()}),
    }


def _common(session: Session, one: Common) -> CommonThreshold:
    """Return the threshold recommended for all documents, and those that it does not fit."""
    by_key = {key_of(each): each.sha256 for each in session.library.documents}
    return {
        "value": one.value,
        "text": "" if one.value is None else format_threshold(one.value),
        "reason": f"{one.reason[:1].upper()}{one.reason[1:]}.",
        "verdict": one.verdict,
        "low": format_threshold(one.low),
        "high": format_threshold(one.high),
        "misfits": [by_key[name] for name in one.misfits if name in by_key],
    }


def _tuned(tuned: FromTune) -> TunedThreshold:
    """Return the threshold of Tune and what stands for it here."""
    found = tuned.found
    return {
        "original": format_threshold(tuned.original),
        "value": found.threshold,
        "text": format_threshold(found.threshold),
        "low": format_threshold(found.low),
        "high": format_threshold(found.high),
        "share": found.share,
    }


def _selected(session: Session, chunkings: Mapping[str, Chunking]) -> str | None:
    """Return the selected document; before any is selected, the first that is prepared."""
    chosen = session.library.selected
    return chosen if chosen in chunkings else next(iter(chunkings), None)


def _add_text(
    view: View, ready: Mapping[Key, Ready], chunking: Chunking, strategy: Strategy, model: str
) -> None:
    """Add the text and the chunks of the selected document."""
    document = chunking.document
    each = ready[key_of(document)]
    columns.add_document(view, document)
    notes, waiting = notes_of(chunking, strategy, model, each.tokens)
    view.wait_for(waiting)
    message: LibraryTextMessage = {
        "kind": "library_text",
        "document": document.sha256,
        "version": columns.version_of(chunking, model),
        "name": document.title or document.route,
        "chunks": columns.chunk_columns(chunking, each.prepared, each.tokens),
        "notes": notes,
    }
    view.send(message)
