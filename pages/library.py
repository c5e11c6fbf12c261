"""One strategy on many documents."""

from chunking.gui.pages.library import view
from chunking.gui.shell.window import show

show(view)
