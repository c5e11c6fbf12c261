"""Two settings over their ranges: a map of any metric."""

from chunking.gui import window
from chunking.gui.sweep.publish import publish

publish(window.current())
