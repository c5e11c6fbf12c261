"""What Sweep shows: the choices above the map, the map, and one of its cells."""

import numpy as np

from chunking.analysis.metrics.sizes import CHUNKS, TOKENS_MEDIAN, TRUNCATED
from chunking.analysis.metrics.structure import broken_in_words
from chunking.analysis.settings_search.axes import Grid
from chunking.analysis.settings_search.axis_choice import NO_COLUMNS, axis_choices, varied_settings
from chunking.analysis.settings_search.best import best_in_words
from chunking.analysis.settings_search.sweep import INVALID, Sweep
from chunking.engine.spec import to_query
from chunking.gui.core.jobs import Job
from chunking.gui.core.view import View
from chunking.gui.results import columns
from chunking.gui.session.messages import Choice
from chunking.gui.session.session import Session
from chunking.gui.session.settings import strategy_choices
from chunking.gui.sweep import metrics, question_metrics
from chunking.gui.sweep.grid import axis_names, grid_of
from chunking.gui.sweep.map import Map, map_of
from chunking.gui.sweep.measured import Measured, measure
from chunking.gui.sweep.messages import (
    SweepCellMessage,
    SweepChoices,
    SweepMap,
    SweepMessage,
    SweepPreview,
    SweepState,
)
from chunking.retrieval.evidence_metrics import RETRIEVAL_METRICS


def add_sweep(view: View, session: Session) -> None:
    """Add everything that Sweep shows."""
    grid = grid_of(session)
    found = measure(session.document, grid, session.model("sweep"))
    part = found.job.part
    columns.add_document(view, session.document)
    if isinstance(part, Measured):
        _add_map(view, session, grid, found.job, part)
    else:
        message: SweepMessage = {
            "kind": "sweep",
            **_choices(session, grid),
            **_state(found.job),
            "map": None,
            "note": "",
        }
        view.send(message)
    if not found.job.finished.is_set() or found.job.error is not None:
        view.wait_for(found)


def _add_map(view: View, session: Session, grid: Grid, job: Job, measured: Measured) -> None:
    sweep = measured.sweep
    note = ""
    if metrics.chosen(session) in RETRIEVAL_METRICS:
        note = _evaluate(view, session, measured, job)
    shown = map_of(session, measured, job)
    payload = (
        shown.values.astype("<f4").tobytes(),
        shown.results.astype("<i4").tobytes(),
        shown.within.astype("<u1").tobytes(),
    )
    message: SweepMessage = {
        "kind": "sweep",
        **_choices(session, grid),
        **_state(job),
        "map": _map(sweep, shown),
        "note": note,
    }
    view.send(message, b"".join(payload))
    wanted = _previewed(session, shown)
    preview = None if wanted is None else _described(measured, shown, wanted)
    described: SweepCellMessage = {"kind": "sweep_cell", "preview": preview}
    view.send(described)


def _evaluate(view: View, session: Session, measured: Measured, job: Job) -> str:
    """Evaluate the cells by questions in the background; return what is under way or failed."""
    waiting = question_metrics.evaluate(session, measured, job)
    if waiting is None or waiting.job.result is not None:
        return ""
    view.wait_for(waiting)
    failed = waiting.job.error is not None
    return "Not evaluated. Choose the metric again." if failed else "Evaluating the cells…"


def _previewed(session: Session, shown: Map) -> int | None:
    """Return the cell to preview: the one asked for, that of Tune, the best, or the first."""
    if session.sweep.cell is not None:
        return session.sweep.cell
    if shown.present is not None:
        return shown.present
    if shown.best is not None:
        return shown.best.cell
    measured = np.flatnonzero(shown.results >= 0)
    return int(measured[0]) if len(measured) else None


def _choices(session: Session, grid: Grid) -> SweepChoices:
    """Return what is chosen above the map, and what can be chosen."""
    base = session.strategy("sweep")
    rows, columns = axis_names(session)
    fields: list[Choice] = [
        {"value": name, "title": label} for name, label in axis_choices(base).items()
    ]
    form = session.settings["sweep"].form()
    varied = {axis.name for axis in grid.axes}
    return {
        "strategy": base.name,
        "strategies": strategy_choices(),
        "rows": rows,
        "columns": columns,
        "fields": fields,
        "no_columns": {"value": NO_COLUMNS, "title": "None"},
        "metric": metrics.chosen(session).name,
        "metrics": metrics.options(session),
        "within_limit": session.sweep.within_limit,
        "form": {**form, "fields": [each for each in form["fields"] if each["name"] not in varied]},
        "cells": len(grid),
    }


def _state(job: Job) -> SweepState:
    """Return whether the sweep runs, and why it does not."""
    running = not job.finished.is_set()
    failed = job.error is not None and not job.stopped.is_set()
    stopped = not running and not failed and job.done < job.total
    return {
        "running": running,
        "stopped": stopped,
        "problem": f"The sweep failed: {job.error}." if failed else "",
    }


def _map(sweep: Sweep, shown: Map) -> SweepMap:
    """Return the map without its columns: axes, metric, crop, best and present cell."""
    labels = axis_choices(sweep.grid.base)
    metric = shown.metric
    best = best_in_words(sweep, shown.values, shown.best, metric)
    uncertain = shown.interval.text(metric) if shown.interval else ""
    return {
        "axes": [
            {"field": axis.name, "label": labels[axis.name], "values": list(axis.values)}
            for axis in sweep.grid.axes
        ],
        "metric": {
            "title": metric.title,
            "meaning": metric.meaning,
            "unit": metric.unit,
            "better": metric.better,
            "decimals": metric.decimals,
            "uncertain": shown.interval.width if shown.interval else 0.0,
        },
        "crop": shown.crop,
        "best": None if shown.best is None else shown.best.cell,
        "best_text": "; ".join(filter(None, (best, uncertain))),
        "present": shown.present,
        "exact": shown.exact,
        "done": sweep.done,
        "distinct": len(sweep.results),
        "contradicting": int(np.count_nonzero(shown.results == INVALID)),
    }


# ---- the cell under the pointer ------------------------------------------------------------------


def _described(measured: Measured, shown: Map, cell: int) -> SweepPreview | None:
    """Return a cell as values for JSON; None where it has no chunks."""
    sweep = measured.sweep
    strategy = sweep.grid.strategy(cell) if 0 <= cell < len(sweep.grid) else None
    chunking = None if strategy is None else measured.chunking(strategy)
    if strategy is None or chunking is None or sweep.result_index[cell] < 0:
        return None
    values = sweep.results[int(sweep.result_index[cell])].metrics
    count = int(values[CHUNKS.name])
    over = int(values[TRUNCATED.name])
    tokens = measured.reference.tokens
    return {
        "cell": cell,
        "document": chunking.document.sha256,
        "version": columns.version_of(chunking, measured.reference.prepared.material.model),
        "settings": varied_settings(sweep.grid, strategy),
        "query": to_query(strategy),
        "value": shown.metric.format(float(shown.values[cell])),
        "median": TOKENS_MEDIAN.format(values[TOKENS_MEDIAN.name]),
        "over": over,
        "share": over / count if count else 0.0,
        "broken": broken_in_words(values),
        "window": tokens.limit,
        "counted": strategy.material.size_unit,
        "same": int((shown.results == shown.results[cell]).sum()),
        "chunks": columns.chunk_columns(
            chunking,
            measured.prepared.get(strategy.material),
            tokens,
        ),
    }
