"""The paper estimate of the library benchmark."""

import pytest

from benchmarks.engine import prepared
from benchmarks.library import estimates
from chunking import Document, available, get
from chunking.engine import run


def row(run: str, chunks: int) -> dict[str, object]:
    """Return a measured run of 2 MB in 4 seconds."""
    return {"run": run, "MB": 2.0, "MB/s": 0.5, "store MB": 3.0, "chunks": chunks}


def test_large_libraries_are_in_proportion_to_runs_with_new_documents() -> None:
    found = estimates([row("2 MB", 1_000), row("small documents", 9), row("unchanged", 0)])
    books, terabyte = found
    assert (books["library"], books["in proportion to"]) == ("9,000 books", "2 MB")
    assert (books["GB"], books["store GB"], books["chunks"]) == (4.5, 6.75, 2_250_000)
    assert books["hours"] == 2.5
    assert terabyte["hours"] == 2e6 / 3600
    assert (books["runs at once for a day"], terabyte["runs at once for a day"]) == (1, 24)


TEXT = "\n\n".join(f"The sea goes out on day {n}. It comes in again." for n in range(30))


@pytest.mark.parametrize("name", available())
def test_every_strategy_is_prepared_and_run(name: str) -> None:
    strategy = get(name)()
    ready = prepared(Document(TEXT), strategy)
    assert (ready.vectors is not None) == (strategy.material.model is not None)
    assert len(run(ready, strategy)) > 0
