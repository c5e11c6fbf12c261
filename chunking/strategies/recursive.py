"""Recursive splitting at ever finer separators (LangChain's RecursiveCharacterTextSplitter)."""

from typing import ClassVar, Literal

import numpy as np
from pydantic import Field

from chunking.core.arrays import Bools, Ints
from chunking.core.cuts import Cuts, Reason
from chunking.core.prepared import NONE, Constraints, Material, Prepared
from chunking.core.text.media_types import LATEX, WRITTEN
from chunking.strategies.base import Strategy, max_field, overlap_field
from chunking.strategies.filling import EndAtSeparator, fill
from chunking.strategies.separators import (
    BY_MEDIA_TYPE,
    SYNTAXES,
    LineSeparator,
    OffsetSeparator,
    SentenceSeparator,
    Separator,
)
from chunking.units.records import JSON

_PROSE = ("text", "markdown")
# Media types whose headings are those of the layout.
_WITH_HEADINGS = WRITTEN - {LATEX}


class Recursive(Strategy):
    """Text is split at its coarsest separators; what is still too large, at the next finer ones.

    Neighboring segments of one level are merged while they fit. The rest of a segment that was
    split further is not merged with the next segment.
    """

    name: ClassVar[str] = "recursive"
    title: ClassVar[str] = "Recursive separators"
    summary: ClassVar[str] = "Paragraphs; large ones split at ever finer separators; no model."
    source: ClassVar[str] = "LangChain, RecursiveCharacterTextSplitter"

    max_tokens: int = max_field(1000, "Maximum size, overlap included.")
    overlap_tokens: int = overlap_field(50)
    syntax: Literal[
        "auto", "text", "markdown", "python", "javascript", "typescript", "go", "rust", "java",
        "kotlin", "csharp", "c", "swift", "scala", "php", "ruby", "lua", "shell", "sql", "latex",
    ] = Field(
        default="auto",
        description="Separators of a language or format; auto detects it from the document.",
    )  # fmt: skip
    sentences: Literal["keep", "ignore"] = Field(
        default="keep", description="Split prose between sentences before splitting between words."
    )

    @property
    def material(self) -> Material:
        """Paragraphs and sizes."""
        return Material(units="paragraphs", tokenizer=self.tokenizer)

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Return the cuts at the coarsest separators that leave chunks small enough."""
        rule = EndAtSeparator(
            prepared, self._separators(prepared), constraints, tokens=self.max_tokens
        )
        return fill(prepared, self.max_tokens, self.overlap, rule, constraints)

    def _separators(self, prepared: Prepared) -> list[Separator]:
        text = prepared.document.text
        syntax: str = self.syntax
        if syntax == "auto":
            kind = prepared.document.media_type
            syntax = "markdown" if kind in _WITH_HEADINGS else BY_MEDIA_TYPE.get(kind, "text")
        found: list[Separator] = []
        paragraphs = prepared.units.gaps
        if syntax == "markdown":
            headings = prepared.layout.outline.starts
            found.append(OffsetSeparator(text, headings.data, Reason.STRUCTURE))
            paragraphs = _outside_protected(prepared, paragraphs)
        elif syntax in SYNTAXES:
            found += [
                OffsetSeparator(text, offsets, Reason.MAX_TOKENS)
                for offsets in SYNTAXES[syntax].levels(text)
            ]
        found.append(OffsetSeparator(text, paragraphs.data, Reason.PARAGRAPH))
        if prepared.document.media_type == JSON:
            points = prepared.layout.split_points
            found += [
                OffsetSeparator(text, each.offsets.data, Reason.MAX_TOKENS) for each in points
            ]
        found.append(LineSeparator(text))
        if self.sentences == "keep" and syntax in _PROSE:
            found.append(SentenceSeparator(text))
        return found


def _outside_protected(prepared: Prepared, offsets: Ints) -> Ints:
    """Return the offsets that lie in no fence and no table."""
    layout = prepared.layout
    if len(layout.protected_starts) == 0:
        return offsets
    block = np.searchsorted(layout.protected_starts, offsets) - 1
    inside: Bools = (block >= 0) & (offsets < layout.protected_ends[block])
    return offsets[~inside]
