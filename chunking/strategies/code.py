"""Functions and classes by a real grammar, as many as fit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np
from pydantic import Field

from chunking.ascending import members
from chunking.strategies.base import Strategy
from chunking.strategies.fields import join_field, max_field
from chunking.strategies.filling import fill
from chunking.strategies.pieces import Pieces
from chunking.strategies.recursive import Recursive
from chunking.strategies.separators import Graded, Lines
from chunking.types import NONE, Constraints, Material, Prepared, Reason

if TYPE_CHECKING:
    from chunking.chunks import Cuts


class Code(Strategy):
    """Definitions are put together while they fit; a larger one is parted between its members.

    A function that is too large comes apart between its statements, at a blank line if that
    leaves half a chunk or more; then at lines. What no grammar is here for is cut as `recursive`.
    """

    name: ClassVar[str] = "code"
    title: ClassVar[str] = "Functions and classes"
    summary: ClassVar[str] = "Functions and classes of source code, as many as fit; no model."
    source: ClassVar[str] = "Zhang et al. 2025, cAST, extended"

    max_tokens: int = max_field(500, "No chunk is larger than this.")
    join_tokens: int = join_field(
        50, "A chunk smaller than this joins its neighbour, whatever that is part of."
    )
    syntax: Literal[
        "auto", "python", "javascript", "typescript", "tsx", "go", "rust", "java", "c",
    ] = Field(
        "auto",
        description="The programming language; auto goes by the kind of file.",
        json_schema_extra={"label": "Read as"},
    )  # fmt: skip

    @property
    def material(self) -> Material:
        """Definitions and their sizes."""
        return Material(units="code", count_in=self.count_in, syntax=self.syntax)

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Cuts between definitions, or within one that is too large."""
        text, seams = prepared.document.text, prepared.layout.seams
        if not seams:
            other = Recursive(max_tokens=self.max_tokens, overlap_tokens=0, count_in=self.count_in)
            return other.cut(prepared, constraints)
        separators = [Graded(text, each, Reason.MAX_TOKENS) for each in seams]
        stop = Pieces(text, [*separators, Lines(text)]).stop
        cuts = fill(
            prepared, self.max_tokens, self.overlap, stop, constraints,
            join_tokens=self.join_tokens,
        )  # fmt: skip
        return _named(cuts, prepared)


def _named(cuts: Cuts, prepared: Prepared) -> Cuts:
    """The same cuts, with the reason of those that lie between definitions."""
    gaps, forced, own = prepared.units.gaps, Reason.MAX_TOKENS.code, Reason.DEFINITION.code
    natural = members(gaps, cuts.offsets) & (cuts.reasons == forced)
    verdicts = np.where(cuts.verdicts == forced, own, cuts.verdicts).astype(np.uint8)
    return replace(
        cuts, reasons=np.where(natural, own, cuts.reasons).astype(np.uint8), verdicts=verdicts
    )
