"""What is known of a chunking once it is stored: where each chunk is, and what it holds."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from chunking.chunks import Chunking
from chunking.errors import LoadError, expect
from chunking.sizes import measure

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Entry:
    """One stored chunk: its place, the hash of what is embedded, and its size in tokens."""

    location_id: str
    content_hash: str
    tokens: int


@dataclass(frozen=True)
class State:
    """The entries of a document in reading order; no two have one place.

    `title` says what it is, for the one who reads the bill.
    """

    entries: tuple[Entry, ...]
    title: str = ""

    @cached_property
    def places(self) -> Mapping[str, Entry]:
        """Each entry by its location id, in reading order."""
        return {entry.location_id: entry for entry in self.entries}

    @cached_property
    def contents(self) -> Mapping[str, int]:
        """The tokens of each content, by its hash: what is the same is embedded once."""
        return {entry.content_hash: entry.tokens for entry in self.entries}


def state_of(
    chunking: Chunking,
    *,
    count_in: str | None = None,
    title: str = "",
    known: tuple[Chunking, State] | None = None,
) -> State:
    """The state that a chunking is in when it is stored.

    `count_in` counts its sizes in another way than it was cut by. `known` is another chunking of
    the same text with its state: what both have at one place is not hashed again.

    Raises:
        SettingsError: there is no such way to count, or what is given is no chunking.
    """
    expect(chunking, Chunking, "what is stored must be a Chunking, as `chunk` makes it")
    tokens = chunking.tokens
    if count_in is not None:
        sizes = measure(chunking.document.text, count_in)
        tokens = sizes.between(chunking.start - chunking.overlap, chunking.end)
    spans = _spans(chunking)
    hashed: dict[tuple[int, int], str] = {}
    if known is not None and known[0].document.sha256 == chunking.document.sha256:
        there = (entry.content_hash for entry in known[1].entries)
        hashed = dict(zip(_spans(known[0]), there, strict=True))
    hashes = [hashed.get(span) or chunking[i].content_hash for i, span in enumerate(spans)]
    rows = zip(chunking.location_ids, hashes, tokens.tolist(), strict=True)
    return State(tuple(Entry(*row) for row in rows), title)


def _spans(chunking: Chunking) -> list[tuple[int, int]]:
    """From where to where the text of each chunk goes, overlap included."""
    begins = chunking.start - chunking.overlap
    return list(zip(begins.tolist(), chunking.end.tolist(), strict=True))


def read_state(text: str, title: str = "") -> State:
    """The state in JSON lines with `location_id`, `content_hash` and `tokens`, as `split` writes.

    Raises:
        LoadError: a line is no such object, or two have one place.
    """
    entries: dict[str, Entry] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        entry = _entry(line, number)
        if entries.setdefault(entry.location_id, entry) is not entry:
            raise LoadError(
                f"line {number}: location_id must be there once, got {entry.location_id} again; "
                "a file of several documents is several states"
            )
    return State(tuple(entries.values()), title)


def _entry(line: str, number: int) -> Entry:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        raise LoadError(f"line {number}: must be a JSON object, got {line[:40]!r}")
    place, content, tokens = (row.get(key) for key in ("location_id", "content_hash", "tokens"))
    if (
        not isinstance(place, str)
        or not isinstance(content, str)
        or type(tokens) is not int
        or tokens < 0
    ):
        raise LoadError(
            f"line {number}: must have location_id, content_hash and tokens of 0 or more, as "
            f"split writes them; it has {', '.join(row)[:80] or 'nothing'}"
        )
    return Entry(place, content, tokens)
