"""What Tune shows, as messages to the page."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from chunking import embedding
from chunking.analysis.explain import suppressed_density, suppressed_gaps
from chunking.analysis.recommend import Recommendation
from chunking.analysis.recommended_threshold import ESTIMATED_F1
from chunking.core.chunking import Chunking
from chunking.core.text.numbers import count_of, format_threshold
from chunking.core.text.tokenizers import MODEL
from chunking.engine.query import to_query
from chunking.gui.ask.answer import AskedLane, send_answer
from chunking.gui.core.jobs import Waiting
from chunking.gui.results import columns, engine_calls, recommendations
from chunking.gui.results.baseline import Baseline, baseline, change
from chunking.gui.results.chunks import Split, curve, model_job, previous, split
from chunking.gui.results.engine_calls import Reference, utf16
from chunking.gui.session.session import UNDO, USE_THRESHOLD
from chunking.gui.session.settings import preset_choices, strategy_choices
from chunking.gui.shell import window
from chunking.gui.shell.url import OUTCOME
from chunking.gui.tune import manual_boundaries as boundaries
from chunking.gui.tune import outcomes, probabilities, recall, signals, status
from chunking.gui.tune.analysis import EMPTY, analyze
from chunking.gui.tune.coverage import coverage_notes
from chunking.gui.tune.transfer import offer_transfer
from chunking.strategies.base import sliders

if TYPE_CHECKING:
    from chunking.analysis.thresholds import SelectedThreshold
    from chunking.core.document import Document
    from chunking.core.prepared import Prepared
    from chunking.gui.session.session import Session
    from chunking.strategies import Strategy

# Seconds that the server gets to send the boundaries, before details are computed.
_SEND_FIRST = 0.02


def publish(session: Session) -> None:
    """Send everything that Tune shows: first the boundaries, then what takes longer."""
    document = session.document
    estimating = follow_recommendation(session, "tune")
    transferring = offer_transfer(session)
    running = boundaries.finish_fit(session)
    current, known = split(session), engine_calls.reference(document, session.model())
    shown = current
    if isinstance(current, Waiting):
        shown = previous(session, current) or current
    elif current.complete:
        session.tune.complete = document.sha256, current.strategy
    columns.send_document(document)
    ready = curve(session, shown)
    name = None if ready is None else columns.send_signal(ready)
    model = session.settings["tune"].model
    # Before the boundaries, so that both are drawn at once.
    send_answer(
        session, [] if isinstance(shown, Waiting) else [AskedLane("tune", shown.chunking, model)]
    )
    if isinstance(shown, Waiting):
        header, payload = _unsplit(session, shown), b""
    else:
        header, payload = _boundaries(session, shown, ready)
        if shown is not current:  # its threshold is not that of the form
            header["setting"] = None
    window.send("tune", {**header, "signal": name}, payload)
    window.send_frame(session)
    units = engine_calls.sentences(document, session.model())
    if units is not None:
        columns.send_gaps(document, units.gaps)
    growing = isinstance(current, Split) and not current.complete
    job = model_job(session) if growing else None
    _wait(session, current, job, known, running, transferring, estimating)
    time.sleep(_SEND_FIRST)
    window.yield_to_events()
    _details(session, shown, known, is_previous=shown is not current)
    if not isinstance(shown, Waiting) and shown.complete:
        outcomes.publish(shown, asked=session.tune.outcomes_asked)
        if session.tune.view == OUTCOME:
            recall.publish(session, shown)
    session.tune.outcomes_asked = False


def follow_recommendation(session: Session, scope: str) -> Waiting | None:
    """Set the recommended threshold, as long as the user has not set anything in this scope.

    On Tune after a change of document, a notice names the recommended threshold if it was set, or
    if the user's own is kept instead. Returns the job that must end first, if there is one.
    """
    threshold = getattr(session.strategy(scope), "threshold", None)
    if threshold is None:
        return None
    if scope == "tune":
        return _compare_thresholds(session, threshold)
    if scope in session.touched:
        return None
    found = _recommended_threshold(session, scope)
    if isinstance(found, Waiting):
        return found
    if found is not None and found.value is not None:
        session.suggest(scope, session.strategy(scope).with_(threshold=found.value))
    return None


def _recommended_threshold(session: Session, scope: str) -> SelectedThreshold | Waiting | None:
    strategy = session.strategy(scope)
    ready = engine_calls.prepared(session.document, strategy.material)
    if isinstance(ready, Waiting):
        return None
    waiting = recommendations.estimating(ready)
    return waiting or recommendations.recommended_threshold(ready, strategy)


def _compare_thresholds(session: Session, threshold: float) -> Waiting | None:
    """Set the recommended threshold on Tune, or name it if the user's own is kept."""
    tune, sha256, strategy = session.tune, session.document.sha256, session.strategy("tune")
    before, value = next(reversed(tune.thresholds.items()), ("", None))
    is_other, touched = before not in {"", sha256}, "tune" in session.touched
    if tune.kept_notice and (before, value) != (sha256, threshold):
        session.dismiss(tune.kept_notice)
        tune.kept_notice = 0
    if touched and not (is_other and threshold == value != tune.thresholds.get(sha256)):
        _remember_threshold(session, threshold)
        return None
    found = _recommended_threshold(session, "tune")
    if found is None or isinstance(found, Waiting):
        return found
    if found.value is None:
        _remember_threshold(session, threshold)
        return None
    text = format_threshold(found.value)
    if touched:
        _remember_threshold(session, threshold)
        if text != format_threshold(threshold):
            now = f"Threshold {format_threshold(threshold)} kept from the previous document"
            sentence = f"{now}; recommended: {text}."
            tune.kept_notice = session.notify(sentence, offer=USE_THRESHOLD)
        return None
    _remember_threshold(session, found.value)
    changed = strategy.with_(threshold=found.value)
    if session.suggest("tune", changed, undoable=is_other) and is_other:
        session.notify(
            f"Threshold set to {text}, recommended for {strategy.name} "
            f"(highest estimated F1: {found.facts[ESTIMATED_F1]:.2f}).",
            problem=False,
            offer=UNDO,
        )
    return None


def _remember_threshold(session: Session, threshold: float) -> None:
    """Store the threshold on screen as the last one."""
    thresholds = session.tune.thresholds
    thresholds.pop(session.document.sha256, None)
    thresholds[session.document.sha256] = threshold


def _wait(session: Session, *works: object) -> None:
    base = baseline(session, session.document)
    window.wait_for(
        *works,
        base,
        recommendations.recommendation(session.document, session.model()),
    )


# ---- boundaries ----------------------------------------------------------------------------------


def _boundaries(
    session: Session, shown: Split, ready: Prepared | None
) -> tuple[dict[str, Any], bytes]:
    """Return the message with the boundaries, and the offsets of suppressed candidates."""
    chunking, strategy, document = shown.chunking, shown.strategy, shown.document
    known = engine_calls.reference(document, session.model())
    tokens = known.tokens if isinstance(known, Reference) else None
    to = utf16(document)
    slider = sliders(type(strategy)).get("threshold")
    similar = shown.prepared.signal is not None
    header = {
        **_about(session, document),
        "version": columns.version_of(
            chunking,
            len(shown.prepared.units),
            ready is not None,
            tokens is not None,
            session.model(),
            str(session.boundaries_of(document)),
            str(session.baseline),
        ),
        "length": columns.to_utf16(document, len(document.text)),
        "chunks": columns.chunk_columns(chunking, shown.prepared, tokens, rest=not shown.complete),
        "headings": columns.coded(chunking.heading) if any(chunking.heading) else None,
        "table_headers": columns.table_headers(chunking),
        "threshold": getattr(strategy, "threshold", None),
        "range": None if slider is None else [slider.low, slider.high, slider.step],
        "setting": None if slider is None else {"scope": "tune", "field": "threshold"},
        "density": suppressed_density(chunking) if similar else [],
        "counted": strategy.material.size_unit,
        "as_model": _counts_as_model(strategy),
        "window": None if tokens is None else tokens.limit,
        "message": "",
        "growing": not shown.complete,
        "swept": outcomes.swept(shown) if shown.complete else None,
        "baseline": _baseline(session, shown),
        "numbers": status.numbers(shown, known),
        "limits": list(strategy.limits),
    }
    suppressed = to(chunking.gaps[suppressed_gaps(chunking)])
    return header, suppressed.astype("<i4").tobytes()


def _counts_as_model(strategy: Strategy) -> bool:
    """Return whether a strategy counts in the tokens of its model."""
    tokenizer, model = strategy.material.tokenizer, strategy.material.model
    if tokenizer == MODEL or model is None:
        return bool(tokenizer == MODEL)
    return bool(tokenizer == embedding.model_tokenizer(embedding.get_embedder(model)))


def _unsplit(session: Session, waiting: Waiting) -> dict[str, Any]:
    """Return the message with the text as one chunk, to read while the strategy waits."""
    document = session.document
    whole = Chunking.from_spans(document, [(0, len(document.text))])
    failed = waiting.job.error is not None
    return {
        **_about(session, document),
        "version": columns.version_of(whole, failed),
        "length": columns.to_utf16(document, len(document.text)),
        "chunks": columns.chunk_columns(whole),
        "headings": None,
        "table_headers": None,
        "threshold": None,
        "range": None,
        "setting": None,
        "density": [],
        "counted": "",
        "as_model": False,
        "window": None,
        "message": "No similarities." if failed else "The curve follows once the text is embedded.",
        "growing": True,
        "swept": None,
        "baseline": None,
        "numbers": [["not split yet", ""]],
        "limits": [0, 0],
    }


def _about(session: Session, document: Document) -> dict[str, Any]:
    place = session.documents.place
    offset = None if place is None else min(place, len(document.text))
    return {
        "document": document.sha256,
        "title": document.title or document.source,
        "place": None if offset is None else columns.to_utf16(document, offset),
        "marks": boundaries.columns(session, document),
        "preformatted": engine_calls.is_preformatted(document),
        "form": session.settings["tune"].form(),
        "strategies": strategy_choices(),
        "presets": preset_choices(),
        "preset": session.settings["tune"].preset,
        "view": session.tune.view,
        "signals": list(session.tune.signals),
        "kinds": [[kind, label] for kind, (label, _) in signals.KINDS.items()],
        "pinned": session.baseline is not None
        and session.baseline.get("document") == document.sha256,
    }


def _baseline(session: Session, shown: Split) -> dict[str, Any] | None:
    """Return the boundaries of the baseline, and what has changed since."""
    base = baseline(session, shown.document)
    if not isinstance(base, Baseline) or not shown.complete:
        return None
    changed = change(base.chunking, shown.chunking, session.model(), base.state)
    if changed is None:
        return None
    found, cost = changed.differences, changed.cost
    return {
        "title": base.title,
        "offsets": utf16(shown.document)(base.chunking.boundaries).tolist(),
        "kept": len(found.kept_before),
        "moved": len(found.moved_before),
        "added": len(found.added),
        "removed": len(found.removed),
        "cost": f"Re-embed {cost.embed.chunks:,} ({count_of(cost.embed.tokens, 'token')}), "
        f"reuse {cost.reuse.chunks:,}, delete {cost.delete.chunks:,}.",
    }


# ---- details -------------------------------------------------------------------------------------


def _details(session: Session, shown: Split | Waiting, known: object, *, is_previous: bool) -> None:
    """Send what takes longer than the boundaries: verdict, recommendation, agreement, overlays."""
    document = session.document
    overlays = signals.overlays(document, session.model(), session.tune.signals)
    heat = None
    if session.tune.view == "heat map":
        heat = signals.send_heat_map(document, session.model())
    header: dict[str, Any] = {
        "document": document.sha256,
        "strategy": session.strategy("tune").name,
        "notes": [*document.notes, *_coverage(session)],
        "overlays": overlays,
        "heat": heat,
        "recommended": _recommended(session),
        "verdict": EMPTY.verdict,
        "agreement": None,
        "threshold": None,
        "plausible": None,
        "probabilities": None,
    }
    if not isinstance(shown, Waiting):
        header["probabilities"] = probabilities.send(shown)
        header["agreement"] = boundaries.agreement(session, shown)
        if is_previous:
            header["verdict"] = status.of_previous(shown)
        else:
            found = analyze(session, shown, known)
            header["plausible"] = None if found.plausible is None else found.plausible._asdict()
            header["verdict"] = found.verdict
            header["threshold"] = _threshold(found.threshold)
    window.send("details", header)


def _coverage(session: Session) -> tuple[str, ...]:
    found = coverage_notes(session.document, session.model())
    if isinstance(found, Waiting):
        window.wait_for(found)
        return ()
    return found


def _threshold(found: SelectedThreshold | None) -> dict[str, Any] | None:
    """Return the recommended threshold under the limits as they are."""
    if found is None:
        return None
    return {
        "value": found.value,
        "text": "" if found.value is None else format_threshold(found.value),
        "reason": found.reason,
    }


def _recommended(session: Session) -> dict[str, Any] | None:
    found = recommendations.recommendation(session.document, session.model())
    if not isinstance(found, Recommendation):
        return None
    other = found.alternative
    return {
        "summary": found.summary,
        "reason": found.reason,
        "name": found.strategy.name,
        "query": to_query(found.strategy),
        "used": session.strategy("tune") == found.strategy,
        "alternative": None
        if other is None
        else {
            "summary": found.alternative_summary,
            "name": other.name,
            "query": to_query(other),
            "used": session.strategy("tune") == other,
        },
    }
