"""What others do without a model: each function gives what cuts a text into about 2,048 characters.

None of the peers belongs to this project; each is used as its documentation shows.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from chunking.embedding.bundled import bundled_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    Cutter = Callable[[str], int]

TOKENS = 512
CHARACTERS = 4 * TOKENS
# Characters that a tokenizer is given at once, which lets it use every core.
PART = 8_192


def slices() -> Cutter:
    """Slices of one length."""
    return lambda text: len([text[i : i + CHARACTERS] for i in range(0, len(text), CHARACTERS)])


def plain_loop() -> Cutter:
    """Paragraphs put together while they fit, in a dozen lines of Python."""
    return lambda text: len(_packed(text, len, CHARACTERS))


def plain_loop_wordpiece() -> Cutter:
    """The same, each paragraph counted once by a tokenizer."""
    encode = _wordpiece().encode_batch_fast

    def act(text: str) -> int:
        paragraphs = text.split("\n\n")
        sizes = dict(zip(paragraphs, map(len, encode(paragraphs)), strict=True))
        return len(_packed(text, sizes.__getitem__, TOKENS))

    return act


def _packed(text: str, size: Callable[[str], int], most: int) -> list[str]:
    chunks: list[str] = []
    held: list[str] = []
    length = 0
    for paragraph in text.split("\n\n"):
        own = size(paragraph)
        if held and length + own > most:
            chunks.append("\n\n".join(held))
            held, length = [], 0
        held.append(paragraph)
        length += own
    chunks.append("\n\n".join(held))
    return chunks


def wordpiece() -> Cutter:
    """The tokenizer alone."""
    encode = _wordpiece().encode_batch_fast
    return lambda text: sum(
        map(len, encode([text[i : i + PART] for i in range(0, len(text), PART)]))
    )


def cl100k() -> Cutter:
    """The tokenizer alone, in parts that it takes."""
    encode = import_module("bpe_openai").get_encoding("cl100k_base").encode_ordinary
    part = 50_000
    return lambda text: sum(len(encode(text[i : i + part])) for i in range(0, len(text), part))


def sentence_texts() -> Cutter:
    """The splitter of sentences alone, as texts."""
    segment = import_module("sentencex").segment
    return lambda text: len(segment("en", text))


def sentence_offsets() -> Cutter:
    """The splitter of sentences alone, as offsets."""
    boundaries = import_module("sentencex").get_sentence_boundaries
    return lambda text: len(boundaries("en", text))


def text_splitter() -> Cutter:
    """semantic-text-splitter's TextSplitter, in Rust."""
    splitter = import_module("semantic_text_splitter").TextSplitter(CHARACTERS)
    return lambda text: len(splitter.chunks(text))


def text_splitter_markdown() -> Cutter:
    """semantic-text-splitter's MarkdownSplitter, in Rust."""
    splitter = import_module("semantic_text_splitter").MarkdownSplitter(CHARACTERS)
    return lambda text: len(splitter.chunks(text))


def text_splitter_wordpiece() -> Cutter:
    """The same with a WordPiece sizer."""
    return _sized("TextSplitter")


def text_splitter_markdown_wordpiece() -> Cutter:
    """The same with a WordPiece sizer."""
    return _sized("MarkdownSplitter")


def _sized(name: str) -> Cutter:
    kind = getattr(import_module("semantic_text_splitter"), name)
    splitter = kind.from_huggingface_tokenizer_str(_wordpiece().to_str(), TOKENS)
    return lambda text: len(splitter.chunks(text))


def langchain_fixed() -> Cutter:
    """LangChain's CharacterTextSplitter at every blank."""
    kind = import_module("langchain_text_splitters").CharacterTextSplitter
    splitter = kind(separator=" ", chunk_size=CHARACTERS, chunk_overlap=0)
    return lambda text: len(splitter.split_text(text))


def langchain() -> Cutter:
    """LangChain's RecursiveCharacterTextSplitter."""
    kind = import_module("langchain_text_splitters").RecursiveCharacterTextSplitter
    splitter = kind(chunk_size=CHARACTERS, chunk_overlap=0)
    return lambda text: len(splitter.split_text(text))


def langchain_markdown() -> Cutter:
    """LangChain's MarkdownTextSplitter."""
    kind = import_module("langchain_text_splitters").MarkdownTextSplitter
    splitter = kind(chunk_size=CHARACTERS, chunk_overlap=0)
    return lambda text: len(splitter.split_text(text))


def langchain_headings() -> Cutter:
    """LangChain's MarkdownHeaderTextSplitter; it knows no size."""
    kind = import_module("langchain_text_splitters").MarkdownHeaderTextSplitter
    splitter = kind([("#" * level, f"h{level}") for level in range(1, 7)])
    return lambda text: len(splitter.split_text(text))


def llamaindex_sentences() -> Cutter:
    """LlamaIndex's SentenceSplitter, counting characters."""
    kind = import_module("llama_index.core.node_parser").SentenceSplitter
    splitter = kind(chunk_size=CHARACTERS, chunk_overlap=0, tokenizer=list)
    return lambda text: len(splitter.split_text(text))


def llamaindex_markdown() -> Cutter:
    """LlamaIndex's MarkdownNodeParser; it knows no size."""
    parser = import_module("llama_index.core.node_parser").MarkdownNodeParser()
    document = import_module("llama_index.core").Document
    return lambda text: len(parser.get_nodes_from_documents([document(text=text)]))


def chonkie_fixed() -> Cutter:
    """Chonkie's TokenChunker, counting characters."""
    return _chonkie("TokenChunker")


def chonkie() -> Cutter:
    """Chonkie's RecursiveChunker."""
    return _chonkie("RecursiveChunker")


def chonkie_sentences() -> Cutter:
    """Chonkie's SentenceChunker."""
    return _chonkie("SentenceChunker")


def _chonkie(name: str) -> Cutter:
    chunker = getattr(import_module("chonkie"), name)(chunk_size=CHARACTERS)
    return lambda text: len(chunker.chunk(text))


def semchunk() -> Cutter:
    """Semchunk, counting characters ÷ 4."""
    chunker = import_module("semchunk").chunkerify(lambda text: len(text) // 4, TOKENS)
    return lambda text: len(chunker(text))


def semchunk_wordpiece() -> Cutter:
    """Semchunk, counting word pieces."""
    tokenizer = _wordpiece()
    chunker = import_module("semchunk").chunkerify(
        lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids), TOKENS
    )
    return lambda text: len(chunker(text))


def _wordpiece() -> Any:  # noqa: ANN401 - of the package's own type
    tokenizer = import_module("tokenizers").Tokenizer.from_file(
        str(bundled_folder() / "tokenizer.json")
    )
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer
