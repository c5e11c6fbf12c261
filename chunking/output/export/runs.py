"""Runs as CSV."""

import csv
import io
from collections.abc import Iterable
from datetime import UTC, datetime

from chunking.analysis.metrics import METRICS
from chunking.analysis.runs import Run
from chunking.core.text.normalization import replace_surrogates
from chunking.engine.spec import to_spec

_NAMES = [metric.name for metric in METRICS]


def runs_to_csv(runs: Iterable[Run], source: str) -> str:
    """Return CSV (RFC 4180) with a header and one record for each run of a document.

    Args:
        runs: The runs.
        source: The name of the document.

    Returns:
        The number, the time (ISO 8601, UTC), the document with its SHA-256, the settings as
        `parse_spec` reads them, each metric, empty where it is undefined, and the note.
    """
    file = io.StringIO(newline="")
    write = csv.writer(file, lineterminator="\r\n").writerow
    write(["run", "tried_at", "document", "sha256", "settings", *_NAMES, "note"])
    for each in runs:
        tried = datetime.fromtimestamp(each.at, UTC).isoformat()
        values = [_number(each.metrics.get(name)) for name in _NAMES]
        settings = to_spec(each.strategy)
        write([each.number, tried, source, each.document, settings, *values, each.note])
    return replace_surrogates(file.getvalue())


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"
