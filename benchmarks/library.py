"""Library benchmark: speed and memory of `chunkscope sync` on generated libraries.

The machinery is measured with a stand-in for a model, whose vectors are random numbers by the hash
of the text, and the whole with the bundled model. Every run is a process with an empty cache. What
9,000 books and a terabyte take is computed from the measured runs.

`python -m benchmarks.library [--megabytes N …] [--documents N] [--strategy SPEC] [--machinery]
[--jobs N …] [--json OUT]`; `--machinery` leaves the bundled model out.
"""

import argparse
import hashlib
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import table
from chunking.core.arrays import Vectors
from chunking.core.text.numbers import count_of
from chunking.embedding import DEFAULT_MODEL, registry
from chunking.engine.spec import parse_spec
from chunking.library.parallel_map import THREADS_VARIABLE
from chunking.library.source import open_source
from chunking.library.sync import Options, sync

STAND_IN = "stand-in:random"
DIMENSION = 384
# Characters of a document of a library of some megabytes, and of a small one.
DOCUMENT = 40_000
SMALL_DOCUMENT = 1_000
# Bytes of text of libraries that are too large to measure; a book has some 90,000 words.
BOOK = 500_000
ESTIMATED = {"9,000 books": 9_000 * BOOK, "a terabyte": 10**12}
SECONDS_PER_DAY = 86_400
WORDS = """
the a of and to in sea tide moon ship harbor letter engine garden clock bread water stone river
winter light measure answer number window paper voice road morning island forest always never often
before after under between slowly clearly carried found wrote turned
"""


class StandIn:
    """A stand-in for a model: random unit vectors by the hash of the text."""

    revision = "1"
    max_pieces = None

    def __init__(self, name: str) -> None:
        self.id = f"stand-in:{name}"

    def encode(self, texts: Sequence[str], *, on_batch: object = None) -> Vectors:
        """Return a vector for each text."""
        del on_batch
        rows = np.zeros((len(texts), DIMENSION), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            seed = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())
            row[:] = np.random.default_rng(seed).standard_normal(DIMENSION, dtype=np.float32)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return rows


if __name__ in {"__main__", "__mp_main__"}:  # worker processes have the second name
    registry.PROVIDERS["stand-in"] = ("benchmarks.library", "StandIn")


def write_library(folder: Path, count: int, characters: int) -> None:
    """Write Markdown documents of sentences of random words."""
    folder.mkdir(parents=True)
    words = WORDS.split()
    generator = random.Random(count)  # noqa: S311 - not a secret
    for i in range(count):
        parts: list[str] = [f"# Document {i}"]
        length = 0
        while length < characters:
            chosen = generator.choices(words, k=generator.randint(6, 24))
            sentence = " ".join(chosen).capitalize() + "."
            starts_section = generator.random() < 0.02
            parts.append(f"\n\n## About {chosen[0]} {length}\n\n" if starts_section else " ")
            parts.append(sentence)
            length += len(sentence) + 1
        below = folder / f"{i // 500:03}"
        below.mkdir(exist_ok=True)
        (below / f"{i:06}.md").write_text("".join(parts) + "\n", encoding="utf-8")


def measure_here(given: dict[str, Any]) -> dict[str, float]:
    """Sync a library in this process; return seconds, bytes and megabytes of peak memory."""
    import resource

    source = open_source([given["library"]])
    size = source.size
    options = Options(model=given["model"], jobs=given["jobs"])
    started = time.perf_counter()
    report = sync(source, given["store"], parse_spec(given["strategy"]), options)
    seconds = time.perf_counter() - started
    unit = 1 if sys.platform == "darwin" else 1024
    own, workers = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return {
        "seconds": seconds,
        "processor": sum(each.ru_utime + each.ru_stime for each in (own, workers)),
        "bytes": size,
        "documents": report.added + report.changed + report.unchanged,
        "chunks": report.counts.chunks,
        "stored": sum(each.stat().st_size for each in Path(given["store"]).rglob("*.*")),
        "peak": own.ru_maxrss * unit / 1e6,
        "worker_peak": workers.ru_maxrss * unit / 1e6,
    }


def measure(folder: Path, given: dict[str, Any], threads: int | None = None) -> dict[str, Any]:
    """Return the measures of a sync in a process with an empty vector cache."""
    with tempfile.TemporaryDirectory(dir=folder) as cache:
        environment = os.environ | {"CHUNKSCOPE_CACHE_DIR": cache}
        if threads is not None:
            environment[THREADS_VARIABLE] = str(threads)
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.library", "--measure", json.dumps(given)],
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def row(name: str, found: dict[str, Any]) -> table.Row:
    """Return the measures of a run as a row of a table."""
    return {
        "run": name,
        "documents": found["documents"],
        "MB": found["bytes"] / 1e6,
        "chunks": found["chunks"],
        "store MB": found["stored"] / 1e6,
        "seconds": found["seconds"],
        "of processors": found["processor"],
        "documents/s": found["documents"] / found["seconds"],
        "MB/s": found["bytes"] / 1e6 / found["seconds"],
        "peak MB": found["peak"],
        "peak of a worker MB": found["worker_peak"],
    }


def _processes(jobs: int) -> str:
    return count_of(jobs, "process", "processes")


def estimates(rows: Sequence[table.Row]) -> list[table.Row]:
    """Return what large libraries take, in proportion to the measured runs with new documents.

    Hours are those of such a run; several at once, on other machines, share a library.
    """
    return [
        {
            "library": name,
            "in proportion to": row["run"],
            "GB": size / 1e9,
            "store GB": size / 1e9 * row["store MB"] / row["MB"],
            "chunks": round(size / 1e6 * row["chunks"] / row["MB"]),
            "hours": size / 1e6 / row["MB/s"] / 3600,
            "runs at once for a day": math.ceil(size / 1e6 / row["MB/s"] / SECONDS_PER_DAY),
        }
        for name, size in ESTIMATED.items()
        for row in rows
        if row["chunks"] and not row["run"].startswith("small")
    ]


def measure_machinery(
    folder: Path, megabytes: Sequence[int], documents: int, strategy: str, jobs: Sequence[int]
) -> list[table.Row]:
    """Return the rows of measurements with the stand-in, of large and of many documents."""
    rows = []
    for size in megabytes:
        library = folder / f"{size} MB"
        write_library(library, max(1, size * 1_000_000 // DOCUMENT), DOCUMENT)
        given: dict[str, Any] = {
            "library": str(library),
            "strategy": strategy,
            "model": STAND_IN,
        }
        for count in jobs:
            store = str(folder / f"store {size} {count}")
            found = measure(folder, given | {"store": store, "jobs": count}, 1)
            rows.append(row(f"{size} MB, stand-in, {_processes(count)}", found))
    small = folder / "small"
    write_library(small, documents, SMALL_DOCUMENT)
    given = {
        "library": str(small),
        "strategy": strategy,
        "model": STAND_IN,
        "store": str(folder / "store small"),
        "jobs": 1,
    }
    rows.append(row("small documents, stand-in", measure(folder, given)))
    rows.append(row("small documents, unchanged", measure(folder, given)))
    return rows


def measure_model(
    folder: Path, megabytes: int, strategy: str, jobs: Sequence[int]
) -> list[table.Row]:
    """Return the rows of measurements with the bundled model, of a library that is written."""
    rows = []
    for count in jobs:
        store = str(folder / f"store model {count}")
        given = {
            "library": str(folder / f"{megabytes} MB"),
            "strategy": strategy,
            "model": DEFAULT_MODEL,
            "store": store,
            "jobs": count,
        }
        found = measure(folder, given, 1)
        rows.append(row(f"{megabytes} MB, {DEFAULT_MODEL}, {_processes(count)}", found))
    return rows


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, nargs="+", default=[1, 10])
    parser.add_argument("--documents", type=int, default=10_000, help="small ones")
    parser.add_argument("--strategy", default="structure")
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--machinery", action="store_true", help="without the bundled model")
    parser.add_argument("--json")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        print(json.dumps(measure_here(json.loads(given.measure))))
        return
    with tempfile.TemporaryDirectory() as folder:
        place, jobs, strategy = Path(folder), given.jobs, given.strategy
        rows = measure_machinery(place, given.megabytes, given.documents, strategy, jobs)
        if not given.machinery:
            rows += measure_model(place, given.megabytes[0], strategy, jobs)
    table.write("Sync of generated libraries; one thread per process", rows)
    estimated = estimates(rows)
    table.write("On paper, in proportion to the measured runs", estimated)
    if given.json:
        Path(given.json).write_text(
            json.dumps({"machine": table.machine(), "rows": rows, "estimates": estimated}, indent=1)
        )


if __name__ == "__main__":
    main()
