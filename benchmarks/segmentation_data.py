"""Texts with known boundaries: read from JSON lines, joined to one text, and mapped back."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from chunking import ChunkingError
from chunking.similarity import adjacent
from chunking.types import UnitKind, Units

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from chunking.embedding import Embedder
    from chunking.types import Floats, Ints, Signal, Vectors

SEPARATOR = "\n\n"
_BLANK_LINES = re.compile(r"\n\s*\n")


@dataclass(frozen=True)
class Labelled:
    """The units of one document and its boundaries, as each annotator has set them.

    A boundary is the number of the unit that starts a new segment, from 1 to the units less 1.
    """

    id: str
    units: tuple[str, ...]
    keys: tuple[tuple[int, ...], ...]


class Case:
    """What a method is given of a document: its units, and their vectors when it asks.

    The keys are for those that show what can be reached at all.
    """

    def __init__(self, document: Labelled, embedder: Embedder) -> None:
        self.units = list(document.units)
        self.keys = document.keys
        self.embedder = embedder

    @cached_property
    def vectors(self) -> Vectors:
        """One unit vector a unit, (n, d)."""
        return self.embedder.encode(self.units)

    @property
    def signal(self) -> Signal:
        """The similarity of each two neighbouring units, as the strategies cut by it, (n - 1,)."""
        return adjacent(self.places, self.vectors)

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
        """The parts as one text: a blank line stands between two of them and nowhere else."""
        return SEPARATOR.join(self.parts)

    @property
    def places(self) -> Units:
        """Where each part stands in that text."""
        lengths = [len(part) + len(SEPARATOR) for part in self.parts]
        starts = np.cumsum([0, *lengths])[:-1].tolist()
        return Units.of(
            [
                (start, start + len(part), UnitKind.SENTENCE, False)
                for start, part in zip(starts, self.parts, strict=True)
            ]
        )


def files(given: Iterable[str]) -> dict[str, Path]:
    """The JSONL files that are given or lie in a given folder, by the name of their set."""
    found: dict[str, Path] = {}
    for each in map(Path, given):
        inside = sorted(each.glob("*.jsonl")) if each.is_dir() else [each]
        if not inside:
            raise ChunkingError(f"data must be JSONL files or folders with some, got {each}")
        for path in inside:
            name = path.stem if path.stem not in found else f"{path.parent.name}/{path.stem}"
            found[name] = path
    return found


def read(path: Path, most: int | None = None) -> list[Labelled]:
    """The documents of one file, the first `most` of them; blank lines are skipped."""
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ChunkingError(f"{path} cannot be read as UTF-8 text: {error}") from None
    rows = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    return [_labelled(line, f"{path.name} line {number}") for number, line in rows[:most]]


def ink(text: str) -> int:
    """How many characters are not blank."""
    return len("".join(text.split()))


def unit_starts(chunks: Sequence[str], units: Sequence[str]) -> list[int]:
    """The boundaries that chunks of the joined units stand for: the nearest starts of units.

    Places are counted in characters that are not blank, since many tools join sentences anew.
    Of two starts as near the first counts.

    Raises:
        ChunkingError: the chunks hold less or more than the units.
    """
    starts = np.cumsum([0, *map(ink, units)])
    places = np.cumsum([0, *map(ink, chunks)])
    if places[-1] != starts[-1]:
        raise ChunkingError(
            f"chunks must hold all {starts[-1]} characters that are not blank, got {places[-1]}"
        )
    return nearest(places[1:-1], starts[:-1])


def nearest(places: Ints, starts: Ints) -> list[int]:
    """The numbers of the starts nearest to some places, each once, without the first start."""
    # Units without ink share a start, which is that of the first of them.
    distinct, first = np.unique(starts, return_index=True)
    after = np.searchsorted(distinct, places).clip(1, max(1, len(distinct) - 1))
    if len(distinct) < 2:
        return []
    nearer = places - distinct[after - 1] <= distinct[after] - places
    found = np.unique(first[np.where(nearer, after - 1, after)])
    return [int(each) for each in found if each > 0]


def _labelled(line: str, where: str) -> Labelled:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise ChunkingError(f"{where} must be JSON: {error}") from None
    units = row.get("units") if isinstance(row, dict) else None
    if not isinstance(units, list) or not all(isinstance(unit, str) for unit in units):
        raise ChunkingError(f"{where} must have units, a list of texts, got {line:.60}")
    if "bounds" in row:
        keys = [_key(row["bounds"], len(units), where)]
    elif isinstance(row.get("annotators"), dict) and row["annotators"]:
        keys = [_last_units(each, len(units), where) for each in row["annotators"].values()]
    else:
        raise ChunkingError(f"{where} must have bounds or annotators, got {', '.join(row)}")
    return Labelled(str(row.get("id", where)), tuple(units), tuple(keys))


def _key(bounds: Any, units: int, where: str) -> tuple[int, ...]:  # noqa: ANN401 - as it was read
    whole = isinstance(bounds, list) and all(type(each) is int for each in bounds)
    if not whole or any(not 0 < each < units for each in bounds):
        raise ChunkingError(
            f"{where}: bounds must be a list of whole numbers from 1 to {units - 1}, "
            f"got {bounds!s:.60}"
        )
    return tuple(sorted(set(bounds)))


def _last_units(levels: Any, units: int, where: str) -> tuple[int, ...]:  # noqa: ANN401 - as it was read
    """Level 1 of an annotator, who numbers units from 1 and names the last of each segment.

    So the number is that of the unit after it, counted from 0; the last one is the text's end.
    """
    named = levels.get("level1") if isinstance(levels, dict) else None
    if not isinstance(named, list):
        raise ChunkingError(f"{where}: an annotator must have level1, a list, got {levels!s:.60}")
    return _key([each for each in named if each != units], units, where)
