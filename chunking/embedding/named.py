"""From the name of a model to the folder that holds it, by way of the hub where it must be."""

from __future__ import annotations

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
    if not _is_path(name):
        for repository in _repositories(name):
            found = _snapshot(repository, fetch=True)
            if found is not None:
                return found
    raise ModelError(
        f"model {name!r} is not on this machine and could not be fetched: "
        "give the name of a sentence-transformers model or a folder that holds one; "
        f"the bundled one is {DEFAULT_MODEL}"
    )


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
        found = _snapshot(repository, fetch=False)
        # A tokenizer alone may have been fetched for other purposes.
        if found is not None and next(found.rglob("*.safetensors"), None) is not None:
            return found
    return None


def _is_path(name: str) -> bool:
    return name.startswith(("/", ".", "~")) or "\\" in name or name.count("/") > 1


def _repositories(name: str) -> Iterator[str]:
    if "/" not in name:
        yield f"{ORGANISATION}/{name}"
    yield name


def _snapshot(repository: str, *, fetch: bool) -> Path | None:
    """The repository's folder in the hub's cache; with `fetch`, by way of the network."""
    from huggingface_hub import snapshot_download

    try:
        return Path(
            snapshot_download(repository, allow_patterns=WANTED, local_files_only=not fetch)
        )
    except Exception:  # noqa: BLE001 - no network, no such name, no access: the sentence is the same
        return None
