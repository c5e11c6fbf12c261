"""Strategies without a model, each with the libraries that it is compared with."""

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from benchmarks import structural_peers as peers

SIZE = 512  # tokens of four characters
# Seconds of runs per text, at least one run.
MIN_SECONDS = 1.0
# Texts that would take longer are skipped.
MAX_SECONDS = 60.0


@dataclass(frozen=True)
class Row:
    """A strategy with its settings and its peers: package, pip name and splitter factory."""

    strategy: str
    settings: Mapping[str, Any]
    peers: Mapping[str, tuple[str, str, Callable[[], Callable[[str], int]]]]


_TEXT_SPLITTER = ("semantic_text_splitter", "semantic-text-splitter")
_LANGCHAIN = ("langchain_text_splitters", "langchain-text-splitters")
_LLAMAINDEX = ("llama_index", "llama-index-core")
_CHONKIE = ("chonkie", "chonkie")
_SEMCHUNK = ("semchunk", "semchunk")
_SENTENCEX = ("sentencex", "sentencex")
_TOKENIZERS = ("tokenizers", "tokenizers")
_BPE = ("bpe_openai", "bpe-openai")

_PLAIN_LOOP = ("builtins", "python", peers.plain_loop)
_WITHOUT_OVERLAP = {"max_tokens": SIZE, "overlap_tokens": 0}
_STRUCTURE = {"target_tokens": 445, "max_tokens": SIZE, "overlap_share": 0.0}
_WORDPIECE_PEERS = {
    "tokenizer": (*_TOKENIZERS, peers.wordpiece),
    "semchunk": (*_SEMCHUNK, peers.semchunk_wordpiece),
    "text-splitter": (*_TEXT_SPLITTER, peers.text_splitter_wordpiece),
}

ROWS = {
    "paragraph_mb_s": Row(
        "paragraph",
        _WITHOUT_OVERLAP,
        {"plain loop": _PLAIN_LOOP, "text-splitter": (*_TEXT_SPLITTER, peers.text_splitter)},
    ),
    "fixed_mb_s": Row(
        "fixed",
        _WITHOUT_OVERLAP,
        {
            "slices": ("builtins", "python", peers.slices),
            "chonkie": (*_CHONKIE, peers.chonkie_fixed),
            "langchain": (*_LANGCHAIN, peers.langchain_fixed),
        },
    ),
    "recursive_mb_s": Row(
        "recursive",
        {**_WITHOUT_OVERLAP, "syntax": "text"},
        {
            "langchain": (*_LANGCHAIN, peers.langchain),
            "chonkie": (*_CHONKIE, peers.chonkie),
            "semchunk": (*_SEMCHUNK, peers.semchunk),
            "text-splitter": (*_TEXT_SPLITTER, peers.text_splitter),
        },
    ),
    "recursive_markdown_mb_s": Row(
        "recursive",
        {**_WITHOUT_OVERLAP, "syntax": "markdown"},
        {
            "langchain": (*_LANGCHAIN, peers.langchain_markdown),
            "text-splitter": (*_TEXT_SPLITTER, peers.text_splitter_markdown),
        },
    ),
    "sentence_mb_s": Row(
        "sentence",
        _WITHOUT_OVERLAP,
        {
            "splitter, offsets": (*_SENTENCEX, peers.sentence_offsets),
            "splitter, texts": (*_SENTENCEX, peers.sentence_texts),
            "chonkie": (*_CHONKIE, peers.chonkie_sentences),
            "llamaindex": (*_LLAMAINDEX, peers.llamaindex_sentences),
        },
    ),
    "structure_mb_s": Row(
        "structure",
        _STRUCTURE,
        {
            "text-splitter": (*_TEXT_SPLITTER, peers.text_splitter_markdown),
            "llamaindex": (*_LLAMAINDEX, peers.llamaindex_markdown),
        },
    ),
    "headings_mb_s": Row(
        "headings",
        {"max_tokens": SIZE},
        {
            "langchain": (*_LANGCHAIN, peers.langchain_headings),
            "llamaindex": (*_LLAMAINDEX, peers.llamaindex_markdown),
        },
    ),
    "paragraph_wordpiece_mb_s": Row(
        "paragraph",
        {**_WITHOUT_OVERLAP, "tokenizer": "wordpiece"},
        {**_WORDPIECE_PEERS, "plain loop": (*_TOKENIZERS, peers.plain_loop_wordpiece)},
    ),
    "recursive_wordpiece_mb_s": Row(
        "recursive",
        {**_WITHOUT_OVERLAP, "syntax": "text", "tokenizer": "wordpiece"},
        _WORDPIECE_PEERS,
    ),
    "structure_wordpiece_mb_s": Row(
        "structure",
        {**_STRUCTURE, "tokenizer": "wordpiece"},
        {
            "tokenizer": (*_TOKENIZERS, peers.wordpiece),
            "text-splitter": (*_TEXT_SPLITTER, peers.text_splitter_markdown_wordpiece),
        },
    ),
    "paragraph_cl100k_mb_s": Row(
        "paragraph",
        {**_WITHOUT_OVERLAP, "tokenizer": "cl100k"},
        {"tokenizer": (*_BPE, peers.cl100k)},
    ),
    "recursive_cl100k_mb_s": Row(
        "recursive",
        {**_WITHOUT_OVERLAP, "syntax": "text", "tokenizer": "cl100k"},
        {"tokenizer": (*_BPE, peers.cl100k)},
    ),
}


def structural(side: str, options: dict[str, Any]) -> dict[str, float]:
    """Return the seconds for each text, the best of several runs after a warm-up.

    NaN for a text that would take too long or that a peer fails on.
    """
    row = ROWS[options["row"]]
    split = row.peers[side][2]() if side in row.peers else ours(row)
    split(options["texts"]["prose"][:20_000])
    found: dict[str, float] = {}
    pace = 0.0
    for kind, text in options["texts"].items():
        found[kind] = _shortest(split, text) if pace * len(text) < MAX_SECONDS else math.nan
        pace = max(pace, found[kind] / len(text))
    return found


def ours(row: Row) -> Callable[[str], int]:
    """Return a splitter that runs a strategy."""
    from chunking import chunk, get

    strategy = get(row.strategy)(**row.settings)
    return lambda text: len(chunk(text, strategy).texts)


def _shortest(split: Callable[[str], int], text: str) -> float:
    took: list[float] = []
    while sum(took) < MIN_SECONDS:
        begun = time.perf_counter()
        try:
            split(text)
        except TimeoutError:
            return math.nan
        took.append(time.perf_counter() - begun)
    return min(took)
