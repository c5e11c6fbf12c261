"""The message with the probabilities of boundaries, without a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from chunking.gui.results.chunks import Split, split
from chunking.gui.session.session import Session
from chunking.gui.shell import window
from chunking.gui.tune import probabilities
from chunking.strategies import get

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.strategies import Strategy

pytestmark = pytest.mark.usefixtures("small_model")


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """Return the payloads that are sent, by id."""
    found: dict[str, bytes] = {}

    def send_once(_: str, name: str, make: Callable[[], tuple[dict[str, Any], bytes]]) -> None:
        found[name] = make()[1]

    monkeypatch.setattr(window, "send_once", send_once)
    return found


def shown(strategy: Strategy) -> Split:
    session = Session()
    session.documents.choose("essay.md")
    session.apply("tune", strategy)
    found = split(session)
    assert isinstance(found, Split)
    return found


def test_probable_gaps_are_sent_with_percentages(sent: dict[str, bytes]) -> None:
    found = shown(get("optimal")())
    name = probabilities.send(found)
    assert name is not None
    payload = sent[name]
    count = len(payload) // 5
    offsets, percents = np.frombuffer(payload, "<i4", count), np.frombuffer(payload, "<u1")[-count:]
    gaps = found.prepared.units.gaps
    every = found.strategy.probabilities(found.prepared, gaps)
    assert every is not None
    assert offsets.tolist() == gaps[every >= 0.005].tolist()
    assert percents.tolist() == [round(100 * each) for each in every if each >= 0.005]


def test_strategies_without_probabilities_send_none(sent: dict[str, bytes]) -> None:
    assert probabilities.send(shown(get("semantic")())) is None
    assert not sent
