"""Thresholds transferred to other models, on labeled documents.

`python -m benchmarks.transfer --data DIR_OR_FILES --to MODEL… [--documents N] [--json OUT]`

In each set, `semantic` without limits gets the threshold with the highest F1 under the bundled
model. It is transferred with every second document, and compared on the others:

- b unchanged, b share, b transferred: boundary similarity with the boundaries under the bundled
  model; at the same threshold, at the one with the same share of candidate boundaries below, and at
  the transferred one
- f1 bundled, f1 unchanged, f1 transferred: F1 against the reference, tolerance one unit
- f1 best: that of the best threshold under the other model, which knows the reference
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks import table
from benchmarks.segmentation_data import Case, files, read
from chunking.analysis.metrics.boundaries import boundary_agreement, metrics_against
from chunking.analysis.recommend.threshold_transfer import transfer_to_model
from chunking.core.arrays import Ints
from chunking.core.document import Document
from chunking.core.prepared import Prepared
from chunking.embedding import DEFAULT_MODEL, get_embedder
from chunking.engine import prepare, run
from chunking.strategies import Semantic
from chunking.strategies.signals.similarity import candidate_scores

_TRIED = np.round(np.arange(-0.1, 1.0, 0.01), 2).tolist()


@dataclass(frozen=True)
class Text:
    """A labeled document, prepared with one model."""

    case: Case
    prepared: Prepared

    @property
    def gaps(self) -> Ints:
        """Return the offsets of the candidate boundaries."""
        return self.prepared.units.gaps

    def boundaries(self, threshold: float) -> Ints:
        """Return the boundaries at a threshold, without limits."""
        return run(self.prepared, free(threshold)).boundaries

    def f1(self, threshold: float) -> float:
        """Return the mean F1 at a threshold over the annotators, tolerance one unit."""
        chunking, spans = run(self.prepared, free(threshold)), self.case.spans
        offsets = [spans.starts[list(reference)] for reference in self.case.references]
        return float(np.mean([metrics_against(chunking, each, spans)["f1_1"] for each in offsets]))


def free(threshold: float, model: str = DEFAULT_MODEL) -> Semantic:
    """Return `semantic` with a threshold, without limits."""
    return Semantic(threshold=threshold, min_tokens=0, max_tokens=100_000, model=model)


def texts(cases: Sequence[Case], model: str) -> list[Text]:
    """Return labeled documents prepared with a model."""
    material = free(0, model).material
    return [Text(case, prepare(_document(case), material)) for case in cases]


def best_threshold(found: Sequence[Text]) -> float:
    """Return the threshold with the highest mean F1."""
    means = [np.mean([text.f1(threshold) for text in found]) for threshold in _TRIED]
    return float(_TRIED[int(np.argmax(means))])


def row(name: str, cases: Sequence[Case], model: str) -> table.Row:
    """Return the figures of a set of at least two documents."""
    fitted, held = cases[::2], cases[1::2]
    threshold = best_threshold(texts(fitted, DEFAULT_MODEL))
    documents = [_document(case) for case in fitted]
    found = transfer_to_model(documents, free(threshold), model)
    scores = [candidate_scores(text.prepared.signal) for text in texts(fitted, model)]  # type: ignore[arg-type]
    share = float(np.quantile(np.concatenate(scores), found.share))
    before, after = texts(held, DEFAULT_MODEL), texts(held, model)

    def agreement(other: float) -> float:
        found = [
            boundary_agreement(one.boundaries(threshold), two.boundaries(other), one.gaps)
            for one, two in zip(before, after, strict=True)
        ]
        return float(np.mean(found))

    def f1(under: Sequence[Text], at: float) -> float:
        return float(np.mean([text.f1(at) for text in under]))

    return {
        "set": name,
        "model": model.rpartition("/")[2],
        "documents": len(held),
        "threshold": threshold,
        "transferred": found.threshold,
        "low": found.low,
        "high": found.high,
        "b unchanged": agreement(threshold),
        "b share": agreement(share),
        "b transferred": agreement(found.threshold),
        "f1 bundled": f1(before, threshold),
        "f1 unchanged": f1(after, threshold),
        "f1 transferred": f1(after, found.threshold),
        "f1 best": f1(after, best_threshold(after)),
    }


def _document(case: Case) -> Document:
    return Document(case.text, media_type="text/plain")


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description="Thresholds transferred to other models.")
    parser.add_argument("--data", nargs="+", required=True, help="JSONL files, or their folders")
    parser.add_argument("--to", nargs="+", required=True, help="the other models")
    parser.add_argument("--documents", type=int, default=20, help="at most so many of each set")
    parser.add_argument("--json", help="write the table to this file")
    options = parser.parse_args()
    embedder = get_embedder()
    rows = []
    for name, path in files(options.data).items():
        cases = [Case(each, embedder) for each in read(path, options.documents)]
        if len(cases) > 1:
            rows += [row(name, cases, model) for model in options.to]
    table.write("transferred thresholds", rows)
    table.save(options.json, {"transfer": rows})


if __name__ == "__main__":
    main()
