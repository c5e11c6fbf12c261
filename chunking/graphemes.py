r"""Where a text may be cut without breaking a character as the reader sees it.

Source: Unicode Standard Annex 29, extended grapheme clusters, through `regex`'s `\X`.
"""

from __future__ import annotations

import regex

_CLUSTER = regex.compile(r"\X")
_JOINS = regex.compile(
    r"[\p{Grapheme_Cluster_Break=Extend}\p{Grapheme_Cluster_Break=ZWJ}"
    r"\p{Grapheme_Cluster_Break=SpacingMark}\p{Grapheme_Cluster_Break=Regional_Indicator}"
    r"\p{Grapheme_Cluster_Break=L}\p{Grapheme_Cluster_Break=V}\p{Grapheme_Cluster_Break=T}"
    r"\p{Grapheme_Cluster_Break=LV}\p{Grapheme_Cluster_Break=LVT}\p{Grapheme_Cluster_Break=LF}"
    r"\p{Extended_Pictographic}\p{Indic_Syllabic_Category=Consonant}]"
)
_PREPENDS = regex.compile(r"\p{Grapheme_Cluster_Break=Prepend}")


def _surely_between(text: str, offset: int) -> bool:
    """Whether `offset` is a boundary by its two neighbours alone; a false answer means nothing."""
    return not _JOINS.match(text, offset) and not _PREPENDS.match(text, offset - 1)


def is_boundary(text: str, offset: int) -> bool:
    """Whether no grapheme cluster (nor a CR LF) lies across `offset`."""
    if offset <= 0 or offset >= len(text):
        return True
    before, after = text[offset - 1], text[offset]
    if before.isascii() and after.isascii():
        return not (before == "\r" and after == "\n")
    if _surely_between(text, offset):
        return True
    return last_boundary(text, _safe_start(text, offset), offset) == offset


def _safe_start(text: str, offset: int) -> int:
    """The nearest boundary before `offset` that its two neighbours alone prove."""
    start = offset - 1
    while start > 0 and not _surely_between(text, start):
        start -= 1
    return start


def last_boundary(text: str, start: int, limit: int) -> int:
    """The last boundary in `(start, limit]`, where `start` is one; `start` if there is none."""
    if limit >= len(text):
        return len(text)
    if limit <= start:
        return start
    begin = start
    for probe in range(limit, start, -1):
        if probe < limit - 64:
            break
        if _surely_between(text, probe):
            if probe == limit:
                return limit
            begin = probe
            break
    found = begin
    for cluster in _CLUSTER.finditer(text, begin):
        if cluster.end() > limit:
            break
        found = cluster.end()
    return found


def next_boundary(text: str, start: int) -> int:
    """The end of the cluster that begins at `start`."""
    cluster = _CLUSTER.match(text, start)
    return cluster.end() if cluster else min(start + 1, len(text))
