"""Whether `chunkscope split` has one document or many, and where it writes."""

import os
from collections.abc import Sequence
from glob import has_magic
from pathlib import Path, PurePath

from chunking.cli import terminal
from chunking.core.errors import SettingsError
from chunking.output.export.files import SUFFIXES, ChunkOutput

FORMATS = (*SUFFIXES, "toml")
"""The formats of chunks, and that of settings."""


def is_folder(output: str | None) -> bool:
    """Return whether an output is a folder: an existing one, or a name that ends in a slash."""
    return bool(output) and (str(output).endswith(("/", os.sep)) or os.path.isdir(str(output)))  # noqa: PTH112


def is_alone(
    sources: Sequence[str], output: str | None, include: Sequence[str], exclude: Sequence[str]
) -> bool:
    """Return whether one document is split as such: one file, or standard input.

    Raises:
        SettingsError: Standard input is not the only source.
    """
    if "-" in sources:
        if len(sources) > 1:
            raise SettingsError("- reads standard input and must be the only document")
        return True
    if len(sources) > 1 or include or exclude or is_folder(output):
        return False
    # An existing file is no pattern, whatever its name.
    (source,) = sources
    exists = os.path.exists(source)  # noqa: PTH110 - any text
    return not (os.path.isdir(source) if exists else has_magic(source))  # noqa: PTH112


def output_of(
    output: str | None,
    format_: str | None,
    inputs: Sequence[str | None],
    *,
    alone: bool,
    uuids: bool,
) -> ChunkOutput:
    """Return where the chunks are written, checked before any slow work.

    Args:
        format_: A format; by default that of the suffix of the output.
        inputs: Files that must not be the output.

    Raises:
        SettingsError: It cannot be written.
    """
    if format_ is not None:
        terminal.check_choice("format", format_, FORMATS)
    if format_ == "toml" and not alone:
        raise SettingsError("--format toml is for one document: the settings are the same for all")
    if output is None:
        return ChunkOutput(format_ or "jsonl", uuids=uuids)
    suffix = PurePath(output).suffix.lower()
    is_new = bool(output) and not suffix and format_ is None and not os.path.isfile(output)  # noqa: PTH113
    if not alone and (is_folder(output) or is_new):
        return ChunkOutput(format_ or "jsonl", Path(output), is_folder=True, uuids=uuids)
    terminal.check_output(output, *inputs)
    unnamed = "jsonl" if alone and not suffix else None
    found = format_ or _format_of(suffix, settings=alone) or unnamed
    if found is None:
        endings = ", ".join([*SUFFIXES.values(), *([".toml"] if alone else [])])
        other = "" if alone else " or be a folder"
        raise SettingsError(f"{output} must end in {endings}{other}; or give --format")
    return ChunkOutput(found, Path(output), uuids=uuids)


def _format_of(suffix: str, *, settings: bool) -> str | None:
    """Return the format that a suffix stands for, with `settings` also theirs; else None."""
    known = SUFFIXES | ({"toml": ".toml"} if settings else {})
    return next((name for name, each in known.items() if each == suffix), None)
