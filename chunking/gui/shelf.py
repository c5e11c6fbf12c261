"""The documents of the library, prepared one after another in one job that can be stopped."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from chunking import engine
from chunking.gui import cached
from chunking.gui.jobs import Kind
from chunking.signals.thresholds import RECOMMENDED
from chunking.text.tokenizers import token_sizes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.gui.cached import Waiting
    from chunking.gui.jobs import Job
    from chunking.text.sizes import Sizes
    from chunking.types import Document, Material, Prepared


_READING = Kind("Reading the documents", "Reading", "characters")


@dataclass(slots=True)
class Shelf:
    """What is prepared by now, by `cached.key_of`: with its word pieces, and its own threshold."""

    prepared: dict[tuple[object, ...], Prepared] = field(default_factory=dict)
    pieces: dict[tuple[object, ...], Sizes] = field(default_factory=dict)
    suggested: dict[tuple[object, ...], float | None] = field(default_factory=dict)


def shelf(documents: Sequence[Document], material: Material) -> tuple[Shelf, Waiting | None]:
    """What is prepared of the documents for a material, and the job where it goes on.

    Its steps are characters, since how many sentences the later documents have is not yet known.
    """
    lengths = [max(1, len(document.text)) for document in documents]
    key = ("library", material, *(part for each in documents for part in cached.key_of(each)))

    def work(job: Job) -> Shelf:
        found, total, before, shown = Shelf(), sum(lengths), 0, time.monotonic()
        job.part = found  # filled here, so that what is done is there when it is stopped
        step = job.on_batch if material.model is not None else job.step
        step(0, total)
        for document, length in zip(documents, lengths, strict=True):

            def on_batch(done: int, of: int, before: int = before, length: int = length) -> None:
                if done:  # else the estimate would be of nothing done
                    step(before + length * done // max(1, of), total)

            ready = engine.prepare(document, material, on_batch=on_batch)
            about = cached.key_of(document)
            found.suggested[about] = None if ready.signal is None else RECOMMENDED(ready).value
            found.pieces[about] = token_sizes(document.text, "wordpiece")
            found.prepared[about] = ready  # last: what is there has all the rest
            before += length
            step(before, total)
            if time.monotonic() - shown > _SHOWN_EVERY:
                shown = time.monotonic()
                job.on_part(found)
        return found

    waiting = cached.job(key, work, _READING)
    if waiting.job.look() and waiting.job.result is not None:
        done: Shelf = waiting.job.result
        return done, None
    return waiting.job.part or Shelf(), waiting


# Seconds: the table is drawn again as the documents come in, and not more often.
_SHOWN_EVERY = 2.0
