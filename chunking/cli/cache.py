"""`chunkscope cache`: size and models of the vector cache."""

import os
from typing import Annotated, Any

import typer

from chunking.cli import terminal
from chunking.core.errors import SettingsError
from chunking.core.text.numbers import count_of, readable_size


def show_cache(
    *,
    clear: Annotated[bool, typer.Option("--clear", help="Remove all cached vectors.")] = False,
    cache_size: Annotated[
        str | None,
        typer.Option(help="Evict the batches of vectors used longest ago beyond a size: 500MB."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="All numbers as JSON.")] = False,
) -> None:
    """Show where the vector cache is, its size, and its models."""
    from chunking.embedding.vector_cache import cache_report, clear_cache, parse_size, shrink_cache

    if clear and cache_size is not None:
        raise SettingsError("give either --clear or --cache-size, not both")
    if clear:
        terminal.print_notes([f"{readable_size(clear_cache())} freed"])
    elif cache_size is not None:
        terminal.print_notes([f"{readable_size(shrink_cache(parse_size(cache_size)))} freed"])
    report = cache_report()
    if as_json:
        terminal.write_json(report)
    else:
        terminal.write(_to_text(report))


def limit_cache(size: str | None) -> None:
    """Limit the size of the cache for this run."""
    if size is not None:
        from chunking.embedding.vector_cache import SIZE_VARIABLE, parse_size

        parse_size(size)
        os.environ[SIZE_VARIABLE] = size


def _to_text(report: dict[str, Any]) -> str:
    lines = [
        report["path"],
        f"{readable_size(report['bytes'])} of at most {readable_size(report['limit'])}",
    ]
    lines += [
        f"{row['model']}: {count_of(row['texts'], 'text')}, {readable_size(row['bytes'])}, "
        f"last used {row['used'][:16].replace('T', ' ')}"
        for row in report["models"]
    ]
    return "\n".join(lines) + "\n"
