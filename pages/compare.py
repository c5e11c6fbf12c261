"""Two to four strategies on one document."""

from chunking.gui.pages.compare import view
from chunking.gui.shell.window import show

show(view)
