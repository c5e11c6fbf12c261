"""Sweeps as background jobs: started once for a grid, stopped, continued."""

from typing import NamedTuple

from chunking import engine
from chunking.analysis.metrics import METRICS
from chunking.analysis.settings_search.axes import Grid
from chunking.analysis.settings_search.sweep import Sweep
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.prepared import Feature, Material, Prepared
from chunking.gui.core.jobs import Job, Kind, Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import Reference, key_of
from chunking.strategies import Strategy

_SWEEPING = Kind("Sweeping", "Sweeping", "cells", late=True)


class Measured(NamedTuple):
    """A sweep that runs or has run: its cells so far, and the document for each material."""

    sweep: Sweep
    prepared: dict[Material, Prepared]
    reference: Reference

    def chunking(self, strategy: Strategy) -> Chunking | None:
        """Return the chunks of a cell; None before the sweep has prepared its material."""
        ready = self.prepared.get(strategy.material)
        return None if ready is None else engine_calls.chunk(ready, strategy)


def measure(document: Document, grid: Grid, model: str) -> Waiting:
    """Return the job that sweeps a grid; its `part` is a `Measured`.

    Until a model has read the document, it is the job of the model, without a part.
    """
    known = engine_calls.reference(document, grid.base.material.model or model)
    if isinstance(known, Waiting):
        return known
    used = known.prepared.material.model
    key = (*key_of(document), "sweep", used, grid.axes, *_fixed(grid))

    def work(job: Job) -> Measured:
        ready: dict[Material, Prepared] = {}
        features: dict[Feature[object], object] = {}

        def prepare(wanted: Material) -> Prepared:
            ready[wanted] = _prepared(known, wanted, job, features)
            return ready[wanted]

        sweep = Sweep(grid, prepare, known.prepared, lambda _: known.tokens, METRICS)
        return _run(Measured(sweep, ready, known), job)

    return engine_calls.background(key, work, _SWEEPING)


def resume(job: Job) -> None:
    """Continue a stopped sweep."""
    measured: Measured = job.part
    job.resume(lambda again: _run(measured, again))


def _fixed(grid: Grid) -> tuple[object, ...]:
    """Return what a grid does not vary: the same for each of its cells."""
    varied = {axis.name for axis in grid.axes}
    values = grid.base.model_dump().items()
    return (grid.base.name, *((name, value) for name, value in values if name not in varied))


def _run(measured: Measured, job: Job) -> Measured:
    sweep = measured.sweep
    job.on_part(measured)
    job.step(sweep.done, len(sweep.grid))
    for done in sweep.steps():
        if job.stopped.is_set():
            break
        job.step(done, len(sweep.grid))
    return measured


def _prepared(
    known: Reference, material: Material, job: Job, features: dict[Feature[object], object]
) -> Prepared:
    """Return the document prepared for a material, reusing vectors and features if possible."""

    def on_batch(done: int, total: int) -> None:
        """Stop with the job; sentences are no cells, which alone are counted."""
        del done, total
        job.step(job.done, job.total)

    return engine.prepare_from(known.prepared, material, features, on_batch=on_batch)
