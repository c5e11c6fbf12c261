"""The parts of a page: each draws what it is given, and computes nothing."""

from chunking.gui.views import compare, document, downloads, library, readout, tune, waiting

__all__ = ["compare", "document", "downloads", "library", "readout", "tune", "waiting"]
