"""`chunkscope plan`: what a new version of a text, or other settings, cost to embed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from chunking.commands import terminal
from chunking.engine import chunk
from chunking.errors import LoadError, SettingsError, why_unreadable
from chunking.specs import in_precision, parse_spec

if TYPE_CHECKING:
    from chunking.strategies import Strategy
    from chunking.sync import State
    from chunking.types import Document

STORED = (".jsonl", ".ndjson")


def plan_change(
    old: Annotated[
        str, typer.Argument(help="What is embedded: a document, or the JSONL that split wrote.")
    ],
    new: Annotated[
        str | None, typer.Argument(help="Its next version; if none, OLD with other settings.")
    ] = None,
    *,
    strategy: Annotated[
        str, typer.Option(help="name:field=value,field=value, a preset, or a TOML file.")
    ] = "structure",
    to: Annotated[
        str | None, typer.Option(help="The strategy from now on, written alike; if none, the same.")
    ] = None,
    route: Annotated[
        str | None, typer.Option(help="What location ids are made from; if none, NEW's path.")
    ] = None,
    precision: Annotated[str | None, typer.Option(help=terminal.PRECISION)] = None,
    language: Annotated[str | None, typer.Option(help="Its language, as en or de.")] = None,
    encoding: Annotated[str | None, typer.Option(help="Its encoding, if known.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="With all location ids.")] = False,
) -> None:
    """Print the bill of a change: chunks and tokens to embed again, kept and dropped."""
    from chunking.sync import to_dict, to_table

    specs = [strategy, strategy if to is None else to]
    before, after = in_precision([parse_spec(spec) for spec in specs], precision)
    stored = old.lower().endswith(STORED)
    if new is None and (stored or to is None):
        raise SettingsError(
            "plan must have a NEW version of the text, or --to with other settings for a document"
        )
    if old == new == "-":
        raise SettingsError("plan reads standard input once: give OLD or NEW as a file")
    about = {"language": language, "encoding": encoding}
    document = terminal.read_document(new or old, route=route, **about)
    now, notes = _cut(document, after, after.count_in)
    if stored:
        was = _read(old)
    else:
        # Two versions of one text are at one place, whatever their files are called.
        previous = document
        if new is not None:
            previous = replace(terminal.read_document(old, **about), route=document.route)
        was, more = _cut(previous, before, after.count_in)
        notes += more
    terminal.remark(dict.fromkeys(notes))
    if was.entries and now.entries and was.places.keys().isdisjoint(now.places):
        terminal.remark(["no place is in both: OLD may have been made with another --route"])
    if as_json:
        terminal.write_json(to_dict(was, now))
    else:
        terminal.write(to_table(was, now))


def _cut(document: Document, strategy: Strategy, count_in: str) -> tuple[State, list[str]]:
    """The state of a document that is cut now, and what is odd about it.

    The sizes of both states are counted alike, so that they can be compared.
    """
    from chunking.sync import state_of

    chunking = chunk(document, strategy, on_batch=terminal.progress())
    state = state_of(chunking, count_in=count_in, title=f"{document.source}, {strategy.name}")
    notes = [f"{document.source}: {note}" for note in document.notes]
    return state, [*notes, *chunking.notes]


def _read(path: str) -> State:
    """The state in a file."""
    from chunking.sync import read_state

    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise LoadError(f"{path}: {why_unreadable(error)}") from None
    try:
        return read_state(text, Path(path).name)
    except LoadError as error:
        raise LoadError(f"{path}: {error}") from None
