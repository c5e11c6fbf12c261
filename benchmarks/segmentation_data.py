"""Documents with reference boundaries: read from JSON lines, joined to a text, mapped back."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from chunking import ChunkingError
from chunking.core.arrays import Floats, Ints, Vectors
from chunking.core.prepared import Signal
from chunking.core.units import UnitKind, Units
from chunking.embedding import Embedder
from chunking.strategies.signals.similarity import adjacent_signal

SEPARATOR = "\n\n"
_BLANK_LINES = re.compile(r"\n\s*\n")


@dataclass(frozen=True)
class LabeledDocument:
    """Units of a document with the reference boundaries of each annotator.

    A boundary is the index of a unit that starts a new segment, at least 1.
    """

    id: str
    units: tuple[str, ...]
    references: tuple[tuple[int, ...], ...]


class Case:
    """Input of a method: the units of a document, with their vectors on demand.

    The references are only for methods that give an upper bound.
    """

    def __init__(self, document: LabeledDocument, embedder: Embedder) -> None:
        self.units = list(document.units)
        self.references = document.references
        self.embedder = embedder

    @cached_property
    def vectors(self) -> Vectors:
        """The unit vectors of the units, (n, d)."""
        return self.embedder.encode(self.units)

    @property
    def signal(self) -> Signal:
        """The similarity of adjacent units, as strategies use it, (n - 1,)."""
        return adjacent_signal(self.spans, self.vectors)

    @property
    def similarities(self) -> Floats:
        """The scores of the signal, (n - 1,)."""
        return self.signal.scores

    @cached_property
    def parts(self) -> list[str]:
        """The units without blank lines, (n,)."""
        return [_BLANK_LINES.sub("\n", unit.strip()) for unit in self.units]

    @property
    def text(self) -> str:
        """The parts joined by blank lines, which occur nowhere else."""
        return SEPARATOR.join(self.parts)

    @property
    def spans(self) -> Units:
        """The span of each part in the text."""
        lengths = [len(part) + len(SEPARATOR) for part in self.parts]
        starts = np.cumsum([0, *lengths])[:-1].tolist()
        return Units.of(
            [
                (start, start + len(part), UnitKind.SENTENCE, False)
                for start, part in zip(starts, self.parts, strict=True)
            ]
        )


def files(paths: Iterable[str]) -> dict[str, Path]:
    """Return JSONL files, and those in folders, by the name of their set.

    Raises:
        ChunkingError: A folder has no such file.
    """
    found: dict[str, Path] = {}
    for each in map(Path, paths):
        inside = sorted(each.glob("*.jsonl")) if each.is_dir() else [each]
        if not inside:
            raise ChunkingError(f"data must be JSONL files or folders with some, got {each}")
        for path in inside:
            name = path.stem if path.stem not in found else f"{path.parent.name}/{path.stem}"
            found[name] = path
    return found


def read(path: Path, max_documents: int | None = None) -> list[LabeledDocument]:
    """Return the first documents of a file; blank lines are skipped.

    Raises:
        ChunkingError: The file cannot be read, or a line is not a labeled document.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ChunkingError(f"{path} cannot be read as UTF-8 text: {error}") from None
    rows = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    return [_parse(line, f"{path.name} line {number}") for number, line in rows[:max_documents]]


def visible_length(text: str) -> int:
    """Return the number of characters that are not whitespace."""
    return len("".join(text.split()))


def unit_starts(chunks: Sequence[str], units: Sequence[str]) -> list[int]:
    """Return the units at which chunks of their joined text start: the nearest starts of units.

    Positions are counted in visible characters, since many tools change whitespace. Of two equally
    near starts the first one counts.

    Raises:
        ChunkingError: The chunks contain less or more than the units.
    """
    starts = np.cumsum([0, *map(visible_length, units)])
    positions = np.cumsum([0, *map(visible_length, chunks)])
    if positions[-1] != starts[-1]:
        raise ChunkingError(
            f"chunks must contain all {starts[-1]} visible characters, got {positions[-1]}"
        )
    return nearest(positions[1:-1], starts[:-1])


def nearest(positions: Ints, starts: Ints) -> list[int]:
    """Return the indices of the starts nearest to positions, each once, without the first start."""
    # Units without visible characters share the start of the first of them.
    distinct, first = np.unique(starts, return_index=True)
    after = np.searchsorted(distinct, positions).clip(1, max(1, len(distinct) - 1))
    if len(distinct) < 2:
        return []
    nearer = positions - distinct[after - 1] <= distinct[after] - positions
    found = np.unique(first[np.where(nearer, after - 1, after)])
    return [int(each) for each in found if each > 0]


def _parse(line: str, where: str) -> LabeledDocument:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise ChunkingError(f"{where} must be JSON: {error}") from None
    units = row.get("units") if isinstance(row, dict) else None
    if not isinstance(units, list) or not all(isinstance(unit, str) for unit in units):
        raise ChunkingError(f"{where} must have units, a list of texts, got {line:.60}")
    if "bounds" in row:
        references = [_boundaries(row["bounds"], len(units), where)]
    elif isinstance(row.get("annotators"), dict) and row["annotators"]:
        references = [
            _boundaries_after(each, len(units), where) for each in row["annotators"].values()
        ]
    else:
        raise ChunkingError(f"{where} must have bounds or annotators, got {', '.join(row)}")
    return LabeledDocument(str(row.get("id", where)), tuple(units), tuple(references))


def _boundaries(bounds: Any, units: int, where: str) -> tuple[int, ...]:  # noqa: ANN401 - unchecked JSON
    whole = isinstance(bounds, list) and all(type(each) is int for each in bounds)
    if not whole or any(not 0 < each < units for each in bounds):
        raise ChunkingError(
            f"{where}: bounds must be a list of whole numbers from 1 to {units - 1}, "
            f"got {bounds!s:.60}"
        )
    return tuple(sorted(set(bounds)))


def _boundaries_after(levels: Any, units: int, where: str) -> tuple[int, ...]:  # noqa: ANN401 - unchecked JSON
    """Return level 1 of an annotator, which lists the last unit of each segment, counted from 1.

    That is the index of the first unit of the next segment; the last one is the end of the text.
    """
    last_units = levels.get("level1") if isinstance(levels, dict) else None
    if not isinstance(last_units, list):
        raise ChunkingError(f"{where}: an annotator must have level1, a list, got {levels!s:.60}")
    return _boundaries([each for each in last_units if each != units], units, where)
