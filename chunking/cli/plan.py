"""`chunkscope plan`: what re-embedding a changed document costs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from chunking.cli import terminal
from chunking.cli.options import Encoding, Json, Language, StrategySpec, Type
from chunking.core.errors import LoadError, SettingsError, why_unreadable
from chunking.core.files import read_regular
from chunking.engine import chunk
from chunking.engine.spec import RECOMMENDED, parse_spec

if TYPE_CHECKING:
    from chunking.core.chunking import Chunking
    from chunking.core.document import Document
    from chunking.core.text.tokenizers import TokenizerLike
    from chunking.library.plan import State
    from chunking.strategies import Strategy

_CHUNK_FILES = (".jsonl", ".ndjson")


def plan_change(
    old: Annotated[
        str, typer.Argument(help="The embedded version: a document, or the JSONL of split.")
    ],
    new: Annotated[
        str | None, typer.Argument(help="The new version; OLD with other settings if omitted.")
    ] = None,
    *,
    strategy: StrategySpec = None,
    to: Annotated[
        str | None, typer.Option(help="The new strategy; the same as --strategy if omitted.")
    ] = None,
    route: Annotated[
        str | None, typer.Option(help="Route of location ids; the path of NEW if omitted.")
    ] = None,
    language: Language = None,
    encoding: Encoding = None,
    type_: Type = None,
    as_json: Json = False,
) -> None:
    """Print the re-embedding cost of a change: chunks to embed, reuse and delete."""
    from chunking.embedding import material_tokenizer
    from chunking.library.batch import Recommended
    from chunking.library.plan import to_dict, to_table

    from_chunks = old.lower().endswith(_CHUNK_FILES)
    if new is None and (from_chunks or to is None):
        raise SettingsError(
            "plan must have a NEW version of the text, or --to with other settings for a document"
        )
    if old == new == "-":
        raise SettingsError("plan reads standard input once: give OLD or NEW as a file")
    metadata = {"language": language, "encoding": encoding}
    file = new or old
    # The kind is that of the version on standard input.
    types = {file: type_} if old != "-" else {old: type_}
    document = terminal.read_document(file, types.get(file), route=route, **metadata)
    if strategy in {None, RECOMMENDED}:
        before, notes = Recommended().choose(document)
    else:
        before, notes = parse_spec(strategy), ()
    after = before if to is None else parse_spec(to)
    tokenizer = material_tokenizer(after.material)
    current, chunking = _state(document, after, tokenizer)
    if from_chunks:
        previous = _read_state(old)
    else:
        # Both versions have one route, whatever their files are called.
        earlier = document
        if new is not None:
            earlier = replace(
                terminal.read_document(old, types.get(old), **metadata), route=document.route
            )
        previous, _ = _state(earlier, before, tokenizer)
        if new is not None:
            terminal.print_notes(f"{earlier.source}: {note}" for note in earlier.notes)
    terminal.print_notes(notes[:1])
    terminal.print_notes_on(document, {"": (chunking, after)}, title=document.source)
    if (
        previous.chunks
        and current.chunks
        and previous.by_location.keys().isdisjoint(current.by_location)
    ):
        terminal.print_notes(["no location id in common: OLD may have another --route"])
    if as_json:
        terminal.write_json(to_dict(previous, current))
    else:
        terminal.write(to_table(previous, current))


def _state(
    document: Document, strategy: Strategy, tokenizer: TokenizerLike
) -> tuple[State, Chunking]:
    """Split a document; return its chunks, and its state with sizes by `tokenizer`."""
    from chunking.library.plan import state_of

    terminal.print_cost(document, strategy.material)
    chunking = chunk(document, strategy, on_batch=terminal.embedding_progress())
    title = f"{document.source}, {strategy.name}"
    return state_of(chunking, tokenizer=tokenizer, title=title), chunking


def _read_state(path: str) -> State:
    """Return the state in a JSONL file."""
    from chunking.library.plan import read_state

    try:
        text = read_regular(path).decode()
    except (OSError, ValueError) as error:
        raise LoadError(f"{path}: {why_unreadable(error)}") from None
    try:
        return read_state(text, Path(path).name)
    except LoadError as error:
        raise LoadError(f"{path}: {error}") from None
