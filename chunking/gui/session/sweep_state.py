"""What the user has set on Sweep besides the settings."""

from dataclasses import dataclass

from chunking.analysis.settings_search.axes import Axis


@dataclass(slots=True)
class SweepState:
    """The axes and the metric of the sweep.

    Attributes:
        rows: The setting that the rows vary; empty for the default of the strategy.
        columns: The setting that the columns vary; empty for the default.
        metric: The metric that colors the map; empty for the default.
        within_limit: Whether only cells within the model limit are shown.
        cell: The cell whose chunks are previewed.
        axes: The axes of the last sweep, kept while they hold the present settings.
    """

    rows: str = ""
    columns: str = ""
    metric: str = ""
    within_limit: bool = False
    cell: int | None = None
    axes: tuple[Axis, ...] = ()
