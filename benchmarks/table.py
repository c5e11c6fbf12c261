"""Tables of benchmark results."""

import json
import os
import platform
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def write(title: str, rows: list[Row]) -> None:
    """Print rows with the same keys as a table."""
    print(f"\n{title}")
    if not rows:
        print("  nothing")
        return
    heads = list(rows[0])
    cells = [[_cell(row[head]) for head in heads] for row in rows]
    widths = [max(len(head), *(len(row[i]) for row in cells)) for i, head in enumerate(heads)]
    print("  " + "  ".join(head.rjust(width) for head, width in zip(heads, widths, strict=True)))
    for row in cells:
        print("  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))


def machine() -> Row:
    """Return facts of the machine, and its load."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    return {"python": platform.python_version(), "cores": os.cpu_count(), "load": round(load, 1)}


def save(path: str | None, results: dict[str, list[Row]]) -> None:
    """Write all tables as JSON if there is a path."""
    if path:
        Path(path).write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


def _cell(value: Any) -> str:  # noqa: ANN401 - a number or a word
    if isinstance(value, float):
        return f"{value:,.2f}" if value < 100 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
