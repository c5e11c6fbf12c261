"""The pictures of the documentation show the window as it is."""

import json
import runpy
from pathlib import Path

import pytest
from browser import Window

SCRIPT = Path(__file__).parents[2] / "docs" / "screenshots.py"
RECORD = json.loads(SCRIPT.with_suffix(".json").read_text("utf-8"))
AGAIN = "take the pictures again: python docs/screenshots.py"


@pytest.mark.browser
@pytest.mark.model
def test_the_pictures_show_the_present_bar(window: Window) -> None:
    window.tune()
    window.settle()
    shown = window.page.evaluate(runpy.run_path(str(SCRIPT))["BAR"])
    assert shown == RECORD["bar"], AGAIN


def test_every_picture_was_taken_with_that_bar() -> None:
    assert runpy.run_path(str(SCRIPT))["digests"]() == RECORD["pictures"], AGAIN
