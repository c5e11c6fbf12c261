"""Two to four strategies on one document."""

from chunking.gui import window
from chunking.gui.compare.publish import publish

publish(window.current())
