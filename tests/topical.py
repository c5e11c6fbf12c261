"""A document with clear topics of uneven lengths, for which a threshold is recommended."""

import numpy as np

from chunking.core.document import Document

_TOPICS = (
    "tide boat harbor sail anchor wave",
    "oven bread flour dough baker crust",
    "judge court witness law trial verdict",
    "rain cloud storm wind thunder barrel",
    "violin concert melody string orchestra tune",
)


def topical(name: str = "topical.md", seed: int = 0) -> Document:
    """Return a document of 16 passages of 4 to 30 sentences, neighbors on different topics."""
    draw = np.random.default_rng(seed)
    sentences = []
    for passage in range(16):
        words = _TOPICS[(passage + seed) % len(_TOPICS)].split()
        for _ in range(draw.integers(4, 31)):
            first, *others = draw.choice(words, 10)
            sentences.append(f"{first.capitalize()} {' '.join(others)}.")
    return Document(" ".join(sentences), source=name)
