"""Offer of the threshold in place of one that was chosen under another model."""

from chunking.analysis.recommend.threshold_transfer import Transfer
from chunking.core.document import Document
from chunking.core.prepared import Prepared
from chunking.core.text.numbers import format_threshold
from chunking.gui.core.jobs import Kind, Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import key_of
from chunking.gui.session.compare_state import display_name
from chunking.gui.session.session import Offer, Session
from chunking.gui.session.tune_state import ModelChange
from chunking.strategies import Strategy

_TRANSFERRING = Kind("Transferring the threshold", stoppable=False)


def offer_transfer(session: Session, scope: str = "tune") -> list[Waiting]:
    """Offer the transferred threshold after a change of the model; return the job while it works.

    It is computed from the vectors of both models, once these exist.
    """
    change = _change(session, scope)
    if change is None:
        session.model_changes.pop(scope, None)
        return []
    session.model_changes[scope] = change
    job = None if change.done else _offer(session, scope, change)
    return [] if job is None else [job]


def offer_transfers(session: Session) -> list[Waiting]:
    """Offer the thresholds of lanes whose model has changed; return the jobs that work on them."""
    found = []
    for letter in session.compare.letters:
        if letter in session.touched:
            found += offer_transfer(session, letter)
        else:  # it follows others, threshold included
            session.forget_model_change(letter)
    return found


def _offer(session: Session, scope: str, change: ModelChange) -> Waiting | None:
    after = engine_calls.prepared(session.document, change.after.material)
    if isinstance(after, Waiting):
        return after if after.job.error is None else None
    before = engine_calls.prepared(session.document, change.before.material)
    if isinstance(before, Waiting):
        return before if before.job.error is None else None
    if len(after.units) < 2:
        change.done = True
        return None
    found = _transfer(session.document, change, before, after)
    if isinstance(found, Waiting):
        return found
    change.done = True
    _notify(session, scope, change, found)
    return None


def _change(session: Session, scope: str) -> ModelChange | None:
    """Return the change of the model that the threshold on screen has not followed."""
    now, sha256 = session.strategy(scope), session.document.sha256
    last, session.watched[scope] = session.watched.get(scope), now
    known = session.model_changes.get(scope)
    if known is None:
        if last is None or not _is_other_model(last, now):
            return None
        return ModelChange(sha256, last, now)
    if known.document == sha256 and _is_other_model(known.before, now):
        if _model(known.after) == _model(now):
            return known
        session.dismiss(known.notice)
        return ModelChange(sha256, known.before, now)
    session.dismiss(known.notice)
    return None


def _is_other_model(before: Strategy, now: Strategy) -> bool:
    """Return whether a strategy has the same threshold as before, under another model."""
    threshold = getattr(before, "threshold", None)
    return (
        before.name == now.name
        and _model(before) != _model(now)
        and threshold is not None
        and threshold == getattr(now, "threshold", None)
    )


def _model(strategy: Strategy) -> str | None:
    return strategy.material.model


def _transfer(
    document: Document, change: ModelChange, before: Prepared, after: Prepared
) -> Transfer | Waiting | None:
    """Return the transferred threshold; None if it cannot be computed."""
    from chunking.analysis.recommend.threshold_transfer import transfer_prepared

    strategy = change.after.with_(model=_model(change.before))
    return engine_calls.result_or_none(
        (*key_of(document), "transfer", repr(strategy), _model(change.after)),
        lambda _: transfer_prepared([before], [after], strategy, change.after),
        _TRANSFERRING,
    )


def _notify(session: Session, scope: str, change: ModelChange, found: Transfer | None) -> None:
    now = format_threshold(change.after.model_dump()["threshold"])
    if found is None or format_threshold(found.threshold) == now:
        return
    value, low, high = map(format_threshold, (found.threshold, found.low, found.high))
    model = str(_model(change.after))
    where = "" if scope == "tune" else f"{display_name(scope)}: "
    change.notice = session.notify(
        f"{where}{now} of {_model(change.before)} corresponds to {value} ({low} to {high}) "
        f"of {model}.",
        offer=Offer("Use", ("use_transferred", scope, model, str(found.threshold))),
        here=True,
    )
