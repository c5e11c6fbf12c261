"""Messages of Sweep."""

from typing import Literal, TypedDict

from chunking.analysis.metrics.metric import Better
from chunking.analysis.settings_search.axes import Value
from chunking.gui.results.messages import ChunkColumns
from chunking.gui.session.messages import Choice, DescribedChoice, Form, GroupedChoice


class SweepChoices(TypedDict):
    """What is chosen above the map, and what can be chosen."""

    strategy: str
    strategies: list[DescribedChoice]
    rows: str
    columns: str
    fields: list[Choice]
    no_columns: Choice
    metric: str
    metrics: list[GroupedChoice]
    within_limit: bool
    form: Form
    cells: int


class SweepState(TypedDict):
    """Whether the sweep runs, and why it does not."""

    running: bool
    stopped: bool
    problem: str


class SweepAxis(TypedDict):
    """A setting that the map varies."""

    field: str
    label: str
    values: list[Value]


class SweepMetric(TypedDict):
    """The metric that colors the map."""

    title: str
    meaning: str
    unit: str
    better: Better
    decimals: int
    uncertain: float  # the width of the 95% interval of the best cell; 0 if there is none


class SweepMap(TypedDict):
    """The map without its columns."""

    axes: list[SweepAxis]
    metric: SweepMetric
    crop: tuple[int, int, int, int]  # first row, row end, first column, column end
    best: int | None  # the cell in the middle of the best region
    best_text: str
    present: int | None
    exact: bool
    done: int
    distinct: int
    contradicting: int


class SweepMessage(SweepChoices, SweepState):
    """The map; the payload is the values, the results, and which cells are within the limit."""

    kind: Literal["sweep"]
    map: SweepMap | None
    note: str


class SweepPreview(TypedDict):
    """The chunks of a cell."""

    cell: int
    document: str
    version: str
    settings: list[list[str]]  # label, value
    query: dict[str, str]
    value: str
    median: str
    over: int
    share: float
    broken: str
    window: int | None  # tokens that the model reads
    counted: str
    same: int
    chunks: ChunkColumns


class SweepCellMessage(TypedDict):
    """The cell under the pointer."""

    kind: Literal["sweep_cell"]
    preview: SweepPreview | None
