"""What the user has set on Compare, besides the settings of the lanes."""

from __future__ import annotations

from dataclasses import dataclass, field

# Each lane by its letter, and the strategy that it shows first.
LANES = {"a": "paragraph", "b": "structure", "c": "semantic", "d": "sentence"}
FEWEST = 2
"""Lanes that are always shown."""

BASELINE, IMPORTED = "base", "file"
"""The letters of the lanes without settings: the pinned baseline, and chunks from a file."""


@dataclass(slots=True)
class CompareState:
    """The view of Compare.

    Attributes:
        shown: How many lanes are shown, 2 to 4.
        pair: The two lanes whose differences are listed, by letter; None for all lanes.
        differences_only: Whether text without differences is folded.
        columns: Whether the lanes are columns side by side; None leaves it to the page.
        follower: The letter of the lane that follows Tune; "" without one.
        imported: Files of imported chunks, name and content, by the SHA-256 of their documents.
    """

    shown: int = 3
    pair: tuple[str, str] | None = None
    differences_only: bool = False
    columns: bool | None = None
    follower: str = ""
    imported: dict[str, tuple[str, bytes]] = field(default_factory=dict)

    @property
    def letters(self) -> list[str]:
        """The letters of the lanes with settings."""
        return list(LANES)[: self.shown]
