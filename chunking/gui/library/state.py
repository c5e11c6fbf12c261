"""What the user has set on Library, besides the settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunking.gui.cache import Key
    from chunking.types import Document


@dataclass(slots=True)
class LibraryState:
    """The documents that are summarized together, and the view of them.

    Attributes:
        documents: The documents; empty before Library is first shown.
        selected: The selected document by its SHA-256; None for the first.
        recommending: The key of the last job that recommends thresholds.
    """

    documents: tuple[Document, ...] = ()
    selected: str | None = None
    recommending: Key | None = None
