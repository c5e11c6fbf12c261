"""How fast texts are embedded and cut, against sentence-transformers and the peers.

`python -m benchmarks.speed [--json OUT] [--only ROW] [--text FILE] [--rounds N]`

Each measurement has a process of its own, sides take turns, and a figure is the median of its
rounds: other work on the machine slows whoever happens to run. A peer that is not installed is
skipped.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks import speed_texts, structural, table
from benchmarks.speed_sides import PEERS, PRECISIONS
from chunking.embedding import piece_starts, precision_note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from chunking.types import Vectors

MEGABYTE = 1_000_000
LIBRARY = "sentence-transformers"
# Word pieces of a text, without the two that mark start and end.
LIBRARY_READS = 254
THRESHOLDS = np.arange(0.05, 1.0, 0.05).round(2)


@dataclass(frozen=True)
class Plan:
    """What is measured: the text it is made from, and how much of it how often."""

    text: str | None
    texts: int
    characters: int
    held: int
    rounds: int
    modes: tuple[str, ...]


def process(task: str, side: str, given: dict[str, Any]) -> dict[str, float]:
    """What one process answers; the caches of the person who measures are not touched."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "given.json"
        path.write_text(json.dumps(given), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.speed_sides", task, side, str(path)],
            check=False,
            capture_output=True,
            text=True,
            env={**os.environ, "CHUNKSCOPE_CACHE_DIR": folder, "TOKENIZERS_PARALLELISM": "true"},
        )
    if done.returncode:
        raise SystemExit(f"{task} by {side} failed:\n{done.stderr[-2000:]}")
    answer: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return answer


def medians(
    task: str, sides: tuple[str, ...], given: dict[str, Any], rounds: int
) -> dict[str, dict[str, float]]:
    """The median of each figure of each side, by side and name; sides take turns."""
    found: dict[str, list[dict[str, float]]] = {side: [] for side in sides}
    for _ in range(rounds):
        for side in sides:
            found[side].append(process(task, side, given))
    return {
        side: {name: statistics.median(run[name] for run in runs) for name in runs[0]}
        for side, runs in found.items()
    }


def row(
    name: str, mode: str, value: float, unit: str, *, ours: float, peer: float | None = None
) -> table.Row:
    """One figure as it is printed and written."""
    return {"row": name, "value": value, "unit": unit, "ours": ours, "peer": peer, "mode": mode}


def embedding(plan: Plan) -> Iterator[table.Row]:
    """Sentences a second, the library at its defaults."""
    with tempfile.TemporaryDirectory() as folder:
        given = {
            "texts": speed_texts.sentences(plan.text, plan.texts),
            "vectors": f"{folder}/v.npy",
        }
        found = medians("embed", (LIBRARY, *plan.modes), given, plan.rounds)
    rate = {side: each["texts"] / each["seconds"] for side, each in found.items()}
    for mode in plan.modes:
        ratio = rate[mode] / rate[LIBRARY]
        name = "embed_vs_sentence_transformers"
        unit = "times, by sentences a second"
        yield row(name, mode, ratio, unit, ours=rate[mode], peer=rate[LIBRARY])


def semantic(peer: str) -> Callable[[Plan], Iterator[table.Row]]:
    """The whole strategy on a text, against a peer's at its defaults."""

    def measure(plan: Plan) -> Iterator[table.Row]:
        module, install = PEERS[peer]
        try:
            missing = importlib.util.find_spec(module) is None
        except ImportError:
            missing = True
        if missing:
            print(f"  semantic_vs_{peer} skipped: pip install {install}")
            return
        given = {"text": speed_texts.prose(plan.text, plan.characters)}
        found = medians("cut", (peer, *plan.modes), given, plan.rounds)
        theirs = found[peer]["seconds"]
        for mode in plan.modes:
            took = found[mode]["seconds"]
            unit = "times, by seconds"
            yield row(f"semantic_vs_{peer}", mode, theirs / took, unit, ours=took, peer=theirs)

    return measure


def share_of_peak(plan: Plan) -> Iterator[table.Row]:
    """Operations a second beside those of one large product in the same process."""
    given = {"texts": speed_texts.sentences(plan.text, plan.texts)}
    for mode in plan.modes:
        found = process("peak", mode, given)
        reached, peak = found["reached"] / 1e9, found["peak"] / 1e9
        unit = "of the peak, by GFLOP/s"
        yield row("share_of_peak", mode, reached / peak, unit, ours=reached, peer=peak)


def largest_difference(plan: Plan) -> Iterator[table.Row]:
    """Similarities of neighbours, against the library in float32.

    Of sentences that it reads whole: it cuts off the others, where ours are read in parts.
    """
    texts = speed_texts.sentences(plan.text, plan.texts)
    texts = [text for text in texts if len(piece_starts(text)) <= LIBRARY_READS]
    reference = _neighbours(_vectors(LIBRARY, texts))
    for mode in plan.modes:
        apart = np.abs(_neighbours(_vectors(mode, texts)) - reference)
        most = float(apart.max(initial=0))
        yield row("largest_similarity_difference", mode, most, "similarity", ours=most, peer=0.0)


def batch_flips(plan: Plan) -> Iterator[table.Row]:
    """Verdicts at 19 thresholds that differ: alone, in another order, or from two processes."""
    from chunking.embedding.bundled import BundledEmbedder

    texts = speed_texts.sentences(plan.text, plan.texts)
    half = len(texts) // 2
    order = np.random.default_rng(4).permutation(len(texts))
    for mode in plan.modes:
        encode = BundledEmbedder(mode).encode
        whole = encode(texts)
        shuffled = np.empty_like(whole)
        shuffled[order] = encode([texts[i] for i in order])
        alone = np.concatenate([encode([text]) for text in texts[:half]])
        parts = [_vectors(mode, texts[:half]), _vectors(mode, texts[half:])]
        flips = (
            _flips(whole, shuffled)
            + _flips(whole[:half], alone)
            + _flips(whole, np.concatenate(parts))
        )
        yield row("batch_verdict_flips", mode, flips, "verdicts", ours=flips)


def cached(plan: Plan) -> Iterator[table.Row]:
    """A second run of the same sentences, from the cache, beside the first."""
    given = {"texts": speed_texts.sentences(plan.text, plan.characters // 120)}
    found = medians("again", plan.modes, given, plan.rounds)
    for mode in plan.modes:
        first, second = found[mode]["first"], found[mode]["second"]
        unit = "times, by seconds, against the first run"
        yield row("cached_second_run", mode, first / second, unit, ours=second, peer=first)


def memory(plan: Plan) -> Iterator[table.Row]:
    """The most memory of a process that cuts a large document, nothing of it known; one run."""
    given = {"text": speed_texts.prose(plan.text, plan.held)}
    for mode in plan.modes:
        most = process("hold", mode, given)["megabytes"]
        yield row("peak_memory_mb", mode, most, "MB", ours=most)


ROWS: dict[str, Callable[[Plan], Iterator[table.Row]]] = {
    "embed_vs_sentence_transformers": embedding,
    "semantic_vs_langchain": semantic("langchain"),
    "semantic_vs_llamaindex": semantic("llamaindex"),
    "semantic_vs_chonkie": semantic("chonkie"),
    "share_of_peak": share_of_peak,
    "largest_similarity_difference": largest_difference,
    "batch_verdict_flips": batch_flips,
    "cached_second_run": cached,
    "peak_memory_mb": memory,
    **structural.rows(medians),
}


def _vectors(side: str, texts: list[str]) -> Vectors:
    with tempfile.TemporaryDirectory() as folder:
        place = f"{folder}/v.npy"
        process("embed", side, {"texts": texts, "vectors": place})
        found: Vectors = np.load(place)
    return found


def _neighbours(vectors: Vectors) -> Any:  # noqa: ANN401 - float64, (n - 1,)
    exact = vectors.astype(np.float64)
    exact /= np.linalg.norm(exact, axis=1, keepdims=True)
    return (exact[:-1] * exact[1:]).sum(axis=1)


def _flips(one: Vectors, other: Vectors) -> int:
    """How many gaps are below a threshold on one side alone, rounded as strategies see them."""
    left, right = (_neighbours(vectors).round(4)[:, None] < THRESHOLDS for vectors in (one, other))
    return int((left != right).sum())


def _figure(value: Any) -> Any:  # noqa: ANN401 - a figure or a word
    """What is tiny, as it is; the table would round it to nothing."""
    return f"{value:.1e}" if isinstance(value, float) and 0 < value < 0.01 else value


def main() -> None:
    """Measures, prints, and with `--json` writes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", help="where the rows are written as JSON")
    parser.add_argument("--only", choices=ROWS, action="append", help="one row; may be repeated")
    parser.add_argument("--mode", choices=PRECISIONS, help="one precision alone")
    parser.add_argument("--text", help="a text file in place of the samples")
    parser.add_argument("--texts", type=int, default=2000, help="how many sentences")
    parser.add_argument("--characters", type=int, default=MEGABYTE, help="of the text that is cut")
    parser.add_argument("--held", type=int, default=20 * MEGABYTE, help="of the text for memory")
    parser.add_argument("--rounds", type=int, default=3, help="how many processes a side")
    asked = parser.parse_args()
    modes: tuple[str, ...] = (asked.mode,) if asked.mode else PRECISIONS
    if note := precision_note(modes[-1]):
        print(f"  fast skipped: {note}")
        modes = modes[:-1]
    plan = Plan(asked.text, asked.texts, asked.characters, asked.held, asked.rounds, modes)
    before = table.machine()
    rows: list[table.Row] = []
    for name in asked.only or ROWS:
        found = list(ROWS[name](plan))
        table.write(name, [{key: _figure(value) for key, value in each.items()} for each in found])
        rows += found
        table.save(asked.json, {"machine": [before, table.machine()], "rows": rows})


if __name__ == "__main__":
    main()
