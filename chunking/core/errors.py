"""Exceptions of the package.

A message says what is wrong, what was given and what is allowed:
`max_tokens must be at least min_tokens (200), got 150`.
"""

import errno
from collections.abc import Iterable
from typing import TypeVar

Value = TypeVar("Value")


class ChunkingError(Exception):
    """Base class; `str(error)` is one sentence for the user."""


class LoadError(ChunkingError):
    """The bytes are not a valid document of their format."""


class SettingsError(ChunkingError):
    """A setting, a strategy name or an argument is not valid."""


class ConflictError(SettingsError):
    """Settings that are valid one by one contradict each other."""


class ModelError(ChunkingError):
    """An embedding model or a tokenizer cannot be found, loaded or trusted."""


class ContractError(ChunkingError):
    """A strategy returned cuts that break the contract of strategies."""


class StoreError(ChunkingError):
    """A store of chunks cannot be opened, read or written, or holds something else."""


class MissingPackageError(ChunkingError, ImportError):
    """A package is not installed that chunkscope-engine leaves out, or that is optional.

    Args:
        what: What needs it, as the subject of a sentence.
        packages: The packages, as pip names them.
    """

    def __init__(self, what: str, *packages: str) -> None:
        self.what, self.packages = what, packages
        named = "a package" if len(packages) == 1 else "packages"
        super().__init__(f"{what} needs {named}: pip install {' '.join(packages)}")

    def __reduce__(self) -> tuple[type, tuple[str, ...]]:
        return type(self), (self.what, *self.packages)


class StoppedError(ChunkingError):
    """The user stopped a long computation."""


def expect(value: Value, kind: type | tuple[type, ...], requirement: str) -> Value:
    """Return a value that is an instance of `kind`; `requirement` begins the error message."""
    if isinstance(value, kind):
        return value
    raise SettingsError(f"{requirement}, got {shown(value)}")


def expect_each(
    values: Iterable[Value], kind: type | tuple[type, ...], requirement: str
) -> list[Value]:
    """Return values that are all instances of `kind`; `requirement` begins the error message."""
    if isinstance(values, (str, bytes, kind)) or not isinstance(values, Iterable):
        raise SettingsError(f"{requirement}, got {shown(values)}")
    return [expect(each, kind, requirement) for each in values]


def shown(value: object) -> str:
    """Return a value as errors show it: the first 80 characters of its representation."""
    try:
        return f"{value!r:.80}"
    except ValueError:  # an integer of more digits than Python converts
        return "a number of too many digits"
    except RecursionError:
        return "a value that is nested too deeply"


def why_unreadable(error: OSError | ValueError) -> str:
    """Return why a file cannot be opened or read as text, as part of a sentence."""
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, IsADirectoryError):
        return "a folder, where a file is expected"
    if isinstance(error, PermissionError):
        return "no permission to read it"
    if isinstance(error, UnicodeDecodeError):
        return f"it must be UTF-8; byte {error.start:,} is not"
    reason = error.strerror if isinstance(error, OSError) else "no valid path"
    return f"cannot be read ({reason})"


def why_not_written(error: OSError) -> str:
    """Return why a file cannot be written, as part of a sentence."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return "the disk is full"
    if error.errno in {errno.EACCES, errno.EPERM}:
        return "no permission to write there"
    if error.errno == errno.EROFS:
        return "the file system is read-only"
    return error.strerror or type(error).__name__
