"""Accuracy of the estimate of tokens against o200k, and the values that fit texts best.

    python -m benchmarks.token_estimate ja.wiki.txt ja.news.txt ru.wiki.txt

Each file is plain text in one language, which its name gives up to the first dot. Blocks of lines
take turns: every second one is for fitting, and the columns hold the errors on the others. A value
is fitted with all others as they are.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from scipy.optimize import minimize_scalar

from benchmarks import table
from benchmarks.table import Row
from chunking.core.text import estimate
from chunking.core.text.estimate import Letters, Tables
from chunking.core.text.tokenizers import token_sizes

# Lines of a block.
_BLOCK = 8
# A script is fitted to texts in which so many of the characters belong to it.
_SHARE = 0.2
_HIGHEST = 2.0


def main() -> None:
    """Print the fit of each script and the errors of each file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path)
    texts = {file.name: file.read_text(encoding="utf-8") for file in parser.parse_args().files}
    table.write("Tokens per further letter", fits([_blocks(text, 0) for text in texts.values()]))
    table.write("Error", [errors(name, _blocks(text, 1)) for name, text in texts.items()])
    text = "\n".join(texts.values())
    started = time.perf_counter()
    estimate.estimated_sizes(text)
    seconds = time.perf_counter() - started
    print(f"\n{len(text) / seconds / 1e6:,.0f} million characters per second")


def fits(texts: list[str]) -> list[Row]:
    """Return the value of each script with the least mean squared error, by its texts."""
    rows: list[Row] = []
    for letters in dict.fromkeys(estimate.LETTERS.values()):
        found = (
            [] if letters is None else [each for each in texts if _share(each, letters) > _SHARE]
        )
        if letters is None or not found:
            continue
        best = minimize_scalar(
            _error, (0, _HIGHEST), bounds=(0, _HIGHEST), args=(letters, found), method="bounded"
        )
        rows.append(
            {
                "script from": f"U+{_starts(letters)[0]:04X}",
                "texts": len(found),
                "first": letters.first,
                "used": letters.further,
                "fitted": float(best.x),
            }
        )
    return rows


def errors(name: str, text: str) -> Row:
    """Return the relative errors of the estimate and of four characters per token."""
    tokens = _tokens(text)
    return {
        "file": name,
        "characters": len(text),
        "o200k": tokens,
        "estimate %": round(100 * (_estimated(text) / tokens - 1), 1),
        "four characters %": round(100 * (len(text) / 4 / tokens - 1), 1),
    }


def _error(further: float, letters: Letters, texts: list[str]) -> float:
    changed = {
        start: each._replace(further=further) if each == letters else each
        for start, each in estimate.LETTERS.items()
    }
    values = estimate.tables(changed)
    found = [_estimated(text, values) / _tokens(text) - 1 for text in texts]
    return float(np.mean(np.square(found)))


def _share(text: str, letters: Letters) -> float:
    codes = np.frombuffer(text.encode("utf-32-le"), np.uint32)
    starts = np.array(sorted(estimate.LETTERS))
    scripts = starts[np.searchsorted(starts, codes, side="right") - 1]
    return float(np.isin(scripts, _starts(letters)).mean())


def _starts(letters: Letters) -> list[int]:
    return [start for start, each in estimate.LETTERS.items() if each == letters]


def _blocks(text: str, which: int) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(line for i, line in enumerate(lines) if i // _BLOCK % 2 == which) or text


def _estimated(text: str, values: Tables | None = None) -> int:
    return estimate.estimated_sizes(text, values).tokens(0, len(text))


def _tokens(text: str) -> int:
    return token_sizes(text, "o200k").tokens(0, len(text))


if __name__ == "__main__":
    main()
