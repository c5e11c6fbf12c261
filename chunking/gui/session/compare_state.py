"""What the user has set on Compare, besides the settings of the lanes."""

from dataclasses import dataclass, field

from chunking.strategies import Strategy

# Each lane by its letter, and the strategy that it shows first.
LANES = {"a": "semantic", "b": "structure", "c": "optimal", "d": "paragraph"}
FEWEST = 2
"""Lanes that are always shown."""

BASELINE, IMPORTED = "base", "file"
"""The letters of the lanes without settings: the pinned baseline, and chunks from a file."""


def display_name(letter: str) -> str:
    """Return the letter of a lane as the page shows it."""
    return letter.upper() if letter in LANES else letter.capitalize()


SCALES = SIMILARITY, QUANTILE = "similarity", "quantile"
"""The scales of the curves."""

FIGURE = LOWEST, HIGHEST = 15, 65
"""The least and the greatest height of the figure, in percent of the page."""


@dataclass(frozen=True, slots=True)
class LaneTransfer:
    """A threshold to transfer to the model of another lane.

    Attributes:
        document: The SHA-256 of the document on screen.
        source: The letter of the lane whose threshold it is.
        target: The letter of the other lane.
        before: The settings of the source.
        after: The settings of the target.
    """

    document: str
    source: str
    target: str
    before: Strategy
    after: Strategy


@dataclass(slots=True)
class CompareState:
    """The view of Compare.

    Attributes:
        shown: How many lanes are shown, 2 to 4.
        pair: The two lanes whose differences are listed, by letter; None for all lanes.
        differences_only: Whether text without differences is folded.
        columns: Whether the lanes are columns side by side; None leaves it to the page.
        scale: The scale of the curves; "" leaves it to the models.
        overlaid: Whether the curves lie over one another; else each lane has a row.
        figure: The height of the figure in percent of the page; None leaves it to the page.
        transfer: The threshold that is being transferred.
        equal_size: Whether metrics and evaluations compare the lanes at one mean size.
        follower: The letter of the lane that follows Tune; "" without one.
        documents: The SHA-256 of the documents that the lanes were set for.
        imported: Files of imported chunks, name and content, by the SHA-256 of their documents.
    """

    shown: int = 3
    pair: tuple[str, str] | None = None
    differences_only: bool = False
    columns: bool | None = None
    scale: str = ""
    overlaid: bool = False
    figure: int | None = None
    transfer: LaneTransfer | None = None
    equal_size: bool = True
    follower: str = ""
    documents: frozenset[str] = field(default=frozenset(), compare=False)
    imported: dict[str, tuple[str, bytes]] = field(default_factory=dict)

    @property
    def letters(self) -> list[str]:
        """The letters of the lanes with settings."""
        return list(LANES)[: self.shown]
