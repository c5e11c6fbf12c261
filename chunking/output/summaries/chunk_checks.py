"""Checks of chunks as JSON values and as a table for the terminal."""

from collections.abc import Mapping
from typing import Any

from chunking.analysis.chunk_checks import CheckReport, CheckResult
from chunking.output.text_table import aligned

# Chunks of one check that a terminal shows.
_MOST = 12


def to_dict(found: Mapping[str, CheckReport]) -> dict[str, Any]:
    """Return the checks of strategies as values for JSON, with the indices of all chunks."""
    return {
        "strategies": [
            {
                "strategy": title,
                "chunks": len(each.chunking),
                "checks": [_result(result) for result in each.results],
            }
            for title, each in found.items()
        ]
    }


def _result(found: CheckResult) -> dict[str, Any]:
    if found.unknown:
        return {"name": found.name, "count": None, "unknown": found.unknown}
    return {
        "name": found.name,
        "count": len(found.rows),
        "description": found.description,
        "chunks": found.rows.tolist(),
        **({"values": found.values.tolist()} if len(found.values) else {}),
        **({"groups": [list(group) for group in found.groups]} if found.groups else {}),
    }


def to_table(found: Mapping[str, CheckReport]) -> str:
    """Return the checks as text: the numbers of each strategy, then the indices of the chunks."""
    letters = [chr(ord("A") + i) for i in range(len(found))]
    each = list(found.values())
    rows = [["chunks", *(f"{len(one.chunking):,}" for one in each)]]
    rows += [
        [results[0].title, *("-" if x.unknown else f"{len(x.rows):,}" for x in results)]
        for results in zip(*(one.results for one in each), strict=True)
    ]
    lines = [f"{letter}  {title}" for letter, title in zip(letters, found, strict=True)]
    parts = ["\n".join(lines), aligned([["", *letters], *rows], left={0})]
    for letter, one in zip(letters, each, strict=True):
        chunks = [f"  {result.title}: {_chunks(result)}" for result in one.results]
        listed = [line for line, of in zip(chunks, one.results, strict=True) if len(of.rows)]
        if listed:
            parts.append("\n".join([f"Chunks of {letter}, counted from 0:", *listed]))
    reasons = {result.title: result.unknown for one in each for result in one.results}
    unknown = [f"{title}: {reason}" for title, reason in reasons.items() if reason]
    if unknown:
        parts.append("\n".join(unknown))
    return "\n\n".join(parts) + "\n"


def _chunks(found: CheckResult) -> str:
    """Return the first chunks of a check, duplicates in their groups."""
    if found.groups:
        sign = " = " if found.name == "duplicates" else " ≈ "
        items = [sign.join(map(str, group)) for group in found.groups]
    else:
        items = [str(row) for row in found.rows.tolist()]
    more = f" and {len(items) - _MOST:,} more" if len(items) > _MOST else ""
    return ", ".join(items[:_MOST]) + more
