"""One document, one strategy: move a setting, and see the boundaries move, and why."""

from chunking.gui import tune, window

tune.publish(window.current())
