"""Texts of a speed measurement: prose of any length without repeated sentences."""

import sys
from dataclasses import dataclass

from benchmarks import texts


@dataclass(frozen=True)
class Plan:
    """Texts and sizes of a measurement."""

    text: str | None
    texts: int
    characters: int
    held: int
    rounds: int
    models: tuple[str, ...]


def sentences(data: str | None, count: int) -> list[str]:
    """Return distinct sentences of a file or of the samples, in order.

    If there are too few, halves of sentences are combined: repeated sentences would be looked up in
    the cache instead of being embedded.
    """
    known = texts.phrases(data, sys.maxsize)
    found = dict.fromkeys(known)
    step = 0
    while len(found) < count:
        step += 1
        if step == len(known):
            raise SystemExit(f"the text has only {len(known)} sentences, too few for {count:,}")
        for first, second in zip(known, known[step:] + known[:step], strict=True):
            found[f"{_half(first, 0)} {_half(second, 1)}"] = None
    return list(found)[:count]


def prose(data: str | None, size: int) -> str:
    """Return paragraphs of distinct sentences, at most `size` characters."""
    count = size // 60
    known = sentences(data, min(count, 1000))
    mean = sum(map(len, known)) / len(known)
    known = sentences(data, int(size / mean) + 1000)
    paragraphs = [" ".join(known[i : i + 5]) for i in range(0, len(known), 5)]
    return "\n\n".join(paragraphs)[:size]


def _half(sentence: str, which: int) -> str:
    words = sentence.split()
    middle = len(words) // 2
    return " ".join(words[middle:] if which else words[:middle])
