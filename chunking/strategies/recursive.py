"""Separators from large to small (LangChain's RecursiveCharacterTextSplitter)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np
from pydantic import Field

from chunking.strategies.base import Strategy
from chunking.strategies.fields import max_field, overlap_field
from chunking.strategies.filling import fill
from chunking.strategies.pieces import Pieces
from chunking.strategies.separators import Lines, Places, Sentences
from chunking.strategies.syntaxes import BY_MEDIA_TYPE, SYNTAXES
from chunking.types import NONE, Constraints, Material, Prepared, Reason

if TYPE_CHECKING:
    from chunking.chunks import Cuts
    from chunking.strategies.separators import Separator
    from chunking.types import Bools, Ints

_PROSE = ("text", "markdown")


class Recursive(Strategy):
    """A text is parted at its largest separators; what is still too large, at the next smaller.

    Pieces of one size are put together while they fit. What is left of a piece that was parted
    further is not put together with the next piece of its own size.
    """

    name: ClassVar[str] = "recursive"
    title: ClassVar[str] = "Recursive separators"
    summary: ClassVar[str] = "Paragraphs; large ones by ever smaller parts; no model."
    source: ClassVar[str] = "LangChain, RecursiveCharacterTextSplitter"

    max_tokens: int = max_field(1000, "No chunk is larger than this, overlap included.")
    overlap_tokens: int = overlap_field(50)
    syntax: Literal[
        "auto", "text", "markdown", "python", "javascript", "typescript", "go", "rust", "java",
        "kotlin", "csharp", "c", "swift", "scala", "php", "ruby", "lua", "shell", "sql", "latex",
    ] = Field(
        "auto",
        description="Which separators come first: headings, a language's definitions, or neither.",
        json_schema_extra={"label": "Separators of"},
    )  # fmt: skip
    sentences: Literal["keep", "ignore"] = Field(
        "keep",
        description="Whether prose is parted between sentences before it is between words.",
        json_schema_extra={"label": "Sentences"},
    )

    @property
    def material(self) -> Material:
        """Paragraphs and sizes."""
        return Material(units="paragraphs", count_in=self.count_in)

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Cuts at the largest separators that leave pieces small enough."""
        pieces = Pieces(prepared.document.text, self._separators(prepared))
        return fill(prepared, self.max_tokens, self.overlap, pieces.stop, constraints)

    def _separators(self, prepared: Prepared) -> list[Separator]:
        text = prepared.document.text
        syntax: str = self.syntax
        if syntax == "auto":
            kind = prepared.document.media_type
            syntax = "markdown" if kind == "text/markdown" else BY_MEDIA_TYPE.get(kind, "text")
        found: list[Separator] = []
        paragraphs = prepared.units.gaps
        if syntax == "markdown":
            headings = prepared.layout.outline.starts
            found.append(Places(text, headings.data, Reason.STRUCTURE))
            paragraphs = _outside(prepared, paragraphs)
        elif syntax in SYNTAXES:
            found += [
                Places(text, offsets, Reason.MAX_TOKENS)
                for offsets in SYNTAXES[syntax].levels(text)
            ]
        found.append(Places(text, paragraphs.data, Reason.PARAGRAPH))
        found.append(Lines(text))
        if self.sentences == "keep" and syntax in _PROSE:
            found.append(Sentences(text))
        return found


def _outside(prepared: Prepared, offsets: Ints) -> Ints:
    """Those offsets that lie in no fence and no table."""
    layout = prepared.layout
    if len(layout.protected_starts) == 0:
        return offsets
    block = np.searchsorted(layout.protected_starts, offsets) - 1
    inside: Bools = (block >= 0) & (offsets < layout.protected_ends[block])
    return offsets[~inside]
