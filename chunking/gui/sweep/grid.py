"""The grid of a sweep: which settings the rows and columns vary, and over which values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.analysis.settings_search.axes import (
    STRATEGY,
    Axis,
    Grid,
    axis_of,
    axis_of_strategies,
    sweepable,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.gui.core.jobs import Waiting
    from chunking.gui.session.session import Session
    from chunking.strategies import Strategy

NO_COLUMNS = "none"
"""The choice of a single row of cells."""

# The most values of the rows, of the columns, and of a single axis: round numbers of round values.
_ROWS, _COLUMNS, _ALONE = 52, 41, 202
# These are varied first, in this order.
_FIRST = ("threshold", "max_tokens", "target_tokens", "amount")


def choices(strategy: Strategy) -> dict[str, str]:
    """Return the labels of what can be varied, by field, the defaults first."""
    labels = {**sweepable(type(strategy)), STRATEGY: "Strategy"}
    first = [name for name in _FIRST if name in labels]
    return {name: labels[name] for name in [*first, *labels]}


def axis_names(session: Session) -> tuple[str, str]:
    """Return the fields of rows and columns; what the strategy does not have is the default."""
    names = list(choices(session.strategy("sweep")))
    chosen = session.sweep
    rows = chosen.rows if chosen.rows in names else names[0]
    others = [name for name in names if name not in {rows, STRATEGY}] or [NO_COLUMNS]
    columns = chosen.columns
    if columns == rows or columns not in {*names, NO_COLUMNS}:
        columns = others[0]
    return rows, columns


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
    names = [name for name in axis_names(session) if name != NO_COLUMNS]
    present = [each for each in (base, session.strategy("tune")) if each.name == base.name]
    axes = session.sweep.axes
    if _fit(axes, names, base, present):
        return axes
    counts = (_ALONE,) if len(names) == 1 else (_ROWS, _COLUMNS)
    return tuple(
        _axis(base, name, count, present) for name, count in zip(names, counts, strict=True)
    )


def _axis(base: Strategy, name: str, count: int, present: Sequence[Strategy]) -> Axis:
    if name == STRATEGY:
        return axis_of_strategies()
    return axis_of(type(base), name, count, among=[getattr(each, name) for each in present])


def _fit(
    axes: tuple[Axis, ...], names: Sequence[str], base: Strategy, present: Sequence[Strategy]
) -> bool:
    """Return whether axes vary these settings, and hold all present values."""
    if [axis.name for axis in axes] != list(names):
        return False
    return all(
        axis.name == STRATEGY
        or (
            axis.name in sweepable(type(base))
            and all(getattr(each, axis.name) in axis.values for each in present)
        )
        for axis in axes
    )
