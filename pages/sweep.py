"""Two settings over their ranges: a map of any metric."""

from chunking.gui.shell import window
from chunking.gui.sweep.view import publish

publish(window.current())
