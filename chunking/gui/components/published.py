"""What the views of a group are sent: a document and how it is cut."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from chunking.gui.components.columns import ChunkColumns, coded
from chunking.gui.components.mounting import parcel_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunking.gui.components.gaps import Marks
    from chunking.gui.components.outcomes import Swept


@dataclass(frozen=True, slots=True)
class Wanted:
    """The gaps inside chunk `row` that were wanted but not cut, as (offset, label).

    `large` says why it is larger than the target, where it is.
    """

    row: int
    gaps: Sequence[tuple[int, str]]
    large: str = ""

    def packed(self, version: str) -> dict[str, Any]:
        """As JSON values; it belongs to the chunking of that version."""
        gaps = [list(gap) for gap in self.gaps]
        return {"version": version, "row": self.row, "gaps": gaps, "large": self.large}


@dataclass(frozen=True, slots=True)
class Published:
    """What the views of a group draw.

    `title` names the document, `about` says what is known of it.
    `version` names it; the page carries that once it is drawn. `length` is the document's, in
    UTF-16 units. `headings[i]` is the heading path of chunk i, or there are none at all.
    `density` counts, over equal bins of the document, the gaps that were wanted but not cut.
    `figures` are the readout's, as (value, name); none say that the document is not cut yet.
    `counted` says what a token is, `window` how many word pieces a model reads at most.
    `message` stands in the middle of the curve where there is no signal. `bounds` are the
    lowest and the highest threshold to pull its line to, and the step; None fixes it. `setting`
    is what that sets, as "strategy.field". `swept` is the setting whose outcomes are drawn; the
    page asks for them. `growing`: a model reads on. `marked` is the number of the last mark
    that was taken in, `steps` say whether there is one to take back and one to make again,
    `place` the offset that is looked at when the page turns to the document. `address` holds
    all that is set, as the page's address says it.
    """

    document_id: str
    signal_id: str | None
    version: str
    length: int
    chunks: ChunkColumns
    title: str = ""
    about: str = ""
    headings: Sequence[tuple[str, ...]] = ()
    threshold: float | None = None
    bounds: tuple[float, float, float] | None = None
    setting: str | None = None
    density: Sequence[int] = ()
    figures: Sequence[tuple[str, str]] = ()
    note: str = ""
    counted: str = ""
    window: int = 0
    message: str = ""
    swept: Swept | None = None
    growing: bool = False
    wanted: Wanted | None = field(default=None)
    marks: Marks | None = None
    marked: int = 0
    steps: tuple[bool, bool] | None = None
    place: int | None = None
    address: Mapping[str, str] = field(default_factory=dict)

    def parcel(self, group: str) -> bytes:
        """For the views of that group, as `publish` sends it."""
        header = {
            "kind": "chunking",
            "id": group,
            "document": self.document_id,
            "signal": self.signal_id,
            "version": self.version,
            "length": self.length,
            "chunks": self.chunks.packed(),
            "title": self.title,
            "about": self.about,
            "headings": coded(self.headings) if any(self.headings) else None,
            "threshold": self.threshold,
            "range": self.bounds,
            "setting": self.setting,
            "density": list(self.density),
            "figures": [list(figure) for figure in self.figures],
            "note": self.note,
            "counted": self.counted,
            "window": self.window,
            "message": self.message,
            "growing": self.growing,
            "swept": None if self.swept is None else self.swept.packed(),
            "wanted": None if self.wanted is None else self.wanted.packed(self.version),
            "marked": self.marked,
            "steps": self.steps,
            "place": self.place,
            "address": dict(self.address),
            "marks": None if self.marks is None else asdict(self.marks),
        }
        return parcel_of(header, b"")
