"""What the commands read and write: a document, standard output, and remarks beside it."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from chunking.errors import ChunkingError, SettingsError
from chunking.numerals import count_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from chunking.embedding import OnBatch
    from chunking.types import Document

# What --precision of a command says.
PRECISION = "exact or fast, for all that use a model; if none, as each says."


def read_document(file: str, **about: str | None) -> Document:
    """The document in a file, or on standard input where the file is `-`.

    `about` is what is known of it: title, language, domain, encoding, route.
    """
    from chunking.loading import load, load_bytes

    domain = about.pop("domain", None)
    known: dict[str, Any] = {**about, "domain": "" if domain in {None, "default"} else domain}
    if file == "-":
        return load_bytes(_open(sys.stdin, "standard input").buffer.read(), "stdin.md", **known)
    return load(file, **known)


def one_of(option: str, given: str, allowed: Sequence[str]) -> str:
    """What was given for an option, if it is one of the words that are allowed.

    Raises:
        SettingsError: it is none of them.
    """
    if given not in allowed:
        raise SettingsError(f"{option} must be one of {', '.join(allowed)}, got {given!r}")
    return given


def whole_number(option: str, given: str | None) -> int | None:
    """The number that was given for an option, if any was.

    Raises:
        SettingsError: it is no whole number.
    """
    try:
        return None if given is None else int(given)
    except ValueError:
        raise SettingsError(f"{option} must be a whole number, got {given!r}") from None


def write(text: str, output: str | None = None) -> None:
    """Text to a file, or to standard output if none is given, as UTF-8.

    Raises:
        ChunkingError: the file, or standard output, cannot be written.
        SystemExit: whoever reads standard output has had enough, as `head` does; with code 0.
    """
    data = text.encode("utf-8", "replace")
    if output is None:
        _write_out(data)
        return
    try:
        Path(output).write_bytes(data)
    except OSError as error:
        raise ChunkingError(f"{output} cannot be written: {error.strerror}") from None


def _write_out(data: bytes) -> None:
    out = _open(sys.stdout, "standard output")
    try:
        out.buffer.write(data)
        out.buffer.flush()
    except OSError as error:
        # What is left over is written as the program ends: to nobody.
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
        if isinstance(error, BrokenPipeError):
            raise SystemExit(0) from None
        raise ChunkingError(f"standard output cannot be written: {error.strerror}") from None


def _open(stream: TextIO | None, name: str) -> TextIO:
    """The stream; there is none where the program was started without it."""
    if stream is None:
        raise ChunkingError(f"{name} is closed: give a file in its place")
    return stream


def check_there(path: Path, *, folder: bool) -> None:
    """Nothing, if there is such a file, or such a folder.

    Raises:
        SettingsError: there is none; or it is the other one of both, which another command opens.
    """
    if path.is_dir() if folder else path.is_file():
        return
    if folder and path.exists():
        raise SettingsError(f"{path}: a file, where a folder is expected; `open` opens a file")
    if path.is_dir():
        raise SettingsError(f"{path}: a folder, where a file is expected; `library` opens a folder")
    raise SettingsError(f"{path}: there is no such {'folder' if folder else 'file'}")


def check_output(output: str | None, *read: str | None) -> None:
    """Nothing, unless what is to be written would then have no place, as far as can be seen now.

    So nobody waits for a result in vain.

    Raises:
        SettingsError: it is a folder or in none that is there, or it is a file that is `read`.
    """
    if output is None:
        return
    if not output:
        raise SettingsError("the output must be the name of a file, got ''")
    with contextlib.suppress(OSError, ValueError):  # as far as can be seen
        if os.path.isdir(output):  # noqa: PTH112 - it may be no path
            raise SettingsError(f"{output} cannot be written: it is a folder")
        if not (parent := Path(output).parent).is_dir():
            raise SettingsError(f"{output} cannot be written: there is no folder {parent}")
    for file in read:
        if file is None or file == "-":
            continue
        with contextlib.suppress(OSError, ValueError):  # one is not there, or is no path
            if os.path.samefile(file, output):  # noqa: PTH121 - a path that is empty is no file
                raise SettingsError(f"the output must be a file that is not read, got {output}")


def write_json(value: object) -> None:
    """A value to standard output as JSON."""
    write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def remark(notes: Iterable[str]) -> None:
    """Notes to standard error, one a line."""
    for note in notes:
        print(f"note: {note}", file=sys.stderr)


def progress() -> OnBatch | None:
    """What tells a person at a terminal how far the embedding is; None for a file or a pipe."""
    return _tell if sys.stderr.isatty() else None


def _tell(done: int, total: int) -> None:
    end = "\n" if done == total else ""
    print(
        f"\rembedding {done:,} of {count_of(total, 'sentence')}",
        end=end,
        file=sys.stderr,
        flush=True,
    )
