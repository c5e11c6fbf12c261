"""Speed of embedding and splitting, against sentence-transformers and peers.

`python -m benchmarks.speed [--json OUT] [--only ROW] [--text FILE] [--rounds N]`

Each measurement runs in its own process. Sides take turns, since other work on the machine slows
whichever runs, and a figure is the median of its rounds. Missing peers are skipped.
"""

import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import speed_texts, structural, table
from benchmarks.speed_sides import MODELS, PEERS, bundled
from benchmarks.speed_texts import Plan
from chunking.core.arrays import Vectors
from chunking.core.text.tokenizers import piece_starts
from chunking.embedding import BF16_MODEL, model_note

MEGABYTE = 1_000_000
LIBRARY = "sentence-transformers"
# Word pieces of a text, without the two that mark start and end.
LIBRARY_READS = 254
THRESHOLDS = np.arange(0.05, 1.0, 0.05).round(2)


def process(task: str, side: str, given: dict[str, Any]) -> dict[str, float]:
    """Return the measurements of one process, which does not use the user's cache."""
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
    """Return the median of each figure by side and name; sides take turns."""
    found: dict[str, list[dict[str, float]]] = {side: [] for side in sides}
    for _ in range(rounds):
        for side in sides:
            found[side].append(process(task, side, given))
    return {
        side: {name: statistics.median(run[name] for run in runs) for name in runs[0]}
        for side, runs in found.items()
    }


def row(
    name: str, model: str, value: float, unit: str, *, ours: float, peer: float | None = None
) -> table.Row:
    """Return one figure as a row of the table."""
    return {"row": name, "value": value, "unit": unit, "ours": ours, "peer": peer, "model": model}


def embedding(plan: Plan) -> Iterator[table.Row]:
    """Measure sentences per second against the library at its defaults."""
    with tempfile.TemporaryDirectory() as folder:
        given = {
            "texts": speed_texts.sentences(plan.text, plan.texts),
            "vectors": f"{folder}/v.npy",
        }
        found = medians("embed", (LIBRARY, *plan.models), given, plan.rounds)
    rate = {side: each["texts"] / each["seconds"] for side, each in found.items()}
    for model in plan.models:
        ratio = rate[model] / rate[LIBRARY]
        name = "embed_vs_sentence_transformers"
        unit = "times, by sentences a second"
        yield row(name, model, ratio, unit, ours=rate[model], peer=rate[LIBRARY])


def semantic(peer: str) -> Callable[[Plan], Iterator[table.Row]]:
    """Return a measurement of the semantic strategy against a peer's at its defaults."""

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
        found = medians("cut", (peer, *plan.models), given, plan.rounds)
        theirs = found[peer]["seconds"]
        for model in plan.models:
            took = found[model]["seconds"]
            unit = "times, by seconds"
            yield row(f"semantic_vs_{peer}", model, theirs / took, unit, ours=took, peer=theirs)

    return measure


def share_of_peak(plan: Plan) -> Iterator[table.Row]:
    """Measure operations per second against those of one large matrix product."""
    given = {"texts": speed_texts.sentences(plan.text, plan.texts)}
    for model in plan.models:
        found = process("peak", model, given)
        reached, peak = found["reached"] / 1e9, found["peak"] / 1e9
        unit = "of the peak, by GFLOP/s"
        yield row("share_of_peak", model, reached / peak, unit, ours=reached, peer=peak)


def largest_difference(plan: Plan) -> Iterator[table.Row]:
    """Measure the similarities of neighbors against the library in float32.

    Sentences beyond the token limit are left out, since the library truncates them.
    """
    texts = speed_texts.sentences(plan.text, plan.texts)
    texts = [text for text in texts if len(piece_starts(text)) <= LIBRARY_READS]
    reference = _neighbors(_vectors(LIBRARY, texts))
    for model in plan.models:
        apart = np.abs(_neighbors(_vectors(model, texts)) - reference)
        most = float(apart.max(initial=0))
        yield row("largest_similarity_difference", model, most, "similarity", ours=most, peer=0.0)


def batch_flips(plan: Plan) -> Iterator[table.Row]:
    """Count decisions at 19 thresholds that depend on batch, order or process."""
    texts = speed_texts.sentences(plan.text, plan.texts)
    half = len(texts) // 2
    order = np.random.default_rng(4).permutation(len(texts))
    for model in plan.models:
        encode = bundled(model).encode
        whole = encode(texts)
        shuffled = np.empty_like(whole)
        shuffled[order] = encode([texts[i] for i in order])
        alone = np.concatenate([encode([text]) for text in texts[:half]])
        parts = [_vectors(model, texts[:half]), _vectors(model, texts[half:])]
        flips = (
            _flips(whole, shuffled)
            + _flips(whole[:half], alone)
            + _flips(whole, np.concatenate(parts))
        )
        yield row("batch_verdict_flips", model, flips, "verdicts", ours=flips)


def cached(plan: Plan) -> Iterator[table.Row]:
    """Measure a second run of the same sentences, from the cache, against the first."""
    given = {"texts": speed_texts.sentences(plan.text, plan.characters // 120)}
    found = medians("again", plan.models, given, plan.rounds)
    for model in plan.models:
        first, second = found[model]["first"], found[model]["second"]
        unit = "times, by seconds, against the first run"
        yield row("cached_second_run", model, first / second, unit, ours=second, peer=first)


def memory(plan: Plan) -> Iterator[table.Row]:
    """Measure the peak memory of a process that splits a large document, uncached."""
    given = {"text": speed_texts.prose(plan.text, plan.held)}
    for model in plan.models:
        most = process("hold", model, given)["megabytes"]
        yield row("peak_memory_mb", model, most, "MB", ours=most)


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


def _neighbors(vectors: Vectors) -> Any:  # noqa: ANN401 - float64, (n - 1,)
    exact = vectors.astype(np.float64)
    exact /= np.linalg.norm(exact, axis=1, keepdims=True)
    return (exact[:-1] * exact[1:]).sum(axis=1)


def _flips(one: Vectors, other: Vectors) -> int:
    """Count gaps below a threshold on one side only, rounded as in the strategies."""
    left, right = (_neighbors(vectors).round(4)[:, None] < THRESHOLDS for vectors in (one, other))
    return int((left != right).sum())


def _figure(value: Any) -> Any:  # noqa: ANN401 - a figure or a word
    """Format tiny numbers, which the table would round to zero."""
    return f"{value:.1e}" if isinstance(value, float) and 0 < value < 0.01 else value


def main() -> None:
    """Measure and print; with `--json` also write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", help="where the rows are written as JSON")
    parser.add_argument("--only", choices=ROWS, action="append", help="one row; may be repeated")
    parser.add_argument("--model", choices=MODELS, help="one of the two bundled models")
    parser.add_argument("--text", help="a text file in place of the samples")
    parser.add_argument("--texts", type=int, default=2000, help="how many sentences")
    parser.add_argument("--characters", type=int, default=MEGABYTE, help="of the text that is cut")
    parser.add_argument("--held", type=int, default=20 * MEGABYTE, help="of the text for memory")
    parser.add_argument("--rounds", type=int, default=3, help="how many processes a side")
    arguments = parser.parse_args()
    models: tuple[str, ...] = (arguments.model,) if arguments.model else MODELS
    if BF16_MODEL in models and (note := model_note(BF16_MODEL)):
        print(f"  {BF16_MODEL} skipped: {note}")
        models = models[:-1]
    plan = Plan(
        arguments.text,
        arguments.texts,
        arguments.characters,
        arguments.held,
        arguments.rounds,
        models,
    )
    before = table.machine()
    rows: list[table.Row] = []
    for name in arguments.only or ROWS:
        found = list(ROWS[name](plan))
        table.write(name, [{key: _figure(value) for key, value in each.items()} for each in found])
        rows += found
        table.save(arguments.json, {"machine": [before, table.machine()], "rows": rows})


if __name__ == "__main__":
    main()
