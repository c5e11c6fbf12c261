"""Writer of `chunking/embedding/sample_vectors.safetensors`.

`python tests/embedding/write_sample_vectors.py` writes the vectors of the sentences of the first
sample, computed by the bundled model.
"""

from typing import Any

import numpy as np

from chunking.core.arrays import Vectors
from chunking.core.prepared import Material
from chunking.core.text.normalization import normalize_text
from chunking.embedding.bundled import BundledEmbedder
from chunking.embedding.protocol import unit_vectors
from chunking.embedding.sample_vectors import PATH
from chunking.embedding.vector_cache import vector_key
from chunking.engine import prepare
from chunking.loading.samples import SAMPLES, sample


def sample_texts() -> list[str]:
    """Return the distinct sentences of the first sample, in normal form and in order."""
    prepared = prepare(sample(SAMPLES[0].name), Material("sentences"))
    text, units = prepared.document.text, prepared.units
    spans = zip(units.starts.tolist(), units.ends.tolist(), strict=True)
    return list(dict.fromkeys(normalize_text(text[a:b]) for a, b in spans))


def computed_vectors() -> Vectors:
    """Return the vectors of these sentences from the model itself, (n, 384)."""
    model, texts = BundledEmbedder(), sample_texts()
    return unit_vectors(model.encode(texts), len(texts), model.id)


def main() -> None:
    """Write the file."""
    from safetensors.numpy import save_file

    model = BundledEmbedder()
    keys = [vector_key(model.id, model.revision, text) for text in sample_texts()]
    tensors: dict[str, Any] = {
        "keys": np.frombuffer(b"".join(keys), dtype=np.uint8).reshape(len(keys), -1),
        "vectors": computed_vectors(),
    }
    save_file(tensors, PATH, metadata={"model": model.id, "revision": model.revision})
    PATH.chmod(0o644)


if __name__ == "__main__":
    main()
