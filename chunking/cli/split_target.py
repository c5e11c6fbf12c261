"""Where `chunkscope split` writes the chunks of many documents."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from chunking.cli import terminal
from chunking.core.errors import ChunkingError, SettingsError, why_not_written
from chunking.library.chunk_output import (
    SUFFIXES,
    encode_alone,
    encode_part,
    file_writer,
    folder_writer,
    header,
)
from chunking.loading import Files, SkippedFile

if TYPE_CHECKING:
    from chunking.core.chunking import Chunking

_OUTPUT = "in the output"


def is_folder(output: str | None) -> bool:
    """Return whether an output is a folder: an existing one, or a name that ends in a slash."""
    return bool(output) and (str(output).endswith(("/", os.sep)) or os.path.isdir(str(output)))  # noqa: PTH112


class Target(NamedTuple):
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
            raise ChunkingError(
                f"{self.path} cannot be written: {why_not_written(error)}"
            ) from None


def target_of(output: str | None, format_: str | None, sources: Sequence[str]) -> Target:
    """Return where the chunks are written, checked before any slow work."""
    if format_ == "toml":
        raise SettingsError("--format toml is for one document: the settings are the same for all")
    if output is None:
        if format_ == "parquet":
            raise SettingsError("parquet needs a file or folder, by --output")
        return Target(None, format_ or "jsonl", is_folder=False)
    if not output:
        terminal.check_output(output)
    suffix = PurePath(output).suffix.lower()
    is_new_folder = not suffix and format_ is None and not os.path.isfile(output)  # noqa: PTH113
    if is_folder(output) or is_new_folder:
        return Target(Path(output), format_ or "jsonl", is_folder=True)
    found = format_ or format_of_suffix(suffix)
    if found is None:
        endings = ", ".join(SUFFIXES.values())
        raise SettingsError(f"{output} must end in {endings} or be a folder; or give --format")
    terminal.check_output(output, *sources)
    return Target(Path(output), found, is_folder=False)


def format_of_suffix(suffix: str) -> str | None:
    """Return the format that a suffix stands for; None for any other suffix."""
    return next((name for name, each in SUFFIXES.items() if each == suffix), None)


def without_output(files: Files, target: Target) -> Files:
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
