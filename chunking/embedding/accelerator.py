"""A GPU that torch sees, on which the bundled model runs where there is one."""

import os
import platform
import sys
from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from chunking.core.packages import is_installed
from chunking.embedding.sentence_transformers import load_folder

# Texts that a GPU embeds at once: at the limit of 256 tokens they take about a gigabyte.
BATCH = 256
# What the drivers of NVIDIA and AMD create, also below Windows.
_DEVICES = ("/dev/nvidiactl", "/dev/kfd", "/dev/dxg")


class TorchModel:
    """The bundled model in torch on a device; its vectors have norm 1.

    Args:
        folder: The model.
        name: Its name, for errors.
        device: The device, such as `cuda`.
        max_pieces: Token limit.

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
