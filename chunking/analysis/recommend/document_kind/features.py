"""Features of a document that tell its kind."""

import re
from collections import Counter
from functools import cached_property
from pathlib import PurePath

from chunking.core.document import Document
from chunking.core.layout import Layout
from chunking.core.text.media_types import WRITTEN
from chunking.units.conversation import Conversation, conversation
from chunking.units.speaker_labels import find_labels, speaker_labels

_XML = re.compile(r"\s*<(?:\?xml\b|(\w[\w:.-]*)\b[^<>]*>\s*<[!\w])")
# Characters that are read: of a text with more, half from the beginning and the rest from the
# middle and the end. Beyond some hundred thousand, shares no longer change.
SAMPLE = 60_000
# A text with fewer labels of speakers is not searched for turns.
_LINES_PER_TURN = 30
# A title is within so many lines from the top, shorter than so many characters, and has at most
# so many words: a line of wrapped prose has more.
TITLE_LINES, SHORT, _TITLE_WORDS = 12, 100, 8
# Fewer than so many of a thing may occur in any text.
FEWEST = 3

# A pattern of the name of a month.
MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"


class Features:
    """Features of a document, each computed when a rule first reads it."""

    def __init__(self, document: Document, layout: Layout) -> None:
        self.document, self.layout = document, layout
        self.media_type = document.media_type
        self.suffixes = PurePath(document.source.lower()).suffixes
        self.suffix = self.suffixes[-1] if self.suffixes else ""

    @cached_property
    def is_written(self) -> bool:
        """Whether the text is for reading: no code and no data, such as XML of any name."""
        return self.media_type in WRITTEN and not _XML.match(self.document.text)

    @property
    def is_cut(self) -> bool:
        """Whether the sample is a part of the text."""
        return len(self.document.text) > SAMPLE

    @cached_property
    def sample(self) -> str:
        """The text, or parts of a long one, with the same line ends."""
        text, half, quarter = self.document.text, SAMPLE // 2, SAMPLE // 4
        if self.is_cut:
            middle = len(text) // 2
            text = "\n".join((text[:half], text[middle : middle + quarter], text[-quarter:]))
        return text.replace("\r\n", "\n").replace("\r", "\n")

    @cached_property
    def lines(self) -> list[str]:
        """The lines that are not blank."""
        return [line for line in self.sample.split("\n") if line and not line.isspace()]

    @cached_property
    def words(self) -> Counter[str]:
        """How often each word occurs, in lower case, with the punctuation next to it."""
        return Counter(self.sample.lower().split())

    @cached_property
    def headings(self) -> list[str]:
        """The headings of the whole document."""
        return [path[-1] for path in self.layout.outline.paths if path]

    @cached_property
    def conversation(self) -> Conversation | None:
        """The conversation that the text is, if its sample has labels of speakers."""
        if not self.is_written:
            return None
        pairs = zip(self.lines, [*self.lines[1:], ""], strict=False)
        may_begin = [f"{line}\n{below}" for line, below in pairs if _may_be_label(line)]
        labels = speaker_labels(find_labels("\n".join(may_begin)), 2)
        if len(labels) * _LINES_PER_TURN < len(self.lines) or not len(labels):
            return None
        return conversation(self.document.text, self.layout)

    @cached_property
    def title(self) -> str:
        """The title, the first heading, and the first lines, which may hold a title."""
        first = [line for line in self.lines[:TITLE_LINES] if len(line) < SHORT]
        titles = [line for line in first if len(line.split()) <= _TITLE_WORDS]
        return "\n".join((self.document.title, *self.headings[:1], *titles))

    def count(self, pattern: re.Pattern[str]) -> int:
        """Return how many lines a pattern matches from their start."""
        return sum(map(bool, map(pattern.match, self.lines)))

    def per_thousand_words(self, number: int) -> float:
        """Return a rate per 1,000 words, which have at most seven characters on average.

        A text of a script without spaces has too few words otherwise.
        """
        return 1000 * number / max(1, self.words.total(), len(self.sample) // 7)


def _may_be_label(line: str) -> bool:
    """Whether a line may begin with the label of a speaker: quicker than the search for one."""
    begin = line[:SHORT].lstrip(" \t*_-–—")
    return begin[:2].isupper() or ":" in begin or "：" in begin or "<" in begin
