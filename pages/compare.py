"""Two to four strategies on one document."""

from chunking.gui.compare.view import publish
from chunking.gui.shell import window

publish(window.current())
