"""Where a text can be marked by hand, and where it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from chunking.gui.components.assets import renderer
from chunking.gui.components.mounting import parcel_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.arrays import Ints


@dataclass(frozen=True, slots=True)
class Marks:
    """What is marked by hand: offsets to cut at, and not to cut at."""

    required: Sequence[int]
    forbidden: Sequence[int]


class Marked(NamedTuple):
    """A mark that is made in the page, or cleared.

    `number` increases with each mark; `offset` is in code points; `how` is "required",
    "forbidden" or "" (cleared).
    """

    number: int
    document_id: str
    offset: int
    how: str


def store_gaps(document_id: str, gaps: Ints, key: str) -> None:
    """The gaps between the sentences of a document are in the page, as far as they are known."""
    header = {"kind": "gaps", "id": document_id}
    renderer("feed")(data=parcel_of(header, gaps.astype("<i4").tobytes()), key=key)
