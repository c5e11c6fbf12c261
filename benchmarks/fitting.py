"""Gain of fitting settings to manual boundaries, on the reviewed text and on the rest.

`python -m benchmarks.fitting --data FILE… [--boundaries N …] [--strategy SPEC …] [--documents N]`

FILE is as in `benchmarks.segmentation`. The first N boundaries of a document are the manual ones.
Documents with fewer than 1.5 N boundaries are skipped, since the rest would tell too little.
"""

import argparse
import time
from collections.abc import Iterator

import numpy as np

from benchmarks import segmentation_data, table
from benchmarks.segmentation_data import LabeledDocument
from chunking import Document
from chunking.analysis.metrics.boundaries import (
    ReferenceBoundaries,
    boundary_edit_similarity,
    unit_boundaries,
)
from chunking.analysis.settings_search.fit import Fit, fit
from chunking.core.prepared import Constraints, Prepared
from chunking.engine import prepare, run
from chunking.engine.spec import parse_spec
from chunking.strategies import Strategy

SPECS = (
    *("semantic", "semantic:tokenizer=wordpiece,threshold=0.3,min_tokens=50,max_tokens=254"),
    "optimal:tokenizer=wordpiece,target_tokens=128,min_tokens=50,max_tokens=254",
    *("breakpoint", "structure", "sentence"),
)


def join_units(document: LabeledDocument) -> tuple[str, list[int]]:
    """Return the text of a document, and the offsets of the first annotator's boundaries."""
    text, boundaries = "", []
    for index, unit in enumerate(document.units):
        text += segmentation_data.SEPARATOR if text else ""
        boundaries += [len(text)] if index in document.references[0] else []
        text += unit.strip()
    return text, boundaries


def agreement_on_rest(
    prepared: Prepared, strategy: Strategy, reference: ReferenceBoundaries, boundaries: list[int]
) -> float:
    """Return B of a strategy on the units after those with manual boundaries."""
    units = len(prepared.units) - reference.count
    both = (boundaries, run(prepared, strategy).boundaries)
    expected, found = (unit_boundaries(each, prepared.units) - reference.count for each in both)
    return boundary_edit_similarity(expected[expected > 0], found[found > 0], units)


def rows(
    documents: list[LabeledDocument], specs: list[str], counts: list[int]
) -> Iterator[table.Row]:
    """Yield a row for each strategy and number of manual boundaries: means over documents."""
    for spec in specs:
        strategy = parse_spec(spec)
        for count in counts:
            results: list[tuple[float, ...]] = []
            for document in documents:
                text, boundaries = join_units(document)
                if len(boundaries) < count * 1.5:
                    continue
                prepared = prepare(Document(text), strategy.material)
                manual = Constraints(tuple(boundaries[:count]))
                reference = ReferenceBoundaries.of(manual, prepared.units)
                if reference is None or reference.count > len(prepared.units) - 2:
                    continue
                start = time.perf_counter()
                best = fit(prepared, strategy, reference)
                seconds = time.perf_counter() - start
                agreement = _agreement(best, prepared, reference, boundaries)
                results.append((*agreement, best.tried, seconds))
            if results:
                yield _row(spec, count, results)


def _agreement(
    best: Fit, prepared: Prepared, reference: ReferenceBoundaries, boundaries: list[int]
) -> tuple[float, ...]:
    """Return B before and after fitting, on the reviewed text and on the rest."""
    initial = best.strategy.with_(**{name: old for name, (old, _) in best.changes.items()})
    rest = [
        agreement_on_rest(prepared, strategy, reference, boundaries)
        for strategy in (initial, best.strategy)
    ]
    return (best.before["b"], best.after["b"], *rest)


def _row(spec: str, count: int, results: list[tuple[float, ...]]) -> table.Row:
    *agreement, tried, seconds = np.mean(results, axis=0).tolist()
    heads = ("B reviewed", "fitted", "B rest", "fitted, rest")
    shown = {head: f"{value:.3f}" for head, value in zip(heads, agreement, strict=True)}
    named = {"strategy": spec, "boundaries": count, "documents": len(results)}
    return {**named, **shown, "tried": round(tried), "seconds": seconds}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", nargs="+", required=True, help="JSONL files or a folder")
    parser.add_argument("--boundaries", nargs="+", type=int, default=[2, 5, 10])
    parser.add_argument("--strategy", action="append", help="as in `chunkscope compare`")
    parser.add_argument("--documents", type=int, help="maximum number of each set")
    arguments = parser.parse_args()
    for name, path in segmentation_data.files(arguments.data).items():
        documents = segmentation_data.read(path, arguments.documents)
        found = list(rows(documents, arguments.strategy or list(SPECS), arguments.boundaries))
        table.write(f"{name}, B higher is better", found)


if __name__ == "__main__":
    main()
