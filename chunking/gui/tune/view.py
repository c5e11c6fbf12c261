"""What Tune shows, as messages to the page."""

from chunking import embedding
from chunking.analysis.explain import suppressed_gaps
from chunking.analysis.recommend.by_structure import Recommendation
from chunking.analysis.thresholds import SelectedThreshold
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.prepared import Prepared
from chunking.core.text.numbers import format_threshold
from chunking.core.text.tokenizers import MODEL
from chunking.engine.run import Split
from chunking.gui.core.jobs import Waiting
from chunking.gui.core.view import View
from chunking.gui.results import columns, engine_calls, recommendations
from chunking.gui.results.baseline import Baseline, baseline, change, is_pinned
from chunking.gui.results.chunks import curve, model_job, shown_split, split
from chunking.gui.results.engine_calls import Reference, utf16
from chunking.gui.results.notes import notes_of
from chunking.gui.session.session import Session
from chunking.gui.session.settings import preset_choices, strategy_choices
from chunking.gui.session.tune_state import OUTCOME, RUNS
from chunking.gui.tune import (
    manual_boundaries,
    outcomes,
    recall,
    runs,
    signals,
    status,
)
from chunking.gui.tune.messages import (
    About,
    Boundaries,
    DetailsMessage,
    PinnedBaseline,
    Recommended,
    RecommendedThreshold,
    TuneMessage,
)
from chunking.gui.tune.status import EMPTY, Analysis, analyze
from chunking.strategies import Strategy
from chunking.strategies.base import sliders


def add_tune(view: View, session: Session) -> None:
    """Add what Tune shows: the boundaries, and their analysis once it is known."""
    document, model = session.document, session.model()
    current, known = split(session), engine_calls.reference(document, model)
    shown = shown_split(session)
    columns.add_document(view, document)
    ready = curve(session, shown)
    name = None if ready is None else columns.add_signal(view, ready)
    if isinstance(shown, Waiting):
        header, payload = _unsplit(session, shown), b""
    else:
        header, payload = _boundaries(session, shown, ready)
        if isinstance(current, Waiting):  # its threshold is not that of the form
            header["setting"] = None
    message: TuneMessage = {"kind": "tune", **header, "signal": name}
    view.send(message, payload)
    units = engine_calls.sentences(document, model)
    if units is not None:
        columns.add_gaps(view, document, units.gaps)
    growing = isinstance(current, Split) and not current.complete
    view.wait_for(
        current,
        model_job(session) if growing else None,
        known,
        baseline(session, document),
        recommendations.recommendation(document, model),
    )
    found = _analysis(session, current, shown, known)
    view.wait_for(found)
    if not isinstance(found, Waiting):
        _add_details(view, session, shown, found)
    if not isinstance(shown, Waiting) and shown.complete:
        outcomes.add_outcomes(view, shown)
        if session.tune.view == OUTCOME:
            recall.add_recall(view, session, shown)
    if session.tune.view == RUNS:
        runs.add_runs(view, session)


# ---- boundaries ----------------------------------------------------------------------------------


def _boundaries(session: Session, shown: Split, ready: Prepared | None) -> tuple[Boundaries, bytes]:
    """Return the message with the boundaries, and the offsets of suppressed candidates."""
    chunking, strategy, document = shown.chunking, shown.strategy, shown.document
    known = engine_calls.reference(document, session.model())
    tokens = known.tokens if isinstance(known, Reference) else None
    to = utf16(document)
    suppressed = suppressed_gaps(chunking)
    slider = sliders(type(strategy)).get("threshold")
    header: Boundaries = {
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
        "range": None if slider is None else (slider.low, slider.high, slider.step),
        "setting": None if slider is None else {"scope": "tune", "field": "threshold"},
        "counted": strategy.material.size_unit,
        "as_model": _counts_as_model(strategy),
        "window": None if tokens is None else tokens.limit,
        "message": "",
        "growing": not shown.complete,
        "swept": outcomes.swept(shown) if shown.complete else None,
        "baseline": _baseline(session, shown),
        "suppressed_by": columns.reasons_of(chunking.verdicts[suppressed]),
        "numbers": status.numbers(shown, known),
        "limits": list(strategy.limits),
    }
    return header, to(chunking.gaps[suppressed]).astype("<i4").tobytes()


def _counts_as_model(strategy: Strategy) -> bool:
    """Return whether a strategy counts in the tokens of its model."""
    tokenizer, model = strategy.material.tokenizer, strategy.material.model
    if tokenizer == MODEL or model is None:
        return bool(tokenizer == MODEL)
    return bool(tokenizer == embedding.model_tokenizer(embedding.get_embedder(model)))


def _unsplit(session: Session, waiting: Waiting) -> Boundaries:
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
        "counted": "",
        "as_model": False,
        "window": None,
        "message": "No similarities." if failed else "The curve follows once the text is embedded.",
        "growing": True,
        "swept": None,
        "baseline": None,
        "suppressed_by": columns.coded([]),
        "numbers": [["not split yet", ""]],
        "limits": [0, 0],
    }


def _about(session: Session, document: Document) -> About:
    place = session.documents.place
    offset = None if place is None else min(place, len(document.text))
    return {
        "document": document.sha256,
        "title": document.title or document.source,
        "place": None if offset is None else columns.to_utf16(document, offset),
        "marks": manual_boundaries.columns(session, document),
        "preformatted": engine_calls.is_preformatted(document),
        "form": session.settings["tune"].form(),
        "strategies": strategy_choices(),
        "presets": preset_choices(),
        "preset": session.settings["tune"].preset,
        "view": session.tune.view,
        "signals": list(session.tune.signals),
        "kinds": [(kind, label) for kind, (label, _) in signals.KINDS.items()],
        "pinned": is_pinned(session, document),
    }


def _baseline(session: Session, shown: Split) -> PinnedBaseline | None:
    """Return the boundaries of the baseline, and what has changed since."""
    base = baseline(session, shown.document)
    if not isinstance(base, Baseline) or not shown.complete:
        return None
    changed = change(base.chunking, shown.chunking, session.model(), base.state)
    if changed is None:
        return None
    found = changed.differences
    return {
        "title": base.title,
        "offsets": utf16(shown.document)(base.chunking.boundaries).tolist(),
        "kept": len(found.kept_before),
        "moved": len(found.moved_before),
        "added": len(found.added),
        "removed": len(found.removed),
        "cost": changed.cost.summary,
    }


# ---- details -------------------------------------------------------------------------------------


def _analysis(
    session: Session, current: Split | Waiting, shown: Split | Waiting, known: object
) -> Analysis | Waiting:
    """Return what is known of the chunks on screen, or the job that analyzes them."""
    if isinstance(shown, Waiting):
        return EMPTY
    if isinstance(current, Waiting):
        return EMPTY._replace(verdict=status.of_previous(shown))
    return analyze(session, shown, known)


def _add_details(view: View, session: Session, shown: Split | Waiting, found: Analysis) -> None:
    """Add what takes longer than the boundaries: verdict, recommendation, agreement, overlays."""
    document, model = session.document, session.model()
    split_now = None if isinstance(shown, Waiting) else shown
    is_heat_map = session.tune.view == "heat map"
    message: DetailsMessage = {
        "kind": "details",
        "document": document.sha256,
        "strategy": session.strategy("tune").name,
        "notes": [*document.notes] if split_now is None else _notes(view, session, split_now),
        "overlays": signals.add_overlays(view, document, model, session.tune.signals),
        "heat": signals.add_heat_map(view, document, model) if is_heat_map else None,
        "recommended": _recommended(session),
        "verdict": found.verdict,
        "agreement": split_now and manual_boundaries.agreement(session, split_now),
        "threshold": _threshold(document, found.threshold),
        "probabilities": split_now and signals.add_probabilities(view, split_now),
    }
    view.send(message)


def _notes(view: View, session: Session, shown: Split) -> list[str]:
    model = session.model()
    tokens = engine_calls.model_tokens(shown.document, model)
    found, waiting = notes_of(shown.chunking, shown.strategy, model, tokens)
    view.wait_for(waiting)
    return found


def _threshold(document: Document, found: SelectedThreshold | None) -> RecommendedThreshold | None:
    """Return the recommended threshold under the limits as they are, or why there is none."""
    if found is None or not document.text.strip():
        return None
    return {
        "value": found.value,
        "text": "" if found.value is None else format_threshold(found.value),
        "reason": f"{found.reason[:1].upper()}{found.reason[1:]}.",
    }


def _recommended(session: Session) -> Recommended | None:
    found = recommendations.recommendation(session.document, session.model())
    if not isinstance(found, Recommendation) or not session.document.text.strip():
        return None
    return {
        "name": found.strategy.name,
        "sizes": found.summary.removeprefix(f"{found.strategy.name}, "),
        "help": found.strategy.summary,
        "reason": found.reason,
        "used": session.strategy("tune") == found.strategy,
    }
