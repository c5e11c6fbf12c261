"""One document, one strategy: move a setting, and see the boundaries move, and why."""

from chunking.gui.pages.tune import view
from chunking.gui.shell.window import show

show(view)
