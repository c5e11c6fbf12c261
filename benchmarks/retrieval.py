"""Retrieval benchmark: share of the evidence of a question within a budget.

`python -m benchmarks.retrieval --data FILE [--strategy SPEC …] [--tokens N] [--json OUT]`

FILE is JSON: `{"docs": [{"doc", "text"}], "questions": [{"doc", "question", "evidence":
[[start, end], …]}]}`, half-open offsets of characters. The recall of a question is the share of its
evidence, in characters, inside the most similar chunks of its document up to the budget (Chroma's
measure, with a budget in place of a number of chunks). Chunks over the model limit are truncated,
as in most programs.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks import table
from chunking import Document, chunk, recommend
from chunking.analysis.recommended_sizes import MODEL_LIMIT
from chunking.embedding import get_embedder
from chunking.settings.spec import parse_spec
from chunking.text.tokenizers import piece_starts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from chunking.arrays import Ints
    from chunking.embedding import Embedder
    from chunking.types import Chunking

CHARACTERS_PER_TOKEN = 4
RECOMMENDED = "recommended"
SPECS = (
    *("optimal", "optimal:target_tokens=160,max_tokens=240"),
    *("semantic", "structure", "recursive", "sentence", "paragraph", "breakpoint", "cluster"),
)


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one document, and the half-open spans of its evidence, (m, 2)."""

    document: str
    text: str
    evidence: Ints


def read(path: str) -> tuple[dict[str, str], list[Question]]:
    """Return the documents of a file by name, and its questions."""
    data = json.loads(Path(path).read_text(encoding="utf-8"))
    questions = [
        Question(each["doc"], each["question"], np.array(each["evidence"], np.int64).reshape(-1, 2))
        for each in data["questions"]
    ]
    return {each["doc"]: each["text"] for each in data["docs"]}, questions


def evidence_recall(
    starts: Ints, ends: Ints, order: Sequence[int], evidence: Ints, budget: int
) -> float:
    """Return the share of the evidence in the first chunks, up to a budget of characters.

    Args:
        starts: Where the text of each chunk starts, (n,).
        ends: Where it ends, (n,).
        order: The chunks, most similar first.
        evidence: Half-open spans, (m, 2).
        budget: Characters to read.
    """
    found = np.zeros(int(evidence.max(initial=0)), np.bool_)
    for row in order:
        if budget <= 0:
            break
        end = min(int(ends[row]), int(starts[row]) + budget)
        found[starts[row] : end] = True
        budget -= end - int(starts[row])
    sizes = evidence[:, 1] - evidence[:, 0]
    hit = sum(int(found[start:end].sum()) for start, end in evidence)
    return hit / int(sizes.sum())


def truncated(text: str) -> str:
    """Return the part of a text within the limit of the default model."""
    starts = piece_starts(text)
    return text if len(starts) <= MODEL_LIMIT else text[: starts[MODEL_LIMIT]]


def rows(
    documents: dict[str, str],
    questions: list[Question],
    splitters: dict[str, Callable[[Document], Chunking]],
    budget: int,
    embedder: Embedder,
) -> Iterator[table.Row]:
    """Yield a row for each splitter: recall with its standard error, and chunk sizes."""
    questions_encoded = embedder.encode([each.text for each in questions])
    for name, split in splitters.items():
        recall: list[float] = []
        sizes: list[int] = []
        over_limit = 0
        for document, text in documents.items():
            chunking = split(Document(text))
            starts, ends = chunking.start - chunking.overlap, chunking.end
            embedded = [truncated(each) for each in chunking.texts]
            over_limit += sum(
                len(a) < len(b) for a, b in zip(embedded, chunking.texts, strict=True)
            )
            sizes += (ends - starts).tolist()
            vectors = embedder.encode(embedded)
            for question, vector in zip(questions, questions_encoded, strict=True):
                if question.document == document:
                    order = np.argsort(-(vectors @ vector), kind="stable").tolist()
                    recall.append(evidence_recall(starts, ends, order, question.evidence, budget))
        yield {
            "strategy": name,
            "recall": float(np.mean(recall)),
            "error": float(np.std(recall) / np.sqrt(len(recall))),
            "chunks": len(sizes),
            "median characters": float(np.median(sizes)),
            "over the limit": over_limit,
        }


def recommended(document: Document) -> Chunking:
    """Split a document by the recommended strategy."""
    return chunk(document, recommend(document).strategy)


def _splitters(specs: Sequence[str]) -> dict[str, Callable[[Document], Chunking]]:
    def splitter(spec: str) -> Callable[[Document], Chunking]:
        strategy = parse_spec(spec)
        return lambda document: chunk(document, strategy)

    return {RECOMMENDED: recommended, **{spec: splitter(spec) for spec in specs}}


def main() -> None:
    """Measure and print; with `--json` also write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", required=True, help="documents, questions and evidence as JSON")
    parser.add_argument("--strategy", action="append", help="as in `chunkscope compare`")
    parser.add_argument(
        "--tokens", type=int, default=800, help="budget of a question, characters ÷ 4"
    )
    parser.add_argument("--json", help="write the rows as JSON")
    arguments = parser.parse_args()
    documents, questions = read(arguments.data)
    budget = arguments.tokens * CHARACTERS_PER_TOKEN
    found: list[dict[str, Any]] = []
    for row in rows(
        documents, questions, _splitters(arguments.strategy or SPECS), budget, get_embedder()
    ):
        found.append(row)
        table.write(f"evidence within {arguments.tokens} tokens", [_shown(row)])
        table.save(arguments.json, {"machine": [table.machine()], "rows": found})


def _shown(row: table.Row) -> table.Row:
    return {**row, **{name: f"{row[name]:.3f}" for name in ("recall", "error")}}


if __name__ == "__main__":
    main()
