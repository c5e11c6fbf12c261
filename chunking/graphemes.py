r"""Where a text may be cut without breaking a character as the reader sees it.

Source: Unicode Standard Annex 29, extended grapheme clusters, through `regex`'s `\X`. Two
neighbouring characters decide nearly always; what more must be read is read backwards and is
short, so that a million combining marks cost no more than a million letters.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

import regex

_CLUSTER = regex.compile(r"\X")
_FLAG_LETTER = regex.compile(r"\p{Grapheme_Cluster_Break=Regional_Indicator}")
# A run that is longer than this is not read back to its start at every place in it.
_LONG_RUN = 256
_FLAG_LETTERS_BEFORE = regex.compile(
    rf"(?r)\p{{Grapheme_Cluster_Break=Regional_Indicator}}{{1,{_LONG_RUN}}}+"
)
_LONG_RUNS = regex.compile(rf"\p{{Grapheme_Cluster_Break=Regional_Indicator}}{{{_LONG_RUN},}}+")
# What may hold on to a character further back, across the marks between them.
_REACHES_BACK = regex.compile(r"[\p{Extended_Pictographic}\p{Indic_Syllabic_Category=Consonant}]")
_MARK = regex.compile(r"[\p{Grapheme_Cluster_Break=Extend}\p{Grapheme_Cluster_Break=ZWJ}]")


def is_boundary(text: str, offset: int) -> bool:
    """Whether no grapheme cluster (nor a CR LF) lies across `offset`."""
    if offset <= 0 or offset >= len(text):
        return True
    before, after = text[offset - 1], text[offset]
    if before.isascii() and after.isascii():
        return not (before == "\r" and after == "\n")
    if _one_cluster(text, offset - 1, offset + 1):
        return bool(_FLAG_LETTER.match(after)) and _flags_are_whole(text, offset)
    if not (_REACHES_BACK.match(after) and _MARK.match(before)):
        return True
    base = offset - 1
    while base > 0 and _MARK.match(text, base):
        base -= 1
    return not _one_cluster(text, base, offset + 1)


def _one_cluster(text: str, start: int, end: int) -> bool:
    # On a copy: in the text itself `regex` reads back to where a run of flag letters begins.
    return _CLUSTER.match(text[start:end]).end() == end - start  # type: ignore[no-any-return]


def _flags_are_whole(text: str, offset: int) -> bool:
    """Whether the flag letters just before `offset` make pairs."""
    run = _FLAG_LETTERS_BEFORE.match(text, 0, offset)
    if run is None:
        return False
    start: int = run.start()
    if offset - start == _LONG_RUN:
        runs = _long_runs(text)
        start = runs[bisect_left(runs, offset) - 1]
    return (offset - start) % 2 == 0


@lru_cache(maxsize=1)
def _long_runs(text: str) -> list[int]:
    """Where the long runs of flag letters begin, ascending."""
    return [run.start() for run in _LONG_RUNS.finditer(text)]


def last_boundary(text: str, start: int, limit: int) -> int:
    """The last boundary in `(start, limit]`, where `start` is one; `start` if there is none."""
    found = min(limit, len(text))
    while found > start and not is_boundary(text, found):
        found -= 1
    return max(found, start)


def next_boundary(text: str, start: int) -> int:
    """The end of the cluster that begins at `start`."""
    if _FLAG_LETTER.match(text, start):
        end = start + 1
        while not is_boundary(text, end):
            end += 1
        return end
    cluster = _CLUSTER.match(text, start)
    return cluster.end() if cluster else min(start + 1, len(text))
