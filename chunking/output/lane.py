"""One lane of a comparison: a chunking, how it was made, and its metrics."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from chunking.core.arrays import Ints
from chunking.core.chunking import Chunking
from chunking.core.prepared import Prepared, Signal
from chunking.embedding import ModelTokens
from chunking.loading.chunk_files import Unplaced
from chunking.strategies import Strategy
from chunking.strategies.base import DISTANCE


@dataclass(frozen=True, slots=True, eq=False)
class Lane:
    """One chunking of a comparison.

    Attributes:
        strategy: None for imported chunks.
        sizes: Their sizes, overlap included, in the unit of all lanes, (n,).
        metrics: The metrics by name, nan where undefined.
        prepared: The document that it was made from; None for imported chunks.
        tokens: The text in the tokens of the lane's model; None if unknown.
    """

    letter: str
    title: str
    strategy: Strategy | None
    chunking: Chunking
    sizes: Ints
    reasons: Mapping[str, int]
    metrics: Mapping[str, float]
    unplaced: tuple[Unplaced, ...] = ()
    prepared: Prepared | None = None
    tokens: ModelTokens | None = None

    @property
    def curve(self) -> Signal | None:
        """What decides its boundaries at each gap, given these; None where nothing does."""
        if self.strategy is None or self.prepared is None:
            return None
        return self.strategy.curve(self.prepared, self.chunking.boundaries)

    @property
    def threshold(self) -> float | None:
        """Its threshold on the scale of its curve; None without one, or where it is off."""
        if self.strategy is None or self.prepared is None or self.signal is None:
            return None
        value = self.strategy.effective_threshold(self.prepared)
        if value is None or value <= -1:
            return None
        curve = self.curve
        return 1 - value if curve is not None and curve.kind == DISTANCE else value

    @property
    def signal(self) -> Signal | None:
        """The similarity curve of its strategy; None without one."""
        return None if self.prepared is None else self.prepared.signal


def with_curves(lanes: Iterable[Lane]) -> list[Prepared]:
    """Return what the lanes that have a similarity curve were made from."""
    known = [each.prepared for each in lanes]
    return [each for each in known if each is not None and each.signal is not None]


def models_of(lanes: Iterable[Lane]) -> set[str]:
    """Return the models of the similarity curves; those of several have no common scale."""
    return {str(each.material.model) for each in with_curves(lanes)}
