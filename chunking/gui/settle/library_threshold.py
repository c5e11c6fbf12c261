"""Threshold of Library: the one recommended for all documents, as long as the user has set none."""

from statistics import median_low

from chunking.gui.core.jobs import Waiting
from chunking.gui.library.preparation import prepare
from chunking.gui.library.thresholds import common, recommend
from chunking.gui.session.session import Session
from chunking.gui.settle.recommended_threshold import BY_SIZE, set_threshold


def set_common(session: Session) -> list[Waiting]:
    """Set the common threshold once all documents are read, with a notice.

    Where none is recommended, it is the median of those that give the documents chunks of a size
    between the limits.
    """
    if "library" in session.touched:
        return []
    documents, strategy = session.library.documents, session.strategy("library")
    ready, reading = prepare(documents, strategy.material, session.model("library"))
    own, recommending = recommend(session, ready, strategy)
    waiting = [each for each in (reading, recommending) if each is not None]
    one = common(documents, own)
    if waiting or one is None:
        return waiting
    if one.value is None:
        by_size = [each.by_size for each in own.values() if each.by_size is not None]
        if by_size:
            set_threshold(session, "library", median_low(by_size), BY_SIZE, "starting threshold")
        return []
    set_threshold(session, "library", one.value, f", recommended for all: {one.verdict}")
    return []
