"""The document that the tests of the window open, and its chunks."""

from itertools import cycle
from typing import Any

from browser import Window

from chunking import Chunking, chunk, get
from chunking.loading import load_bytes
from chunking.loading.samples import sample

TOPICS = {
    "Harbour": ("The pilot", "A schooner", "The tide", "An anchor", "The quay"),
    "Bread": ("The baker", "A sourdough", "The oven", "An egg", "The flour"),
    "Moon": ("The orbit", "A crater", "The eclipse", "An astronomer", "The telescope"),
    "Law": ("The judge", "A witness", "The verdict", "An appeal", "The statute"),
}
DOES = ("waits for", "comes before", "is heavier than", "was named after", "depends on")
NAME = "harbour and bread.md"


def _page() -> str:
    """Return a Markdown page of 100 sentences under four headings, some 7 kB."""
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
    """Return the text of each core."""
    return [chunking.document.text[each.start : each.end] for each in chunking.chunks]


def harbour(window: Window, threshold: float = 0.55, **settings: Any) -> None:
    """Open the page of this file, split by the semantic strategy with some settings."""
    # Another threshold first: one that is typed unchanged is not the user's.
    query = {"strategy": "semantic", "threshold": 0.5, **settings}
    window.tune("&".join(f"{name}={value}" for name, value in query.items()))
    window.upload(NAME, PAGE.encode())
    window.type_value("Threshold", str(threshold))
    window.curve_says(f"threshold {threshold:.2f}")


ESSAY = sample("essay.md")
LINK = "sample=essay.md&threshold=0.3&min_tokens=60"


def essay(**settings: Any) -> Chunking:
    """Return the chunks of the sample at the settings of `LINK`, or others."""
    return chunk(ESSAY, get("semantic")(**{"threshold": 0.3, "min_tokens": 60, **settings}))


def semantic(**settings: Any) -> Chunking:
    return chunk(MINE, get("semantic")(**settings))


_NAMES = cycle(["Sentence", "Line", "Phrase", "Clause", "Saying", "Remark"])


def long_text(sentences: int) -> str:
    """Return sentences in paragraphs of ten, none of which was embedded before."""
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
