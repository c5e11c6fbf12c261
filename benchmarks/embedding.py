"""Speed of the bundled model, in this program and in sentence-transformers.

`python -m benchmarks.embedding [--data FILE] [--json OUT] [--texts N] [--rounds N]`

Each measurement runs in its own process, and the sides take turns, since other work on the machine
slows whichever runs.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import table

# Input of a process: the texts, the folder of the model, and the time of its start.
Input = dict[str, Any]
SIDES = ("ours", "sentence-transformers")
MEGABYTE = 1_000_000
# Printed name, what a process measures, and whether more is better.
FIGURES = (
    ("process started to first vector, s", "start", False),
    ("of these on a core, s", "start_cpu", False),
    ("texts a second", "rate", True),
    ("texts a second of a core", "rate_cpu", True),
    ("peak memory, MB", "peak", False),
)


def loaded(side: str, folder: str) -> Callable[[list[str]], Any]:
    """Return the encode function of one side; importing it is measured, too."""
    if side == "ours":
        from chunking.embedding.bundled import BundledEmbedder

        return BundledEmbedder().encode
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(folder, local_files_only=True)
    return lambda batch: model.encode(batch, show_progress_bar=False)


def measured(side: str, given: Input, vectors: str) -> dict[str, float]:
    """Measure start, speed and peak memory of one process, and save its vectors."""
    phrases = given["phrases"]
    encode = loaded(side, given["folder"])
    encode(phrases[:1])
    start, start_cpu = time.time() - given["begun"], time.process_time()
    begun, worked = time.perf_counter(), time.process_time()
    answer = encode(phrases)
    wall, cpu = time.perf_counter() - begun, time.process_time() - worked
    np.save(vectors, answer)
    return {
        "start": start,
        "start_cpu": start_cpu,
        "rate": len(phrases) / wall,
        "rate_cpu": len(phrases) / cpu,
        "peak": peak_megabytes(),
    }


def peak_megabytes() -> float:
    """Return the peak memory of this process; NaN if the system does not report it."""
    try:
        import resource
    except ImportError:
        return float("nan")
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / MEGABYTE


def compare(phrases: list[str], rounds: int) -> tuple[list[table.Row], list[table.Row]]:
    """Return the medians of both sides, and the differences of their similarities."""
    from chunking.core.text.tokenizers import bundled_folder

    found: dict[str, list[dict[str, float]]] = {side: [] for side in SIDES}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "given.json"
        given: Input = {"phrases": phrases, "folder": str(bundled_folder())}
        for _ in range(rounds):
            for side in SIDES:
                kept = str(Path(folder) / f"{side}.npy")
                path.write_text(json.dumps({**given, "begun": time.time()}), encoding="utf-8")
                command = ["-m", "benchmarks.embedding", "--side", side, str(path), kept]
                answer = subprocess.run(
                    [sys.executable, *command], check=True, capture_output=True, text=True
                )
                found[side].append(json.loads(answer.stdout.splitlines()[-1]))
        similarities = [_neighbors(np.load(Path(folder) / f"{side}.npy")) for side in SIDES]
    rows: list[table.Row] = []
    for name, key, more in FIGURES:
        ours, theirs = (statistics.median(run[key] for run in found[side]) for side in SIDES)
        ratio = ours / theirs if more else theirs / ours
        rows.append({"": name, SIDES[0]: ours, SIDES[1]: theirs, "times better": ratio})
    apart = np.abs(similarities[0] - similarities[1])
    return rows, [
        {
            "neighbors": len(apart),
            "largest difference of similarity": f"{apart.max(initial=0):.1e}",
            "mean": f"{apart.mean() if len(apart) else 0:.1e}",
        }
    ]


def _neighbors(vectors: Any) -> Any:  # noqa: ANN401 - arrays of either precision
    exact = np.asarray(vectors, dtype=np.float64)
    exact /= np.linalg.norm(exact, axis=1, keepdims=True)
    return (exact[:-1] * exact[1:]).sum(axis=1)


def main() -> None:
    """Measure and print; with `--json` also write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", help="a text file in place of the samples")
    parser.add_argument("--json", help="where the tables are written as JSON")
    parser.add_argument("--texts", type=int, default=2000, help="how many sentences")
    parser.add_argument("--rounds", type=int, default=3, help="how many processes a side")
    parser.add_argument("--side", nargs=3, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.side:
        side, given, vectors = chosen.side
        told = json.loads(Path(given).read_text(encoding="utf-8"))
        print(json.dumps(measured(side, told, vectors)))
        return
    from benchmarks import texts

    phrases = texts.phrases(chosen.data, chosen.texts)
    before = table.machine()
    rows, apart = compare(phrases, chosen.rounds)
    machine = [{"texts": len(phrases), **before}, {"texts": len(phrases), **table.machine()}]
    table.write("The machine, before and after", machine)
    table.write("The bundled model", rows)
    table.write("Similarities of neighbors", apart)
    table.save(chosen.json, {"machine": machine, "embedding": rows, "similarities": apart})


if __name__ == "__main__":
    main()
