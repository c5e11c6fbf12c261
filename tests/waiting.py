"""Waiting for other threads and processes, within the one time limit of the tests."""

import os
import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

TIME_LIMIT = float(os.environ.get("TEST_LIMIT", "600"))
"""Seconds after which a test that waits fails: it would hang, however slow the machine is."""


def wait_until(condition: Callable[[], Found]) -> Found:
    """Return the first true result of a condition that another thread or process fulfills."""
    until = time.monotonic() + TIME_LIMIT
    while not (found := condition()):
        assert time.monotonic() < until, "what is awaited has not happened"
        time.sleep(0.01)
    return found
