"""Re-embedding cost of a change: chunks to embed, to reuse and to delete."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from chunking.core.chunking import Chunking
from chunking.core.errors import LoadError, expect
from chunking.core.text.numbers import count_of
from chunking.core.text.tokenizers import TokenizerLike, token_sizes
from chunking.output.text_table import aligned


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """One chunk in a vector store: its location id, its content hash and its size in tokens."""

    location_id: str
    content_hash: str
    tokens: int


@dataclass(frozen=True)
class State:
    """The stored chunks of a document in reading order, with distinct location ids.

    `title` names it in tables.
    """

    chunks: tuple[StoredChunk, ...]
    title: str = ""

    @cached_property
    def by_location(self) -> Mapping[str, StoredChunk]:
        """Each chunk by its location id, in reading order."""
        return {each.location_id: each for each in self.chunks}

    @cached_property
    def tokens_by_hash(self) -> Mapping[str, int]:
        """The tokens of each distinct content by its hash; equal contents are embedded once."""
        return {each.content_hash: each.tokens for each in self.chunks}


def state_of(
    chunking: Chunking,
    *,
    tokenizer: TokenizerLike | None = None,
    title: str = "",
    known: tuple[Chunking, State] | None = None,
) -> State:
    """Return the state in which a chunking is stored.

    Args:
        tokenizer: Counts tokens in another way than the chunking does.
        known: Another chunking of the same text with its state, to reuse its hashes.

    Raises:
        SettingsError: The tokenizer is unknown, or it is not a chunking.
    """
    expect(chunking, Chunking, "a state must be made of a Chunking, as `chunk` returns it")
    tokens = chunking.tokens
    if tokenizer is not None:
        sizes = token_sizes(chunking.document.text, tokenizer)
        tokens = sizes.token_counts(chunking.start - chunking.overlap, chunking.end)
    spans = _spans(chunking)
    hashes: dict[tuple[int, int], str] = {}
    if known is not None and known[0].document.sha256 == chunking.document.sha256:
        stored = (each.content_hash for each in known[1].chunks)
        hashes = dict(zip(_spans(known[0]), stored, strict=True))
    columns = zip(chunking.location_ids, spans, tokens.tolist(), strict=True)
    return State(
        tuple(
            StoredChunk(location, hashes.get(span) or chunking[row].content_hash, count)
            for row, (location, span, count) in enumerate(columns)
        ),
        title,
    )


def _spans(chunking: Chunking) -> list[tuple[int, int]]:
    """The start and end of the text of each chunk, overlap included."""
    starts = chunking.start - chunking.overlap
    return list(zip(starts.tolist(), chunking.end.tolist(), strict=True))


def read_state(text: str, title: str = "") -> State:
    """Read a state from JSON lines with `location_id`, `content_hash` and `tokens`."""
    chunks: dict[str, StoredChunk] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        chunk = _read_chunk(line, number)
        if chunks.setdefault(chunk.location_id, chunk) is not chunk:
            raise LoadError(
                f"line {number}: location_id must be unique, got {chunk.location_id} again; "
                "split the file: one per document"
            )
    return State(tuple(chunks.values()), title)


def _read_chunk(line: str, number: int) -> StoredChunk:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        raise LoadError(f"line {number}: must be a JSON object, got {line[:40]!r}")
    location, content, tokens = (row.get(key) for key in ("location_id", "content_hash", "tokens"))
    if (
        not isinstance(location, str)
        or not isinstance(content, str)
        or type(tokens) is not int
        or tokens < 0
    ):
        raise LoadError(
            f"line {number}: must have location_id, content_hash and tokens of 0 or more, as "
            f"split writes them; it has {', '.join(row)[:80] or 'nothing'}"
        )
    return StoredChunk(location, content, tokens)


@dataclass(frozen=True, slots=True)
class Plan:
    """The changes by location id, each in reading order (ContextMEM, issue 12).

    A store that identifies chunks by location embeds `added` and `changed` chunks, whose content
    differs, and deletes `removed` ones.
    """

    added: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: tuple[str, ...]
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of chunks and of their tokens."""

    chunks: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Cost:
    """What a change costs a store that identifies vectors by content; equal contents count once.

    Attributes:
        embed: Contents without a vector.
        reuse: Contents with a vector, wherever they are now.
        delete: Contents that no longer occur.
        embed_by_location: What a store that identifies chunks by location embeds.
    """

    embed: Amount
    reuse: Amount
    delete: Amount
    embed_by_location: Amount

    @property
    def reused_share(self) -> float:
        """The share of the new tokens that need no embedding, from 0 to 1."""
        total = self.embed.tokens + self.reuse.tokens
        return self.reuse.tokens / total if total else 1.0

    @property
    def summary(self) -> str:
        """The numbers of chunks in one sentence."""
        embed = f"{self.embed.chunks:,} ({count_of(self.embed.tokens, 'token')})"
        return f"Re-embed {embed}, reuse {self.reuse.chunks:,}, delete {self.delete.chunks:,}."


def plan(old: State, new: State) -> Plan:
    """Return the changes from one state to another, by location id.

    Both must be made with the same route: location ids depend on it.
    """
    before, after = old.by_location, new.by_location
    common = [location for location in after if location in before]
    changed = {each for each in common if after[each].content_hash != before[each].content_hash}
    return Plan(
        added=tuple(each for each in after if each not in before),
        changed=tuple(each for each in common if each in changed),
        unchanged=tuple(each for each in common if each not in changed),
        removed=tuple(each for each in before if each not in after),
    )


def embedding_cost(old: State, new: State) -> Cost:
    """Return the cost of a change; deleted contents are counted in tokens of the old state."""
    changes = plan(old, new)
    before, after = old.tokens_by_hash, new.tokens_by_hash
    return Cost(
        embed=_amount(tokens for content, tokens in after.items() if content not in before),
        reuse=_amount(tokens for content, tokens in after.items() if content in before),
        delete=_amount(tokens for content, tokens in before.items() if content not in after),
        embed_by_location=_amount(
            new.by_location[each].tokens for each in (*changes.added, *changes.changed)
        ),
    )


def _amount(tokens: Iterable[int]) -> Amount:
    counts = list(tokens)
    return Amount(len(counts), sum(counts))


def to_dict(old: State, new: State) -> dict[str, Any]:
    """Return both states, the plan and the cost as values for JSON."""
    cost = embedding_cost(old, new)
    return {
        "old": {"title": old.title, **asdict(_total(old))},
        "new": {"title": new.title, **asdict(_total(new))},
        "plan": {name: list(ids) for name, ids in asdict(plan(old, new)).items()},
        "cost": {**asdict(cost), "reused_share": cost.reused_share},
    }


def to_table(old: State, new: State) -> str:
    """Return the plan and the cost as one table."""
    cost = embedding_cost(old, new)
    rows = [
        ("", "chunks", "tokens"),
        _row(f"old: {old.title}", _total(old)),
        _row(f"new: {new.title}", _total(new)),
        ("", "", ""),
        ("by location", "", ""),
        *((f"  {name}", f"{len(ids):,}", "") for name, ids in asdict(plan(old, new)).items()),
        ("by content", "", ""),
        _row("  embed", cost.embed),
        _row("  reuse", cost.reuse),
        _row("  delete", cost.delete),
        _row("  embed, if keyed by location", cost.embed_by_location),
    ]
    return f"{aligned(rows, left={0})}\n{cost.reused_share:.1%} of the tokens are reused\n"


def _row(name: str, amount: Amount) -> tuple[str, str, str]:
    return name, f"{amount.chunks:,}", f"{amount.tokens:,}"


def _total(state: State) -> Amount:
    return Amount(len(state.chunks), sum(each.tokens for each in state.chunks))
