"""How often a question finds its evidence: chunks are embedded, ranked, and read up to a budget.

`python -m benchmarks.retrieval --data FILE [--strategy SPEC …] [--tokens N] [--json OUT]`

FILE is JSON: `{"docs": [{"doc", "text"}], "questions": [{"doc", "question", "evidence":
[[start, end], …]}]}`, half-open offsets of characters. What is recalled of a question is the share
of its evidence, in characters, that lies in the first chunks of its document by likeness, up to the
budget (Chroma's measure, with a budget in place of a number of chunks). Of a chunk that is longer
than the model reads the model sees only the beginning, as in most programs.
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
from chunking.embedding import get_embedder, piece_starts
from chunking.recommending import READ_PIECES
from chunking.specs import parse_spec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from chunking.chunks import Chunking
    from chunking.embedding import Embedder
    from chunking.types import Ints

CHARACTERS_A_TOKEN = 4
RECOMMENDED = "recommended"
SPECS = (
    *("optimal", "optimal:target_tokens=160,max_tokens=240"),
    *("semantic", "structure", "recursive", "sentence", "paragraph", "breakpoint", "cluster"),
)


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one document, and where its answer stands: half-open offsets, (m, 2)."""

    document: str
    words: str
    evidence: Ints


def read(path: str) -> tuple[dict[str, str], list[Question]]:
    """The documents by name and the questions of a file."""
    given = json.loads(Path(path).read_text(encoding="utf-8"))
    questions = [
        Question(each["doc"], each["question"], np.array(each["evidence"], np.int64).reshape(-1, 2))
        for each in given["questions"]
    ]
    return {each["doc"]: each["text"] for each in given["docs"]}, questions


def recalled(starts: Ints, ends: Ints, order: Sequence[int], evidence: Ints, budget: int) -> float:
    """The share of the evidence in the first chunks, up to so many characters of them.

    `starts` and `ends` are those of the chunks, `order` the chunks from the likeliest on.
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


def read_by_model(text: str) -> str:
    """The part of a text that the default model reads when it is embedded at once."""
    starts = piece_starts(text)
    return text if len(starts) <= READ_PIECES else text[: starts[READ_PIECES]]


def rows(
    documents: dict[str, str],
    questions: list[Question],
    ways: dict[str, Callable[[Document], Chunking]],
    budget: int,
    embedder: Embedder,
) -> Iterator[table.Row]:
    """A row for each way to cut: recall with its standard error, and the chunks."""
    asked = embedder.encode([each.words for each in questions])
    for name, way in ways.items():
        recall: list[float] = []
        sizes: list[int] = []
        longer = 0
        for document, text in documents.items():
            made = way(Document(text))
            starts, ends = made.start - made.overlap, made.end
            seen = [read_by_model(each) for each in made.texts]
            longer += sum(len(a) < len(b) for a, b in zip(seen, made.texts, strict=True))
            sizes += (ends - starts).tolist()
            vectors = embedder.encode(seen)
            for question, vector in zip(questions, asked, strict=True):
                if question.document == document:
                    order = np.argsort(-(vectors @ vector), kind="stable").tolist()
                    recall.append(recalled(starts, ends, order, question.evidence, budget))
        yield {
            "strategy": name,
            "recall": float(np.mean(recall)),
            "error": float(np.std(recall) / np.sqrt(len(recall))),
            "chunks": len(sizes),
            "median characters": float(np.median(sizes)),
            "longer than read": longer,
        }


def recommended(document: Document) -> Chunking:
    """What is recommended for the document."""
    return chunk(document, recommend(document).strategy)


def _ways(specs: Sequence[str]) -> dict[str, Callable[[Document], Chunking]]:
    def by(spec: str) -> Callable[[Document], Chunking]:
        strategy = parse_spec(spec)
        return lambda document: chunk(document, strategy)

    return {RECOMMENDED: recommended, **{spec: by(spec) for spec in specs}}


def main() -> None:
    """Measures, prints, and with `--json` writes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", required=True, help="documents, questions and evidence as JSON")
    parser.add_argument("--strategy", action="append", help="as `chunkscope compare` takes it")
    parser.add_argument("--tokens", type=int, default=800, help="read a question, characters ÷ 4")
    parser.add_argument("--json", help="where the rows are written as JSON")
    asked = parser.parse_args()
    documents, questions = read(asked.data)
    budget = asked.tokens * CHARACTERS_A_TOKEN
    found: list[dict[str, Any]] = []
    for row in rows(documents, questions, _ways(asked.strategy or SPECS), budget, get_embedder()):
        found.append(row)
        table.write(f"evidence within {asked.tokens} tokens", [_shown(row)])
        table.save(asked.json, {"machine": [table.machine()], "rows": found})


def _shown(row: table.Row) -> table.Row:
    return {**row, **{name: f"{row[name]:.3f}" for name in ("recall", "error")}}


if __name__ == "__main__":
    main()
