"""Splitters of other libraries for documents, with one maximum in word pieces.

Each factory takes the maximum and the counter of tokens, and returns a splitter of a text into the
texts of its chunks, used as documented, without overlap. A library that has no tokens gets four
characters per token.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from benchmarks.structural_peers import word_piece_tokenizer

Count = Callable[[str], int]
Splitter = Callable[[str], list[str]]
Factory = Callable[[int, Count], Splitter]

_CHARACTERS_PER_TOKEN = 4


@dataclass(frozen=True)
class Peer:
    """A splitter of another library: package, pip name, and whether it is for Markdown alone."""

    package: str
    install: str
    factory: Factory
    is_markdown: bool = False


def langchain(most: int, count: Count) -> Splitter:
    """Return LangChain's RecursiveCharacterTextSplitter."""
    kind = import_module("langchain_text_splitters").RecursiveCharacterTextSplitter
    splitter = kind(chunk_size=most, chunk_overlap=0, length_function=count)
    return lambda text: list(splitter.split_text(text))


def langchain_markdown(most: int, count: Count) -> Splitter:
    """Return LangChain's MarkdownHeaderTextSplitter, its sections split recursively."""
    kind = import_module("langchain_text_splitters").MarkdownHeaderTextSplitter
    sections = kind([("#" * level, f"h{level}") for level in range(1, 7)], strip_headers=False)
    split = langchain(most, count)
    return lambda text: [
        part for section in sections.split_text(text) for part in split(section.page_content)
    ]


def chonkie(most: int, _count: Count) -> Splitter:
    """Return Chonkie's RecursiveChunker."""
    kind = import_module("chonkie").RecursiveChunker
    return _chonkie(kind(tokenizer=word_piece_tokenizer(), chunk_size=most))


def chonkie_markdown(most: int, _count: Count) -> Splitter:
    """Return Chonkie's RecursiveChunker with its recipe for Markdown, which it downloads."""
    kind = import_module("chonkie").RecursiveChunker
    return _chonkie(kind.from_recipe("markdown", tokenizer=word_piece_tokenizer(), chunk_size=most))


def text_splitter(most: int, _count: Count) -> Splitter:
    """Return semantic-text-splitter's TextSplitter."""
    return _text_splitter("TextSplitter", most)


def text_splitter_markdown(most: int, _count: Count) -> Splitter:
    """Return semantic-text-splitter's MarkdownSplitter."""
    return _text_splitter("MarkdownSplitter", most)


def llamaindex(most: int, _count: Count) -> Splitter:
    """Return LlamaIndex's SentenceSplitter."""
    kind = import_module("llama_index.core.node_parser").SentenceSplitter
    tokenizer = word_piece_tokenizer()
    splitter = kind(
        chunk_size=most,
        chunk_overlap=0,
        tokenizer=lambda text: tokenizer.encode(text, add_special_tokens=False).ids,
    )
    return lambda text: list(splitter.split_text(text))


def llamaindex_markdown(most: int, count: Count) -> Splitter:
    """Return LlamaIndex's MarkdownNodeParser, its nodes split with SentenceSplitter."""
    parser = import_module("llama_index.core.node_parser").MarkdownNodeParser()
    document = import_module("llama_index.core").Document
    split = llamaindex(most, count)
    return lambda text: [
        part
        for node in parser.get_nodes_from_documents([document(text=text)])
        for part in split(node.text)
    ]


def unstructured(most: int, _count: Count) -> Splitter:
    """Return Unstructured's chunk_by_title on the elements of its partition_text."""
    partition = import_module("unstructured.partition.text").partition_text
    return _unstructured(partition, most)


def unstructured_markdown(most: int, _count: Count) -> Splitter:
    """Return Unstructured's chunk_by_title on the elements of its partition_md."""
    partition = import_module("unstructured.partition.md").partition_md
    return _unstructured(partition, most)


def docling_hierarchical(_most: int, _count: Count) -> Splitter:
    """Return Docling's HierarchicalChunker, without a size limit, on its reading of Markdown."""
    kind = import_module("docling_core.transforms.chunker.hierarchical_chunker").HierarchicalChunker
    return _docling(kind())


def docling_hybrid(most: int, _count: Count) -> Splitter:
    """Return Docling's HybridChunker on its reading of Markdown."""
    chunkers = import_module("docling_core.transforms.chunker.hybrid_chunker")
    base = import_module("docling_core.transforms.chunker.tokenizer.base").BaseTokenizer
    tokenizer = word_piece_tokenizer()

    def count(_self: object, text: str) -> int:
        return len(tokenizer.encode(text, add_special_tokens=False).ids)

    kind = type(
        "WordPieces",
        (base,),
        {
            "count_tokens": count,
            "get_max_tokens": lambda _self: most,
            "get_tokenizer": lambda _self: tokenizer,
            "__module__": __name__,
        },
    )
    return _docling(chunkers.HybridChunker(tokenizer=kind()))


def word_piece_count() -> Count:
    """Return a counter of word pieces, the tokens of the maximum."""
    encode = word_piece_tokenizer().encode
    return lambda text: len(encode(text, add_special_tokens=False).ids)


def _chonkie(chunker: Any) -> Splitter:  # noqa: ANN401  # the package is optional
    return lambda text: [chunk.text for chunk in chunker.chunk(text)]


def _text_splitter(name: str, most: int) -> Splitter:
    kind = getattr(import_module("semantic_text_splitter"), name)
    splitter = kind.from_huggingface_tokenizer_str(word_piece_tokenizer().to_str(), most)
    return lambda text: list(splitter.chunks(text))


def _unstructured(partition: Callable[..., Any], most: int) -> Splitter:
    chunk = import_module("unstructured.chunking.title").chunk_by_title
    characters = most * _CHARACTERS_PER_TOKEN
    return lambda text: [
        element.text for element in chunk(partition(text=text), max_characters=characters)
    ]


def _docling(chunker: Any) -> Splitter:  # noqa: ANN401  # the package is optional
    convert = import_module("docling.document_converter").DocumentConverter().convert
    stream = import_module("docling.datamodel.base_models").DocumentStream

    def split(text: str) -> list[str]:
        file = stream(name="document.md", stream=io.BytesIO(text.encode()))
        return [chunk.text for chunk in chunker.chunk(convert(file).document)]

    return split


_LANGCHAIN = ("langchain_text_splitters", "langchain-text-splitters")
_CHONKIE = ("chonkie", "chonkie")
_TEXT_SPLITTER = ("semantic_text_splitter", "semantic-text-splitter")
_LLAMAINDEX = ("llama_index", "llama-index-core")
_UNSTRUCTURED = ("unstructured", "unstructured")
_DOCLING = ("docling", "docling")

PEERS = {
    "langchain": Peer(*_LANGCHAIN, langchain),
    "langchain md": Peer(*_LANGCHAIN, langchain_markdown, is_markdown=True),
    "chonkie": Peer(*_CHONKIE, chonkie),
    "chonkie md": Peer(*_CHONKIE, chonkie_markdown, is_markdown=True),
    "text-splitter": Peer(*_TEXT_SPLITTER, text_splitter),
    "text-splitter md": Peer(*_TEXT_SPLITTER, text_splitter_markdown, is_markdown=True),
    "llamaindex": Peer(*_LLAMAINDEX, llamaindex),
    "llamaindex md": Peer(*_LLAMAINDEX, llamaindex_markdown, is_markdown=True),
    "unstructured": Peer(*_UNSTRUCTURED, unstructured),
    "unstructured md": Peer(*_UNSTRUCTURED, unstructured_markdown, is_markdown=True),
    "docling": Peer(*_DOCLING, docling_hybrid, is_markdown=True),
    "docling hierarchical": Peer(*_DOCLING, docling_hierarchical, is_markdown=True),
}
