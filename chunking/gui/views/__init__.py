"""The parts of a page: each draws what it is given, and computes nothing."""

from chunking.gui.views import (
    advised,
    baseline,
    compare,
    document,
    downloads,
    fitting,
    library,
    marks,
    readout,
    session,
    signals,
    stored,
    sweep,
    tune,
    undo,
    waiting,
)

__all__ = [
    "advised",
    "baseline",
    "compare",
    "document",
    "downloads",
    "fitting",
    "library",
    "marks",
    "readout",
    "session",
    "signals",
    "stored",
    "sweep",
    "tune",
    "undo",
    "waiting",
]
