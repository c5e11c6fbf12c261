"""Last complete result of Tune, which stays on screen if another model fails."""

from chunking.gui.core.jobs import Waiting
from chunking.gui.results.chunks import model_job, split
from chunking.gui.session.session import Session


def remember_result(session: Session) -> list[Waiting]:
    """Remember the settings once their chunks of the document on screen are complete."""
    working = model_job(session)
    if working is not None:
        return [working] if working.job.error is None else []
    current = split(session)
    if not isinstance(current, Waiting):
        session.tune.complete = session.document.sha256, current.strategy
    return []
