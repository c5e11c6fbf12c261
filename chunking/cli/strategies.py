"""`chunkscope strategies`: all strategies and their settings."""

from __future__ import annotations

from typing import Annotated

import typer

from chunking.cli import terminal
from chunking.settings.serialization import describe
from chunking.strategies import available, get


def list_strategies(
    *,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON, with types, ranges and choices.")
    ] = False,
) -> None:
    """List all strategies and settings with their defaults."""
    described = [describe(get(name)) for name in available()]
    if as_json:
        terminal.write_json(described)
        return
    lines = []
    for each in described:
        source = f" ({each['source']})" if each["source"] else ""
        lines.append(f"{each['name']}: {each['summary']}{source}\n")
        for field in each["fields"]:
            flag = "--" + field["name"].replace("_", "-")
            lines.append(f"  {flag} {field['default']}: {field['description']}\n")
    terminal.write("".join(lines))
