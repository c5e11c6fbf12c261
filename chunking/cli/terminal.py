"""Input and output of the commands: documents, files, standard streams, notes and progress."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
import time
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from chunking.core.errors import ChunkingError, SettingsError, why_not_written
from chunking.core.files import atomic_file
from chunking.core.text.numbers import count_of
from chunking.loading.own_files import JSON_MARK

if TYPE_CHECKING:
    from chunking.core.chunking import Chunking
    from chunking.core.document import Document
    from chunking.core.prepared import Material
    from chunking.embedding import LongTexts, OnBatch
    from chunking.strategies import Strategy

_Found = TypeVar("_Found")

# Lines of notes or errors before the others are only counted.
_MOST_LINES = 20
# Seconds of embedding from which a rate is estimated, and of a wait that is announced.
_MEASURED, _LONG = 2.0, 10.0

# Control characters, with which a text could move the cursor or set the clipboard, and those that
# change the direction of a line.
_DIRECTIONS = "\u2028-\u202e\u2066-\u2069"
_EXECUTED = re.compile(f"[\x00-\x1f\x7f-\x9f{_DIRECTIONS}]")
_EXECUTED_IN_LINES = re.compile(f"(?!\n|\t|\r\n)[\x00-\x1f\x7f-\x9f{_DIRECTIONS}]")


def read_document(file: str, suffix: str | None = None, **metadata: str | None) -> Document:
    """Load a document from a path, or from standard input for `-`.

    A note names the kind of standard input that was detected without a suffix.

    Args:
        suffix: The kind of standard input, such as "py" or ".md".
        metadata: Any of title, language, domain, encoding and route.

    Raises:
        SettingsError: The suffix is unknown, or `file` is a path.
        LoadError: The document cannot be read.
    """
    from chunking.loading import load, load_bytes

    if suffix is not None:
        suffix = _known_suffix(suffix, file)
    known: dict[str, Any] = dict(metadata)
    if file == "-":
        data = _open(sys.stdin, "standard input").buffer.read()
        if suffix is not None or not data:
            return load_bytes(data, f"stdin{suffix or '.md'}", **known)
        return _document_of_detected_kind(data, known)
    return load(file, **known)


def _document_of_detected_kind(data: bytes, known: dict[str, Any]) -> Document:
    from chunking.loading import formats, load_bytes
    from chunking.loading.detection import kind_of

    kind = kind_of(data, known.get("encoding"))
    document = load_bytes(data, f"stdin{kind.suffix}", **known)
    found = formats.by_suffix(kind.suffix)
    name = "plain text" if found is formats.TEXT else found.name
    evidence = f" ({kind.evidence})" if kind.evidence else ""
    note = f"standard input is read as {name}{evidence}; use --type to set the kind"
    return replace(document, notes=(note, *document.notes))


def _known_suffix(suffix: str, file: str) -> str:
    """Return the suffix of a supported format in lower case, with its dot."""
    from chunking.loading import FORMATS

    if file != "-":
        raise SettingsError(f"--type is for standard input (-), got the file {file}")
    known = [each for format_ in FORMATS for each in format_.suffixes]
    dotted = "." + suffix.lower().removeprefix(".")
    if dotted not in known:
        raise SettingsError(f"--type must be one of {', '.join(known)}; got {suffix!r:.80}")
    return dotted


def check_choice(option: str, value: str, allowed: Collection[str]) -> str:
    """Return the value of an option, which must be one of those allowed."""
    if value not in allowed:
        raise SettingsError(f"{option} must be one of {', '.join(allowed)}, got {value!r}")
    return value


def parse_int(option: str, value: str | None) -> int | None:
    """Return the value of an option as a number; None without a value."""
    try:
        return None if value is None else int(value)
    except ValueError:
        raise SettingsError(f"{option} must be a whole number, got {value!r}") from None


def write(text: str, output: str | None = None) -> None:
    """Write text as UTF-8 to a file, complete or not there, or to standard output without one.

    Raises:
        ChunkingError: The file or standard output cannot be written.
        SystemExit: The reader of standard output has closed it, as `head` does; with code 0.
    """
    data = text.encode("utf-8", "replace")
    if output is None:
        write_stdout(data)
        return
    try:
        with atomic_file(output) as unfinished:
            unfinished.write_bytes(data)
    except OSError as error:
        raise ChunkingError(f"{output} cannot be written: {why_not_written(error)}") from None


def write_stdout(data: bytes) -> None:
    """Write bytes to standard output."""
    out = _open(sys.stdout, "standard output")
    if out.isatty():
        data = _EXECUTED_IN_LINES.sub("�", data.decode("utf-8", "replace")).encode()
    try:
        out.buffer.write(data)
        out.buffer.flush()
    except OSError as error:
        # The interpreter flushes the rest at exit, which must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
        if isinstance(error, BrokenPipeError):
            raise SystemExit(0) from None
        raise ChunkingError(
            f"standard output cannot be written: {why_not_written(error)}"
        ) from None


class StandardOutput:
    """Standard output as a binary file, which raises what `write_stdout` raises."""

    closed = False

    def write(self, data: bytes) -> None:
        """Write bytes."""
        write_stdout(data)


def _open(stream: TextIO | None, name: str) -> TextIO:
    """Return a standard stream, which is None where the caller closed it."""
    if stream is None:
        raise ChunkingError(f"{name} is closed: give a file instead")
    return stream


def check_exists(path: Path, *, folder: bool) -> None:
    """Check that a path is an existing file, or an existing folder."""
    if path.is_dir() if folder else path.is_file():
        return
    if folder and path.exists():
        raise SettingsError(f"{path}: expected a folder, got a file; use `open` for files")
    if path.is_dir():
        raise SettingsError(f"{path}: expected a file, got a folder; use `library` for folders")
    raise SettingsError(f"{path}: there is no such {'folder' if folder else 'file'}")


def check_output(output: str | None, *inputs: str | None) -> None:
    """Check, before any slow work, that the output can be written and is not an input."""
    if output is None:
        return
    if not output:
        raise SettingsError("the output must be the name of a file, got ''")
    with contextlib.suppress(OSError, ValueError):  # not a valid path: writing will fail
        if os.path.isdir(output):  # noqa: PTH112 - may not be a valid path
            raise SettingsError(f"{output} cannot be written: it is a folder")
        if not (parent := Path(output).parent).is_dir():
            raise SettingsError(f"{output} cannot be written: there is no folder {parent}")
    for file in inputs:
        if file is None or file == "-":
            continue
        with contextlib.suppress(OSError, ValueError):  # does not exist, or not a path
            if os.path.samefile(file, output):  # noqa: PTH121 - an empty path is not a file
                raise SettingsError(f"the output must not be an input file, got {output}")


def write_json(value: object) -> None:
    """Write a value as JSON to standard output; an object begins with the mark of own files."""
    if isinstance(value, dict):
        value = JSON_MARK | value
    write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def write_result(
    found: _Found,
    to_dict: Callable[[_Found], object],
    to_text: Callable[[_Found], str],
    *,
    as_json: bool,
) -> None:
    """Write a result as JSON or as text to standard output."""
    if as_json:
        write_json(to_dict(found))
    else:
        write(to_text(found))


def print_notes(notes: Iterable[str]) -> None:
    """Print notes to standard error, one per line."""
    for note in notes:
        print(f"note: {printable(note)}", file=sys.stderr)


def shortened(lines: Sequence[str], noun: str) -> list[str]:
    """Return the first lines, and the number of the others."""
    left_out = len(lines) - _MOST_LINES
    if left_out <= 0:
        return list(lines)
    return [*lines[:_MOST_LINES], count_of(left_out, f"more {noun}")]


def print_errors(errors: Iterable[str]) -> None:
    """Print what failed to standard error, one per line, where the command goes on."""
    for error in errors:
        print(f"error: {printable(error)}", file=sys.stderr)


def print_failures(problems: Iterable[tuple[str, str]]) -> None:
    """Print the documents that failed, each with the reason, to standard error."""
    failures = [f"{name}: {reason}" for name, reason in problems]
    print_errors(shortened(failures, "error"))


def printable(text: str) -> str:
    """Return a text without characters that a terminal could execute."""
    return _EXECUTED.sub("�", text)


def print_cost(document: Document, *materials: Material) -> None:
    """Print what embedding sends to servers to standard error, before it is sent."""
    from chunking.engine import cost_of

    costs = [cost_of(document, each) for each in dict.fromkeys(materials)]
    print_notes(dict.fromkeys(cost.note for cost in costs if cost is not None))


def print_cost_of_texts(model: str, texts: Sequence[str], long_texts: LongTexts) -> None:
    """Print what embedding chunks sends to a server to standard error, before it is sent."""
    from chunking.embedding import embedded_texts, embedding_cost, get_embedder

    embedder = get_embedder(model)
    if embedder.remote is not None:
        cost = embedding_cost(embedder, embedded_texts(texts, embedder, long_texts))
        print_notes([cost.note] if cost is not None else [])


def print_notes_on(
    document: Document,
    ways: Mapping[str, tuple[Chunking, Strategy | None]],
    *models: str | None,
    long_texts: LongTexts | None = None,
    title: str = "",
) -> list[str]:
    """Print the notes on a document and its chunks, each once, to standard error; return them.

    Args:
        ways: Its chunks and their strategies, by name.
        models: Names of the models that read them, besides those of the strategies.
        title: Names the document; empty if it is the only one.
    """
    from chunking.output.summaries.notes import notes_on

    own = [strategy.material.model for _, strategy in ways.values() if strategy is not None]
    common = dict.fromkeys(notes_on(document, None, *own, *models))
    found = list(common)
    for name, (chunking, strategy) in ways.items():
        lane = f"{name}: " if name else ""
        notes = notes_on(chunking, strategy, *models, long_texts=long_texts)
        found += [f"{lane}{note}" for note in notes if note not in common]
    notes = [f"{title}: {note}" if title else note for note in dict.fromkeys(found)]
    print_notes(notes)
    return notes


@contextlib.contextmanager
def warnings_as_notes() -> Iterator[None]:
    """Print warnings as notes, such as one for each strategy module that cannot be imported."""
    with warnings.catch_warnings():
        warnings.filterwarnings("always", module=r"chunking\.")
        warnings.showwarning = lambda message, *_, **__: print_notes([str(message)])
        yield


def embedding_progress(clock: Callable[[], float] = time.monotonic) -> OnBatch:
    """Return a callback that prints the progress of embedding to standard error.

    If it is no terminal, the estimated time is printed once where it is long.
    """
    started, first, estimated = clock(), 0, False

    def show(done: int, total: int) -> None:
        nonlocal started, first, estimated
        if not first or done < first:  # the next document; the first batch also loads the model
            started, first = clock(), done
        passed = clock() - started
        left = passed * (total - done) / max(1, done - first)
        what = f"of {count_of(total, 'text')} embedded"
        if sys.stderr.isatty():
            is_known = passed >= _MEASURED and done < total
            rest = f", about {_duration(left)} left" if is_known else ""
            print_progress(done, total, f"{what}{rest}")
        elif not estimated and passed >= _MEASURED and left >= _LONG:
            estimated = True
            print_notes([f"{done:,} {what}, about {_duration(left)} left"])

    return show


def _duration(seconds: float) -> str:
    """Return a duration in seconds, or in minutes."""
    minutes = round(seconds / 60)
    return count_of(minutes, "minute") if seconds >= 90 else count_of(round(seconds), "second")


def print_progress(done: int, total: int, text: str) -> None:
    """Print a progress line to standard error, over the previous one."""
    end = "\n" if done == total else ""
    print(f"\r\x1b[K{done:,} {text}", end=end, file=sys.stderr, flush=True)


@contextmanager
def progress_bar(*, quiet: bool = False) -> Iterator[Callable[[int, int, str], None] | None]:
    """Show a bar on standard error; yield what updates it, None if that is no terminal.

    The arguments are the bytes done, those in total, and what is done in words. Rate and time left
    are estimated from bytes, since documents differ more in size than in anything else. `quiet`
    shows no bar.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )

    columns = (
        BarColumn(),
        TextColumn("{task.fields[state]}"),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None, state="")

        def show(done: int, total: int, state: str) -> None:
            progress.update(task, completed=done, total=max(total, 1), state=state)

        yield show
