r"""Boundaries of extended grapheme clusters (Unicode Standard Annex 29, `\X` of `regex`).

Nearly always two neighboring characters decide. Where more context is needed it is read backwards
and is short, so a million combining marks cost no more than a million letters.
"""

from bisect import bisect_left
from functools import lru_cache

import regex

_CLUSTER = regex.compile(r"\X")
_FLAG_LETTER = regex.compile(r"\p{Grapheme_Cluster_Break=Regional_Indicator}")
# Runs of flag letters from this length on are indexed once instead of read back at every offset.
_LONG_RUN = 256
_FLAG_LETTERS_BEFORE = regex.compile(
    rf"(?r)\p{{Grapheme_Cluster_Break=Regional_Indicator}}{{1,{_LONG_RUN}}}+"
)
_LONG_RUNS = regex.compile(rf"\p{{Grapheme_Cluster_Break=Regional_Indicator}}{{{_LONG_RUN},}}+")
# Characters that may join with one further back, across the marks in between.
_JOINS_BACKWARDS = regex.compile(
    r"[\p{Extended_Pictographic}\p{Indic_Syllabic_Category=Consonant}]"
)
_MARK = regex.compile(r"[\p{Grapheme_Cluster_Break=Extend}\p{Grapheme_Cluster_Break=ZWJ}]")


def is_boundary(text: str, offset: int) -> bool:
    """Return whether neither a grapheme cluster nor a CR LF spans `offset`."""
    if offset <= 0 or offset >= len(text):
        return True
    before, after = text[offset - 1], text[offset]
    if before.isascii() and after.isascii():
        return not (before == "\r" and after == "\n")
    if _is_one_cluster(text, offset - 1, offset + 1):
        return bool(_FLAG_LETTER.match(after)) and _flag_letters_are_paired(text, offset)
    if not (_JOINS_BACKWARDS.match(after) and _MARK.match(before)):
        return True
    base = offset - 1
    while base > 0 and _MARK.match(text, base):
        base -= 1
    return not _is_one_cluster(text, base, offset + 1)


def last_boundary(text: str, start: int, limit: int) -> int:
    """Return the last boundary in `(start, limit]`, or `start` if there is none."""
    offset = min(limit, len(text))
    while offset > start and not is_boundary(text, offset):
        offset -= 1
    return max(offset, start)


def next_boundary(text: str, start: int) -> int:
    """Return the end of the grapheme cluster that begins at `start`."""
    if _FLAG_LETTER.match(text, start):
        end = start + 1
        while not is_boundary(text, end):
            end += 1
        return end
    cluster = _CLUSTER.match(text, start)
    return cluster.end() if cluster else min(start + 1, len(text))


def _is_one_cluster(text: str, start: int, end: int) -> bool:
    # A slice, since `regex` reads the text itself back to the start of a run of flag letters.
    return _CLUSTER.match(text[start:end]).end() == end - start  # type: ignore[no-any-return]  # regex has no types


def _flag_letters_are_paired(text: str, offset: int) -> bool:
    """Return whether the number of flag letters just before `offset` is even."""
    run = _FLAG_LETTERS_BEFORE.match(text, 0, offset)
    if run is None:
        return False
    start: int = run.start()
    if offset - start == _LONG_RUN:
        runs = _long_run_starts(text)
        start = runs[bisect_left(runs, offset) - 1]
    return (offset - start) % 2 == 0


@lru_cache(maxsize=1)
def _long_run_starts(text: str) -> list[int]:
    """Return where the long runs of flag letters start, ascending."""
    return [run.start() for run in _LONG_RUNS.finditer(text)]
