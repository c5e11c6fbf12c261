"""Splitters of other packages on the same units, with the same vectors.

Units are parts of a text, separated by blank lines, which each package is configured to take as
its sentences. All other settings are defaults. A method whose package is missing is skipped.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np

from benchmarks.segmentation_data import SEPARATOR, Case, unit_starts
from benchmarks.segmentation_methods import Method, once
from chunking.core.arrays import Vectors

# Used where the stop words of NLTK's data are not installed.
_FUNCTION_WORDS = """
a about above after again against all also although am among an and another any are as at be
because been before being below between both but by can cannot could did do does doing done down
during each either else ever every few for from further had has have having he her here hers
herself him himself his how however i if in into is it its itself just least less let many may me
might mine more most much must my myself neither no nor not now of off often on once one only or
other others our ours ourselves out over own per perhaps quite rather same shall she should since
so some still such than that the their theirs them themselves then there therefore these they this
those though through thus to together too toward under until up upon us very was we were what
whatever when where whether which while who whom whose why will with within without would yet you
your yours yourself yourselves
"""


class LangChainModel:
    """Embedder with the methods that LangChain calls."""

    def __init__(self, case: Case) -> None:
        self._embedder = case.embedder

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector per text."""
        return _numbers(self._embedder.encode(list(texts)))

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of a text."""
        return self.embed_documents([text])[0]


def langchain(case: Case, count: int | None) -> list[int]:
    """LangChain's SemanticChunker: three units at a time, the 95th percentile."""
    splitter: Any = import_module("langchain_experimental.text_splitter").SemanticChunker(
        LangChainModel(case),
        number_of_chunks=None if count is None else count + 1,
        sentence_split_regex=SEPARATOR,
    )
    return unit_starts(splitter.split_text(case.text), case.units)


def llamaindex(case: Case, _count: int | None) -> list[int]:
    """LlamaIndex's SemanticSplitterNodeParser: three units at a time, the 95th percentile."""
    embedding = import_module("llama_index.core.embeddings").BaseEmbedding
    parser = import_module("llama_index.core.node_parser").SemanticSplitterNodeParser
    document = import_module("llama_index.core").Document

    def many(_self: object, texts: list[str]) -> list[list[float]]:
        return _numbers(case.embedder.encode(texts))

    def single(_self: object, text: str) -> list[float]:
        return many(_self, [text])[0]

    async def later(_self: object, text: str) -> list[float]:
        return single(_self, text)

    model = type(
        "OneModel",
        (embedding,),
        {
            "_get_text_embeddings": many,
            "_get_text_embedding": single,
            "_get_query_embedding": single,
            "_aget_query_embedding": later,
            "__module__": __name__,
        },
    )
    splitter: Any = parser.from_defaults(embed_model=model(), sentence_splitter=_parts)
    nodes = splitter.get_nodes_from_documents([document(text=case.text)])
    return unit_starts([node.text for node in nodes], case.units)


def chonkie(case: Case, _count: int | None) -> list[int]:
    """Chonkie's SemanticChunker: minima of the smoothed similarity of three units and the next."""
    base = import_module("chonkie.embeddings").BaseEmbeddings
    chunker = import_module("chonkie").SemanticChunker
    tokens = import_module("chunking.embedding").piece_starts

    def many(_self: object, texts: list[str]) -> list[Any]:
        return list(case.embedder.encode(texts))

    model = type(
        "OneModel",
        (base,),
        {
            "embed": lambda _self, text: case.embedder.encode([text])[0],
            "embed_batch": many,
            "dimension": property(lambda _self: len(case.embedder.encode(["one"])[0])),
            "get_tokenizer": lambda _self: lambda text: len(tokens(text)),
        },
    )
    # By default units below 24 characters are merged.
    splitter: Any = chunker(
        embedding_model=model(), delim=[SEPARATOR], min_characters_per_sentence=1
    )
    return unit_starts([found.text for found in splitter.chunk(case.text)], case.units)


def texttiling(case: Case, _count: int | None) -> list[int]:
    """NLTK's TextTiling, which splits only at blank lines, at least 100 characters apart."""
    tokenizer = import_module("nltk.tokenize.texttiling").TextTilingTokenizer
    splitter: Any = tokenizer(stopwords=set(_stop_words()))
    try:
        with np.errstate(all="ignore"):
            chunks = splitter.tokenize(case.text)
    except (ValueError, IndexError, ZeroDivisionError):
        return []  # raised for texts that are too short or have no Latin letters
    return unit_starts(chunks, case.units)


def _stop_words() -> list[str]:
    """Return the stop words of NLTK's data, if installed."""
    try:
        return list(import_module("nltk.corpus").stopwords.words("english"))
    except LookupError:
        return _FUNCTION_WORDS.split()


def _numbers(vectors: Vectors) -> list[list[float]]:
    numbers: list[list[float]] = vectors.tolist()
    return numbers


def _parts(text: str) -> list[str]:
    """Return the parts with the blank line after each, so that they join to the text."""
    parts = text.split(SEPARATOR)
    return [part + SEPARATOR for part in parts[:-1]] + parts[-1:]


PEERS = (
    Method(
        "langchain",
        once(langchain),
        takes_count=True,
        needs=("langchain_experimental.text_splitter",),
        install="langchain-experimental",
    ),
    Method(
        "llamaindex",
        once(llamaindex),
        needs=("llama_index.core.node_parser",),
        install="llama-index-core",
    ),
    Method("chonkie", once(chonkie), needs=("chonkie",), install="chonkie"),
    Method("texttiling", once(texttiling), needs=("nltk.tokenize.texttiling",), install="nltk"),
)
