"""The application: the window without a command, and all commands."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from chunking.cli import terminal
from chunking.cli.cache import limit_cache
from chunking.cli.groups import HELP_OPTIONS, Group
from chunking.cli.window import Browser, CacheSize, NoWindow, Port, show_window
from chunking.core.errors import ChunkingError

app = typer.Typer(
    name="chunkscope",
    cls=Group,
    help="See how a text is split into chunks, and why.",
    context_settings=HELP_OPTIONS,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _print_version(value: bool) -> None:  # noqa: FBT001 - typer's signature
    if value:
        from chunking.core.packages import program_version

        terminal.write(f"chunkscope {program_version()}\n")
        raise typer.Exit


Version = Annotated[
    bool,
    typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version."),
]


@app.callback(invoke_without_command=True)
def run(
    context: typer.Context,
    *,
    port: Port = None,
    browser: Browser = False,
    no_window: NoWindow = False,
    cache_size: CacheSize = None,
    version: Version = False,  # noqa: ARG001 - printed by its callback
) -> None:
    """See how a text is split into chunks, and why. Without a command, open the window."""
    limit_cache(cache_size)
    if context.invoked_subcommand is None:
        show_window([], port=port, browser=browser, no_window=no_window)


def main() -> None:
    """Run the command line; an error prints one sentence and exits with code 2."""
    if sys.stderr is None:  # closed by the caller: notes and progress are discarded
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the end
    try:
        with terminal.warnings_as_notes():
            app()
    except ChunkingError as error:
        print(f"chunkscope: {terminal.printable(str(error))}", file=sys.stderr)
        raise SystemExit(2) from None
