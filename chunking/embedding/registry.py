"""Models by name, and the providers that open them.

A name is `PROVIDER:NAME`, such as `openai:text-embedding-3-small`; without a provider it is that of
the bundled model, `multilingual`, or of a sentence-transformers model. Other packages add providers
as entry points of the group `chunkscope.models`: the entry's name is the provider, and the object a
function from the rest of the name to an `Embedder`, or to any object with `encode`.
"""

import threading
from pathlib import Path

from chunking.core.errors import ModelError
from chunking.core.packages import require
from chunking.core.providers import Providers, split_address
from chunking.core.text.multilingual_tokens import MULTILINGUAL
from chunking.embedding.bfloat16 import bf16_obstacle
from chunking.embedding.bundled import BF16_MODEL, DEFAULT_MODEL, BundledEmbedder
from chunking.embedding.cached_embedder import CachedEmbedder
from chunking.embedding.model_object import ModelEmbedder
from chunking.embedding.multilingual import MultilingualEmbedder
from chunking.embedding.protocol import Embedder, check_embedder
from chunking.embedding.sentence_transformers import ORGANIZATION, SentenceTransformerEmbedder
from chunking.embedding.vector_cache import cache_root

ENTRY_POINTS = "chunkscope.models"
# Module and function of each provider, imported when it is used.
PROVIDERS = {
    "model2vec": ("chunking.embedding.model2vec", "Model2VecEmbedder"),
    "openai": ("chunking.embedding.openai", "open_model"),
    "sentence-transformers": (
        "chunking.embedding.sentence_transformers",
        "SentenceTransformerEmbedder",
    ),
}
_PROVIDERS = Providers("model", PROVIDERS, ENTRY_POINTS, ModelError)
_BF16 = "@bf16"
_LOCK = threading.Lock()
_MODELS: dict[str, Embedder] = {}
_CACHED: dict[tuple[str, Path], CachedEmbedder] = {}


def get_embedder(name: str = DEFAULT_MODEL) -> CachedEmbedder:
    """Return the model of a name or folder, behind the vector cache.

    Nothing is read, downloaded or loaded before the embedder is used. Calls with the same name
    return the same object. `all-MiniLM-L6-v2@bf16` is the bundled model in bfloat16, or the exact
    model where the processor lacks bfloat16; `model_note` tells which.

    Args:
        name: A model as described above; the bundled model by default.

    Raises:
        ModelError: The name cannot be that of a model, its provider is unknown, or a package is
            missing. A model that does not exist raises it at first use.
    """
    model = _canonical(name)
    if model == BF16_MODEL and bf16_obstacle():
        model = DEFAULT_MODEL
    key = model, cache_root()
    with _LOCK:
        if model not in _MODELS:
            _MODELS[model] = _open(model)
        if key not in _CACHED:
            _CACHED[key] = CachedEmbedder(_MODELS[model])
        return _CACHED[key]


def model_note(name: str) -> str:
    """Return one sentence if another model is used in place of the named one, else nothing."""
    try:
        obstacle = bf16_obstacle() if _canonical(name) == BF16_MODEL else ""
    except ModelError:  # raised when the model is used
        return ""
    return f"{obstacle}, so {DEFAULT_MODEL} is used in place of {BF16_MODEL}" if obstacle else ""


def is_folder(name: str) -> bool:
    """Return whether the name of a model is a folder, or can be nothing else."""
    try:
        model = get_embedder(name).uncached
    except ModelError:
        return False
    return isinstance(model, SentenceTransformerEmbedder) and model.is_folder


def providers() -> list[str]:
    """Return the names of all providers."""
    return _PROVIDERS.names()


def _open(model: str) -> Embedder:
    if model in {DEFAULT_MODEL, BF16_MODEL}:
        return BundledEmbedder(bf16=model == BF16_MODEL)
    if model == MULTILINGUAL:
        return MultilingualEmbedder()
    provider, name = split_address(model)
    if provider is None:
        require(f"the model {model}", "sentence-transformers")
        return SentenceTransformerEmbedder(model)
    if not name:
        raise ModelError(f"{provider}: must be followed by the name of a model")
    try:
        opened = _PROVIDERS.function(provider)(name)
    except ModelError:
        raise
    except Exception as error:  # code of another package
        raise ModelError(f"the provider {provider!r} cannot open {name!r}: {error}") from error
    try:
        check_embedder(opened)
    except ModelError:
        return ModelEmbedder(opened, model, getattr(opened, "revision", None))
    return opened  # type: ignore[no-any-return] # checked


def _canonical(name: str) -> str:
    """Return a model's name without blanks around it, and one name for the bundled model."""
    plain = name.strip()
    if not plain or len(plain) > 1024 or not plain.isprintable():
        raise ModelError(
            "the name of a model must be one line of printable characters, "
            f"such as {DEFAULT_MODEL} or a folder, got {name[:60]!r}"
        )
    plain = plain.removeprefix("sentence-transformers:").strip() or plain
    model = plain.removesuffix(_BF16)
    if model in {DEFAULT_MODEL, f"{ORGANIZATION}/{DEFAULT_MODEL}"}:
        return BF16_MODEL if model != plain else DEFAULT_MODEL
    if model != plain:
        raise ModelError(f"{_BF16} must follow {DEFAULT_MODEL}, its only model; got {plain!r}")
    return plain
