"""`chunkscope sync`: make a store hold the chunks of a library."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from chunking.cli import terminal
from chunking.cli.options import Exclude, Include, Jobs, Json, Preset, SettingsFile
from chunking.cli.strategy_options import strategy_of
from chunking.cli.terminal import progress_bar
from chunking.core.errors import ChunkingError, SettingsError
from chunking.core.text.numbers import count_of

if TYPE_CHECKING:
    from chunking.library.sync import Progress
    from chunking.library.sync_report import Report

# Exit code of a complete run in which documents failed.
FAILED = 1


def sync_library(
    source: Annotated[
        list[str],
        typer.Argument(
            help="Folders, files and patterns, or one Parquet or JSONL file of documents."
        ),
    ],
    *,
    to: Annotated[
        str, typer.Option(help="A folder, qdrant:FOLDER or qdrant:http://HOST:PORT/NAME.")
    ],
    settings: SettingsFile = None,
    preset: Preset = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            help="A preset, a TOML file, recommended, or name:field=value,...; recommended in a "
            "new store if omitted."
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(help="Model of the vectors; that of the strategy if omitted."),
    ] = None,
    include: Include = None,
    exclude: Exclude = None,
    language: Annotated[
        str | None,
        typer.Option(help="Language of files, and of table rows without one; detected if omitted."),
    ] = None,
    domain: Annotated[
        str, typer.Option(help="Domain of files, and of table rows without one.")
    ] = "",
    long_texts: Annotated[
        Literal["truncate", "average"] | None,
        typer.Option(
            help="Chunks beyond the model limit: embed their first tokens, or average windows; "
            "as in the store, and truncate in a new one, if omitted."
        ),
    ] = None,
    jobs: Jobs = 1,
    scheduler: Annotated[
        str | None, typer.Option(help="Address of a Dask scheduler, instead of local processes.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the cost, and change nothing.")
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Sync again after each change, until Ctrl+C.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Split and embed new and changed documents, and make a store hold exactly their chunks."""
    from chunking.embedding import get_embedder
    from chunking.library import sync
    from chunking.library.source import Reading, open_source
    from chunking.library.stores import check_outside
    from chunking.library.watch import changes

    check_outside(source, to)
    if watch and dry_run:
        raise SettingsError("give one of --watch and --dry-run")
    if sum(each is not None for each in (settings, preset, strategy)) > 1:
        raise SettingsError("give one of --settings FILE, --preset NAME and --strategy")
    if settings is None and preset is None and strategy is None:
        _check_recommended(to)
    chosen = strategy_of(strategy, preset, settings, {})
    options = sync.Options(model, Reading(language, domain), jobs, scheduler, long_texts)
    remote = get_embedder(sync.model_name(chosen, options)).remote
    if remote is not None and not dry_run:
        terminal.print_notes([f"new chunks are sent to {remote.host}; --dry-run counts them"])
    included, excluded = include or (), exclude or ()

    def run() -> Report:
        act = sync.dry_run if dry_run else sync.sync
        documents = open_source(source, include=included, exclude=excluded)
        try:
            with _progress() as on_progress:
                return act(documents, to, chosen, options, on_progress=on_progress)
        except KeyboardInterrupt:
            terminal.print_notes(["stopped; run the same command to continue"])
            raise

    if watch:
        _watch(run, changes(source, include=included, exclude=excluded), as_json=as_json)
        return
    report = run()
    _print(report, dry_run=dry_run, as_json=as_json)
    if report.problems:
        raise typer.Exit(FAILED)


def _check_recommended(address: str) -> None:
    """Refuse to replace the chunks of given settings by those of the recommended ones unasked."""
    from chunking.library.stores import MissingStoreError, open_store

    try:
        store = open_store(address)
    except MissingStoreError:
        return
    with closing(store):
        complete = [each for each in store.documents().values() if each.document_hash]
        if not all(each.chosen for each in complete):
            raise SettingsError(
                f"{address} holds chunks of given settings: name them, or --strategy recommended"
            )


def _watch(run: Callable[[], Report], changed: Iterator[None], *, as_json: bool) -> None:
    """Sync at once and after each change, until Ctrl+C.

    An error of the first run ends the command. One of a later run is printed, and the next change
    is awaited.
    """
    next(changed)
    _print(run(), dry_run=False, as_json=as_json)
    terminal.print_notes(["waiting for changes; Ctrl+C ends"])
    while True:
        try:
            next(changed)
        except KeyboardInterrupt:
            return
        try:
            report = run()
        except ChunkingError as error:
            terminal.print_errors([str(error)])
        else:
            _print(report, dry_run=False, as_json=as_json)


def _print(report: Report, *, dry_run: bool, as_json: bool) -> None:
    if as_json:
        terminal.write_json(_to_dict(report))
        return
    terminal.print_notes(terminal.shortened([*map(terminal.printable, report.notes)], "note"))
    terminal.print_failures(report.problems)
    terminal.write(summary(report, dry_run=dry_run))


def summary(report: Report, *, dry_run: bool) -> str:
    """Return a report as text."""
    from chunking.library.sync_report import rows

    lines = [f"{label:<10} {text}" for label, text in rows(report, dry_run=dry_run)]
    return "\n".join([*(["dry run: nothing is changed"] if dry_run else []), *lines]) + "\n"


def _to_dict(report: Report) -> dict[str, object]:
    return {
        **asdict(report),
        "problems": [{"document": name, "reason": reason} for name, reason in report.problems],
        "skipped": [{"file": name, "reason": reason} for name, reason in report.skipped],
    }


@contextmanager
def _progress() -> Iterator[Progress | None]:
    """Show a progress bar; yield None if standard error is no terminal."""
    with progress_bar() as show:
        if show is None:
            yield None
            return

        def update(done: int, total: int, report: Report) -> None:
            embedded = count_of(report.counts.embedded, "chunk")
            show(done, total, f"{embedded} embedded, {len(report.problems):,} failed")

        yield update
