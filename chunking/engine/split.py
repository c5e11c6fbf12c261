"""A document with the chunks that a strategy makes of it."""

from typing import NamedTuple

from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.prepared import NONE, Constraints, Prepared
from chunking.strategies import Strategy


class Split(NamedTuple):
    """A document split by a strategy.

    Attributes:
        boundaries: The manual boundaries that took part.
        complete: Whether the model has read the whole document.
    """

    chunking: Chunking
    prepared: Prepared
    strategy: Strategy
    boundaries: Constraints = NONE
    complete: bool = True

    @property
    def document(self) -> Document:
        """The document."""
        return self.chunking.document
