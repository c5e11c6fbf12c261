"""Sweeps as jobs: begun once for what is asked, stopped, gone on with."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from chunking import engine
from chunking.analysis.metrics import METRICS
from chunking.analysis.search.sweep import Sweep
from chunking.embedding import DEFAULT_MODEL
from chunking.gui import cached
from chunking.gui.cached import Reference, Waiting
from chunking.gui.jobs import Kind
from chunking.signals.similarity import SIGNALS, buffer_size
from chunking.text.tokenizers import token_sizes

if TYPE_CHECKING:
    from chunking.analysis.search.axes import Grid
    from chunking.arrays import Floats
    from chunking.gui.jobs import Job
    from chunking.strategies import Strategy
    from chunking.types import Document, Feature, Material, Prepared

__all__ = ["Asked", "agreement", "begun", "go_on"]


_SWEEPING = Kind("Sweeping", "Sweeping", "cells")


class Asked(NamedTuple):
    """What is varied, and the name of the measure that is shown."""

    grid: Grid
    measure: str


def begun(document: Document, asked: Asked) -> Job | Waiting:
    """The job that sweeps; its `part` is the sweep. Before it, that a model reads the document."""
    own = asked.grid.base.material
    known = cached.reference(document, own.model or DEFAULT_MODEL)
    if isinstance(known, Waiting):
        return known
    key = (*cached.key_of(document), asked.grid.axes, *_others(asked.grid))

    features: dict[Feature[object], object] = {}

    def work(job: Job) -> Sweep:
        sweep = Sweep(
            asked.grid,
            lambda material: _ready(document, known, material, job, features),
            known.prepared,
            known.pieces,
            METRICS,
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


def _ready(
    document: Document,
    known: Reference,
    material: Material,
    job: Job,
    features: dict[Feature[object], object],
) -> Prepared:
    """Return the document prepared for a material, reusing vectors and features if possible."""
    have = known.prepared
    serves = material.model in {None, have.material.model} and not buffer_size(material.signal)
    if material.units != have.material.units or not serves or have.vectors is None:

        def on_batch(done: int, total: int) -> None:
            """It can be stopped; but its sentences are no cells, which alone are counted."""
            del done, total
            job.step(job.done, job.total)

        return engine.prepare(document, material, on_batch=on_batch)
    if material.model is None and cached.needs_complete_units(material):
        return engine.prepare(document, material)
    ready = replace(have, material=material, sizes=token_sizes(document.text, material.tokenizer))
    if material.signal not in {None, have.material.signal}:
        ready = replace(ready, signal=SIGNALS[str(material.signal)](have.units, have.vectors))
    ready = engine.compute_features(replace(ready, features=MappingProxyType(dict(features))))
    features.update(ready.features)
    return ready
