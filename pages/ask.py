"""A question, and the chunks of each strategy that answer it."""

from chunking.gui.pages.ask import view
from chunking.gui.shell.window import show

show(view)
