"""Retrieval benchmark: which chunks answer questions whose answers are known.

`python -m benchmarks.retrieval --data FILE… [--strategy SPEC …] [--tokens N] [--peers SIZE …]
[--equal-size N] [--ranking NAME] [--neighbor-weight W] [--json OUT]`

FILE has documents and questions, as in `chunking.retrieval.questions`. Each strategy is
measured within a budget of tokens and at five chunks, with the chunks of all documents and with
those of the question's own. `--peers` adds the splitters of other libraries, if they are installed,
at these maximum sizes in word pieces. `--equal-size` scales each strategy, for each document, until
its chunks have this mean size in word pieces, and the splitters of other libraries likewise. Rows
have the difference in recall from the first strategy, question by question, with its standard
error, and its mean for each document. Vectors are cached as in the program.
"""

import argparse
import importlib.util
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks import table
from benchmarks.documents_peers import PEERS, word_piece_count
from chunking import chunk, recommend
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.text.tokenizers import WORD_PIECES, token_sizes
from chunking.embedding import DEFAULT_MODEL, Embedder, get_embedder
from chunking.embedding.cached_embedder import CachedEmbedder
from chunking.embedding.chunk_embedder import MemoizedEmbedder
from chunking.engine.spec import parse_spec
from chunking.loading.chunk_files import load_chunks
from chunking.retrieval.equal_size import at_equal_size
from chunking.retrieval.evaluation import Evaluation, Retrieval, evaluate_chunkings, mean_tokens
from chunking.retrieval.questions import Question, read_questions

Splitter = Callable[[Document, Embedder], Chunking]

RECOMMENDED = "recommended"
# Small chunks without overlap, the same with it, and larger ones.
SPECS = (
    "structure:target_tokens=90,max_tokens=180,overlap_share=0,tokenizer=wordpiece",
    "structure:target_tokens=150,max_tokens=240,overlap_share=0,tokenizer=wordpiece",
    "optimal:target_tokens=128,max_tokens=254,tokenizer=wordpiece",
    "sentence:max_tokens=160,overlap_tokens=0,tokenizer=wordpiece",
    "recursive:max_tokens=160,overlap_tokens=0,tokenizer=wordpiece",
    "sentence:max_tokens=160,overlap_tokens=40,tokenizer=wordpiece",
)
PEER_NAMES = ("langchain", "chonkie", "text-splitter")
_AT_CHUNKS = 5
# The largest maximum that is tried, as a multiple of a mean size.
_LARGEST = 6
_ALL, _OWN = "all", "document"


def splitters(
    specs: Sequence[str], peer_sizes: Sequence[int], equal_size: int | None = None
) -> dict[str, Splitter]:
    """Return the ways to split a document by title; libraries that are missing are left out."""
    found: dict[str, Splitter] = {RECOMMENDED: recommended} if RECOMMENDED in specs else {}
    found |= {spec: _ours(spec, equal_size) for spec in specs if spec != RECOMMENDED}
    for name in PEER_NAMES:
        if importlib.util.find_spec(PEERS[name].package) is None:
            print(f"  {name} skipped; pip install {PEERS[name].install}")
            continue
        found |= {f"{name}:{size}": _peer(name, size) for size in peer_sizes}
        if equal_size is not None:
            found[name] = _peer_at_size(name, equal_size)
    return found


def recommended(document: Document, embedder: Embedder) -> Chunking:
    """Split a document by the recommended strategy."""
    return chunk(document, recommend(document).strategy, embedder=embedder)


def rows(
    name: str,
    documents: Sequence[Document],
    questions: Sequence[Question],
    ways: Mapping[str, Splitter],
    *,
    retrieval: Retrieval,
    embedder: Embedder,
) -> Iterator[table.Row]:
    """Yield a row for each way to split, budget and scope.

    `retrieval` has the budget in tokens; its number of chunks and its scope do not matter.
    """
    chunkings = {
        title: [split(each, embedder) for each in documents] for title, split in ways.items()
    }
    for unit, most in (("tokens", None), ("chunks", _AT_CHUNKS)):
        for scope in (_ALL, _OWN) if len(documents) > 1 else (_OWN,):
            read = replace(retrieval, chunks=most, scope="all" if scope == _ALL else "document")
            found = evaluate_chunkings(documents, questions, chunkings, read, embedder=embedder)
            at = f"{most or retrieval.tokens} {unit}"
            yield from ({"set": name, "at": at, "scope": scope, **row} for row in _rows(found))


def _rows(found: Evaluation) -> Iterator[table.Row]:
    root = np.sqrt(len(found.questions))
    recall = found.values["recall"]
    owners = np.array([each.document for each in found.questions])
    for i, title in enumerate(found.titles):
        difference = recall[i] - recall[0]
        yield {
            "strategy": title,
            "chunks": int(found.chunk_counts[i]),
            "mean_tokens": float(found.mean_tokens[i]),
            **{measure: float(values[i].mean()) for measure, values in found.values.items()},
            "error": float(recall[i].std() / root),
            "difference": float(difference.mean()),
            "difference_error": float(difference.std() / root),
            **{name: float(difference[owners == name].mean()) for name in sorted({*owners})},
        }


def _ours(spec: str, equal_size: int | None) -> Splitter:
    strategy = parse_spec(spec)

    def split(document: Document, embedder: Embedder) -> Chunking:
        scaled = strategy
        if equal_size is not None:
            scaled = at_equal_size([document], strategy, equal_size, tokenizer=WORD_PIECES).strategy
        return chunk(document, scaled, embedder=embedder)

    return split


def _peer(name: str, size: int) -> Splitter:
    split = PEERS[name].factory(size, word_piece_count())

    def chunks(document: Document, _embedder: Embedder) -> Chunking:
        texts = [text for text in split(document.text) if text.strip()]
        return load_chunks(json.dumps(texts).encode(), document, name=f"{name}.json").chunking

    return chunks


def _peer_at_size(name: str, size: int) -> Splitter:
    """Return the splitter with the maximum that gives chunks of about a mean size."""

    def chunks(document: Document, embedder: Embedder) -> Chunking:
        sizes = [token_sizes(document.text, WORD_PIECES)]
        low, high = 1, _LARGEST * size
        tried: dict[float, Chunking] = {}
        while low < high:
            most = (low + high) // 2
            found = _peer(name, most)(document, embedder)
            mean = mean_tokens([found], sizes)
            tried[abs(mean / size - 1)] = found
            low, high = (most + 1, high) if mean < size else (low, most)
        return tried[min(tried)]

    return chunks


def main() -> None:
    """Measure and print; with `--json` also write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", required=True, nargs="+", help="files with documents in them")
    parser.add_argument("--strategy", action="append", help="as in `chunkscope compare`")
    parser.add_argument("--peers", nargs="*", type=int, default=[], help="maximum sizes of others")
    parser.add_argument("--equal-size", type=int, help="mean size of all chunks in word pieces")
    parser.add_argument("--tokens", type=int, default=800, help="budget of a question")
    parser.add_argument("--ranking", default="cosine", choices=["cosine", "words", "fusion"])
    parser.add_argument("--neighbor-weight", type=float, default=0, help="as in `evaluate`")
    parser.add_argument("--json", help="write the rows as JSON")
    options = parser.parse_args()
    ways = splitters(options.strategy or (*SPECS, RECOMMENDED), options.peers, options.equal_size)
    retrieval = Retrieval(
        options.tokens, ranking=options.ranking, neighbor_weight=options.neighbor_weight
    )
    found: list[table.Row] = []
    begun, used = time.perf_counter(), time.process_time()
    # In memory, too: the same chunks are ranked four times.
    embedder = MemoizedEmbedder(CachedEmbedder(get_embedder(DEFAULT_MODEL)))
    for path in options.data:
        questions, contained = read_questions(path)
        documents = [*contained.values()]
        name = Path(path).stem
        found += rows(name, documents, questions, ways, retrieval=retrieval, embedder=embedder)
    for at, scope in dict.fromkeys((row["at"], row["scope"]) for row in found):
        chosen = [row for row in found if (row["at"], row["scope"]) == (at, scope)]
        table.write(f"{at}, chunks of {scope}", [_shown(row) for row in chosen])
    seconds, processor = time.perf_counter() - begun, time.process_time() - used
    print(f"{seconds:.0f} s, {processor:.0f} s of processor time")
    table.save(options.json, {"machine": [table.machine()], "rows": found})


def _shown(row: table.Row) -> table.Row:
    hidden = {"at", "scope"}
    return {
        name: f"{value:.3f}" if isinstance(value, float) and value < 1 else value
        for name, value in row.items()
        if name not in hidden
    }


if __name__ == "__main__":
    main()
