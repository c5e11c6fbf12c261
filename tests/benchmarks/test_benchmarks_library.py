"""The paper estimate of the library benchmark."""

from benchmarks.library import estimates


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
