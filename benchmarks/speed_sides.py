"""One process of `benchmarks.speed`: embeds or splits a text, and prints its measurements.

`python -m benchmarks.speed_sides TASK SIDE FILE` reads its input as JSON from FILE. The peers run
the same weights in sentence-transformers.
"""

import json
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.embedding import peak_megabytes
from chunking.core.arrays import Vectors
from chunking.core.text.tokenizers import bundled_folder
from chunking.embedding.bundled import BF16_MODEL, DEFAULT_MODEL, BundledEmbedder

# The bundled model, by name.
MODELS = (DEFAULT_MODEL, BF16_MODEL)
# Printed name, the package it needs, and how that is installed.
PEERS = {
    "langchain": ("langchain_experimental.text_splitter", "langchain-experimental"),
    "llamaindex": ("llama_index.core.node_parser", "llama-index-core"),
    "chonkie": ("chonkie", "chonkie"),
}


def bundled(side: str) -> BundledEmbedder:
    """Return the bundled model of a name."""
    return BundledEmbedder(bf16=side == BF16_MODEL)


def library() -> Any:  # noqa: ANN401 - sentence-transformers ships no types
    """Return the bundled model in sentence-transformers."""
    model = import_module("sentence_transformers").SentenceTransformer
    return model(str(bundled_folder()), local_files_only=True)


def encoder(side: str) -> Callable[[list[str]], Vectors]:
    """Return the encode function of one side, warmed up."""
    if side in MODELS:
        encode: Callable[[list[str]], Vectors] = bundled(side).encode
    else:
        model = library()

        def encode(texts: list[str]) -> Vectors:
            return np.asarray(model.encode(texts, show_progress_bar=False), dtype=np.float32)

    encode(["One sentence to begin with."])
    return encode


def embed(side: str, given: dict[str, Any]) -> dict[str, float]:
    """Measure the seconds to embed the texts, and save their vectors."""
    encode, texts = encoder(side), given["texts"]
    begun = time.perf_counter()
    vectors = encode(texts)
    seconds = time.perf_counter() - begun
    np.save(given["vectors"], vectors)
    return {"seconds": seconds, "texts": len(texts)}


def again(side: str, given: dict[str, Any]) -> dict[str, float]:
    """Measure the seconds to embed the texts with an empty cache, and then from it."""
    from chunking.embedding import CachedEmbedder, VectorCache

    inner = bundled(side)
    inner.encode(["One sentence to begin with."])
    took = []
    with tempfile.TemporaryDirectory() as root:
        for _ in range(2):
            cache = VectorCache(inner.id, inner.revision, root=Path(root))
            begun = time.perf_counter()
            CachedEmbedder(inner, cache).encode(given["texts"])
            took.append(time.perf_counter() - begun)
    return {"first": took[0], "second": took[1]}


def cut(side: str, given: dict[str, Any]) -> dict[str, float]:
    """Measure the seconds to split a text by similarity with a loaded model."""
    act = SEMANTIC.get(side, ours)(side)
    begun = time.perf_counter()
    chunks = act(given["text"])
    return {"seconds": time.perf_counter() - begun, "chunks": chunks}


def hold(side: str, given: dict[str, Any]) -> dict[str, float]:
    """Measure the peak memory of a process that splits a text by similarity."""
    return {"chunks": ours(side)(given["text"]), "megabytes": peak_megabytes()}


def ours(side: str) -> Callable[[str], int]:
    """Return a function that splits with our semantic strategy and an empty cache."""
    from chunking import chunk, get
    from chunking.embedding import CachedEmbedder, VectorCache

    inner = bundled(side)
    inner.encode(["One sentence to begin with."])

    def act(text: str) -> int:
        with tempfile.TemporaryDirectory() as root:
            cache = VectorCache(inner.id, inner.revision, root=Path(root))
            strategy = get("semantic")(model=side)
            return len(chunk(text, strategy, embedder=CachedEmbedder(inner, cache)))

    return act


def langchain(_side: str) -> Callable[[str], int]:
    """Return a function that splits with LangChain's SemanticChunker."""
    model = library()

    class Embeddings:
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            numbers: list[list[float]] = model.encode(texts, show_progress_bar=False).tolist()
            return numbers

        def embed_query(self, text: str) -> list[float]:
            return self.embed_documents([text])[0]

    Embeddings().embed_query("One sentence to begin with.")
    chunker = import_module("langchain_experimental.text_splitter").SemanticChunker(Embeddings())
    return lambda text: len(chunker.split_text(text))


def llamaindex(_side: str) -> Callable[[str], int]:
    """Return a function that splits with LlamaIndex's SemanticSplitterNodeParser."""
    base = import_module("llama_index.core.embeddings").BaseEmbedding
    parser = import_module("llama_index.core.node_parser").SemanticSplitterNodeParser
    document = import_module("llama_index.core").Document
    model = library()

    def many(_self: object, texts: list[str]) -> list[list[float]]:
        numbers: list[list[float]] = model.encode(texts, show_progress_bar=False).tolist()
        return numbers

    def single(_self: object, text: str) -> list[float]:
        return many(_self, [text])[0]

    async def later(_self: object, text: str) -> list[float]:
        return single(_self, text)

    methods = {
        "_get_text_embeddings": many,
        "_get_text_embedding": single,
        "_get_query_embedding": single,
        "_aget_query_embedding": later,
        "__module__": __name__,
    }
    made = parser.from_defaults(embed_model=type("OneModel", (base,), methods)())
    single(None, "One sentence to begin with.")
    return lambda text: len(made.get_nodes_from_documents([document(text=text)]))


def chonkie(_side: str) -> Callable[[str], int]:
    """Return a function that splits with Chonkie's SemanticChunker."""
    embeddings = import_module("chonkie.embeddings").SentenceTransformerEmbeddings(library())
    embeddings.embed("One sentence to begin with.")
    chunker = import_module("chonkie").SemanticChunker(embedding_model=embeddings)
    return lambda text: len(chunker.chunk(text))


SEMANTIC = {"langchain": langchain, "llamaindex": llamaindex, "chonkie": chonkie}


def main() -> None:
    """Run one task and print its measurements as JSON."""
    from benchmarks import speed_peak, structural_sides

    tasks = {
        "embed": embed,
        "again": again,
        "cut": cut,
        "hold": hold,
        "peak": speed_peak.share,
        "structural": structural_sides.structural,
    }
    task, side, path = sys.argv[1:]
    given = json.loads(Path(path).read_text(encoding="utf-8"))
    print(json.dumps(tasks[task](side, given)))


if __name__ == "__main__":
    main()
