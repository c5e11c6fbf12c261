"""Growth of time and memory with the size of hard texts, from 1 to 64 MB.

`python -m benchmarks.structural_growth [--json OUT] [--strategy NAME] [--text KIND] [--largest MB]`

For all strategies without a model. Time is CPU time. Memory is the growth of the peak of a process,
as a multiple of the memory of the text and of its number of characters. Each measurement runs in a
new process.
"""

import argparse
import contextlib
import json
import math
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

from benchmarks import table, texts
from chunking import Document, available, chunk, get

MEGABYTE = 1_000_000
GROWTH = 2.5
MEMORY = 12


def repeated(passage: str) -> Callable[[int], str]:
    """Return a generator of texts that repeat a passage."""
    return lambda size: (passage * (size // len(passage) + 1))[:size]


def nested(opening: str, closing: str = "") -> Callable[[int], str]:
    """Return a generator of one line of nested markers."""

    def made(size: int) -> str:
        count = size // (len(opening) + len(closing)) - 1
        return opening * count + "a" + closing * count

    return made


def stairs(size: int) -> str:
    """Return list items, each nested in the one before, up to a thousand levels."""
    passage = "".join(f"{'  ' * level}- item {level}\n" for level in range(1000))
    return (passage * (size // len(passage) + 1))[:size]


def source(size: int) -> str:
    """Return Python classes of short methods."""
    method = "    def method(self, a, b=1):\n        if a:\n            return f(a, b)\n\n"
    passage = f"class One(Two):\n{method * 8}\n"
    return passage * (size // len(passage))


def statements(size: int) -> str:
    """Return Python statements of six characters each."""
    return "a = 1\n" * (size // 6)


def broken(size: int) -> str:
    """Return Python statements, the last of them incomplete."""
    return statements(size) + "a = ("


KINDS: dict[str, Callable[[int], str]] = {
    "prose": texts.prose,
    "markdown": texts.markdown,
    "one line": texts.one_line,
    "one word": repeated("x"),
    "blank lines": texts.blank_lines,
    "line ends": repeated("\n"),
    "carriage returns": repeated("\r\n"),
    "headings": texts.headings,
    "short headings": repeated("# T\n\nab.\n"),
    "quotes": nested(">"),
    "quoted lines": repeated("> > > > > > > > a. B.\n"),
    "lists": nested("- "),
    "transcript": repeated("Ann: Is it so?\nBen: It is.\n"),
    "stairs": stairs,
    "brackets": nested("[", "]"),
    "speech": repeated("“"),
    "fences": repeated("```\n"),
    "table rows": repeated("| a | b |\n"),
    "flag letters": repeated("🇩"),
    "marks": repeated("\u0301"),
    "joined": repeated("👩\u200d"),
    "ideographs": repeated("字。"),
    "source code": source,
    "statements": statements,
    "broken code": broken,
}
MEDIA_TYPES = dict.fromkeys(("source code", "statements", "broken code"), "text/x-python")


def measured(strategy: str, kind: str, size: int) -> dict[str, float]:
    """Return CPU seconds and memory for one text."""
    cut = get(strategy)()
    made, media_type = KINDS[kind], MEDIA_TYPES.get(kind, "text/markdown")
    chunk(Document(made(2000), media_type=media_type), cut)
    text = made(size)
    text_mb = sys.getsizeof(text) / MEGABYTE
    before = reset_peak()
    begun = time.process_time()
    chunks = len(chunk(Document(text, media_type=media_type), cut).texts)
    seconds = time.process_time() - begun
    grown = resident("VmHWM") - before
    return {"seconds": seconds, "grown": grown, "text_mb": text_mb, "chunks": chunks}


def reset_peak() -> float:
    """Return the resident megabytes, and reset the peak where the system supports that."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return resident("VmRSS")


def resident(name: str) -> float:
    """Return a memory figure of Linux in megabytes; NaN elsewhere."""
    status = Path("/proc/self/status")
    if not status.is_file():
        return math.nan
    found = re.search(rf"{name}:\s*(\d+) kB", status.read_text(encoding="utf-8"))
    return int(found[1]) * 1024 / MEGABYTE if found else math.nan


def rows(strategies: list[str], kinds: list[str], largest: int) -> Iterator[table.Row]:
    """Yield a row for each strategy and text: seconds by size, worst growth, memory."""
    sizes = [2**n for n in range(largest.bit_length()) if 2**n <= largest]
    for strategy in strategies:
        for kind in kinds:
            found = [_process(strategy, kind, size * MEGABYTE) for size in sizes]
            took = [each["seconds"] for each in found]
            # Shorter times are mostly noise.
            growth = [b / a for a, b in pairwise(took) if a > 0.1]
            last = found[-1]
            factor = last["grown"] / last["text_mb"]
            yield {
                "strategy": strategy,
                "text": kind,
                **{f"{size} MB s": each for size, each in zip(sizes, took, strict=True)},
                "worst growth": max(growth, default=0.0),
                "memory x text": factor,
                "memory x characters": last["grown"] / sizes[-1],
                "kept": max(growth, default=0.0) < GROWTH and factor <= MEMORY,
            }


def _process(strategy: str, kind: str, size: int) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.structural_growth", "--one", strategy, kind, str(size)],
        check=True,
        capture_output=True,
        text=True,
    )
    answer: dict[str, float] = json.loads(done.stdout)
    return answer


def main() -> None:
    """Run the benchmark."""
    without_model = [name for name in available() if get(name)().material.model is None]
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", help="file for the rows as JSON")
    parser.add_argument("--strategy", choices=without_model, action="append")
    parser.add_argument("--text", choices=KINDS, action="append")
    parser.add_argument("--largest", type=int, default=64, help="megabytes")
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        strategy, kind, size = arguments.one
        print(json.dumps(measured(strategy, kind, int(size))))
        return
    found = []
    for row in rows(
        arguments.strategy or without_model, arguments.text or list(KINDS), arguments.largest
    ):
        found.append(row)
        table.write(f"{row['strategy']} on {row['text']}", [row])
        table.save(arguments.json, {"machine": [table.machine()], "rows": found})


if __name__ == "__main__":
    main()
