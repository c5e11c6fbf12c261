"""What is in the cache, as `chunkscope cache` prints it."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from chunking.embedding.folders import cache_size, kept, vectors_root
from chunking.numerals import count_of

if TYPE_CHECKING:
    from pathlib import Path


def cache_report(root: Path | None = None) -> dict[str, Any]:
    """Where the cache is, its `bytes`, the `most` it may have, and a row for each model."""
    rows = kept(root)
    return {
        "path": str(vectors_root(root)),
        "bytes": sum(row.bytes for row in rows),
        "most": cache_size(),
        "models": [
            {
                "model": row.model,
                "precision": row.precision,
                "folder": row.folder,
                "texts": row.texts,
                "bytes": row.bytes,
                "used": _time(row.used),
            }
            for row in rows
        ],
    }


def cache_text(report: dict[str, Any]) -> str:
    """The same in lines for a person."""
    lines = [
        report["path"],
        f"{readable(report['bytes'])} of at most {readable(report['most'])}",
    ]
    lines += [
        f"{row['model']}, {row['precision']}: {count_of(row['texts'], 'text')}, "
        f"{readable(row['bytes'])}, last used {row['used'][:16].replace('T', ' ')}"
        for row in report["models"]
        if row["texts"]
    ]
    return "\n".join(lines)


def readable(size: int) -> str:
    """A number of bytes as a person writes it."""
    for unit, name in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size} bytes"


def _time(used: float) -> str:
    return dt.datetime.fromtimestamp(used, tz=dt.UTC).isoformat(timespec="seconds")
