"""From the name of a model to the folder that holds it, by way of the hub where it must be."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from chunking.embedding.bundled import DEFAULT_MODEL, bundled_folder
from chunking.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Iterator

# Short names mean the models of this organisation.
ORGANISATION = "sentence-transformers"
# Neither pickles nor code ever reach the disk.
WANTED = ["*.json", "*.txt", "*.model", "*.safetensors"]
BUNDLED_NAMES = (DEFAULT_MODEL, f"{ORGANISATION}/{DEFAULT_MODEL}")


def check_name(name: str) -> str:
    """The name without blanks around it; raises `ModelError` where it can name no model."""
    plain = name.strip()
    if not plain or len(plain) > 1024 or not plain.isprintable():
        raise ModelError(
            "the name of a model must be one line of printable characters, "
            f"such as {DEFAULT_MODEL} or a folder, got {name[:60]!r}"
        )
    return plain


def find_folder(name: str) -> Path:
    """The folder of a model: a local one, the hub's cache, or fetched from the hub now.

    Raises `ModelError` where there is none.
    """
    folder = local_folder(name)
    if folder is not None:
        return folder
    failures: list[Exception] = []
    if not _is_path(name):
        for repository in _repositories(name):
            try:
                return _snapshot(repository, fetch=True)
            except Exception as error:  # noqa: BLE001 - no network, no such name, no access
                failures.append(error)
    said = f" ({_first_line(failures[0])})" if failures else ""
    raise ModelError(
        f"model {name!r} is not on this machine and could not be fetched{said}: "
        "give the name of a sentence-transformers model or a folder that holds one; "
        f"the bundled one is {DEFAULT_MODEL}"
    ) from (failures[0] if failures else None)


def _first_line(error: Exception) -> str:
    """What an error says first; else of which kind it is."""
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(" .:")[:200] if lines else type(error).__name__


def local_folder(name: str) -> Path | None:
    """The folder of a model that is on this machine, found without a network; else `None`."""
    if name in BUNDLED_NAMES:
        return bundled_folder()
    try:
        folder = Path(name).expanduser().resolve()
        if folder.is_dir():
            return folder
    except (OSError, RuntimeError):  # a name too long for a path, a home that is unknown
        return None
    if _is_path(name):
        return None
    for repository in _repositories(name):
        with suppress(Exception):  # it is not there, whatever the sentence
            found = _snapshot(repository, fetch=False)
            # A tokenizer alone may have been fetched for other purposes.
            if next(found.rglob("*.safetensors"), None) is not None:
                return found
    return None


def _is_path(name: str) -> bool:
    return name.startswith(("/", ".", "~")) or "\\" in name or name.count("/") > 1


def _repositories(name: str) -> Iterator[str]:
    if "/" not in name:
        yield f"{ORGANISATION}/{name}"
    yield name


def _snapshot(repository: str, *, fetch: bool) -> Path:
    """The repository's folder in the hub's cache; with `fetch`, by way of the network.

    Raises what the hub's library raises where there is none.
    """
    from huggingface_hub import snapshot_download

    return Path(snapshot_download(repository, allow_patterns=WANTED, local_files_only=not fetch))
