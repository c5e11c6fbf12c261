"""The actions of all pages."""

from collections.abc import Callable

from chunking.gui.ask import actions as ask
from chunking.gui.compare import actions as compare
from chunking.gui.library import actions as library
from chunking.gui.questions import actions as questions
from chunking.gui.shell import demo
from chunking.gui.sweep import actions as sweep
from chunking.gui.tune import actions as tune

ACTIONS: dict[str, Callable[..., object]] = {
    **tune.ACTIONS,
    **compare.ACTIONS,
    **library.ACTIONS,
    **sweep.ACTIONS,
    **ask.ACTIONS,
    **questions.ACTIONS,
    "demo": demo.show,
}
"""The actions by name, besides those in `events`."""
