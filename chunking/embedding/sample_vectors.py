"""Vectors of the first sample under the bundled model, so that it is shown without the model.

`python tests/embedding/write_sample_vectors.py` writes the file.
"""

import logging
from functools import lru_cache
from pathlib import Path

PATH = Path(__file__).parent / "sample_vectors.safetensors"

_LOG = logging.getLogger(__name__)


@lru_cache(maxsize=8)
def sample_vectors(model: str, revision: str) -> dict[bytes, bytes]:
    """Return the vectors, little-endian float32, by the keys of the vector cache.

    There are none for models and revisions other than those of the file.
    """
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(PATH, framework="np") as file:
            if file.metadata() != {"model": model, "revision": revision}:
                return {}
            keys, vectors = file.get_tensor("keys"), file.get_tensor("vectors")
    except (OSError, SafetensorError) as error:
        _LOG.warning("the vectors of the first sample cannot be read: %s", error)
        return {}
    vectors = vectors.astype("<f4", copy=False)
    return {key.tobytes(): row.tobytes() for key, row in zip(keys, vectors, strict=True)}
