"""A question, and the chunks of each strategy that answer it."""

from chunking.gui.ask.view import publish
from chunking.gui.shell import window

publish(window.current())
