"""What the size limits do to the boundaries of a threshold."""

from typing import NamedTuple

import numpy as np

from chunking.core.arrays import Codes
from chunking.core.cuts import Reason

# So many suppressed candidates for each boundary by similarity: the minimum decides.
_CROWDED = 2


class SizeEffects(NamedTuple):
    """Boundaries by similarity, those that the maximum forces, and suppressed candidates."""

    similar: int
    forced: int
    suppressed: int

    @property
    def is_crowded(self) -> bool:
        """Whether the minimum decides which candidates become boundaries."""
        return self.suppressed > _CROWDED * max(1, self.similar)

    @property
    def decide(self) -> bool:
        """Whether the limits decide most boundaries, not the threshold."""
        return self.is_crowded or self.forced > self.similar


def size_effects(reasons: Codes, verdicts: Codes) -> SizeEffects:
    """Return the effects of the limits.

    Args:
        reasons: The codes of the boundaries, (k,).
        verdicts: The codes of all gaps between units, (n - 1,).
    """
    return SizeEffects(
        int(np.count_nonzero(reasons == Reason.SIMILARITY.code)),
        int(np.count_nonzero(reasons == Reason.MAX_TOKENS.code)),
        int(np.count_nonzero(verdicts == Reason.MIN_TOKENS.code)),
    )
