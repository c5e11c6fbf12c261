"""Preferences of a segmentation: number and size of chunks, boundaries at headings and the like."""

from dataclasses import dataclass

import numpy as np

from chunking.core.arrays import Bools, Floats
from chunking.core.prepared import Prepared
from chunking.core.units import UnitKind


@dataclass(frozen=True, slots=True)
class Preferences:
    """What to prefer among the segmentations within the limits.

    Attributes:
        lexical_weight: Weight of words in the cost, from 0 (vectors only) to 1 (words only).
        heading_bonus: Preference for a boundary before a heading.
        paragraph_bonus: The same at the start of a paragraph.
        target_tokens: Mean size to aim at; 0 for the boundaries of a level.
    """

    lexical_weight: float
    heading_bonus: float
    paragraph_bonus: float
    target_tokens: int


def boundary_preferences(prepared: Prepared, preferences: Preferences) -> Floats:
    """Return the sum of preferences times their settings at each gap, (n - 1,); no unit."""
    found = np.zeros(len(prepared.units) - 1)
    for weight, preference in (
        (preferences.heading_bonus, heading_preference),
        (preferences.paragraph_bonus, paragraph_preference),
    ):
        if weight:
            found += weight * preference(prepared)
    return found


def heading_preference(prepared: Prepared) -> Floats:
    """Return 1 for a gap before a heading and -1 for the gap after it, (n - 1,)."""
    heading = _headings(prepared)
    return heading[1:].astype(np.float64) - heading[:-1]


def paragraph_preference(prepared: Prepared) -> Floats:
    """Return 1 for a gap before any other block that does not follow a heading, (n - 1,)."""
    heading = _headings(prepared)
    block = np.isin(prepared.units.starts, prepared.layout.blocks.starts)
    paragraphs = (block & ~heading)[1:] & ~heading[:-1]
    return paragraphs.astype(np.float64)


def _headings(prepared: Prepared) -> Bools:
    """Return which units begin with a heading."""
    units = prepared.units
    in_outline = np.isin(units.starts, prepared.layout.outline.starts)
    heading: Bools = in_outline | (units.kinds == UnitKind.HEADING.code)
    return heading
