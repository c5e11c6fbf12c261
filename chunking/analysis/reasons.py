"""Wording of reasons: why there is a boundary at a gap, or why there is none.

All text that names or explains a `Reason` is in this module. `chunking.analysis.explain` fills in
the braces.
"""

from typing import NamedTuple

from chunking.core.cuts import Reason


class ReasonWording(NamedTuple):
    """The texts of one reason.

    `title` names it in legends and tables, `description` explains it in one line, and `label`
    stands at a single boundary; a reason that a gap is none has no label. In a label, {limit} is a
    setting with its value, as "Max tokens 512"; where the settings are unknown the title takes the
    place of the label.
    """

    title: str
    description: str
    label: str = ""


WORDING: dict[Reason, ReasonWording] = {
    Reason.SIMILARITY: ReasonWording(
        "similarity", "similarity below the threshold", "similarity"  # see COMPARISON
    ),
    Reason.OPTIMUM: ReasonWording(
        "optimum", "part of the best chunking", "probability {probability}"
    ),
    Reason.MAX_TOKENS: ReasonWording("forced", "the next unit would not fit", "{limit}"),
    Reason.STRUCTURE: ReasonWording("structure", "a heading or the end of a block", "heading"),
    Reason.PARAGRAPH: ReasonWording(
        "paragraph", "the next paragraph would not fit", "paragraph, {limit}"
    ),
    Reason.DEFINITION: ReasonWording(
        "definition", "the next definition would not fit", "definition, {limit}"
    ),
    Reason.TURN: ReasonWording("turn", "the next turn would not fit", "turn, {limit}"),
    Reason.SIZE: ReasonWording("size", "a fixed size, anywhere in the text", "{limit}"),
    Reason.RESYNC: ReasonWording("resync", "a resync point chosen by the text", "resync"),
    Reason.MANUAL: ReasonWording("manual", "a manual boundary", "manual"),
    Reason.TAIL: ReasonWording(
        "tail", "the end, or a short chunk that does not fit its neighbor",
        "short, merging it would exceed {limit}",
    ),
    Reason.IMPORTED: ReasonWording("imported", "a boundary of imported chunks", "imported"),
    Reason.MIN_TOKENS: ReasonWording("suppressed", "a chunk would be smaller than min tokens"),
    Reason.ATOMIC: ReasonWording("atomic", "inside a block that stays whole"),
    Reason.FORBIDDEN: ReasonWording("forbidden", "a forbidden boundary"),
    Reason.ABOVE_THRESHOLD: ReasonWording(
        "above threshold", "similarity at or above the threshold"
    ),
    Reason.FITS: ReasonWording("fits", "the next unit still fits"),
}  # fmt: skip

# What a label compares.
COMPARISON = "{score} < {threshold}"
SIMILARITY_ALONE = "similarity {score}"
