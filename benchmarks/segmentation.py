"""Agreement of segmentation methods with the reference boundaries of labeled documents.

`python -m benchmarks.segmentation --data DIR_OR_FILES --json OUT [--methods NAMES] [--documents N]`

The data are JSON lines, one document per line: `{"id", "units": [text], "bounds": [index]}`, where
bounds are the indices of the units that start a new segment, without 0; or, instead of bounds,
`"annotators": {name: {"level1": [number]}}`, where numbers count from 1 and are the last units of
segments. Measures are averaged over annotators.

A row is a method on a set of documents. In mode `auto` the method finds the number of boundaries,
in mode `k` it is given. Means are over documents with a boundary; of the others, `uncut_cuts` is
the mean number of boundaries found. `dk_share` is the sum of |dk| divided by the number of
boundaries, over all documents. Intervals are 95 % bootstrap intervals of 1,000 draws of documents.
`seconds` exclude those of the model, `embedding_seconds`, close to 0 for cached vectors.
"""

import argparse
import json
import math
import statistics
import time
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

import numpy as np

from benchmarks import table
from benchmarks.segmentation_data import Case, LabeledDocument, files, read
from benchmarks.segmentation_methods import OURS, Method, selectors, strategies
from benchmarks.segmentation_peers import PEERS
from chunking import ChunkingError
from chunking.analysis.metrics import BOUNDARY_METRICS, boundary_metrics
from chunking.core.arrays import Floats, Vectors
from chunking.embedding import Embedder, OnBatch, get_embedder
from chunking.embedding.protocol import EmbedderWrapper

NAMES = [measure.name for measure in BOUNDARY_METRICS]
ACROSS = ["pk", "f1_1", "f1", "b"]
DRAWS = 1000
INTERVAL = (2.5, 97.5)
BEST = "threshold_best"


class TimedEmbedder(EmbedderWrapper):
    """Embedder that measures its time."""

    def __init__(self, embedder: Embedder) -> None:
        super().__init__(embedder)
        self.seconds = 0.0

    def encode(self, texts: Sequence[str], *, on_batch: OnBatch | None = None) -> Vectors:
        """Return one vector per text, (n, d)."""
        start = time.perf_counter()
        try:
            return self._embedder.encode(texts, on_batch=on_batch)
        finally:
            self.seconds += time.perf_counter() - start


def methods() -> list[Method]:
    """Return every method, in the order of the tables."""
    return [*OURS, *selectors(), *strategies(), *PEERS]


def select(patterns: Sequence[str], available: Sequence[Method]) -> list[Method]:
    """Return the methods whose names match comma-separated patterns with `*`; all without any.

    Raises:
        ChunkingError: A pattern matches none.
    """
    names = [part for pattern in patterns for part in pattern.split(",") if part]
    for name in names:
        if not any(fnmatchcase(method.name, name) for method in available):
            every = ", ".join(method.name for method in available)
            raise ChunkingError(f"no method is named {name!r}; there are {every}")
    return [
        method
        for method in available
        if not names or any(fnmatchcase(method.name, name) for name in names)
    ]


def measure(method: Method, case: Case, *, known_count: bool) -> tuple[Floats, float, float]:
    """Return the measures of a document, its |dk|, and its boundaries where there should be none.

    The measures are means over answers and references, (measures,), nan if no reference has a
    boundary. The last value is nan if all have.
    """
    answers = [] if known_count else method.segment(case, None)
    values, differences, spurious = [], [], []
    for reference in case.references:
        for answer in method.segment(case, len(reference)) if known_count else answers:
            found = boundary_metrics(reference, answer, len(case.units))
            differences.append(abs(found["dk"]))
            if reference:
                values.append([found[name] for name in NAMES])
            else:
                spurious.append(len(answer))
    means = np.mean(values, axis=0) if values else np.full(len(NAMES), np.nan)
    return means, float(np.mean(differences)), float(np.mean(spurious)) if spurious else math.nan


def measure_set(
    name: str, method: Method, cases: Sequence[Case], embedder: TimedEmbedder, *, known_count: bool
) -> table.Row:
    """Return the row of a method on a set."""
    for case in cases:
        _ = case.vectors  # computed before the clock starts
    embedding_start, start = embedder.seconds, time.perf_counter()
    results = [measure(method, case, known_count=known_count) for case in cases]
    total, embedding = time.perf_counter() - start, embedder.seconds - embedding_start
    values = np.array([means for means, _, _ in results]).reshape(-1, len(NAMES))
    segmented = values[~np.isnan(values[:, NAMES.index("b")])]
    spurious = [count for _, _, count in results if not math.isnan(count)]
    boundaries = sum(statistics.mean(map(len, case.references)) for case in cases)
    means = column_means(segmented)
    return {
        "set": name,
        "method": method.name,
        "mode": "k" if known_count else "auto",
        "documents": len(segmented),
        **{each: number(value) for each, value in zip(NAMES, means.tolist(), strict=True)},
        "seconds": round(total - embedding, 3),
        "embedding_seconds": round(embedding, 3),
        "dk_share": number(sum(dk for _, dk, _ in results) / boundaries) if boundaries else None,
        "uncut_documents": len(spurious),
        "uncut_cuts": number(float(np.mean(spurious))) if spurious else None,
        "intervals": intervals(segmented),
    }


def intervals(values: Floats) -> dict[str, list[float | None]]:
    """Return the bootstrap interval of the mean of each measure.

    Args:
        values: Measures of documents, (documents, measures).
    """
    drawn = np.random.default_rng(7).integers(max(1, len(values)), size=(DRAWS, len(values)))
    means = np.stack([column_means(values[rows]) for rows in drawn]).T
    return {name: _interval(drawn) for name, drawn in zip(NAMES, means, strict=True)}


def _interval(means: Floats) -> list[float | None]:
    known = means[~np.isnan(means)]
    return [number(each) for each in np.percentile(known, INTERVAL)] if len(known) else [None, None]


def column_means(values: Floats) -> Floats:
    """Return the mean of each column without nan; nan for a column of nan."""
    known = ~np.isnan(values)
    counts = known.sum(axis=0)
    sums = np.where(known, values, 0).sum(axis=0)
    means: Floats = np.full(values.shape[1], np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    return means


def number(value: float) -> float | None:
    """Return a number for JSON, None for nan."""
    return None if math.isnan(value) else round(value, 6)


def run(
    sets: dict[str, list[LabeledDocument]], methods: Sequence[Method], embedder: Embedder
) -> tuple[list[table.Row], list[table.Row]]:
    """Return the rows of all sets, and those of what could not be measured.

    Each set is printed when it is done.
    """
    timed = TimedEmbedder(embedder)
    rows: list[table.Row] = []
    skipped = [{"method": each.name, "why": each.missing} for each in methods if each.missing]
    for name, documents in sets.items():
        cases = [Case(document, timed) for document in documents if document.units]
        found: list[table.Row] = []
        for method in (each for each in methods if not each.missing):
            for known in [False] * method.finds_count + [True] * method.takes_count:
                try:
                    found.append(measure_set(name, method, cases, timed, known_count=known))
                except Exception as error:  # noqa: BLE001 - the other methods go on
                    why = f"{name}: {type(error).__name__}: {error}"
                    skipped.append({"method": method.name, "why": why})
        for mode, title in (
            ("auto", "number of boundaries found"),
            ("k", "number of boundaries given"),
        ):
            shown = [to_cells(each) for each in found if each["mode"] == mode]
            if shown:
                table.write(f"{name}, {len(cases)} documents, {title}", shown)
        rows += found
    return rows, skipped


def to_cells(found: table.Row) -> table.Row:
    """Return a row with formatted numbers."""
    cells: table.Row = {"method": found["method"]}
    for name in NAMES:
        cells[name] = figure(found[name], 2 if name == "dk" else 3)
        if name in {"pk", "f1_1"}:
            low, high = (figure(value) for value in found["intervals"][name])
            cells[name] += f" [{low}, {high}]"
    cells["|dk|/K"] = figure(found["dk_share"], 2)
    if found["uncut_documents"]:
        cells["spurious"] = figure(found["uncut_cuts"], 2)
    return {**cells, "s": found["seconds"], "model s": found["embedding_seconds"]}


def figure(value: float | None, decimals: int = 3) -> str:
    """Return a formatted number, or a dash for None."""
    return "-" if value is None else f"{value:.{decimals}f}"


def across(rows: Sequence[table.Row], name: str, mode: str) -> list[table.Row]:
    """Return one measure of each method in each set, with its unweighted mean over the sets."""
    selected = [each for each in rows if each["mode"] == mode]
    sets = list(dict.fromkeys(each["set"] for each in selected))
    found: list[table.Row] = []
    for method in dict.fromkeys(each["method"] for each in selected):
        values = {each["set"]: each[name] for each in selected if each["method"] == method}
        known = [value for value in values.values() if value is not None]
        complete = len(known) == len(sets)
        found.append(
            {
                "method": method,
                **{each: figure(values.get(each)) for each in sets},
                "mean": figure(sum(known) / len(known) if complete else None),
            }
        )
    return found


def shares_of_best(rows: Sequence[table.Row]) -> list[table.Row]:
    """Return the F1@1 of each method as a share of that of the best threshold, by set.

    Empty unless the best threshold of each document, `threshold_best`, was measured.
    """
    best = {each["set"]: each["f1_1"] for each in rows if each["method"] == BEST}
    if not best:
        return []
    shares = [
        {**each, "share": each["f1_1"] / best[each["set"]]}
        for each in rows
        if each["mode"] == "auto" and each["f1_1"] is not None and best.get(each["set"])
    ]
    return across(shares, "share", "auto")


def main() -> None:
    """Print the tables; write the rows with `--json`."""
    description, _, more = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=description, epilog=more, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", nargs="+", required=True, help="JSONL files, or folders of them")
    parser.add_argument("--json", help="write the rows as JSON")
    parser.add_argument("--methods", nargs="+", default=[], help="names, or patterns with *")
    parser.add_argument("--documents", type=int, help="maximum number of each set")
    arguments = parser.parse_args()
    limit = arguments.documents
    if limit is not None and limit < 1:
        parser.error(f"--documents must be 1 or more, got {limit}")
    try:
        selected = select(arguments.methods, methods())
        sets = {name: read(path, limit) for name, path in files(arguments.data).items()}
    except ChunkingError as error:
        parser.error(str(error))
    table.write("The machine", [table.machine()])
    rows, skipped = run(sets, selected, get_embedder())
    if len(sets) > 1:
        for mode, measures in (("auto", [*ACROSS, "dk_share"]), ("k", ACROSS)):
            for name in measures:
                if shown := across(rows, name, mode):
                    table.write(f"{name}, mode {mode}", shown)
        if shares := shares_of_best(rows):
            table.write("f1_1, share of the best threshold of each document", shares)
    if skipped:
        table.write("Not measured", skipped)
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
