"""A sentence-transformers model in a folder: checked before it is trusted, loaded when used."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
import threading
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from chunking.embedding.model import ModelEmbedder
from chunking.embedding.precision import EXACT, FAST
from chunking.embedding.vectors import no_vectors
from chunking.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from chunking.embedding.model import TextModel
    from chunking.embedding.protocol import OnBatch
    from chunking.types import Vectors

PICKLES = (".bin", ".ckpt", ".pickle", ".pkl", ".pt", ".pth")
HASHED = (".json", ".model", ".safetensors", ".txt")
# Libraries write 10^30 where a tokenizer has no limit of its own.
NO_LIMIT = 1_000_000


class FolderEmbedder:
    """The model in the folder that `find` gives, which is asked once, when it is needed.

    Looking at `revision` and `max_pieces` reads files; only `encode` imports torch.
    """

    def __init__(self, name: str, find: Callable[[], Path], precision: str = EXACT) -> None:
        self._name = name
        self._find = find
        self._precision = precision
        self._lock = threading.Lock()
        self._loaded: ModelEmbedder | None = None
        self._revision: str | None = None

    @property
    def id(self) -> str:
        """The name it was asked for by."""
        return self._name

    @cached_property
    def folder(self) -> Path:
        """Where it is, once it has been checked; raises `ModelError` where it is refused."""
        folder = self._find()
        check_folder(folder, self._name)
        return folder

    @property
    def revision(self) -> str:
        """The commit of a snapshot from a hub, or a hash over the folder's files."""
        if self._revision is None:
            self._revision = _commit(self.folder) or folder_hash(self.folder)
        return self._revision

    @property
    def max_pieces(self) -> int | None:
        """What its settings say it reads of one text; `None` where they say nothing."""
        return _max_pieces(self.folder)

    def encode(self, texts: Sequence[str], *, on_batch: OnBatch | None = None) -> Vectors:
        """One vector a text, (n, d) float32 of norm 1; the first call loads the model."""
        if not texts:
            return no_vectors()
        with self._lock:
            if self._loaded is None:
                self._loaded = ModelEmbedder(self._load(), self._name, self.revision)
        return self._loaded.encode(texts, on_batch=on_batch)

    def _load(self) -> TextModel:
        """The model itself, read into memory."""
        return load_folder(self.folder, self._name, self._precision)


def check_folder(folder: Path, name: str) -> None:
    """Refuses a folder that holds no model, code of its own, or weights only as pickles.

    Raises `ModelError` with one sentence that says which.
    """
    if not (folder / "modules.json").is_file() and not (folder / "config.json").is_file():
        raise ModelError(
            f"model {name!r} is not a sentence-transformers model: "
            f"{folder} holds neither modules.json nor config.json"
        )
    for kind, _ in _modules(folder):
        if kind.partition(".")[0] != "sentence_transformers":
            raise ModelError(_own_code(name, kind))
    weights = False
    for _, place in _modules(folder):
        endings = {path.suffix for path in place.glob("*") if path.is_file()}
        if ".safetensors" not in endings and endings & set(PICKLES):
            raise ModelError(
                f"model {name!r} has weights only as pickles in {place}, which can run code when "
                "they are read: convert them to .safetensors or choose another model"
            )
        weights = weights or ".safetensors" in endings
    if not weights:
        raise ModelError(f"model {name!r} has no .safetensors weights in {folder}")


def load_folder(folder: Path, name: str, precision: str = EXACT) -> TextModel:
    """The `SentenceTransformer` in a checked folder, loaded without network or code of its own.

    Its numbers are as its files have them, or bfloat16 where it shall be fast.

    Raises `ModelError` where it cannot be loaded.
    """
    if "torch" not in sys.modules:
        # Threads that wait by spinning make torch several times slower as soon as anything
        # else uses a core, and the window always does. It is read when torch is imported.
        os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging

    settings: dict[str, Any] = {"use_safetensors": True}
    if precision == FAST:
        settings["dtype"] = "bfloat16"
    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        return SentenceTransformer(
            str(folder),
            trust_remote_code=False,
            local_files_only=True,
            model_kwargs=settings,
        )
    except Exception as error:  # the libraries below raise what they like
        if "trust_remote_code" in str(error):
            raise ModelError(_own_code(name, "see auto_map in its config.json")) from error
        first = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise ModelError(f"model {name!r} could not be loaded from {folder}: {first}") from error
    finally:
        if shown:
            logging.enable_progress_bar()  # type: ignore[no-untyped-call]


def folder_hash(folder: Path) -> str:
    """SHA-256 over the settings, vocabularies and safetensors below a folder.

    It is taken once a process for the same sizes and times of change.
    """
    return _hash_of(folder, tuple(_stamps(folder)))


def file_hash(path: Path) -> str:
    """SHA-256 of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def module_folders(folder: Path) -> list[Path]:
    """Where the parts of a model lie: the folders that its modules.json names, in order."""
    return [place for _, place in _modules(folder)]


def _commit(folder: Path) -> str | None:
    """The commit that a folder of the hub's cache is named by."""
    named = folder.parent.name == "snapshots" and re.fullmatch("[0-9a-f]{40}", folder.name)
    return folder.name if named else None


@lru_cache(maxsize=64)
def _hash_of(folder: Path, stamps: tuple[tuple[str, int, int], ...]) -> str:
    digest = hashlib.sha256()
    for name, _, _ in stamps:
        digest.update(f"{name}\n{file_hash(folder / name)}\n".encode())
    return digest.hexdigest()


def _stamps(folder: Path) -> Iterator[tuple[str, int, int]]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in HASHED and path.is_file():
            stat = path.stat()
            yield path.relative_to(folder).as_posix(), stat.st_size, stat.st_mtime_ns


def _modules(folder: Path) -> list[tuple[str, Path]]:
    """(class, folder) of each module; a bare transformer has one."""
    listed = _read(folder / "modules.json")
    if not isinstance(listed, list):
        return [("sentence_transformers", folder)]
    rows = [row for row in listed if isinstance(row, dict)]
    return [(str(row.get("type", "")), folder / str(row.get("path", ""))) for row in rows]


def _max_pieces(folder: Path) -> int | None:
    first = (module_folders(folder) or [folder])[0]
    for place in (first, folder):
        for path in sorted(place.glob("sentence_*_config.json")):
            limit = _limit(path, "max_seq_length")
            if limit:
                return limit
    limits = [
        _limit(first / "config.json", "max_position_embeddings"),
        _limit(first / "tokenizer_config.json", "model_max_length"),
    ]
    return min((limit for limit in limits if limit), default=None)


def _limit(path: Path, key: str) -> int | None:
    settings = _read(path)
    limit = settings.get(key) if isinstance(settings, dict) else None
    return int(limit) if isinstance(limit, int | float) and 0 < limit < NO_LIMIT else None


def _read(path: Path) -> object:
    """A JSON file's content; `None` where there is no such file or it is not JSON."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _own_code(name: str, which: str) -> str:
    return (
        f"model {name!r} needs code of its own ({which}), which is never run: "
        "choose a model that sentence-transformers reads by itself"
    )
