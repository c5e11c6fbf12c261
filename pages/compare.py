"""Two to four strategies on one document."""

from chunking.gui import compare, window

compare.publish(window.current())
