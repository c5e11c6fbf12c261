"""The status line of Tune, without a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from chunking.gui.session import Session
from chunking.gui.tune import status
from chunking.gui.tune.chunks import Split, split
from chunking.strategies import get

if TYPE_CHECKING:
    from chunking.strategies import Strategy

pytestmark = pytest.mark.usefixtures("small_model")


def verdict(strategy: Strategy) -> str:
    session = Session()
    session.documents.choose("essay.md")
    session.apply("tune", strategy)
    shown = split(session)
    assert isinstance(shown, Split)
    text = status.verdict(shown, None)["text"]
    assert isinstance(text, str)
    return text


def test_the_maximum_is_named_where_it_determines_the_boundaries() -> None:
    assert verdict(get("fixed")(max_tokens=300)).startswith("Max tokens determines all ")


def test_a_target_below_the_maximum_is_named_instead_of_it() -> None:
    strategy = get("structure")(target_tokens=300, max_tokens=600)
    assert verdict(strategy).startswith("Target tokens determines all ")
