"""`chunkscope search`: find chunks in a store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

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
    as_json: Json = False,
) -> None:
    """Print the chunks of a store that are most similar to a question."""
    from chunking.library.search import search

    hits = search(store, question, count)
    if as_json:
        terminal.write_json([{"score": hit.score, **hit.chunk} for hit in hits])
    else:
        terminal.write("\n".join(_entry(rank, hit) for rank, hit in enumerate(hits, 1)))


def _entry(rank: int, hit: Hit) -> str:
    """Return a chunk with its rank, similarity and place, on two lines."""
    chunk = hit.chunk
    place = " > ".join([chunk["route"], *chunk["heading_path"]])
    pages = ", ".join(map(str, chunk["pages"]))
    page = f" (page {pages})" if pages else ""
    text = " ".join(chunk["text"].split())
    shown = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return f"{rank}. {hit.score:.3f}  {_printable(place)}{page}\n   {_printable(shown)}\n"


def _printable(text: str) -> str:
    """Return a text without characters that a terminal could execute."""
    return "".join(each if each.isprintable() else "�" for each in text)
