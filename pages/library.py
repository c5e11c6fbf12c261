"""One strategy on many documents."""

from chunking.gui.library.view import publish
from chunking.gui.shell import window

publish(window.current())
