"""Models of sentence-transformers, from a folder or the Hugging Face Hub."""

import hashlib
import json
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from pathlib import Path

from chunking.core.arrays import Vectors
from chunking.core.errors import ModelError
from chunking.core.packages import require
from chunking.core.text import hub
from chunking.core.text.tokenizer_files import load_tokenizer, tokenizer_in
from chunking.embedding.long_texts import count_reserved, token_limit
from chunking.embedding.model_object import ModelEmbedder, TextModel
from chunking.embedding.protocol import OnBatch, no_vectors, query_prompt

# Names without an organization are looked up in this one first.
ORGANIZATION = "sentence-transformers"
# Neither pickles nor code are ever downloaded.
DOWNLOADED = ["*.json", "*.txt", "*.model", "*.safetensors"]
PICKLES = (".bin", ".ckpt", ".pickle", ".pkl", ".pt", ".pth")
HASHED = (".json", ".model", ".safetensors", ".txt")


class SentenceTransformerEmbedder:
    """A sentence-transformers model, found and loaded at first use.

    `revision` and `max_pieces` read files; only `encode` imports torch.

    Args:
        name: Name or folder of the model.
        find: Returns its folder; called once.

    Attributes:
        device: The GPU that it runs on once it is loaded, such as `cuda`; else empty.
    """

    beyond_limit = "truncate"

    def __init__(self, name: str, find: Callable[[], Path] | None = None) -> None:
        self._name = self.id = name
        self._find = find
        self._lock = threading.Lock()
        self._loaded: ModelEmbedder | None = None
        self._revision: str | None = None
        self.device = ""

    @cached_property
    def folder(self) -> Path:
        """Folder of the model.

        Raises:
            ModelError: It cannot be found, or holds code or pickles.
        """
        folder = find_folder(self._name) if self._find is None else self._find()
        check_folder(folder, self._name)
        return folder

    @property
    def is_folder(self) -> bool:
        """Whether its name is a folder, or can be nothing else."""
        return self._find is None and (hub.is_path(self._name) or _existing(self._name) is not None)

    @property
    def to_download(self) -> str | None:
        """Name under which it is downloaded before its first use; `None` if that is not needed."""
        if self._find is not None or "folder" in self.__dict__ or hub.is_path(self._name):
            return None
        return self._name if _local_folder(self._name) is None else None

    @property
    def revision(self) -> str:
        """Commit of a snapshot from the hub, or a hash of the folder's files."""
        if self._revision is None:
            self._revision = _commit(self.folder) or folder_hash(self.folder)
        return self._revision

    @property
    def max_pieces(self) -> int | None:
        """Token limit in the model's settings; `None` if they have none."""
        return _token_limit(self.folder)

    @property
    def tokenizer(self) -> str | None:
        """Folder of its tokenizer; `None` if it holds no `tokenizer.json`."""
        return None if tokenizer_in(self.folder) is None else str(self.folder)

    @property
    def reserved_tokens(self) -> int:
        """Tokens of the limit that special tokens and the default prompt take.

        Raises:
            ModelError: The model cannot be found, or its tokenizer cannot be read.
        """
        path = tokenizer_in(self.folder)
        if path is None:
            return 0
        settings = _read_json(self.folder / "config_sentence_transformers.json")
        known = settings if isinstance(settings, dict) else {}
        tokenizer, _ = load_tokenizer(path)
        return count_reserved(tokenizer, known.get("prompts"), known.get("default_prompt_name"))

    @property
    def query_prompt(self) -> str:
        """Text before a question, in the model's settings; empty without one."""
        settings = _read_json(self.folder / "config_sentence_transformers.json")
        if not isinstance(settings, dict):
            return ""
        return query_prompt(settings.get("prompts"), settings.get("default_prompt_name"))

    def encode(self, texts: Sequence[str], *, on_batch: OnBatch | None = None) -> Vectors:
        """Return one vector per text, (n, d) float32 of norm 1; the first call loads the model."""
        if not texts:
            return no_vectors()
        with self._lock:
            if self._loaded is None:
                model = self._load()
                self.device = device_of(model)
                self._loaded = ModelEmbedder(model, self._name, self.revision)
        return self._loaded.encode(texts, on_batch=on_batch)

    def _load(self) -> TextModel:
        return load_folder(self.folder, self._name)


def device_of(model: object) -> str:
    """Return the GPU that a loaded model runs on, such as `cuda`; empty for the processor."""
    kind = str(getattr(getattr(model, "device", None), "type", ""))
    return "" if kind == "cpu" else kind


def find_folder(name: str) -> Path:
    """Return the folder of a model: a local one, in the hub's cache, or downloaded with consent."""
    folder = _local_folder(name)
    if folder is not None:
        return folder
    failures: list[Exception] = []
    if not hub.is_path(name):
        if not hub.is_allowed(name):
            raise ModelError(f"model {name!r} is not on this machine: {hub.CONSENT}")
        for repository in _repositories(name):
            try:
                return hub.snapshot(repository, DOWNLOADED, download=True)
            except Exception as error:  # noqa: BLE001 - offline, unknown name, no access
                failures.append(error)
    reason = f" ({hub.first_line(failures[0])})" if failures else ""
    raise ModelError(
        f"model {name!r} is not on this machine and could not be fetched{reason}: "
        "give the name of a sentence-transformers model or a folder that holds one; "
        "the bundled one is all-MiniLM-L6-v2"
    ) from (failures[0] if failures else None)


def download_size(name: str) -> int:
    """Return the bytes that a model takes to download; asks the hub.

    Raises:
        ModelError: There is no such model, or the hub does not answer.
    """
    return hub.download_size([*_repositories(name)], DOWNLOADED)


def check_folder(folder: Path, name: str) -> None:
    """Check that a folder holds a model without code and with safetensors weights."""
    if not (folder / "modules.json").is_file() and not (folder / "config.json").is_file():
        raise ModelError(
            f"model {name!r} is not a sentence-transformers model: "
            f"{folder} holds neither modules.json nor config.json"
        )
    modules = _modules(folder)
    for kind, _ in modules:
        if kind.partition(".")[0] != "sentence_transformers":
            raise ModelError(_needs_code(name, kind))
    has_weights = False
    for _, module in modules:
        suffixes = {path.suffix for path in module.glob("*") if path.is_file()}
        if ".safetensors" not in suffixes and suffixes & set(PICKLES):
            raise ModelError(
                f"model {name!r} has weights only as pickles in {module}, which can run code when "
                "they are read: convert them to .safetensors or choose another model"
            )
        has_weights = has_weights or ".safetensors" in suffixes
    if not has_weights:
        raise ModelError(f"model {name!r} has no .safetensors weights in {folder}")


def load_folder(folder: Path, name: str, device: str | None = None) -> TextModel:
    """Load the `SentenceTransformer` in a checked folder, without network access or its code.

    Without a device, it runs on a GPU that torch sees, or else on the processor.

    Raises:
        ModelError: It cannot be loaded.
    """
    require(f"the model {name}", "sentence-transformers")
    if "torch" not in sys.modules:
        # Threads that wait by spinning make torch several times slower once another process uses
        # a core, as the window does. torch reads this when it is imported.
        os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging

    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        return SentenceTransformer(
            str(folder),
            device=device,
            trust_remote_code=False,
            local_files_only=True,
            model_kwargs={"use_safetensors": True},
        )
    except Exception as error:  # the libraries below raise any kind
        if "trust_remote_code" in str(error):
            raise ModelError(_needs_code(name, "see auto_map in its config.json")) from error
        raise ModelError(
            f"model {name!r} could not be loaded from {folder}: {hub.first_line(error)}"
        ) from error
    finally:
        if shown:
            logging.enable_progress_bar()


def folder_hash(folder: Path) -> str:
    """Return a SHA-256 over the settings, vocabularies and safetensors in a folder.

    It is computed once per process while file sizes and modification times stay the same.
    """
    return _folder_hash(folder, tuple(_file_stats(folder)))


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _existing(name: str) -> Path | None:
    """Return the folder of this name."""
    with suppress(OSError, RuntimeError):  # a name too long for a path, or an unknown home
        folder = Path(name).expanduser().resolve()
        return folder if folder.is_dir() else None
    return None


def _local_folder(name: str) -> Path | None:
    """Return the folder of a model on this machine, without network access."""
    folder = _existing(name)
    if folder is not None:
        return folder
    if hub.is_path(name):
        return None
    for repository in _repositories(name):
        with suppress(Exception):  # any error means that it is not there
            found = hub.snapshot(repository, DOWNLOADED, download=False)
            # Only the tokenizer may have been downloaded.
            if next(found.rglob("*.safetensors"), None) is not None:
                return found
    return None


def _repositories(name: str) -> Iterator[str]:
    if "/" not in name:
        yield f"{ORGANIZATION}/{name}"
    yield name


def _commit(folder: Path) -> str | None:
    """Return the commit in the name of a snapshot folder."""
    is_snapshot = folder.parent.name == "snapshots" and re.fullmatch("[0-9a-f]{40}", folder.name)
    return folder.name if is_snapshot else None


@lru_cache(maxsize=64)
def _folder_hash(folder: Path, stats: tuple[tuple[str, int, int], ...]) -> str:
    digest = hashlib.sha256()
    for name, _, _ in stats:
        digest.update(f"{name}\n{file_hash(folder / name)}\n".encode())
    return digest.hexdigest()


def _file_stats(folder: Path) -> Iterator[tuple[str, int, int]]:
    """Yield the relative path, size and modification time of each hashed file."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in HASHED and path.is_file():
            stat = path.stat()
            yield path.relative_to(folder).as_posix(), stat.st_size, stat.st_mtime_ns


def _modules(folder: Path) -> list[tuple[str, Path]]:
    """Return the class and folder of each module; a bare transformer has one."""
    listed = _read_json(folder / "modules.json")
    if not isinstance(listed, list):
        return [("sentence_transformers", folder)]
    rows = [row for row in listed if isinstance(row, dict)]
    return [(str(row.get("type", "")), folder / str(row.get("path", ""))) for row in rows]


def _token_limit(folder: Path) -> int | None:
    modules = _modules(folder)
    first = modules[0][1] if modules else folder
    for place in (first, folder):
        for path in sorted(place.glob("sentence_*_config.json")):
            limit = _limit_in(path, "max_seq_length")
            if limit:
                return limit
    limits = [
        _limit_in(first / "config.json", "max_position_embeddings"),
        _limit_in(first / "tokenizer_config.json", "model_max_length"),
    ]
    return min((limit for limit in limits if limit), default=None)


def _limit_in(path: Path, key: str) -> int | None:
    settings = _read_json(path)
    return token_limit(settings.get(key)) if isinstance(settings, dict) else None


def _read_json(path: Path) -> object:
    """Return the content of a JSON file; `None` if it is missing or invalid."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _needs_code(name: str, which: str) -> str:
    return (
        f"model {name!r} requires custom code ({which}), which Chunkscope does not run: "
        "choose a model that sentence-transformers loads without it"
    )
