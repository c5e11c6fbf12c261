"""Runs: the settings tried on a document, with what came of each, also as CSV."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from math import isnan

import numpy as np

from chunking.analysis.metrics import METRICS, Evaluation, compute_metrics
from chunking.core.arrays import Ints
from chunking.core.text.normalization import replace_surrogates
from chunking.engine.spec import to_spec
from chunking.strategies import Strategy

MOST = 200
"""Runs that are kept, of all documents: as many as steps of undo."""

# Two bars an octave from 16 to 2,048 tokens: sizes near the limit of the bundled model, 254, are
# in the middle.
_EDGES = np.exp2(np.arange(4, 11.5, 0.5))
BARS = len(_EDGES) - 1
"""The bars of the histogram of sizes."""


@dataclass(frozen=True, slots=True)
class Run:
    """The settings tried on a document.

    Attributes:
        number: Counts the runs of a document in a session from 1.
        document: The SHA-256 of the document.
        at: When they were tried, in seconds since 1970.
        metrics: The metrics of the chunks by name, without those that are undefined.
        sizes: The histogram of the sizes of the chunks, `BARS` counts.
        step: The step of undo that set them; 0 for a run of a workspace file.
    """

    number: int
    document: str
    strategy: Strategy
    at: int
    metrics: Mapping[str, float]
    sizes: tuple[int, ...]
    note: str = ""
    step: int = field(default=0, compare=False)


def measure(evaluation: Evaluation) -> tuple[dict[str, float], tuple[int, ...]]:
    """Return the defined metrics of a chunking by name, and the histogram of its sizes."""
    metrics = compute_metrics(evaluation)
    defined = {name: value for name, value in metrics.items() if not isnan(value)}
    return defined, size_histogram(evaluation.chunking.tokens)


def size_histogram(tokens: Ints) -> tuple[int, ...]:
    """Return how many chunks have a size in each of `BARS` ranges, two an octave.

    Chunks below 16 tokens count as 16, those above 2,048 as 2,048.
    """
    inside = np.clip(tokens, _EDGES[0], _EDGES[-1])
    return tuple(np.histogram(inside, _EDGES)[0].tolist())


def with_run(runs: Sequence[Run], new: Run) -> tuple[Run, ...]:
    """Return runs, newest first, with another one.

    Settings that were tried on the document before are no new run. A run of the same step of undo,
    such as of a slider that was dragged on, is replaced unless it has a note.
    """
    if any((each.document, each.strategy) == (new.document, new.strategy) for each in runs):
        return tuple(runs)
    last = runs[0] if runs else None
    dragged = last is not None and last.step == new.step and not last.note
    if last is not None and dragged and last.document == new.document:
        return (replace(new, number=last.number), *runs[1:])
    theirs = (each.number for each in runs if each.document == new.document)
    number = max(theirs, default=0) + 1
    return (replace(new, number=number), *runs)[:MOST]


_NAMES = [metric.name for metric in METRICS]


def runs_to_csv(runs: Iterable[Run], source: str) -> str:
    """Return CSV (RFC 4180) with a header and one record for each run of a document.

    Returns:
        The number, the time (ISO 8601, UTC), the document with its SHA-256, the settings as
        `parse_spec` reads them, each metric, empty where it is undefined, and the note.
    """
    file = io.StringIO(newline="")
    write = csv.writer(file, lineterminator="\r\n").writerow
    write(["run", "tried_at", "document", "sha256", "settings", *_NAMES, "note"])
    for each in runs:
        tried = datetime.fromtimestamp(each.at, UTC).isoformat()
        values = [f"{each.metrics[name]:.6g}" if name in each.metrics else "" for name in _NAMES]
        settings = to_spec(each.strategy)
        write([each.number, tried, source, each.document, settings, *values, each.note])
    return replace_surrogates(file.getvalue())
