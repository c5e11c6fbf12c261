"""Results of the window's background jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from waiting import TIME_LIMIT

from chunking.gui.core.jobs import Waiting

if TYPE_CHECKING:
    from collections.abc import Callable


def result_of(call: Callable[[], Any]) -> Any:
    """Return the result of a call once no job works on it, or the job that failed."""
    while isinstance(found := call(), Waiting) and found.job.error is None:
        assert found.job.finished.wait(TIME_LIMIT)
    return found
