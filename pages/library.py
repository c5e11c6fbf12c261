"""One strategy on many documents."""

from chunking.gui import window
from chunking.gui.library.publish import publish

publish(window.current())
