"""Settle a session: make every change that is not an event of the user.

Each change has one owner, a module of this folder or the one that started a job, one reason that is
shown, and one step in the history. A change of settings that follow others is part of their step.
"""

import math
import time
from collections.abc import Callable

from chunking.gui.compare import threshold_transfer
from chunking.gui.core.jobs import Waiting
from chunking.gui.core.view import View
from chunking.gui.library import documents, sync
from chunking.gui.questions import drafting
from chunking.gui.results.baseline import drop_unusable_baseline
from chunking.gui.results.chunks import remember_result
from chunking.gui.session.session import Session
from chunking.gui.settle import (
    followers,
    library_threshold,
    recommended_threshold,
    sizes,
)
from chunking.gui.settle.model_change import offer_transfer, offer_transfers
from chunking.gui.sweep.grid import hold_axes
from chunking.gui.tune import manual_boundaries, runs

_LANES: tuple[Callable[[Session], list[Waiting]], ...] = (
    drop_unusable_baseline,
    sizes.on_tune,
    sizes.in_lanes,
    followers.set_lanes,
    threshold_transfer.finish,
    offer_transfers,
)
RULES: dict[str, tuple[Callable[[Session], list[Waiting]], ...]] = {
    "tune": (
        drop_unusable_baseline,
        sizes.on_tune,
        recommended_threshold.set_on_tune,
        offer_transfer,
        manual_boundaries.finish_fit,
        remember_result,
        runs.record,
    ),
    "compare": _LANES,
    "ask": (drafting.finish, *_LANES),
    "library": (
        documents.start,
        sizes.in_library,
        library_threshold.set_common,
        sync.report_end,
    ),
    "sweep": (sizes.on_tune, recommended_threshold.set_on_tune, followers.set_sweep, hold_axes),
}
"""What may change without an event, in order, by the page on screen."""


def settle(session: Session) -> list[Waiting]:
    """Make the changes that are due, and return the jobs that others wait for."""
    return [waiting for rule in RULES.get(session.page, ()) for waiting in rule(session)]


def settled_view(session: Session, view: Callable[[Session], View]) -> View:
    """Settle a session and view it; again if a job has ended meanwhile, which only one has seen."""
    while True:
        began = time.monotonic()
        jobs = settle(session)
        found = view(session)
        found.wait_for(*jobs)
        if not any(began <= each.job.ended < math.inf for each in found.waiting):
            return found
