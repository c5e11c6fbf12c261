"""Sweeps as jobs: begun once for what is asked, stopped, gone on with."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from chunking import engine
from chunking.embedding import DEFAULT_MODEL
from chunking.gui import cached
from chunking.gui.cached import Reference, Waiting
from chunking.gui.jobs import Kind
from chunking.metrics import MEASURES
from chunking.similarity import SIGNALS, neighbours_of
from chunking.sizes import measure
from chunking.sweep import Sweep
from chunking.sweep.report import counted

if TYPE_CHECKING:
    from chunking.gui.jobs import Job
    from chunking.strategies import Strategy
    from chunking.sweep import Grid
    from chunking.types import Document, Floats, Material, Prepared

__all__ = ["Asked", "agreement", "begun", "counted", "go_on"]


_SWEEPING = Kind("Sweeping", "Sweeping", "cells")


class Asked(NamedTuple):
    """What is varied, and the name of the measure that is shown."""

    grid: Grid
    measure: str


def begun(document: Document, asked: Asked) -> Job | Waiting:
    """The job that sweeps; its `part` is the sweep. Before it, that a model reads the document."""
    own = asked.grid.base.material
    known = cached.reference(document, own.model or DEFAULT_MODEL, own.precision)
    if isinstance(known, Waiting):
        return known
    key = (*cached.key_of(document), asked.grid.axes, *_others(asked.grid))

    def work(job: Job) -> Sweep:
        sweep = Sweep(
            asked.grid,
            lambda material: _ready(document, known, material, job),
            known.prepared,
            known.pieces,
            MEASURES,
        )
        return _go(sweep, job)

    return cached.job(key, work, _SWEEPING).job


def _others(grid: Grid) -> tuple[object, ...]:
    """What a grid does not vary: the same for each of its cells, so one that is adopted stays."""
    varied = {axis.name for axis in grid.axes}
    kept = grid.base.model_dump().items()
    return (grid.base.name, *((name, value) for name, value in kept if name not in varied))


def go_on(job: Job) -> None:
    """Take up a sweep that was stopped where it was left."""
    sweep: Sweep = job.part
    job.again(lambda again: _go(sweep, again))


def _go(sweep: Sweep, job: Job) -> Sweep:
    job.part = sweep
    job.step(sweep.done, len(sweep.grid))
    for done in sweep.steps():
        if job.stopped.is_set():
            break
        job.step(done, len(sweep.grid))
    return sweep


def agreement(document: Document, sweep: Sweep, present: Strategy | None) -> Floats:
    """How far every cell has the same cuts as the present settings."""
    strategy = present or sweep.grid.base
    prepared = cached.prepared(document, strategy.material)
    if isinstance(prepared, Waiting):
        return sweep.column("chunks") * float("nan")
    return sweep.agreement(cached.chunk(prepared, strategy))


def _ready(document: Document, known: Reference, material: Material, job: Job) -> Prepared:
    """The document prepared for a material, from the vectors that are there where they serve."""
    have = known.prepared
    serves = material.model in {None, have.material.model} and not neighbours_of(material.signal)
    if material.units != have.material.units or not serves or have.vectors is None:

        def on_batch(done: int, total: int) -> None:
            """It can be stopped; but its sentences are no cells, which alone are counted."""
            del done, total
            job.step(job.done, job.total)

        return engine.prepare(document, material, on_batch=on_batch)
    if material.model is None and material.reach:
        return engine.prepare(document, material)
    ready = replace(have, material=material, sizes=measure(document.text, material.count_in))
    if material.signal not in {None, have.material.signal}:
        ready = replace(ready, signal=SIGNALS[str(material.signal)](have.units, have.vectors))
    engine.find_costs(ready, material)
    return ready
