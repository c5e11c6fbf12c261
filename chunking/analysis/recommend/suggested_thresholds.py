"""Thresholds for a document: the recommended one, and that of each selector."""

from collections.abc import Mapping
from typing import NamedTuple

from chunking.analysis.recommend.threshold import SOURCE
from chunking.analysis.thresholds import SELECTORS, SelectedThreshold

RECOMMENDED_ROW = "recommended"
"""The name of the row of the recommended threshold."""


class SuggestedThreshold(NamedTuple):
    """A threshold, the selector that chose it, and the number of chunks it gives, if known."""

    name: str
    title: str
    summary: str
    source: str
    selection: SelectedThreshold
    chunks: int | None = None

    @property
    def threshold(self) -> float | None:
        """The threshold; None if the selector found none."""
        return self.selection.value


def suggested_thresholds(
    selections: Mapping[str, SelectedThreshold], recommended: SelectedThreshold | None
) -> list[SuggestedThreshold]:
    """Return the recommended threshold, then those of the selectors from low to high."""
    found = [
        SuggestedThreshold(name, each.title, each.summary, each.source, selection)
        for name, selection in selections.items()
        for each in (SELECTORS[name],)
    ]
    found.sort(key=lambda row: 2.0 if row.threshold is None else row.threshold)
    return found if recommended is None else [_recommended(recommended), *found]


def _recommended(best: SelectedThreshold) -> SuggestedThreshold:
    return SuggestedThreshold(
        RECOMMENDED_ROW,
        "Recommended",
        "Of the thresholds that decide most boundaries, the one whose boundaries are expected to "
        "match changes of topic best.",
        SOURCE,
        best,
    )
