"""Engine benchmark: preparation and splitting, the semantic strategy alone, and growth of time.

`python -m benchmarks.engine [--data FILE] [--json OUT]`
"""

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from benchmarks import table, texts
from chunking import Document, available, chunk, get
from chunking.core.arrays import Vectors
from chunking.core.prepared import Prepared
from chunking.embedding import OnBatch
from chunking.engine import prepare, run
from chunking.strategies import Strategy

MEGABYTE = 1_000_000
GAPS = 20_000
TARGET_MS = 5
GROWTH = 2.5


class RandomEmbedder:
    """Random vectors, each similar to the one before, in place of a model."""

    id, revision, max_pieces = "random", "1", None

    def encode(self, texts: Sequence[str], *, on_batch: OnBatch | None = None) -> Vectors:
        """Return one vector for each text, (n, 384) float32 of norm 1."""
        del on_batch
        rows = np.random.default_rng(7).normal(size=(len(texts), 384)).astype(np.float32)
        rows += np.roll(rows, 1, axis=0)
        vectors: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return vectors


def prepared(document: Document, strategy: Strategy) -> Prepared:
    """Prepare a document without a model."""
    return prepare(document, strategy.material, embedder=RandomEmbedder())


def seconds(action: Callable[[], object], times: int = 3) -> float:
    """Return the shortest of several runs, in seconds of processor time."""
    found = []
    for _ in range(times):
        start = time.process_time()
        action()
        found.append(time.process_time() - start)
    return min(found)


def strategies(data: str | None) -> list[table.Row]:
    """Time preparation and splitting of 1 MB of prose with every strategy."""
    document = Document(texts.prose(MEGABYTE, data))
    rows = []
    for name in available():
        strategy = get(name)()
        ready = prepared(document, strategy)
        rows.append(
            {
                "strategy": name,
                "units": len(ready.units),
                "chunks": len(run(ready, strategy)),
                "prepare s": seconds(partial(prepared, document, strategy), 1),
                "cut ms": 1000 * seconds(partial(strategy.cut, ready)),
                "run ms": 1000 * seconds(partial(run, ready, strategy)),
            }
        )
    return rows


def semantic(data: str | None) -> list[table.Row]:
    """Time the semantic strategy alone, over a sweep of thresholds."""
    size = MEGABYTE
    while True:
        ready = prepared(Document(texts.prose(size, data)), get("semantic")())
        gaps = len(ready.units) - 1
        if gaps >= GAPS:
            break
        # Slightly more than estimated, to need few rounds.
        size = int(size * max(1.02, GAPS / max(1, gaps)))
    milliseconds = []
    for threshold in np.linspace(0, 1, 41).round(3).tolist():
        strategy = get("semantic")(threshold=threshold)
        milliseconds.append(1000 * seconds(partial(strategy.cut, ready), 5))
    return [
        {
            "gaps": gaps,
            "thresholds": len(milliseconds),
            "median ms": statistics.median(milliseconds),
            "max ms": max(milliseconds),
            "target ms": TARGET_MS,
            "reached": statistics.median(milliseconds) <= TARGET_MS,
        }
    ]


def growth(data: str | None) -> list[table.Row]:
    """Time preparation and splitting of 1, 2 and 4 MB."""
    kinds = {
        "prose": texts.prose,
        "one line": texts.one_line,
        "blank lines": texts.blank_lines,
        "headings": texts.headings,
    }
    rows = []
    for kind, made in kinds.items():
        documents = [Document(made(n * MEGABYTE, data)) for n in (1, 2, 4)]
        for name in available():
            strategy = get(name)()
            if strategy.material.model is not None:
                continue
            took = [seconds(partial(chunk, each, strategy), 2) for each in documents]
            rows.append(
                {
                    "text": kind,
                    "strategy": name,
                    "1 MB s": took[0],
                    "2 MB s": took[1],
                    "4 MB s": took[2],
                    "2/1": took[1] / took[0],
                    "4/2": took[2] / took[1],
                    "linear": max(took[1] / took[0], took[2] / took[1]) < GROWTH,
                }
            )
    return rows


def main() -> None:
    """Print the three tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", help="text with the sentences to use")
    parser.add_argument("--json", help="write the rows as JSON")
    arguments = parser.parse_args()
    results = {"machine": [table.machine()]}
    table.write("The machine", results["machine"])
    for title, measure in (
        ("Every strategy on 1 MB of prose", strategies),
        ("The semantic strategy alone", semantic),
        ("How time grows with the text", growth),
    ):
        results[title] = measure(arguments.data)
        table.write(title, results[title])
    table.save(arguments.json, results)


if __name__ == "__main__":
    main()
