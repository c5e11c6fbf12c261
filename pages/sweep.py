"""Two settings over their ranges: a map of any metric."""

from chunking.gui.pages.sweep import view
from chunking.gui.shell.window import show

show(view)
