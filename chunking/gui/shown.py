"""What Tune shows: a document cut by a strategy, as far as it is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from chunking.types import NONE, Constraints

if TYPE_CHECKING:
    from chunking.strategies import Strategy
    from chunking.types import Chunking, Prepared


@dataclass(frozen=True, slots=True)
class Cut:
    """What Tune shows: a document cut by a strategy, and by those marks."""

    chunking: Chunking
    prepared: Prepared
    strategy: Strategy
    version: str
    marks: Constraints = NONE


@dataclass(slots=True)
class Latest:
    """What Tune showed last; `cut` is None while its document is being prepared.

    `curve` is what has the similarities that are drawn, as far as they are known. `waits` says
    that a model had not read all of the document yet; `marks` are those of the document,
    `signals` what is drawn over the curve; `asked` says that the page wants to know what other
    values of a setting would give; `advised` is how far the search for what suits it is, by the
    sha256 of the document, `as_advised` whether that is set. One object for as long as the visit
    lasts, so that a download made later holds what is shown.
    """

    cut: Cut | None = None
    curve: Prepared | None = None
    waits: bool = False
    marks: Constraints = NONE
    signals: tuple[str, ...] = ()
    asked: bool = False
    advised: dict[str, str] = field(default_factory=dict[str, str])
    as_advised: bool = False

    def clear(self) -> None:
        """Hold no document any more."""
        self.cut = self.curve = None
