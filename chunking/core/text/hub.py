"""Repositories of the Hugging Face Hub: in its cache on this machine, or downloaded with consent.

Consent is given for one name in the window, and for a process and those it starts by
`CHUNKSCOPE_DOWNLOAD=1`, which `--download` sets.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

from chunking.core.errors import ModelError
from chunking.core.packages import require

HOST: Final = "huggingface.co"
VARIABLE: Final = "CHUNKSCOPE_DOWNLOAD"
CONSENT: Final = (
    f"it is downloaded from {HOST} only with --download or {VARIABLE}=1, "
    "or after you have confirmed it in the window"
)

_allowed: set[str] = set()


def allow(name: str) -> None:
    """Allow the download of a model or a tokenizer in this process."""
    _allowed.add(name)


def allow_all() -> None:
    """Allow every download in this process and those it starts."""
    os.environ[VARIABLE] = "1"


def is_allowed(name: str) -> bool:
    """Return whether a model or a tokenizer may be downloaded."""
    return name in _allowed or os.environ.get(VARIABLE) == "1"


def is_path(name: str) -> bool:
    """Return whether the name of a model is a path, which is looked up nowhere else."""
    return name.startswith(("/", ".", "~")) or "\\" in name or name.count("/") > 1


def snapshot(repository: str, patterns: Sequence[str], *, download: bool) -> Path:
    """Return a repository's folder in the hub's cache; raises any error of the hub's library.

    Args:
        repository: Its name, such as `owner/name`.
        patterns: Of the names of its files.
    """
    require("a model of the Hugging Face Hub", "huggingface-hub")
    from huggingface_hub import snapshot_download

    return Path(
        snapshot_download(repository, allow_patterns=[*patterns], local_files_only=not download)
    )


def download_size(repositories: Sequence[str], patterns: Sequence[str]) -> int:
    """Return the bytes of the first of some repositories that exists; asks the hub.

    Raises:
        ModelError: None exists, or the hub does not answer.
    """
    from huggingface_hub import HfApi

    failure: Exception | None = None
    for repository in repositories:
        try:
            files = HfApi().model_info(repository, files_metadata=True).siblings or []
        except Exception as error:  # noqa: BLE001 - offline, unknown name, no access
            failure = failure or error
            continue
        matching = (each for each in files if any(fnmatch(each.rfilename, p) for p in patterns))
        return sum(each.size or 0 for each in matching)
    reason = f" ({first_line(failure)})" if failure else ""
    raise ModelError(f"{repositories[-1]} cannot be looked up on {HOST}{reason}")


def first_line(error: Exception) -> str:
    """Return the first line of what an error says, without its period; its kind if it is silent."""
    with suppress(IndexError):
        return str(error).strip().splitlines()[0].rstrip(" .:")[:200]
    return type(error).__name__
