"""How time and memory grow with a text that is hard on its reader, from 1 to 64 MB.

`python -m benchmarks.structural_growth [--json OUT] [--strategy NAME] [--text KIND] [--largest MB]`

For every strategy without a model. Time is that of the processor, so that other work counts for
little; memory is what one cut adds to the most a process held, as a multiple of the text as Python
holds it, and of its characters. Each figure has a process of its own.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import re
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import table, texts
from chunking import Document, available, chunk, get

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MEGABYTE = 1_000_000
GROWTH = 2.5
MEMORY = 12


def repeated(piece: str) -> Callable[[int], str]:
    """The same piece again and again."""
    return lambda size: (piece * (size // len(piece) + 1))[:size]


def nested(opening: str, closing: str = "") -> Callable[[int], str]:
    """One line that opens and opens, and closes at last."""

    def made(size: int) -> str:
        count = size // (len(opening) + len(closing)) - 1
        return opening * count + "a" + closing * count

    return made


def stairs(size: int) -> str:
    """List items, each a level deeper than the one before, down to a thousand levels."""
    piece = "".join(f"{'  ' * level}- item {level}\n" for level in range(1000))
    return (piece * (size // len(piece) + 1))[:size]


def source(size: int) -> str:
    """Classes of short methods in Python."""
    method = "    def method(self, a, b=1):\n        if a:\n            return f(a, b)\n\n"
    piece = f"class One(Two):\n{method * 8}\n"
    return piece * (size // len(piece))


def statements(size: int) -> str:
    """Lines of six characters, each a statement of Python."""
    return "a = 1\n" * (size // 6)


def broken(size: int) -> str:
    """The same, the last of them without its end."""
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
    """Seconds of the processor for one text, and what it took of memory."""
    cut = get(strategy)()
    made, media_type = KINDS[kind], MEDIA_TYPES.get(kind, "text/markdown")
    chunk(Document(made(2000), media_type=media_type), cut)
    text = made(size)
    held = sys.getsizeof(text) / MEGABYTE
    before = forgotten_peak()
    begun = time.process_time()
    chunks = len(chunk(Document(text, media_type=media_type), cut).texts)
    seconds = time.process_time() - begun
    grown = resident("VmHWM") - before
    return {"seconds": seconds, "grown": grown, "held": held, "chunks": chunks}


def forgotten_peak() -> float:
    """Megabytes held now; the most that was held is forgotten, where the system can do that."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return resident("VmRSS")


def resident(name: str) -> float:
    """Megabytes in memory as Linux counts them; not a number elsewhere."""
    status = Path("/proc/self/status")
    if not status.is_file():
        return math.nan
    found = re.search(rf"{name}:\s*(\d+) kB", status.read_text(encoding="utf-8"))
    return int(found[1]) * 1024 / MEGABYTE if found else math.nan


def rows(strategies: list[str], kinds: list[str], largest: int) -> Iterator[table.Row]:
    """A row for each strategy and text: seconds by size, the worst growth, the memory."""
    sizes = [2**n for n in range(largest.bit_length()) if 2**n <= largest]
    for strategy in strategies:
        for kind in kinds:
            found = [_process(strategy, kind, size * MEGABYTE) for size in sizes]
            took = [each["seconds"] for each in found]
            # Below a tenth of a second it is the clock that is measured.
            growth = [b / a for a, b in pairwise(took) if a > 0.1]
            last = found[-1]
            factor = last["grown"] / last["held"]
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
    """Measures, prints, and with `--json` writes."""
    without_model = [name for name in available() if get(name)().material.model is None]
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", help="where the rows are written as JSON")
    parser.add_argument("--strategy", choices=without_model, action="append")
    parser.add_argument("--text", choices=KINDS, action="append")
    parser.add_argument("--largest", type=int, default=64, help="megabytes")
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        strategy, kind, size = asked.one
        print(json.dumps(measured(strategy, kind, int(size))))
        return
    found = []
    for row in rows(asked.strategy or without_model, asked.text or list(KINDS), asked.largest):
        found.append(row)
        table.write(f"{row['strategy']} on {row['text']}", [row])
        table.save(asked.json, {"machine": [table.machine()], "rows": found})


if __name__ == "__main__":
    main()
