"""Splitters of other libraries, with chunks of about 2,048 characters.

Each function returns a splitter that returns the number of chunks, used as documented.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from chunking.core.text.tokenizers import bundled_folder

Splitter = Callable[[str], int]

TOKENS = 512
CHARACTERS = 4 * TOKENS
# Characters per input of a batch, which lets a tokenizer use all cores.
PART = 8_192


def slices() -> Splitter:
    """Return a splitter into slices of equal length."""
    return lambda text: len([text[i : i + CHARACTERS] for i in range(0, len(text), CHARACTERS)])


def plain_loop() -> Splitter:
    """Return a splitter that packs paragraphs, in a dozen lines of Python."""
    return lambda text: len(_packed(text, len, CHARACTERS))


def plain_loop_wordpiece() -> Splitter:
    """Return the same with a tokenizer, which counts each paragraph once."""
    encode = word_piece_tokenizer().encode_batch_fast

    def split(text: str) -> int:
        paragraphs = text.split("\n\n")
        sizes = dict(zip(paragraphs, map(len, encode(paragraphs)), strict=True))
        return len(_packed(text, sizes.__getitem__, TOKENS))

    return split


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


def wordpiece() -> Splitter:
    """Return a WordPiece tokenizer alone."""
    encode = word_piece_tokenizer().encode_batch_fast
    return lambda text: sum(
        map(len, encode([text[i : i + PART] for i in range(0, len(text), PART)]))
    )


def cl100k() -> Splitter:
    """Return a BPE tokenizer alone."""
    encode = import_module("bpe_openai").get_encoding("cl100k_base").encode_ordinary
    part = 50_000
    return lambda text: sum(len(encode(text[i : i + part])) for i in range(0, len(text), part))


def sentence_texts() -> Splitter:
    """Return a sentence splitter alone, with texts as output."""
    segment = import_module("sentencex").segment
    return lambda text: len(segment("en", text))


def sentence_offsets() -> Splitter:
    """Return a sentence splitter alone, with offsets as output."""
    boundaries = import_module("sentencex").get_sentence_boundaries
    return lambda text: len(boundaries("en", text))


def text_splitter() -> Splitter:
    """Return semantic-text-splitter's TextSplitter, in Rust."""
    splitter = import_module("semantic_text_splitter").TextSplitter(CHARACTERS)
    return lambda text: len(splitter.chunks(text))


def text_splitter_markdown() -> Splitter:
    """Return semantic-text-splitter's MarkdownSplitter, in Rust."""
    splitter = import_module("semantic_text_splitter").MarkdownSplitter(CHARACTERS)
    return lambda text: len(splitter.chunks(text))


def text_splitter_wordpiece() -> Splitter:
    """Return the same with a WordPiece tokenizer."""
    return _sized("TextSplitter")


def text_splitter_markdown_wordpiece() -> Splitter:
    """Return the same with a WordPiece tokenizer."""
    return _sized("MarkdownSplitter")


def _sized(name: str) -> Splitter:
    kind = getattr(import_module("semantic_text_splitter"), name)
    splitter = kind.from_huggingface_tokenizer_str(word_piece_tokenizer().to_str(), TOKENS)
    return lambda text: len(splitter.chunks(text))


def langchain_fixed() -> Splitter:
    """Return LangChain's CharacterTextSplitter at every space."""
    kind = import_module("langchain_text_splitters").CharacterTextSplitter
    splitter = kind(separator=" ", chunk_size=CHARACTERS, chunk_overlap=0)
    return lambda text: len(splitter.split_text(text))


def langchain() -> Splitter:
    """Return LangChain's RecursiveCharacterTextSplitter."""
    kind = import_module("langchain_text_splitters").RecursiveCharacterTextSplitter
    splitter = kind(chunk_size=CHARACTERS, chunk_overlap=0)
    return lambda text: len(splitter.split_text(text))


def langchain_markdown() -> Splitter:
    """Return LangChain's MarkdownTextSplitter."""
    kind = import_module("langchain_text_splitters").MarkdownTextSplitter
    splitter = kind(chunk_size=CHARACTERS, chunk_overlap=0)
    return lambda text: len(splitter.split_text(text))


def langchain_headings() -> Splitter:
    """Return LangChain's MarkdownHeaderTextSplitter, without a size limit."""
    kind = import_module("langchain_text_splitters").MarkdownHeaderTextSplitter
    splitter = kind([("#" * level, f"h{level}") for level in range(1, 7)])
    return lambda text: len(splitter.split_text(text))


def llamaindex_sentences() -> Splitter:
    """Return LlamaIndex's SentenceSplitter, with sizes in characters."""
    kind = import_module("llama_index.core.node_parser").SentenceSplitter
    splitter = kind(chunk_size=CHARACTERS, chunk_overlap=0, tokenizer=list)
    return lambda text: len(splitter.split_text(text))


def llamaindex_markdown() -> Splitter:
    """Return LlamaIndex's MarkdownNodeParser, without a size limit."""
    parser = import_module("llama_index.core.node_parser").MarkdownNodeParser()
    document = import_module("llama_index.core").Document
    return lambda text: len(parser.get_nodes_from_documents([document(text=text)]))


def chonkie_fixed() -> Splitter:
    """Return Chonkie's TokenChunker, with sizes in characters."""
    return _chonkie("TokenChunker")


def chonkie() -> Splitter:
    """Return Chonkie's RecursiveChunker."""
    return _chonkie("RecursiveChunker")


def chonkie_sentences() -> Splitter:
    """Return Chonkie's SentenceChunker."""
    return _chonkie("SentenceChunker")


def _chonkie(name: str) -> Splitter:
    chunker = getattr(import_module("chonkie"), name)(chunk_size=CHARACTERS)
    return lambda text: len(chunker.chunk(text))


def semchunk() -> Splitter:
    """Return semchunk, with tokens of four characters."""
    chunker = import_module("semchunk").chunkerify(lambda text: len(text) // 4, TOKENS)
    return lambda text: len(chunker(text))


def semchunk_wordpiece() -> Splitter:
    """Return semchunk, with WordPiece tokens."""
    tokenizer = word_piece_tokenizer()
    chunker = import_module("semchunk").chunkerify(
        lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids), TOKENS
    )
    return lambda text: len(chunker(text))


def word_piece_tokenizer() -> Any:  # noqa: ANN401 - imported when it is used
    """Return the tokenizer of the bundled model, without padding and truncation."""
    tokenizer = import_module("tokenizers").Tokenizer.from_file(
        str(bundled_folder() / "tokenizer.json")
    )
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer
