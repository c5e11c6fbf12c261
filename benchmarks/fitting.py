"""What fitting to marks gains: on the text that was marked, and on the text behind it.

`python -m benchmarks.fitting --data FILE… [--marks N …] [--strategy SPEC …] [--documents N]`

FILE is as `benchmarks.segmentation` takes it. The first boundaries of a document are the marks; a
document counts where half as many are left behind them, since what fits the marks may fit nothing
else.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

import numpy as np

from benchmarks import segmentation_data, table
from chunking import Document
from chunking.engine import prepare, run
from chunking.fitting import fit
from chunking.metrics.boundaries import boundary_edit_similarity, unit_boundaries
from chunking.metrics.gold import Gold
from chunking.specs import parse_spec
from chunking.types import Constraints

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.segmentation_data import Labelled
    from chunking.fitting import Fit
    from chunking.strategies import Strategy
    from chunking.types import Prepared

SPECS = (
    *("semantic", "semantic:count_in=wordpiece,threshold=0.3,min_tokens=50,max_tokens=254"),
    "optimal:count_in=wordpiece,target_tokens=128,min_tokens=50,max_tokens=254",
    *("breakpoint", "structure", "sentence"),
)


def offsets(document: Labelled) -> tuple[str, list[int]]:
    """The text of a document, and where its segments begin: those of its first key."""
    text, starts = "", []
    for number, unit in enumerate(document.units):
        text += segmentation_data.SEPARATOR if text else ""
        starts += [len(text)] if number in document.keys[0] else []
        text += unit.strip()
    return text, starts


def behind(prepared: Prepared, strategy: Strategy, gold: Gold, starts: list[int]) -> float:
    """B of a strategy on the units behind those that marks judge."""
    units = len(prepared.units) - gold.count
    sides = (starts, run(prepared, strategy).boundaries)
    here, there = (unit_boundaries(each, prepared.units) - gold.count for each in sides)
    return boundary_edit_similarity(here[here > 0], there[there > 0], units)


def rows(documents: list[Labelled], specs: list[str], counts: list[int]) -> Iterator[table.Row]:
    """A row for each strategy and number of marks: means over the documents."""
    for spec in specs:
        strategy = parse_spec(spec)
        for count in counts:
            found: list[tuple[float, ...]] = []
            for document in documents:
                text, starts = offsets(document)
                if len(starts) < count * 1.5:
                    continue
                prepared = prepare(Document(text), strategy.material)
                gold = Gold.of(Constraints(tuple(starts[:count])), prepared.units)
                if gold is None or gold.count > len(prepared.units) - 2:
                    continue
                began = time.perf_counter()
                best = fit(prepared, strategy, gold)
                took = time.perf_counter() - began
                found.append((*_gained(best, prepared, gold, starts), best.tried, took))
            if found:
                yield _row(spec, count, found)


def _gained(best: Fit, prepared: Prepared, gold: Gold, starts: list[int]) -> tuple[float, ...]:
    """B before and after, on what is marked and behind it."""
    first = best.strategy.with_(**{name: old for name, (old, _) in best.changes.items()})
    left = [behind(prepared, each, gold, starts) for each in (first, best.strategy)]
    return (best.before["b"], best.after["b"], *left)


def _row(spec: str, count: int, found: list[tuple[float, ...]]) -> table.Row:
    *gained, tried, took = np.mean(found, axis=0).tolist()
    heads = ("B marked", "fitted", "B behind", "fitted too")
    shown = {head: f"{value:.3f}" for head, value in zip(heads, gained, strict=True)}
    named = {"strategy": spec, "marks": count, "documents": len(found)}
    return {**named, **shown, "tried": round(tried), "seconds": took}


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", nargs="+", required=True, help="JSONL files or a folder")
    parser.add_argument("--marks", nargs="+", type=int, default=[2, 5, 10])
    parser.add_argument("--strategy", action="append", help="as `chunkscope compare` takes it")
    parser.add_argument("--documents", type=int, help="the first so many of each set")
    asked = parser.parse_args()
    for name, path in segmentation_data.files(asked.data).items():
        documents = segmentation_data.read(path, asked.documents)
        found = list(rows(documents, asked.strategy or list(SPECS), asked.marks))
        table.write(f"{name}, B higher is better", found)


if __name__ == "__main__":
    main()
