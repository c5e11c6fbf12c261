"""Messages of Compare. All offsets are in UTF-16 units."""

from typing import Literal, TypeAlias, TypedDict

from chunking.gui.session.messages import DescribedChoice, Form, PresetChoice


class LaneHead(TypedDict):
    """What a lane shows with or without chunks; lanes without settings have no form."""

    letter: str
    name: str
    color: int  # index of the colors of lanes
    title: str
    form: Form | None
    preset: str
    unplaced: list[tuple[int, str, str]]  # number of an imported chunk, reason, text
    message: str


class WaitingLane(LaneHead):
    """A lane whose chunks are being made."""

    ready: Literal[False]


Measure: TypeAlias = Literal["similarity", "probability", "distance", "cohesion"]


class LaneCurve(TypedDict):
    """What decides the boundaries of a lane, else the similarities of the document.

    The model is the one that computed it; the threshold is on the scale of the measure.
    """

    signal: str | None
    measure: Measure
    model: str
    threshold: float | None


class ReadyLane(LaneHead, LaneCurve):
    """A lane with its chunks; `transfers` are the lanes whose threshold it can take."""

    ready: Literal[True]
    version: str
    strategy: str
    chunks: str  # id
    transfers: list[str]


CompareLane: TypeAlias = WaitingLane | ReadyLane


class Changes(TypedDict):
    """The boundaries that two lanes do not share, as rows of their chunks."""

    before: str
    after: str
    kept: int
    moved: list[list[int]]  # row before, row after, distance in tokens
    removed: list[int]
    added: list[int]


class CompareMessage(TypedDict):
    """The lanes, and the differences of the chosen pair."""

    kind: Literal["compare"]
    document: str
    length: int  # UTF-16 units
    place: int | None  # UTF-16 offset
    lanes: list[CompareLane]
    scale: str
    overlaid: bool
    figure: int | None  # height in percent of the page
    pair: list[str] | None
    changes: Changes | None
    differences_only: bool
    columns: bool | None
    most: bool
    fewest: bool
    strategies: list[DescribedChoice]
    presets: list[PresetChoice]
    manual: bool


class MetricRow(TypedDict):
    """A metric of each lane, and the lanes with the best value."""

    title: str
    meaning: str
    better: Literal["higher", "lower", ""]
    values: list[str]
    best: list[int]


class Cost(TypedDict):
    """What changing from one lane to the other embeds again, in words."""

    pair: str
    embed: str
    reuse: str
    delete: str


class CompareDetails(TypedDict):
    """The metrics of the lanes, their agreement, and the cost of changing over."""

    metrics: list[MetricRow]
    agreement: list[list[str]]
    correlation: list[list[str]]
    pair_agreement: list[list[str]]  # title, value, meaning
    cost: Cost | None


class CompareDetailsMessage(CompareDetails):
    """What compares the lanes: it takes longer than their boundaries."""

    kind: Literal["compare_details"]
    document: str
    letters: list[str]
    name: str
    pair: str | None
    equal: bool
    size: str  # the mean size that the lanes are brought to, in words
    scaled: list[str]  # the settings of each lane that this changes, in words
