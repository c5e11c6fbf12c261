"""What can go wrong, each as one sentence a person can act on.

A message says what is wrong, what was given and what is allowed:
`max_tokens must be at least min_tokens (200), got 150`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Given = TypeVar("Given")


class ChunkingError(Exception):
    """Anything this package refuses; `str(error)` is one sentence for the user."""


class LoadError(ChunkingError):
    """The bytes cannot be read as the document they claim to be."""


class SettingsError(ChunkingError):
    """A setting, a strategy's name or a preset is not one that is allowed."""


class ConflictError(SettingsError):
    """Settings contradict each other, each of which is allowed by itself."""


class ModelError(ChunkingError):
    """An embedding model or a tokenizer cannot be found, loaded or trusted."""


class ContractError(ChunkingError):
    """A strategy returned cuts that break what every strategy owes."""


class StoppedError(ChunkingError):
    """Long work was stopped by the person who had started it; what was done is kept."""


def expect(given: Given, kind: type | tuple[type, ...], must: str) -> Given:
    """What is given, if it is of that kind; `must` says what it must be.

    Raises:
        SettingsError: it is of another kind.
    """
    if isinstance(given, kind):
        return given
    raise SettingsError(f"{must}, got {given!r:.80}")


def expect_each(given: Iterable[Given], kind: type, must: str) -> list[Given]:
    """All that is given, if each is of that kind; `must` says what they must be.

    Raises:
        SettingsError: one is of another kind, or what is given is one by itself or cannot be
            gone through.
    """
    if isinstance(given, (str, bytes, kind)) or not isinstance(given, Iterable):
        raise SettingsError(f"{must}, got {given!r:.80}")
    return [expect(each, kind, must) for each in given]


def why_unreadable(error: OSError | ValueError) -> str:
    """Why a file cannot be opened or read as text, for a person who knows its name."""
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
