"""`chunkscope cache`: what is kept of texts that were embedded, and forgetting it."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from chunking.commands import terminal
from chunking.errors import SettingsError


def show_cache(
    *,
    clear: Annotated[bool, typer.Option("--clear", help="Forget all of it.")] = False,
    cache_size: Annotated[
        str | None, typer.Option(help="Shrink it to this, as 500MB; the least recently used goes.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="All numbers as JSON.")] = False,
) -> None:
    """Show where vectors of embedded texts are kept, how large that is, and of which models."""
    from chunking.embedding import folders, report

    if clear and cache_size is not None:
        raise SettingsError("give either --clear or --cache-size, not both")
    most = None if cache_size is None else folders.parse_size(cache_size)
    if clear or most is not None:
        freed = folders.clear() if clear else folders.shrink(most or 0)
        terminal.remark([f"{report.readable(freed)} freed"])
    found = report.cache_report()
    if as_json:
        terminal.write_json(found)
    else:
        terminal.write(report.cache_text(found) + "\n")


def limit_cache(size: str | None) -> None:
    """Bound the cache for this run; `SettingsError` where it is no size."""
    if size is not None:
        from chunking.embedding import folders

        folders.parse_size(size)
        os.environ[folders.SIZE_VARIABLE] = size
