"""The message with the probabilities of boundaries, without a browser."""

import numpy as np
import pytest
from session_page import ended

from chunking.engine.run import Split
from chunking.gui.core.view import Data, View
from chunking.gui.results.chunks import split
from chunking.gui.session.session import Session
from chunking.gui.tune.signals import add_probabilities
from chunking.strategies import Strategy, get

pytestmark = pytest.mark.usefixtures("small_model")


def shown(strategy: Strategy) -> Split:
    session = Session()
    session.documents.choose("essay.md")
    session.apply("tune", strategy)
    return ended(lambda: split(session))


def test_probable_gaps_are_sent_with_percentages() -> None:
    found = shown(get("optimal")())
    view = View()
    name = add_probabilities(view, found)
    [data] = view.items
    assert isinstance(data, Data)
    assert name == data.id
    payload = data.make().payload
    count = len(payload) // 5
    offsets, percents = np.frombuffer(payload, "<i4", count), np.frombuffer(payload, "<u1")[-count:]
    gaps = found.prepared.units.gaps
    every = found.strategy.probabilities(found.prepared, gaps)
    assert every is not None
    assert offsets.tolist() == gaps[every >= 0.005].tolist()
    assert percents.tolist() == [round(100 * each) for each in every if each >= 0.005]


def test_strategies_without_probabilities_send_none() -> None:
    view = View()
    assert add_probabilities(view, shown(get("semantic")())) is None
    assert not view.items
