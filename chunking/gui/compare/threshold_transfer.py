"""The threshold of one lane, transferred to the model of another lane."""

from collections.abc import Sequence

from chunking.analysis.metrics import boundary_agreement
from chunking.analysis.recommend.threshold_transfer import Transfer, can_transfer, transfer_prepared
from chunking.core.prepared import Prepared
from chunking.core.text.numbers import format_threshold
from chunking.gui.core.jobs import Kind, Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import key_of
from chunking.gui.results.lanes import Lane, lanes
from chunking.gui.session.compare_state import LaneTransfer, display_name
from chunking.gui.session.session import UNDO, Session

_TRANSFERRING = Kind("Transferring the threshold", stoppable=False)


def sources(target: Lane, shown: Sequence[Lane]) -> list[str]:
    """Return the letters of the lanes whose threshold can be transferred to a lane.

    Both have a threshold, and the same sentences under different models.
    """
    return [each.letter for each in shown if _gaps_are_equal(each, target)]


def _gaps_are_equal(one: Lane, other: Lane) -> bool:
    """Return whether two lanes with thresholds have the same gaps under different models."""
    known = [
        each.prepared
        for each in (one, other)
        if each.complete and each.strategy is not None and "threshold" in each.strategy.fields()
    ]
    before, after = (*known, None, None)[:2]
    return before is not None and after is not None and can_transfer(before, after)


def start(session: Session, source: str, target: str) -> None:
    """Begin to transfer the threshold of a lane to another one; nothing if it has none to give."""
    found = lanes(session)
    before, after = found.get(source), found.get(target)
    if not isinstance(before, Lane) or not isinstance(after, Lane):
        return
    if target not in session.compare.letters or not _gaps_are_equal(before, after):
        return
    if before.strategy is not None and after.strategy is not None:
        sha256 = session.document.sha256
        session.compare.transfer = LaneTransfer(
            sha256, source, target, before.strategy, after.strategy
        )


def finish(session: Session) -> list[Waiting]:
    """Set the transferred threshold once it is known; return the job while it works.

    Nothing is set if the lane or the document has changed since.
    """
    asked = session.compare.transfer
    if asked is None:
        return []
    if asked.document != session.document.sha256 or asked.after != session.strategy(asked.target):
        session.compare.transfer = None
        return []
    before, after = (
        engine_calls.prepared(session.document, each.material)
        for each in (asked.before, asked.after)
    )
    if isinstance(before, Waiting) or isinstance(after, Waiting):
        session.compare.transfer = None
        return []
    waiting = _job(asked, before, after)
    if not waiting.job.finished.is_set():
        return [waiting]
    session.compare.transfer = None
    if waiting.job.result is None:
        session.notify(f"{waiting.job.error}.")
    else:
        _use(session, asked, waiting.job.result, (before, after))
    return []


def _job(asked: LaneTransfer, before: Prepared, after: Prepared) -> Waiting:
    return engine_calls.background(
        (*key_of(before.document), "lane transfer", repr(asked.before), repr(asked.after)),
        lambda _: transfer_prepared([before], [after], asked.before, asked.after),
        _TRANSFERRING,
    )


def _use(
    session: Session, asked: LaneTransfer, found: Transfer, ready: tuple[Prepared, Prepared]
) -> None:
    """Set the threshold as a step of undo, and name it with the agreement it gives."""
    before, after = ready
    reference = engine_calls.chunk(before, asked.before).boundaries
    now, then = (
        boundary_agreement(reference, engine_calls.chunk(after, each).boundaries, after.units.gaps)
        for each in (found.strategy, asked.after)
    )
    session.apply(asked.target, found.strategy)
    session.record()
    value, low, high = map(format_threshold, (found.threshold, found.low, found.high))
    source, target = display_name(asked.source), display_name(asked.target)
    session.notify(
        f"{target} threshold {value} (90% range {low} to {high}); "
        f"boundary similarity with {source} {then:.2f} → {now:.2f}, as set.",
        problem=False,
        offer=UNDO if found.strategy != asked.after else None,
        here=True,
    )
