"""Every level of a nested strategy as a chunking of its own, each chunk with its parent's row."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from pydantic import PrivateAttr

from chunking.engine import as_document, prepare, run
from chunking.errors import SettingsError
from chunking.splitting import split_at_marks
from chunking.strategies import Strategy
from chunking.strategies.base import Nested
from chunking.types import NONE, Constraints, Document, Prepared

if TYPE_CHECKING:
    from chunking.chunks import Chunking, Cuts
    from chunking.embedding import Embedder, OnBatch
    from chunking.overlap import Overlap


def nest(
    document: Document | str,
    strategy: Strategy,
    *,
    embedder: Embedder | None = None,
    on_batch: OnBatch | None = None,
) -> tuple[Chunking, ...]:
    """A document cut by every level of a nested strategy, outermost first.

    `parent` of a level holds for each chunk the row of the chunk of the level before that it lies
    in; -1 in the first. Every boundary of a level is a boundary of the next.

    Raises:
        SettingsError: the strategy is not a nested one, or has one level alone; or what is given
            is no document.
        ModelError: a model cannot be loaded.
        StoppedError: `on_batch` raised it.
    """
    if not isinstance(strategy, Nested) or len(strategy.strategies) < 2:
        raise SettingsError(
            "levels must be those of hierarchical, or of optimal with levels=2 or 3; "
            f"got {_named(strategy)}"
        )
    document = as_document(document)
    prepared = prepare(document, strategy.material, embedder=embedder, on_batch=on_batch)
    return levels(prepared, strategy)


def _named(given: object) -> str:
    """A strategy by its name, anything else as it shows itself."""
    if not isinstance(given, Strategy):
        return f"{given!r:.80}"
    return f"{given.name} with levels=1" if isinstance(given, Nested) else given.name


def levels(
    prepared: Prepared, strategy: Nested, constraints: Constraints = NONE
) -> tuple[Chunking, ...]:
    """The same from a document that is prepared for the strategy: the fast part."""
    prepared = split_at_marks(prepared, constraints)
    found: list[Chunking] = []
    cuts_of_levels = strategy.cuts_of_levels(prepared, constraints)
    for level, cuts in zip(strategy.strategies, cuts_of_levels, strict=True):
        chunking = run(prepared, _Level.of(level, cuts), constraints)
        parent = np.full(len(chunking), -1, np.int64)
        if found:
            parent = np.searchsorted(found[-1].start, chunking.start, side="right") - 1
        found.append(
            replace(
                chunking,
                strategy=level.name,
                settings=level.model_dump(),
                parent=parent.astype(np.int64),
            )
        )
    return tuple(found)


class _Level(Strategy):
    """A strategy whose cuts are made already."""

    name: ClassVar[str] = "level"

    _strategy: Strategy = PrivateAttr()
    _cuts: Cuts = PrivateAttr()

    @classmethod
    def of(cls, strategy: Strategy, cuts: Cuts) -> _Level:
        level = cls()
        level._strategy, level._cuts = strategy, cuts
        return level

    @property
    def limits(self) -> tuple[int, int]:
        return self._strategy.limits

    @property
    def overlap(self) -> Overlap:
        return self._strategy.overlap

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        del prepared, constraints
        return self._cuts
