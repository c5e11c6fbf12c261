"""How near the cuts of each method are to those of people, on texts whose answer is known.

`python -m benchmarks.segmentation --data DIR_OR_FILES --json OUT [--methods NAMES] [--documents N]`

The data are JSON lines, a document a line: `{"id", "units": [text], "bounds": [number]}`, where
bounds are the numbers of the units that start a new segment, never 0; or with annotators in
place of bounds, `{name: {"level1": [number]}}`, whose numbers count from 1 and name the last
unit of a segment. An answer is measured against each annotator, and the mean counts.

A row is a method on a set. In mode `auto` it finds out how many cuts there are, in mode `k` it is
told. The means go over the documents that have a boundary; what happens to the others is in
`uncut_cuts`, the mean number of cuts made in them. `dk_share` is the sum of |dk| over the sum of
boundaries, all documents together. Intervals hold 95 % of 1,000 bootstrap draws of documents.
`seconds` are those of all documents without the time the model takes, which is in
`embedding_seconds` and is next to nothing where the vectors are cached.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import time
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks import table
from benchmarks.segmentation_data import Case, Labelled, files, read
from benchmarks.segmentation_methods import OURS, Method, selectors, strategies
from benchmarks.segmentation_peers import PEERS
from chunking import ChunkingError
from chunking.embedding import get_embedder
from chunking.metrics import BOUNDARY_MEASURES, boundary_measures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.embedding import Embedder, OnBatch
    from chunking.types import Floats, Vectors

NAMES = [measure.name for measure in BOUNDARY_MEASURES]
ACROSS = ["pk", "f1_1", "f1", "b"]
DRAWS = 1000
INTERVAL = (2.5, 97.5)
BEST = "threshold_best"


class Timed:
    """An embedder that counts the seconds it takes."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.seconds = 0.0

    @property
    def id(self) -> str:
        """The model's id."""
        return self._embedder.id

    @property
    def revision(self) -> str:
        """The model's revision."""
        return self._embedder.revision

    @property
    def max_pieces(self) -> int | None:
        """The number of word pieces the model reads of one text."""
        return self._embedder.max_pieces

    def encode(self, texts: Sequence[str], *, on_batch: OnBatch | None = None) -> Vectors:
        """One vector a text, (n, d)."""
        begun = time.perf_counter()
        try:
            return self._embedder.encode(texts, on_batch=on_batch)
        finally:
            self.seconds += time.perf_counter() - begun


def methods() -> list[Method]:
    """Every method, in the order of the tables."""
    return [*OURS, *selectors(), *strategies(), *PEERS]


def chosen(patterns: Sequence[str], among: Sequence[Method]) -> list[Method]:
    """The methods with such names; a pattern may have `*`, and commas part several.

    Raises:
        ChunkingError: a pattern names none.
    """
    wanted = [part for pattern in patterns for part in pattern.split(",") if part]
    for part in wanted:
        if not any(fnmatchcase(method.name, part) for method in among):
            names = ", ".join(method.name for method in among)
            raise ChunkingError(f"no method is named {part!r}; there are {names}")
    return [
        method
        for method in among
        if not wanted or any(fnmatchcase(method.name, part) for part in wanted)
    ]


def measured(method: Method, case: Case, *, told: bool) -> tuple[Floats, float, float]:
    """The measures of one document, its |dk|, and its cuts where nobody cuts.

    The first are the means over answers and keys, (measures,), nan where no key has a boundary;
    the last is nan where one has.
    """
    answers = [] if told else method.cut(case, None)
    values, off, made = [], [], []
    for key in case.keys:
        for answer in method.cut(case, len(key)) if told else answers:
            found = boundary_measures(key, answer, len(case.units))
            off.append(abs(found["dk"]))
            if key:
                values.append([found[name] for name in NAMES])
            else:
                made.append(len(answer))
    means = np.mean(values, axis=0) if values else np.full(len(NAMES), np.nan)
    return means, float(np.mean(off)), float(np.mean(made)) if made else math.nan


def row(name: str, method: Method, cases: Sequence[Case], timed: Timed, *, told: bool) -> table.Row:
    """One method on one set."""
    for case in cases:
        _ = case.vectors  # are there before the clock runs
    before, begun = timed.seconds, time.perf_counter()
    results = [measured(method, case, told=told) for case in cases]
    took, embedding = time.perf_counter() - begun, timed.seconds - before
    values = np.array([means for means, _, _ in results]).reshape(-1, len(NAMES))
    cut = values[~np.isnan(values[:, NAMES.index("b")])]
    uncut = [made for _, _, made in results if not math.isnan(made)]
    keys = sum(statistics.mean(map(len, case.keys)) for case in cases)
    means = mean_of(cut)
    return {
        "set": name,
        "method": method.name,
        "mode": "k" if told else "auto",
        "documents": len(cut),
        **{measure: number(value) for measure, value in zip(NAMES, means.tolist(), strict=True)},
        "seconds": round(took - embedding, 3),
        "embedding_seconds": round(embedding, 3),
        "dk_share": number(sum(off for _, off, _ in results) / keys) if keys else None,
        "uncut_documents": len(uncut),
        "uncut_cuts": number(float(np.mean(uncut))) if uncut else None,
        "intervals": intervals(cut),
    }


def intervals(values: Floats) -> dict[str, list[float | None]]:
    """The bootstrap interval of the mean of each measure; `values` are (documents, measures)."""
    drawn = np.random.default_rng(7).integers(max(1, len(values)), size=(DRAWS, len(values)))
    means = np.stack([mean_of(values[rows]) for rows in drawn]).T
    return {name: _interval(drawn) for name, drawn in zip(NAMES, means, strict=True)}


def _interval(means: Floats) -> list[float | None]:
    known = means[~np.isnan(means)]
    return [number(each) for each in np.percentile(known, INTERVAL)] if len(known) else [None, None]


def mean_of(values: Floats) -> Floats:
    """The mean of each column over the rows that have a number, nan where none has."""
    there = ~np.isnan(values)
    counts = there.sum(axis=0)
    sums = np.where(there, values, 0).sum(axis=0)
    means: Floats = np.full(values.shape[1], np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    return means


def number(value: float) -> float | None:
    """A figure as JSON can hold it."""
    return None if math.isnan(value) else round(value, 6)


def run(
    sets: dict[str, list[Labelled]], wanted: Sequence[Method], embedder: Embedder
) -> tuple[list[table.Row], list[table.Row]]:
    """The rows of all sets, each set printed when it is done; and what could not be measured."""
    timed = Timed(embedder)
    rows: list[table.Row] = []
    skipped = [{"method": each.name, "why": each.missing} for each in wanted if each.missing]
    for name, documents in sets.items():
        cases = [Case(document, timed) for document in documents if document.units]
        found: list[table.Row] = []
        for method in (each for each in wanted if not each.missing):
            for told in [False] * method.auto + [True] * method.told:
                try:
                    found.append(row(name, method, cases, timed, told=told))
                except Exception as error:  # noqa: BLE001 - one that fails must not end the others
                    why = f"{name}: {type(error).__name__}: {error}"
                    skipped.append({"method": method.name, "why": why})
        for mode, title in (("auto", "how many cuts is up to the method"), ("k", "K given")):
            shown = [printed(each) for each in found if each["mode"] == mode]
            if shown:
                table.write(f"{name}, {len(cases)} documents, {title}", shown)
        rows += found
    return rows, skipped


def printed(found: table.Row) -> table.Row:
    """A row as it is printed."""
    cells: table.Row = {"method": found["method"]}
    for name in NAMES:
        cells[name] = figure(found[name], 2 if name == "dk" else 3)
        if name in {"pk", "f1_1"}:
            low, high = (figure(value) for value in found["intervals"][name])
            cells[name] += f" [{low}, {high}]"
    cells["|dk|/K"] = figure(found["dk_share"], 2)
    if found["uncut_documents"]:
        cells["cuts where none"] = figure(found["uncut_cuts"], 2)
    return {**cells, "s": found["seconds"], "model s": found["embedding_seconds"]}


def figure(value: float | None, decimals: int = 3) -> str:
    """A figure, or a dash where there is none."""
    return "-" if value is None else f"{value:.{decimals}f}"


def across(rows: Sequence[table.Row], measure: str, mode: str) -> list[table.Row]:
    """One measure of each method in each set, and its mean over the sets, each set counting one."""
    here = [each for each in rows if each["mode"] == mode]
    names = list(dict.fromkeys(each["set"] for each in here))
    found: list[table.Row] = []
    for method in dict.fromkeys(each["method"] for each in here):
        values = {each["set"]: each[measure] for each in here if each["method"] == method}
        known = [value for value in values.values() if value is not None]
        whole = len(known) == len(names)
        found.append(
            {
                "method": method,
                **{name: figure(values.get(name)) for name in names},
                "mean": figure(sum(known) / len(known) if whole else None),
            }
        )
    return found


def of_best(rows: Sequence[table.Row]) -> list[table.Row]:
    """The F1@1 of each method that finds its cuts, as a share of the best threshold's by set.

    Empty where the best threshold of each document, `threshold_best`, was not measured.
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
    """Prints the tables; with `--json` also writes the rows."""
    description, _, more = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=description, epilog=more, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", nargs="+", required=True, help="JSONL files, or folders of them")
    parser.add_argument("--json", help="where the rows are written as JSON")
    parser.add_argument("--methods", nargs="+", default=[], help="names, or patterns with *")
    parser.add_argument("--documents", type=int, help="at most so many of each set")
    asked = parser.parse_args()
    if asked.documents is not None and asked.documents < 1:
        parser.error(f"--documents must be 1 or more, got {asked.documents}")
    try:
        wanted = chosen(asked.methods, methods())
        sets = {name: read(path, asked.documents) for name, path in files(asked.data).items()}
    except ChunkingError as error:
        parser.error(str(error))
    table.write("The machine", [table.machine()])
    rows, skipped = run(sets, wanted, get_embedder())
    if len(sets) > 1:
        for mode, measures in (("auto", [*ACROSS, "dk_share"]), ("k", ACROSS)):
            for measure in measures:
                if shown := across(rows, measure, mode):
                    table.write(f"{measure}, mode {mode}", shown)
        if shares := of_best(rows):
            table.write("f1_1 as a share of that of the best threshold of each document", shares)
    if skipped:
        table.write("Not measured", skipped)
    if asked.json:
        Path(asked.json).write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
