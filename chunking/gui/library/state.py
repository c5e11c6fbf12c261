"""What the user has set on Library, besides the settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunking.types import Document


@dataclass(slots=True)
class LibraryState:
    """The documents that are summarized together, and the selected one by its SHA-256."""

    documents: tuple[Document, ...] = ()
    selected: str | None = None
