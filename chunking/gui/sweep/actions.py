"""Actions of Sweep, besides those that all pages have."""

from collections.abc import Callable

from chunking.analysis.settings_search.axis_choice import NO_COLUMNS, axis_choices, varied_in_words
from chunking.gui.session.session import UNDO, Session
from chunking.gui.sweep import metrics, question_metrics
from chunking.gui.sweep.grid import axis_names, grid_of
from chunking.gui.sweep.measured import measure, resume


def _rows(session: Session, name: str) -> None:
    """Vary a setting in the rows; the columns take that of the rows if they had this one."""
    rows, columns = axis_names(session)
    if name in axis_choices(session.strategy("sweep")):
        session.sweep.rows = name
        session.sweep.columns = rows if name == columns else columns


def _columns(session: Session, name: str) -> None:
    """Vary a setting in the columns; the rows take that of the columns if they had this one."""
    rows, columns = axis_names(session)
    if name == NO_COLUMNS or name in axis_choices(session.strategy("sweep")):
        session.sweep.columns = name
        session.sweep.rows = columns if name == rows and columns != NO_COLUMNS else rows


def _metric(session: Session, name: str) -> None:
    if name in {each["value"] for each in metrics.options(session)}:
        session.sweep.metric = name
        question_metrics.retry(session)


def _within_limit(session: Session, on: bool) -> None:  # noqa: FBT001 - an argument of the page
    session.sweep.within_limit = bool(on)


def _cell(session: Session, cell: int | None) -> None:
    """Preview the chunks of a cell; the present or the best one without a number."""
    session.sweep.cell = None if cell is None else int(cell)


def _apply(session: Session, cell: int) -> None:
    """Set the settings of a cell on Tune and here."""
    grid = grid_of(session)
    strategy = grid.strategy(int(cell)) if 0 <= int(cell) < len(grid) else None
    if strategy is None:
        return
    changed = session.strategy("tune") != strategy
    session.apply("tune", strategy)
    session.settings["sweep"].apply(strategy)
    session.sweep.cell = int(cell)
    session.record()
    if changed:
        words = varied_in_words(grid, strategy)
        session.notify(f"Applied to Tune: {words}.", problem=False, offer=UNDO)


def _resume(session: Session) -> None:
    job = measure(session.document, grid_of(session), session.model("sweep")).job
    if job.part is not None and job.finished.is_set():
        resume(job)


ACTIONS: dict[str, Callable[..., object]] = {
    "sweep_rows": _rows,
    "sweep_columns": _columns,
    "sweep_metric": _metric,
    "sweep_within_limit": _within_limit,
    "sweep_cell": _cell,
    "sweep_apply": _apply,
    "sweep_resume": _resume,
}
"""The actions of Sweep, by name."""
