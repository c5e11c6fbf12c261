"""Where a text comes apart, and what its parts are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from chunking.types import Bools, Ints


@dataclass(frozen=True, slots=True)
class Outline:
    """The headings of a document: `paths[i]` is in force from `starts[i]` on.

    A path is the tuple of the titles of the headings above a place, outermost first.
    """

    starts: Ints
    paths: tuple[tuple[str, ...], ...]

    def path_at(self, offset: int) -> tuple[str, ...]:
        """The heading path at `offset`; empty before the first heading."""
        i = int(np.searchsorted(self.starts, offset, side="right")) - 1
        return self.paths[i] if i >= 0 else ()


@dataclass(frozen=True, slots=True)
class Seams:
    """Places of one size at which a text comes apart, ascending; `better` marks the best, (k,)."""

    offsets: Ints
    better: Bools
