"""Two settings over their ranges: a map of any metric."""

from chunking.gui import sweep, window

sweep.publish(window.current())
