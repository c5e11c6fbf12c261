"""The lanes of Compare at one mean size, for the metrics."""

from collections.abc import Sequence
from typing import NamedTuple

from chunking.embedding import OnBatch
from chunking.gui.core.jobs import Job, Kind, Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import Reference
from chunking.gui.results.lanes import Lane, at_one_size, lanes_unit
from chunking.gui.session.session import Session

_SCALING = Kind("Scaling the lanes to equal size", late=True)
# Seconds until a job begins: settings that are set one after the other change more often, and what
# scales `optimal` delays their steps.
_DELAY = 0.8


class EqualSize(NamedTuple):
    """Lanes with chunks of one mean size, and that size in words."""

    lanes: Sequence[Lane]
    size: str


def equal_lanes(
    session: Session, shown: Sequence[Lane], known: Reference
) -> EqualSize | Waiting | None:
    """Return the lanes at the smallest of their mean sizes, or the job that scales them.

    None where they are compared as set: a single lane, or the user has switched this off.
    """
    if not session.compare.equal_size or len(shown) < 2:
        return None
    material = known.prepared.material
    key = ("equal size", shown[0].chunking.document.sha256, material, *(e.version for e in shown))

    def work(job: Job) -> EqualSize:
        job.stopped.wait(_DELAY)
        job.step(0, len(shown))  # ends a job that other settings have replaced
        return scaled(shown, known, job.on_batch)

    return engine_calls.result_or_none(key, work, _SCALING, slot=(session.name, "equal size"))


def scaled(
    shown: Sequence[Lane], known: Reference | Waiting, on_batch: OnBatch | None = None
) -> EqualSize:
    """Return the lanes at the smallest of their mean sizes, in the unit of their metrics."""
    unit, prepared = lanes_unit(shown, known), shown[0].prepared
    title = "tokens" if isinstance(known, Waiting) else known.prepared.material.size_unit
    if unit is None and prepared is not None:
        unit, title = prepared.sizes, prepared.material.size_unit
    return EqualSize(*at_one_size(shown, on_batch, unit, title))
