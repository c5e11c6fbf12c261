"""The document that the tests of the window open, and what the engine makes of it."""

from __future__ import annotations

from itertools import cycle
from typing import Any

from browser import MODEL_PATIENCE, Window

from chunking import Chunking, chunk, get
from chunking.loading import load_bytes

TOPICS = {
    "Harbour": ("The pilot", "A schooner", "The tide", "An anchor", "The quay"),
    "Bread": ("The baker", "A sourdough", "The oven", "An egg", "The flour"),
    "Moon": ("The orbit", "A crater", "The eclipse", "An astronomer", "The telescope"),
    "Law": ("The judge", "A witness", "The verdict", "An appeal", "The statute"),
}
DOES = ("waits for", "comes before", "is heavier than", "was named after", "depends on")
NAME = "harbour and bread.md"


def _page() -> str:
    """A Markdown page of 100 sentences under four headings, some 7 kB."""
    parts = ["# Four things"]
    for topic, words in TOPICS.items():
        parts.append(f"## {topic}")
        parts += [
            " ".join(
                f"{word} {does} {words[(i + j + 1) % 5].lower()} on most of the days of the year."
                for j, does in enumerate(DOES)
            )
            for i, word in enumerate(words)
        ]
    return "\n\n".join(parts) + "\n"


PAGE = _page()
MINE = load_bytes(PAGE.encode(), NAME)


def cores(chunking: Chunking) -> list[str]:
    """The text of each core."""
    return [chunking.document.text[each.start : each.end] for each in chunking.chunks]


def alexandria(window: Window, **settings: Any) -> None:
    """Open the page of this file, cut by the semantic strategy."""
    asked = "&".join(f"semantic.{name}={value}" for name, value in settings.items())
    window.tune(asked)
    window.upload(NAME, PAGE.encode())
    window.choose("Strategy", "semantic")
    window.curve_says("gaps. Threshold", MODEL_PATIENCE)


def semantic(**settings: Any) -> Chunking:
    """The same, by the engine alone."""
    return chunk(MINE, get("semantic")(**settings))


def show(window: Window, what: str) -> None:
    """Look at the text, the table of chunks or their sizes."""
    window.page.get_by_test_id("stButtonGroup").get_by_text(what, exact=True).click()


_NAMES = cycle(["Sentence", "Line", "Phrase", "Clause", "Saying", "Remark"])


def long_text(sentences: int) -> str:
    """Distinct sentences in paragraphs of ten, of which none has been embedded before."""
    name = next(_NAMES)
    words = [word.split()[-1] for words in TOPICS.values() for word in words]
    return "\n\n".join(
        " ".join(
            f"{name} {n} of {words[n % len(words)]} speaks about {words[n // 7 % len(words)]}, "
            f"then about number {n * n} and what became of it in the end."
            for n in range(start, start + 10)
        )
        for start in range(0, sentences, 10)
    )
