"""A question, and the chunks of each strategy that answer it."""

from chunking.gui import window
from chunking.gui.ask.publish import publish

publish(window.current())
