"""Texts for the benchmarks, generated from the samples or from a file."""

import random
import re
from pathlib import Path

from chunking import Document
from chunking.core.prepared import Material
from chunking.engine import prepare
from chunking.loading.samples import SAMPLES, sample


def phrases(data: str | None, most: int) -> list[str]:
    """Return distinct sentences of a file, or of the samples in English prose."""
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
    """Return paragraphs of few distinct sentences in random order, `size` characters.

    Equal sentences are embedded once, so a megabyte takes seconds, but has as many gaps as real
    text.
    """
    sentences = phrases(data, distinct)
    rng = random.Random(7)  # noqa: S311  # reproducible, not secret
    parts: list[str] = []
    length = 0
    while length < size:
        paragraph = " ".join(rng.choice(sentences) for _ in range(rng.randint(3, 8)))
        parts.append(paragraph)
        length += len(paragraph) + 2
    return "\n\n".join(parts)[:size]


def markdown(size: int, data: str | None = None, distinct: int = 4000) -> str:
    """Return sections with paragraphs, lists, fences and tables, `size` characters."""
    sentences = phrases(data, distinct)
    rng = random.Random(5)  # noqa: S311  # reproducible, not secret

    def choose(least: int, most: int) -> list[str]:
        return rng.choices(sentences, k=rng.randint(least, most))

    parts: list[str] = []
    length = section = 0
    while length < size:
        section += 1
        title = " ".join(rng.choice(sentences).split()[:5]).strip(".,;:")
        section_parts = [f"{'#' * rng.choice((1, 2, 2, 3, 3, 3))} {title}"]
        section_parts += (" ".join(choose(2, 7)) for _ in range(rng.randint(1, 4)))
        if section % 2 == 0:
            section_parts.append("\n".join(f"- {phrase}" for phrase in choose(2, 6)))
        if section % 3 == 0:
            lines = (
                f"call_{i}({len(phrase)})  # {phrase}" for i, phrase in enumerate(choose(3, 9))
            )
            section_parts.append("```python\n" + "\n".join(lines) + "\n```")
        if section % 7 == 0:
            section_parts.append(
                "| name | text |\n|---|---|\n" + "\n".join(f"| a | {x} |" for x in choose(2, 8))
            )
        if section % 5 == 0:
            section_parts.append("\n".join(f"> {phrase}" for phrase in choose(1, 3)))
        parts += section_parts
        length += sum(len(part) + 2 for part in section_parts)
    return "\n\n".join(parts)[:size]


def one_line(size: int, data: str | None = None) -> str:
    """Return prose without a line break."""
    return prose(size, data).replace("\n\n", " ")


def blank_lines(size: int, data: str | None = None) -> str:
    """Return sentences with a hundred blank lines between them."""
    sentences = phrases(data, 50)
    repeated = ("\n" * 100).join(sentences)
    return (repeated * (size // len(repeated) + 1))[:size]


def headings(size: int, data: str | None = None) -> str:
    """Return sentences with a heading above each, six levels deep."""
    sentences = phrases(data, 200)
    parts: list[str] = []
    length = i = 0
    while length < size:
        part = f"{'#' * (i % 6 + 1)} Section {i}\n\n{sentences[i % len(sentences)]}"
        parts.append(part)
        length += len(part) + 2
        i += 1
    return "\n\n".join(parts)[:size]
