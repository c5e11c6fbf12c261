"""Levels of `optimal` on documents with known boundaries, and calibration of its probabilities.

`python -m benchmarks.calibration --data DIR_OR_FILES [--json OUT] [--svg OUT]`

The data are as in `benchmarks.segmentation`. A set is judged at the level with the lowest Pk, which
a person would choose. A boundary is right if some reader has it.

Every set has the same weight in a kind of text, and in all. `error` is the expected calibration
error: the mean distance of the probability from the share of right boundaries, by tenths of the
probability. `if exact` is what it would be if boundaries were drawn with their probabilities.

Then the constants of `optimal` are chosen among neighbors of the fit with each source of texts left
out, by Pk or by the logarithmic loss of the probabilities.
"""

import argparse
import math
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from benchmarks import table
from benchmarks.calibration_constants import (
    FIT,
    Criterion,
    LeftOut,
    Outcome,
    leave_one_source_out,
    mean_of,
    measure,
)
from benchmarks.calibration_diagram import diagram
from benchmarks.calibration_measures import (
    Reliability,
    error_if_calibrated,
    pool,
    reliability,
)
from benchmarks.calibration_sets import CalibrationSet, labeled_sets
from chunking import ChunkingError
from chunking.embedding import get_embedder
from chunking.strategies.optimal.constants import LEVELS

CRITERIA: tuple[Criterion, ...] = ("pk", "log_loss")
ALL = "all"


def by_kind(
    sets: Sequence[CalibrationSet], outcomes: Sequence[Mapping[str, Outcome]]
) -> dict[str, Reliability]:
    """Return the reliability of the fit over all sets, and over those of each kind."""
    pairs = list(zip(sets, outcomes, strict=True))
    found = {ALL: reliability(pool([each[FIT].gaps for each in outcomes]))}
    for kind in sorted({each.kind for each in sets}):
        gaps = [outcome[FIT].gaps for each, outcome in pairs if each.kind == kind]
        found[kind] = reliability(pool(gaps))
    return found


def set_row(labeled: CalibrationSet, outcome: Outcome) -> table.Row:
    """Return the agreement of each level on a set, and the calibration of the best one."""
    gaps = outcome.gaps
    levels = zip(LEVELS, outcome.levels, strict=True)
    return {
        "set": labeled.name,
        "kind": labeled.kind,
        "gaps": len(gaps.weights),
        "boundaries": int(gaps.boundaries.sum()),
        "expected": round(float(gaps.probabilities.sum())),
        "error": _figure(outcome.error),
        "if exact": _figure(error_if_calibrated(gaps)),
        "log loss": _figure(outcome.log_loss),
        **{f"Pk {level}": _figure(each.pk) for level, each in levels},
        "level": LEVELS[outcome.best],
    }


def reliability_rows(groups: Mapping[str, Reliability]) -> list[table.Row]:
    """Return the means of each tenth of the probability, and the error, by group."""
    rows: list[table.Row] = []
    for name, group in groups.items():
        values = (("probability", group.probabilities), ("boundaries", group.boundaries))
        for what, means in values:
            tenths = {f".{i}": _figure(mean, 2) for i, mean in enumerate(means.tolist())}
            rows.append({"kind": name, "mean": what, **tenths, "error": _figure(group.error)})
        counts = {f".{i}": f"{count:,}" for i, count in enumerate(group.gaps.tolist())}
        rows.append({"kind": name, "mean": "gaps", **counts, "error": ""})
    return rows


def setting_rows(outcomes: Sequence[Mapping[str, Outcome]]) -> list[table.Row]:
    """Return the means of each setting over all sets."""
    return [
        {
            "setting": name,
            "Pk": _figure(mean_of(name, outcomes, "pk"), 4),
            "log loss": _figure(mean_of(name, outcomes, "log_loss"), 4),
            "error": _figure(reliability(pool([each[name].gaps for each in outcomes])).error, 4),
        }
        for name in outcomes[0]
    ]


def left_out_row(left_out: LeftOut) -> table.Row:
    """Return what the setting chosen without a source does on it, next to the fit."""
    fit, chosen = (
        {
            "Pk": float(np.mean([each.pk for each in outcomes])),
            "log loss": float(np.mean([each.log_loss for each in outcomes])),
            "error": reliability(pool([each.gaps for each in outcomes])).error,
        }
        for outcomes in (left_out.fit, left_out.chosen)
    )
    row: table.Row = {"left out": left_out.source, "chosen": left_out.setting}
    for name, value in fit.items():
        row[f"{name} fit"], row[f"{name} chosen"] = _figure(value), _figure(chosen[name])
    return row


def _figure(value: float, decimals: int = 3) -> str:
    return "-" if math.isnan(value) else f"{value:.{decimals}f}"


def main() -> None:
    """Print the tables; write them with `--json`, and the reliability diagram with `--svg`."""
    description, _, more = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=description, epilog=more, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", nargs="+", required=True, help="JSONL files, or folders of them")
    parser.add_argument("--json", help="write the tables as JSON")
    parser.add_argument("--svg", help="write the reliability diagram")
    arguments = parser.parse_args()
    try:
        sets = labeled_sets(arguments.data)
    except ChunkingError as error:
        parser.error(str(error))
    if not sets:
        parser.error("data must have documents of at least two units, got none")
    results = {"machine": [table.machine()]}
    table.write("The machine", results["machine"])
    embedder = get_embedder()
    outcomes = []
    for each in sets:
        start = time.perf_counter()
        outcomes.append(measure(each, embedder))
        print(f"{each.name}: {time.perf_counter() - start:.0f} s", flush=True)
    groups = by_kind(sets, outcomes)
    found = {
        "Calibration by set": [
            set_row(each, outcome[FIT]) for each, outcome in zip(sets, outcomes, strict=True)
        ],
        "Calibration by kind, and tenth of the probability": reliability_rows(groups),
        "Settings, mean of all sets": setting_rows(outcomes),
    }
    for criterion in CRITERIA:
        rows = [left_out_row(each) for each in leave_one_source_out(sets, outcomes, criterion)]
        found[f"Each source left out, setting of the lowest {criterion} on the others"] = rows
    for title, rows in found.items():
        table.write(title, rows)
    table.save(arguments.json, {**results, **found})
    if arguments.svg:
        Path(arguments.svg).write_text(diagram(groups), encoding="utf-8")


if __name__ == "__main__":
    main()
