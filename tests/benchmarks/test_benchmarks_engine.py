"""Engine benchmark: prepares documents for every strategy, without a model."""

import pytest

from benchmarks.engine import prepared
from chunking import Document, available, get
from chunking.engine import run

TEXT = "\n\n".join(f"The sea goes out on day {n}. It comes in again." for n in range(30))


@pytest.mark.parametrize("name", available())
def test_every_strategy_is_prepared_and_run(name: str) -> None:
    strategy = get(name)()
    ready = prepared(Document(TEXT), strategy)
    assert (ready.vectors is not None) == (strategy.material.model is not None)
    assert len(run(ready, strategy)) > 0
