"""Baseline that cannot be made any more, such as one whose model is gone."""

from chunking.core.errors import ChunkingError
from chunking.gui.core.jobs import Waiting
from chunking.gui.results.baseline import make_baseline
from chunking.gui.session.session import Session


def drop_unusable(session: Session) -> list[Waiting]:
    """Remove the baseline with a notice if it cannot be made any more."""
    try:
        make_baseline(session, session.document)
    except ChunkingError as error:
        session.notify(f"The baseline was removed: {error}.")
        session.baseline = None
    return []
