"""The grid of a sweep: which settings the rows and columns vary, and over which values."""

from chunking.analysis.settings_search.axes import Axis, Grid
from chunking.analysis.settings_search.axis_choice import axes_of, choose_axes
from chunking.gui.core.jobs import Waiting
from chunking.gui.session.model_sizes import sizes_of
from chunking.gui.session.session import Session


def axis_names(session: Session) -> tuple[str, str]:
    """Return the fields of rows and columns; what the strategy does not have is the default."""
    return choose_axes(session.strategy("sweep"), session.sweep.rows, session.sweep.columns)


def grid_of(session: Session) -> Grid:
    """Return the grid to sweep."""
    return Grid(session.strategy("sweep"), _axes_of(session))


def hold_axes(session: Session) -> list[Waiting]:
    """Hold the axes on screen, which stay while they have the present settings."""
    axes = _axes_of(session)
    if axes != session.sweep.axes:
        session.sweep.axes, session.sweep.cell = axes, None
    return []


def _axes_of(session: Session) -> tuple[Axis, ...]:
    base = session.strategy("sweep")
    present = [each for each in (base, session.strategy("tune")) if each.name == base.name]
    most = sizes_of(session.model("sweep")).most
    return axes_of(base, axis_names(session), present, session.sweep.axes, most)
