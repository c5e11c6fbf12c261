"""A local server with the OpenAI API for embeddings, in a thread."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from embedders import HashEmbedder
from openai_server import Answer, OpenAIServer, serving

from chunking.embedding import Embedder


class EmbeddingServer(OpenAIServer):
    """A server that answers with the vectors of an embedder.

    Attributes:
        refusals: Answers for the next requests, in order, before it works.
        gate: Called before each answer.
    """

    def __init__(self, embedder: Embedder) -> None:
        super().__init__()
        self.embedder = embedder
        self.refusals: list[Answer] = []
        self.gate: Callable[[], object] = lambda: None

    def answer(self, payload: dict[str, Any]) -> Answer:
        self.gate()
        if self.refusals:
            return self.refusals.pop(0)
        vectors = self.embedder.encode(payload["input"]).tolist()
        rows = [{"index": i, "embedding": row} for i, row in enumerate(vectors)]
        # An answer may be in any order.
        return 200, {}, self.change({"data": rows[::-1], "model": payload["model"]})


@contextmanager
def embedding_server(embedder: Embedder | None = None) -> Iterator[EmbeddingServer]:
    """Run a server while the context is open."""
    state = EmbeddingServer(embedder or HashEmbedder())
    with serving(state, "/v1/embeddings"):
        yield state
