"""One document, one strategy: move a setting, and see the boundaries move, and why."""

from chunking.gui.shell import window
from chunking.gui.tune.view import publish

publish(window.current())
