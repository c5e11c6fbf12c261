"""Accuracy of the estimate of tokens, and the characters per token that fit texts best.

    python -m benchmarks.token_estimate ja.wiki.txt ja.news.txt ru.wiki.txt

Each file is plain text in one language, which its name gives up to the first dot. The even lines
are for fitting and the odd ones for checking: a column holds the error against o200k on these.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks import table
from chunking.text.estimate import CHARACTERS_PER_TOKEN, LATIN, estimated_sizes
from chunking.text.tokenizers import token_sizes

if TYPE_CHECKING:
    from benchmarks.table import Row

_STARTS = np.array(sorted(CHARACTERS_PER_TOKEN))


def main() -> None:
    """Print the fit of each script and the errors of each file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path)
    files = parser.parse_args().files
    texts = {file.name: file.read_text(encoding="utf-8") for file in files}
    lines = {name: [line for line in text.splitlines() if line] for name, text in texts.items()}
    table.write("Characters per token", fits(["\n".join(each[::2]) for each in lines.values()]))
    table.write("Error", [errors(name, "\n".join(each[1::2])) for name, each in lines.items()])
    text = "\n".join(line for each in lines.values() for line in each)
    started = time.perf_counter()
    estimated_sizes(text)
    seconds = time.perf_counter() - started
    print(f"\n{len(text) / seconds / 1e6:,.0f} million characters per second")


def fits(texts: list[str]) -> list[Row]:
    """Return the geometric mean over texts of the characters per token of their main script."""
    found = defaultdict(list)
    for text in texts:
        scripts, counts = np.unique(_scripts(text), return_counts=True)
        other = [CHARACTERS_PER_TOKEN[int(start)] != LATIN for start in scripts]
        if not any(other):
            continue
        main = int(np.argmax(counts * other))
        rest = sum(
            count / CHARACTERS_PER_TOKEN[int(start)]
            for start, count in zip(scripts, counts, strict=True)
            if start != scripts[main]
        )
        tokens = _tokens(text) - rest
        found[int(scripts[main])].append(np.log(counts[main] / tokens))
    return [
        {
            "script from": f"U+{start:04X}",
            "texts": len(logs),
            "used": CHARACTERS_PER_TOKEN[start],
            "fitted": float(np.exp(np.mean(logs))),
        }
        for start, logs in sorted(found.items())
    ]


def errors(name: str, text: str) -> Row:
    """Return the relative errors of the estimate and of four characters per token."""
    tokens = _tokens(text)
    estimate = estimated_sizes(text).tokens(0, len(text))
    return {
        "file": name,
        "characters": len(text),
        "o200k": tokens,
        "estimate %": round(100 * (estimate / tokens - 1), 1),
        "four characters %": round(100 * (len(text) / 4 / tokens - 1), 1),
    }


def _scripts(text: str) -> np.ndarray:
    codes = np.frombuffer(text.encode("utf-32-le"), np.uint32)
    return _STARTS[np.searchsorted(_STARTS, codes, side="right") - 1]


def _tokens(text: str) -> int:
    return token_sizes(text, "o200k").tokens(0, len(text))


if __name__ == "__main__":
    main()
