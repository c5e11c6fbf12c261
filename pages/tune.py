"""One document, one strategy: move a setting, and see the boundaries move, and why."""

from chunking.gui import window
from chunking.gui.tune.publish import publish

publish(window.current())
