"""`chunkscope search`: find chunks in a store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from chunking.cli import terminal
from chunking.cli.options import Json

if TYPE_CHECKING:
    from chunking.library.stores import Hit

# Characters of a chunk that are printed.
_SHOWN = 300


def search_store(
    store: Annotated[str, typer.Argument(help="A store that sync has written.")],
    question: Annotated[str, typer.Argument(help="Question or search text.")],
    *,
    count: Annotated[int, typer.Option(min=1, help="Number of chunks.")] = 5,
    ranking: Annotated[
        Literal["cosine", "words", "fusion"],
        typer.Option(help="Rank chunks by vectors, by words, or by both."),
    ] = "cosine",
    neighbor_weight: Annotated[
        float, typer.Option(help="Weight of neighboring chunks in a chunk's vector: 0 to below 1.")
    ] = 0.0,
    as_json: Json = False,
) -> None:
    """Print the chunks of a store that answer a question best."""
    from chunking.library.search import search

    hits = search(store, question, count, ranking=ranking, neighbor_weight=neighbor_weight)
    if as_json:
        terminal.write_json([{"score": hit.score, **hit.chunk} for hit in hits])
    elif hits:
        terminal.write("\n".join(_entry(rank, hit) for rank, hit in enumerate(hits, 1)))
    else:
        terminal.print_notes(["no chunk of the store has a word of the question"])


def _entry(rank: int, hit: Hit) -> str:
    """Return a chunk with its rank, score and place, on two lines."""
    from chunking.library.search import place_of

    chunk = hit.chunk
    text = " ".join(chunk["text"].split())
    shown = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    place, shown = terminal.printable(place_of(chunk)), terminal.printable(shown)
    return f"{rank}. {hit.score:.3f}  {place}\n   {shown}\n"
