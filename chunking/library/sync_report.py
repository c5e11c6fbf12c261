"""What a sync did, or would do."""

from dataclasses import dataclass, field

from chunking.library.shard import Counts
from chunking.loading import SkippedFile
from chunking.loading.files import left_out

# The largest numbers of seconds and of minutes that are not shown in the next unit.
_SECONDS, _MINUTES = 90, 90


@dataclass(slots=True)
class Report:
    """What a run did, or would do.

    Attributes:
        changed: Documents with another content or other settings than stored.
        counts: Chunks and tokens of new and changed documents; deleted ones also of removed ones.
        problems: Documents and folders that could not be read, with the reason.
        skipped: Files and folders that are no documents, with the reason.
        estimated_seconds: For a dry run, the time that the run is estimated to take; None if it
            is unknown because the model is on a server.
    """

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    counts: Counts = field(default_factory=Counts)
    problems: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    skipped: tuple[SkippedFile, ...] = ()
    seconds: float = 0.0
    estimated_seconds: float | None = None


def rows(report: Report, *, dry_run: bool) -> list[tuple[str, str]]:
    """Return a report as labels, each with its numbers."""
    counts = report.counts
    documents = (
        f"{report.added:,} added, {report.changed:,} changed, {report.unchanged:,} unchanged, "
        f"{report.removed:,} removed{left_out(report.skipped, len(report.problems))}"
    )
    embedded = "to embed" if dry_run else "embedded"
    chunks = (
        f"{counts.embedded:,} {embedded} ({counts.embedded_tokens:,} tokens), "
        f"{counts.reused:,} reused, {counts.deleted:,} deleted"
    )
    time = _time(report) if dry_run else duration(report.seconds)
    return [("documents", documents), ("chunks", chunks), ("time", time)]


def _time(report: Report) -> str:
    if report.estimated_seconds is None:
        return "unknown (model on a server)"
    return f"about {duration(report.estimated_seconds)} with one process"


def duration(seconds: float) -> str:
    """Return a duration in seconds, minutes or hours."""
    if seconds <= _SECONDS:
        return f"{seconds:,.1f} s"
    if seconds <= 60 * _MINUTES:
        return f"{seconds / 60:,.0f} min"
    return f"{seconds / 3600:,.1f} h"
