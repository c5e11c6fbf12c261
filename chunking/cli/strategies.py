"""`chunkscope strategies`: strategies and their settings."""

from typing import Annotated

import typer

from chunking.cli import terminal
from chunking.cli.strategy_options import setting_rows
from chunking.engine.serialization import describe
from chunking.strategies import available, get


def list_strategies(
    names: Annotated[
        list[str] | None, typer.Argument(help="Names of strategies; all if omitted.")
    ] = None,
    *,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON, with types, ranges and choices.")
    ] = False,
) -> None:
    """List strategies and their settings with defaults: all, or those that are named."""
    found = [get(name) for name in names or available()]
    described = [describe(each) for each in found]
    if as_json:
        terminal.write_json(described)
        return
    lines = []
    for strategy, each in zip(found, described, strict=True):
        source = f" ({each['source']})" if each["source"] else ""
        lines.append(f"{each['name']}: {each['summary']}{source}\n")
        lines += [f"  {option}: {text}\n" for option, text in setting_rows(strategy)]
    terminal.write("".join(lines))
