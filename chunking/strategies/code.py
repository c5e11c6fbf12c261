"""Functions and classes of source code, found by a grammar."""

from dataclasses import replace
from typing import ClassVar, Literal

import numpy as np
from pydantic import Field

from chunking.core.arrays import contains
from chunking.core.cuts import Cuts, Reason
from chunking.core.prepared import NONE, CodeUnits, Constraints, Material, Prepared
from chunking.strategies.base import Strategy, max_field, merge_field
from chunking.strategies.filling import EndAtSeparator, fill
from chunking.strategies.recursive import Recursive
from chunking.strategies.separators import LineSeparator, PreferredOffsetSeparator
from chunking.units.records import JSON


class Code(Strategy):
    """Whole definitions, as many as fit; a larger one is split between its members.

    A function that is too large is split between its statements, preferably at a blank line, then
    at lines. Documents without a grammar are split as by `recursive`.
    """

    name: ClassVar[str] = "code"
    title: ClassVar[str] = "Functions and classes"
    summary: ClassVar[str] = "Functions and classes of source code, as many as fit; no model."
    source: ClassVar[str] = "Zhang et al. 2025, cAST, extended"

    max_tokens: int = max_field(500, "Maximum size.")
    merge_below: int = merge_field(50, "Merge chunks under this size with a neighbor.")
    syntax: Literal[
        "auto", "python", "javascript", "typescript", "tsx", "go", "rust", "java", "c",
    ] = Field(
        default="auto", description="The programming language; auto detects it from the document."
    )  # fmt: skip

    @property
    def material(self) -> Material:
        """Definitions and sizes."""
        return Material(units=CodeUnits(self.syntax), tokenizer=self.tokenizer)

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Return the cuts between definitions, and inside those that are too large."""
        text, split_points = prepared.document.text, prepared.layout.split_points
        if not split_points or prepared.document.media_type == JSON:
            fallback = Recursive(
                max_tokens=self.max_tokens, overlap_tokens=0, tokenizer=self.tokenizer
            )
            return fallback.cut(prepared, constraints)
        levels = [PreferredOffsetSeparator(text, each, Reason.MAX_TOKENS) for each in split_points]
        rule = EndAtSeparator(prepared, [*levels, LineSeparator(text)])
        cuts = fill(
            prepared, self.max_tokens, self.overlap, rule, constraints,
            merge_below=self.merge_below,
        )  # fmt: skip
        return _with_reasons(cuts, prepared)


def _with_reasons(cuts: Cuts, prepared: Prepared) -> Cuts:
    """Return the cuts with the reason of those between definitions."""
    gaps, forced, definition = prepared.units.gaps, Reason.MAX_TOKENS.code, Reason.DEFINITION.code
    between = contains(gaps, cuts.offsets) & (cuts.reasons == forced)
    verdicts = np.where(cuts.verdicts == forced, definition, cuts.verdicts).astype(np.uint8)
    reasons = np.where(between, definition, cuts.reasons).astype(np.uint8)
    return replace(cuts, reasons=reasons, verdicts=verdicts)
