"""Splitting of many documents: their output, progress, and a summary of what is left out."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from glob import has_magic
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from chunking.cli import terminal
from chunking.cli.progress import progress_bar
from chunking.engine import chunk, cost_of
from chunking.errors import ChunkingError, LoadError, SettingsError
from chunking.library.batch import check_model
from chunking.library.chunk_output import (
    SUFFIXES,
    encode_alone,
    encode_part,
    file_writer,
    folder_writer,
    header,
)
from chunking.library.processes import map_in_order
from chunking.loading import Files, FoundFile, SkippedFile, find_files, load
from chunking.loading.files import UNSUPPORTED
from chunking.loading.names import display_name, route_of
from chunking.output.summaries.oversize import oversize_notes
from chunking.text.numbers import count_of

if TYPE_CHECKING:
    from chunking.strategies import Strategy
    from chunking.types import Chunking, Document

# Lines of notes, and of documents that were not split, before the others are only counted.
_SHOWN = 20
# Suffixes of skipped files in the summary, the most frequent ones.
_SHOWN_SUFFIXES = 6
_OUTPUT = "in the output"
# The exit code if some documents were not split, but others were.
_INCOMPLETE = 1


class Reading(NamedTuple):
    """How documents are loaded: options of the command."""

    language: str | None = None
    domain: str | None = None
    encoding: str | None = None
    keep_removed: bool = False

    def load(self, file: FoundFile) -> Document:
        """Return the document of a file.

        Raises:
            LoadError: It cannot be loaded.
        """
        found = load(
            file.path,
            route=file.route,
            language=self.language,
            domain="" if self.domain in {None, "default"} else str(self.domain),
            encoding=self.encoding,
        )
        return found.restored() if self.keep_removed else found


class _Split(NamedTuple):
    """One document, encoded by a worker."""

    content: Any
    chunks: int
    tokens: int
    notes: tuple[str, ...]


def is_many(sources: Sequence[str], output: str | None) -> bool:
    """Return whether sources are split as many documents: all but one file, standard input."""
    if len(sources) != 1:
        return True
    source = sources[0]
    if source == "-":
        return False
    # An existing file is no pattern, whatever its name.
    is_file = os.path.exists(source) and not os.path.isdir(source)  # noqa: PTH110, PTH112 - any text
    return is_folder(output) or (not is_file and (os.path.isdir(source) or has_magic(source)))  # noqa: PTH112


def is_folder(output: str | None) -> bool:
    """Return whether an output is a folder: an existing one, or a name that ends in a slash."""
    return bool(output) and (str(output).endswith(("/", os.sep)) or os.path.isdir(str(output)))  # noqa: PTH112


def split_many(
    sources: Sequence[str],
    strategy: Strategy,
    *,
    reading: Reading,
    include: Sequence[str],
    exclude: Sequence[str],
    jobs: int,
    format_: str | None,
    output: str | None,
) -> None:
    """Split documents, and write their chunks to a file, a folder or standard output.

    Raises:
        ChunkingError: There is no document, none could be split, or the output cannot be written.
        SystemExit: Some documents could not be split; with code 1.
    """
    if "-" in sources:
        raise SettingsError("- reads standard input and must be the only document")
    target = _target(output, format_, sources)
    check_model(strategy)
    files = _without_output(find_files(sources, include=include, exclude=exclude), target)
    if not files.found:
        raise ChunkingError(f"no document was found{_skip_summary(files.skipped)}")
    _print_cost(files.found, reading, strategy)
    work = partial(_split, strategy, reading, target.encode)
    errors: dict[str, ChunkingError] = {}
    notes: list[str] = []
    chunks = tokens = 0
    sizes = [_size(file) for file in files.found]
    to_terminal = target.path is None and sys.stdout is not None and sys.stdout.isatty()
    with target.open() as write, progress_bar(len(sizes), sum(sizes), quiet=to_terminal) as advance:
        results = map_in_order(work, files.found, jobs=jobs)
        for (file, found), size in zip(results, sizes, strict=True):
            if isinstance(found, ChunkingError):
                errors[file.route] = found
            else:
                write(file.route, found.content)
                chunks, tokens = chunks + found.chunks, tokens + found.tokens
                notes += [f"{route_of(file.route)}: {note}" for note in found.notes]
            advance(size)
        if len(errors) == len(sizes):
            route, error = next(iter(errors.items()))
            raise ChunkingError(f"no document could be split; {_of(route, error)}")
    terminal.print_notes(_shortened(notes, "note"))
    terminal.print_errors(_shortened([_of(*each) for each in errors.items()], "error"))
    split = count_of(len(sizes) - len(errors), "document")
    total = f"{count_of(chunks, 'chunk')}, {count_of(tokens, 'token')}"
    terminal.print_notes([f"{split} split: {total}{_skip_summary(files.skipped)}"])
    if errors:
        raise SystemExit(_INCOMPLETE)


# ---- documents -----------------------------------------------------------------------------------


def _split(
    strategy: Strategy, reading: Reading, encode: Callable[[Chunking], Any], file: FoundFile
) -> _Split:
    """Return a document, split and encoded, in a worker."""
    document = reading.load(file)
    chunking = chunk(document, strategy)
    notes = (*document.notes, *chunking.notes, *oversize_notes(chunking, strategy))
    coverage = terminal.coverage_notes(chunking, strategy.material.model)
    tokens = int(chunking.tokens.sum())
    return _Split(encode(chunking), len(chunking), tokens, (*notes, *coverage))


def _print_cost(files: Sequence[FoundFile], reading: Reading, strategy: Strategy) -> None:
    """Print what embedding all documents sends to a server, before it is sent."""
    material = strategy.material
    if material.model is None:
        return
    from chunking.embedding import get_embedder

    if get_embedder(material.model).remote is None:
        return
    costs = []
    for file in files:
        with suppress(LoadError):  # reported when it is split
            costs.append(cost_of(reading.load(file), material))
    known = [cost for cost in costs if cost is not None]
    if known:
        texts, tokens = sum(cost.texts for cost in known), sum(cost.tokens for cost in known)
        terminal.print_notes([replace(known[0], texts=texts, tokens=tokens).note])


def _size(file: FoundFile) -> int:
    try:
        return file.path.stat().st_size
    except OSError:  # deleted since it was found
        return 0


# ---- output --------------------------------------------------------------------------------------


class _Target(NamedTuple):
    """Where the chunks are written; standard output without a path."""

    path: Path | None
    format_: str
    is_folder: bool

    @property
    def encode(self) -> Callable[[Chunking], Any]:
        """The function that encodes a document in a worker."""
        return partial(encode_alone if self.is_folder else encode_part, self.format_)

    @contextmanager
    def open(self) -> Iterator[Callable[[str, Any], None]]:
        """Yield the function that writes an encoded document by its route.

        Raises:
            ChunkingError: It cannot be written.
        """
        if self.path is None:
            terminal.write_stdout(header(self.format_))
            yield lambda _, part: terminal.write_stdout(part)
            return
        try:
            if self.is_folder:
                yield folder_writer(self.path, self.format_)
            else:
                with file_writer(self.path, self.format_) as write:
                    yield write
        except OSError as error:
            raise ChunkingError(f"{self.path} cannot be written: {error.strerror}") from None


def _target(output: str | None, format_: str | None, sources: Sequence[str]) -> _Target:
    """Return where the chunks are written, checked before any slow work."""
    if format_ == "toml":
        raise SettingsError("--format toml is for one document: the settings are the same for all")
    if output is None:
        if format_ == "parquet":
            raise SettingsError("parquet needs a file or folder, by --output")
        return _Target(None, format_ or "jsonl", is_folder=False)
    if not output:
        terminal.check_output(output)
    suffix = PurePath(output).suffix.lower()
    is_new_folder = not suffix and format_ is None and not os.path.isfile(output)  # noqa: PTH113
    if is_folder(output) or is_new_folder:
        return _Target(Path(output), format_ or "jsonl", is_folder=True)
    found = format_ or format_of_suffix(suffix)
    if found is None:
        endings = ", ".join(SUFFIXES.values())
        raise SettingsError(f"{output} must end in {endings} or be a folder; or give --format")
    terminal.check_output(output, *sources)
    return _Target(Path(output), found, is_folder=False)


def format_of_suffix(suffix: str) -> str | None:
    """Return the format that a suffix stands for; None for any other suffix."""
    return next((name for name, each in SUFFIXES.items() if each == suffix), None)


def _without_output(files: Files, target: _Target) -> Files:
    """Return the files without those that an earlier run has written to the output."""
    if target.path is None:
        return files
    written = target.path.resolve()
    found, skipped = [], list(files.skipped)
    for file in files.found:
        path = file.path.resolve()
        if path == written or (target.is_folder and path.is_relative_to(written)):
            skipped.append(SkippedFile(str(file.path), _OUTPUT))
        else:
            found.append(file)
    return Files(tuple(found), tuple(skipped))


# ---- summary -------------------------------------------------------------------------------------


def _skip_summary(skipped: Sequence[SkippedFile]) -> str:
    """Return how many files are skipped for each reason, to be appended; empty for none."""
    if not skipped:
        return ""
    reasons = Counter(each.reason for each in skipped).most_common()
    suffixes = Counter(
        PurePath(each.name).suffix.lower() or "no suffix"
        for each in skipped
        if each.reason == UNSUPPORTED
    )
    kinds = ", ".join(suffix for suffix, _ in suffixes.most_common(_SHOWN_SUFFIXES))
    parts = [
        f"{count:,} {reason}{f' ({kinds})' if reason == UNSUPPORTED else ''}"
        for reason, count in reasons
    ]
    return f"; skipped: {', '.join(parts)}"


def _of(route: str, error: ChunkingError) -> str:
    """Return an error with the route of its document."""
    return f"{route_of(route)}: {str(error).removeprefix(f'{display_name(route)}: ')}"


def _shortened(lines: Sequence[str], noun: str) -> list[str]:
    """Return the first lines, and the number of the others."""
    left_out = len(lines) - _SHOWN
    if left_out <= 0:
        return list(lines)
    return [*lines[:_SHOWN], f"{count_of(left_out, f'more {noun}')}"]
