"""Messages of Tune. All offsets are in UTF-16 units."""

from typing import Literal, TypedDict

from chunking.core.layout import Path
from chunking.gui.results.messages import ChunkColumns, Coded
from chunking.gui.session.messages import DescribedChoice, Form, PresetChoice


class Marks(TypedDict):
    """Offsets of manual boundaries."""

    required: list[int]
    forbidden: list[int]


class Setting(TypedDict):
    """A setting that the curve sets."""

    scope: str
    field: str


class Swept(TypedDict):
    """The setting whose outcomes can be drawn; `id` names the outcomes.

    `keeps` is the label of the only setting that may suppress a candidate, empty for several.
    """

    id: str
    field: str
    label: str
    value: float
    decimals: int
    steady: bool
    keeps: str


class PinnedBaseline(TypedDict):
    """The boundaries of the baseline, and what has changed since."""

    title: str
    offsets: list[int]
    kept: int
    moved: int
    added: int
    removed: int
    cost: str


class About(TypedDict):
    """What Tune shows of the document and the settings, split or not."""

    document: str
    title: str
    place: int | None  # UTF-16 offset
    marks: Marks | None
    preformatted: bool
    form: Form
    strategies: list[DescribedChoice]
    presets: list[PresetChoice]
    preset: str
    view: str
    signals: list[str]
    kinds: list[tuple[str, str]]  # kind of a further signal, label
    pinned: bool


class Boundaries(About):
    """The chunks of the document, or its whole text as one while it is not split."""

    version: str
    length: int  # UTF-16 units
    chunks: ChunkColumns
    headings: Coded[Path] | None
    table_headers: Coded[str] | None
    threshold: float | None
    range: tuple[float, float, float] | None  # low, high, step
    setting: Setting | None
    counted: str
    as_model: bool
    window: int | None  # tokens that the model reads
    message: str
    growing: bool
    swept: Swept | None
    baseline: PinnedBaseline | None
    suppressed_by: Coded[str]  # the reason of each suppressed candidate
    numbers: list[list[str]]  # text, tooltip, and an action for some
    limits: list[int]  # minimum and maximum in tokens


class TuneMessage(Boundaries):
    """The boundaries; the payload is the offsets of suppressed candidates."""

    kind: Literal["tune"]
    signal: str | None


class ProgressMessage(TypedDict):
    """The share of the outcomes that is computed."""

    kind: Literal["progress"]
    id: str
    share: float


class OutcomeColumns(TypedDict):
    """The outcome at each value of a setting; `lives` is the number of boundaries."""

    values: list[float]
    counts: list[int]
    medians: list[float]
    largest: list[int]
    plateaus: list[tuple[int, int]]  # first and last row with the same boundaries
    lives: int


class OutcomesMessage(TypedDict):
    """The outcomes; the payload is the offset, first and last row of each boundary."""

    kind: Literal["outcomes"]
    id: str
    columns: OutcomeColumns


class ProbabilitiesMessage(TypedDict):
    """Gaps with a probability; the payload is their offsets and percentages."""

    kind: Literal["probabilities"]
    id: str
    count: int


class HeatMessage(TypedDict):
    """The self-similarity; the payload is the offsets of the edges, and a shade for each cell."""

    kind: Literal["heat"]
    id: str
    count: int
    low: float
    high: float


class RecallColumns(TypedDict):
    """The recall at each threshold."""

    thresholds: list[float]
    recall: list[float]
    low: list[float]
    high: list[float]
    tied: list[bool]


class RecallResult(TypedDict, total=False):
    """The recall, or what is missing for it."""

    note: str
    offer: Literal["", "questions", "measure"]
    verdict: str
    columns: RecallColumns | None


class RecallMessage(TypedDict):
    """The recall at every threshold whose outcomes have this id."""

    kind: Literal["recall"]
    id: str
    on: bool
    note: str
    offer: Literal["", "questions", "measure"]
    verdict: str
    columns: RecallColumns | None


class Overlay(TypedDict):
    """How a further signal is drawn."""

    signal: str | None
    label: str
    dash: list[int]  # pixels
    color: str
    hangs: bool


class Verdict(TypedDict):
    """What determines the boundaries, and what is broken.

    `offer`: whether the text is about the threshold; `advise`: whether another one would help.
    """

    text: str
    detail: str
    offer: bool
    advise: bool


class Agreement(TypedDict):
    """The agreement of the settings with the manual boundaries."""

    text: str
    applied: bool
    metrics: list[tuple[str, str]]  # title, value
    detail: str
    unmet: str
    fit: str


class RecommendedThreshold(TypedDict):
    """The threshold recommended under the limits as they are."""

    value: float | None
    text: str
    reason: str


class Recommended(TypedDict):
    """The recommended settings: their name, sizes, and what the strategy does in one line."""

    name: str
    sizes: str
    help: str
    reason: str
    used: bool


class DetailsMessage(TypedDict):
    """What takes longer than the boundaries."""

    kind: Literal["details"]
    document: str
    strategy: str
    notes: list[str]
    overlays: list[Overlay]
    heat: str | None
    recommended: Recommended | None
    verdict: Verdict
    agreement: Agreement | None
    threshold: RecommendedThreshold | None
    probabilities: str | None


class RunRow(TypedDict):
    """Settings that were tried, with the bars of their sizes and the metrics as text."""

    number: int
    settings: str
    at: int  # seconds since 1970
    sizes: list[int]
    values: list[str]
    note: str
    current: bool


class RunsMessage(TypedDict):
    """The runs of the document, newest first, and all of them as CSV."""

    kind: Literal["runs"]
    document: str
    name: str
    columns: list[tuple[str, str]]  # title, meaning
    rows: list[RunRow]
    csv: str
