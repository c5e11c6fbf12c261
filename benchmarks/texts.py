"""The texts that the benchmarks measure with, made from the samples or from a file."""

from __future__ import annotations

import random
import re
from pathlib import Path

from chunking import Document
from chunking.engine import prepare
from chunking.samples import SAMPLES, sample
from chunking.types import Material


def phrases(data: str | None, most: int) -> list[str]:
    """At most so many distinct sentences, of a file or of the samples in English prose."""
    texts = (
        [Path(data).read_text("utf-8")]
        if data
        else [sample(each.name).text for each in SAMPLES if each.name.endswith((".md", ".txt"))]
    )
    found: dict[str, None] = {}
    for text in texts:
        units = prepare(Document(text), Material("sentences")).units
        for start, end in zip(units.starts.tolist(), units.ends.tolist(), strict=True):
            phrase = re.sub(r"\s+", " ", text[start:end])
            if phrase.isascii() and len(phrase) > 30 and phrase[0].isupper() and phrase[-1] == ".":
                found[phrase] = None
    return list(found)[:most]


def prose(size: int, data: str | None = None, distinct: int = 400) -> str:
    """Paragraphs of `size` characters out of few distinct sentences, in an order of chance.

    Equal sentences are embedded once, so a megabyte is ready in seconds, while it has as many
    gaps as a real one.
    """
    known = phrases(data, distinct)
    chance = random.Random(7)  # noqa: S311 - the same text on every run, no secret
    parts: list[str] = []
    length = 0
    while length < size:
        paragraph = " ".join(chance.choice(known) for _ in range(chance.randint(3, 8)))
        parts.append(paragraph)
        length += len(paragraph) + 2
    return "\n\n".join(parts)[:size]


def fresh(size: int, data: str | None = None) -> str:
    """Paragraphs of sentences that are each there once, at most `size` characters."""
    known = phrases(data, size)
    parts = [" ".join(known[i : i + 5]) for i in range(0, len(known), 5)]
    return "\n\n".join(parts)[:size]


def distinct(size: int, data: str | None = None) -> str:
    """Paragraphs of `size` characters out of sentences that are each there once.

    Their words are those of the known sentences, in an order of chance.
    """
    words = " ".join(phrases(data, size)).split()
    chance = random.Random(11)  # noqa: S311 - the same text on every run, no secret
    parts: list[str] = []
    length = 0
    while length < size:
        lines = (" ".join(chance.choices(words, k=12)).capitalize() for _ in range(6))
        parts.append(" ".join(f"{line.rstrip('.,;:')}." for line in lines))
        length += len(parts[-1]) + 2
    return "\n\n".join(parts)[:size]


def markdown(size: int, data: str | None = None, distinct: int = 4000) -> str:
    """Sections of paragraphs, with lists, fences and tables, `size` characters."""
    known = phrases(data, distinct)
    chance = random.Random(5)  # noqa: S311 - the same text on every run, no secret

    def some(least: int, most: int) -> list[str]:
        return chance.choices(known, k=chance.randint(least, most))

    parts: list[str] = []
    length = section = 0
    while length < size:
        section += 1
        title = " ".join(chance.choice(known).split()[:5]).strip(".,;:")
        made = [f"{'#' * chance.choice((1, 2, 2, 3, 3, 3))} {title}"]
        made += (" ".join(some(2, 7)) for _ in range(chance.randint(1, 4)))
        if section % 2 == 0:
            made.append("\n".join(f"- {phrase}" for phrase in some(2, 6)))
        if section % 3 == 0:
            lines = (f"call_{i}({len(phrase)})  # {phrase}" for i, phrase in enumerate(some(3, 9)))
            made.append("```python\n" + "\n".join(lines) + "\n```")
        if section % 7 == 0:
            made.append(
                "| name | text |\n|---|---|\n" + "\n".join(f"| a | {x} |" for x in some(2, 8))
            )
        if section % 5 == 0:
            made.append("\n".join(f"> {phrase}" for phrase in some(1, 3)))
        parts += made
        length += sum(len(part) + 2 for part in made)
    return "\n\n".join(parts)[:size]


def one_line(size: int, data: str | None = None) -> str:
    """Prose without a line break."""
    return prose(size, data).replace("\n\n", " ")


def blank_lines(size: int, data: str | None = None) -> str:
    """A sentence, then a hundred blank lines, again and again."""
    known = phrases(data, 50)
    piece = ("\n" * 100).join(known)
    return (piece * (size // len(piece) + 1))[:size]


def headings(size: int, data: str | None = None) -> str:
    """A heading before every other sentence, six levels deep."""
    known = phrases(data, 200)
    parts: list[str] = []
    length = i = 0
    while length < size:
        part = f"{'#' * (i % 6 + 1)} Section {i}\n\n{known[i % len(known)]}"
        parts.append(part)
        length += len(part) + 2
        i += 1
    return "\n\n".join(parts)[:size]
