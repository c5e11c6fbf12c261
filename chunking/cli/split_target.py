"""Where `chunkscope split` writes, and in which format."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, NamedTuple

from chunking.cli import terminal
from chunking.core.errors import ChunkingError, SettingsError, why_not_written
from chunking.output.export.files import SUFFIXES, FileFormat

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunking.output.export.files import AddPart

FORMATS = (*SUFFIXES, "toml")
"""The formats of chunks, and that of settings."""


def is_folder(output: str | None) -> bool:
    """Return whether an output is a folder: an existing one, or a name that ends in a slash."""
    return bool(output) and (str(output).endswith(("/", os.sep)) or os.path.isdir(str(output)))  # noqa: PTH112


class Target(NamedTuple):
    """Where the chunks are written; standard output without a path."""

    path: Path | None
    format: FileFormat
    is_folder: bool = False

    @contextmanager
    def open(self, *, titles: bool = False) -> Iterator[AddPart]:
        """Yield what adds the chunks of a document; `titles` writes the route above each text.

        Raises:
            ChunkingError: It cannot be written.
        """
        if self.path is None:
            with self.format.writer(terminal.StandardOutput(), titles=titles) as add:
                yield add
            return
        try:
            if self.is_folder:
                yield self.format.in_folder(self.path)
            else:
                with self.format.file(self.path, titles=titles) as add:
                    yield add
        except OSError as error:
            raise ChunkingError(
                f"{self.path} cannot be written: {why_not_written(error)}"
            ) from None


def target_of(
    output: str | None,
    format_: str | None,
    inputs: Sequence[str | None],
    *,
    alone: bool,
    uuids: bool,
) -> Target:
    """Return where the chunks are written, checked before any slow work.

    Args:
        output: A file or folder; standard output without one.
        format_: A format; by default that of the suffix of the output.
        inputs: Files that must not be the output.
        alone: Whether there is one document.
        uuids: Whether each chunk has a random UUID.

    Raises:
        SettingsError: It cannot be written.
    """
    if format_ == "toml" and not alone:
        raise SettingsError("--format toml is for one document: the settings are the same for all")
    if output is None:
        return Target(None, FileFormat(format_ or "jsonl", uuids))
    suffix = PurePath(output).suffix.lower()
    is_new = bool(output) and not suffix and format_ is None and not os.path.isfile(output)  # noqa: PTH113
    if not alone and (is_folder(output) or is_new):
        return Target(Path(output), FileFormat(format_ or "jsonl", uuids), is_folder=True)
    terminal.check_output(output, *inputs)
    found = format_ or _format_of(suffix, settings=alone) or ("jsonl" if alone else None)
    if found is None:
        endings = ", ".join(SUFFIXES.values())
        raise SettingsError(f"{output} must end in {endings} or be a folder; or give --format")
    return Target(Path(output), FileFormat(found, uuids))


def _format_of(suffix: str, *, settings: bool) -> str | None:
    """Return the format that a suffix stands for, with `settings` also theirs; else None."""
    known = SUFFIXES | ({"toml": ".toml"} if settings else {})
    return next((name for name, each in known.items() if each == suffix), None)
