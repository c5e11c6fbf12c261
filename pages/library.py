"""One strategy on many documents."""

from chunking.gui import library, window

library.publish(window.current())
