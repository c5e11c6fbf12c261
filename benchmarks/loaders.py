"""Comparison of loaders on real files: words, headings and furniture in their output.

`python -m benchmarks.loaders --data FOLDER [--fetch [first | second]] [--hostile FOLDER]
[--python INTERPRETER] [--formats FORMAT …] [--systems SYSTEM …] [--json OUT]`

FOLDER has a folder for each format; `--fetch` first downloads the files of `loaders_files`, or PDFs
of one half of the test suites in `loaders_suites`. Each
conversion runs in a process (`loaders_systems`), stopped after a minute or at 3 GiB; other
libraries run in the interpreter `--python`, which must have them installed. `loaders_reference`
finds the reference, for PDF with `pdftotext`. Per format and system:

- lost %: missing words, of all occurrences in the reference
- extra %: words that are not in the reference, of all in the output
- furniture %: running headers, navigation links and permalinks in the output, of all in the file
- headings %: headings that are Markdown headings in the output, of all in the reference
- order %: pairs of neighboring words that stay neighbors, of all in the reference
- rows %: rows of tables that are in one line of the output, of all in the reference
- hyphens: words hyphenated at the end of a line
- seconds: of the conversions; peak: the largest memory of a process in MiB

`--hostile` is a folder of damaged and malicious files, as `python tests/loading/write_hostile.py
FOLDER` writes them. Per system: files read, errors, garbage (over 5 % of control characters, or
markup of the format), crashes, files beyond 10 seconds or 1 GiB.
"""

import argparse
import json
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import loaders_systems, table
from benchmarks.documents_fetch import fetch
from benchmarks.loaders_files import FILES
from benchmarks.loaders_reference import Content, content_of, line, pairs, titles, word_list, words
from benchmarks.loaders_suites import SUITES, fetch_suites
from benchmarks.loaders_systems import SYSTEMS

OURS = "ours"
_SECONDS = 60
_SLOW = 10
_LARGE = 1024
_HEADING = re.compile(r"^#{1,6} +(.+)$", re.MULTILINE)
_FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
_BROKEN = re.compile(r"[^\W\d_]{2,}(?:-|\u00ad|\u2010) ?\n[ \t>]*[^\W\d_A-Z]")
_RAW = re.compile(r"\s*(?:%PDF|PK\x03\x04|\{\\rtf|<\?xml)")
_UNREADABLE = frozenset({"Cc", "Cn", "Co", "Cs"})


@dataclass(frozen=True)
class Outcome:
    """Result of a conversion; `error` is "crash" or "timeout" if the process printed none."""

    text: str = ""
    error: str = ""
    seconds: float = 0.0
    peak: float = 0.0


def convert(system: str, path: Path, interpreter: str) -> Outcome:
    """Convert a file in a process."""
    script = str(Path(loaders_systems.__file__))
    command = [sys.executable if system == OURS else interpreter, script, system, str(path)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return Outcome(error="timeout", seconds=_SECONDS)
    last = done.stdout.decode("utf-8", "replace").rpartition("\n{")[2].strip()
    try:
        found = json.loads(last if last.startswith("{") else "{" + last)
    except ValueError:
        return Outcome(error="crash")
    return Outcome(found["text"], found["error"], found["seconds"], found["peak"])


def judge(text: str, content: Content) -> dict[str, int]:
    """Return counts of missing and extra words, furniture and headings, for the rates."""
    found = words(text)
    prose = _FENCE.sub("", text)
    headings = titles(_HEADING.findall(prose))
    left = Counter(filter(None, map(line, text.splitlines())))
    lines = Counter(" ".join(word_list(each)) for each in text.splitlines())
    left["¶"] = text.count("¶") if "¶" in content.furniture else 0
    return {
        "characters": len(text),
        "reference": content.words.total(),
        "lost": (content.words - found).total(),
        "words": found.total(),
        "extra": (found - content.words).total(),
        "furniture": content.furniture.total(),
        "left": (content.furniture & left).total(),
        "known": content.headings.total(),
        "headings": (content.headings & headings).total(),
        "pairs": content.pairs.total(),
        "kept": (content.pairs & pairs(text)).total(),
        "rows": content.rows.total(),
        "in lines": (content.rows & lines).total(),
        "hyphens": len(_BROKEN.findall(text)),
    }


def available(selected: Sequence[str], interpreter: str) -> list[str]:
    """Return the installed systems, all or those selected; print the others."""
    found = []
    for system in SYSTEMS:
        if selected and system not in selected:
            continue
        command = [interpreter, "-c", f"import {system}"]
        if system != OURS and subprocess.run(command, capture_output=True, check=False).returncode:
            print(f"  {system} skipped; install it for {interpreter}")
            continue
        found.append(system)
    return found


def results(
    data: Path, formats: Sequence[str], systems: Sequence[str], interpreter: str
) -> Iterator[table.Row]:
    """Yield a row of counts for each file and system."""
    for path in sorted(path for path in data.glob("*/*") if path.is_file()):
        kind = path.parent.name
        if formats and kind not in formats:
            continue
        content = content_of(path, kind)
        if content is None:
            print(f"  {kind}/{path.name} left out: pdftotext is not installed")
            continue
        for system in systems:
            if SYSTEMS[system][1] not in {None, kind}:
                continue
            found = convert(system, path, interpreter)
            yield {
                "format": kind, "document": path.name, "system": system,
                "seconds": found.seconds, "peak": found.peak, "error": found.error,
                **judge(found.text, content),
            }  # fmt: skip


def row(kind: str, system: str, found: Sequence[table.Row]) -> table.Row:
    """Return the rates of a system over the files of a format."""

    def rate(part: str, whole: str) -> float | str:
        total = sum(each[whole] for each in found)
        return 100 * sum(each[part] for each in found) / total if total else "–"

    return {
        "format": kind,
        "system": system,
        "files": len(found),
        "failed": sum(bool(each["error"]) for each in found),
        "characters": sum(each["characters"] for each in found),
        "lost %": rate("lost", "reference"),
        "extra %": rate("extra", "words"),
        "furniture %": rate("left", "furniture"),
        "headings %": rate("headings", "known"),
        "order %": rate("kept", "pairs"),
        "rows %": rate("in lines", "rows"),
        "hyphens": sum(each["hyphens"] for each in found),
        "seconds": sum(each["seconds"] for each in found),
        "peak": round(max(each["peak"] for each in found)),
    }


def rows(found: Sequence[table.Row]) -> list[table.Row]:
    """Return the rates of each format and system."""
    groups: dict[tuple[str, str], list[table.Row]] = {}
    for each in found:
        groups.setdefault((each["format"], each["system"]), []).append(each)
    return [row(*group, each) for group, each in groups.items()]


def is_garbage(text: str) -> bool:
    """Return whether a text is raw bytes or markup instead of a document."""
    sample = text[:100_000]
    bad = sum(
        char == "\ufffd" or (unicodedata.category(char) in _UNREADABLE and char not in "\t\n\r\f")
        for char in sample
    )
    return bool(_RAW.match(sample)) or bad > len(sample) / 20


def hostile(folder: Path, systems: Sequence[str], interpreter: str) -> Iterator[table.Row]:
    """Yield the outcome of each hostile file with each system that reads its format."""
    for path in sorted(folder.iterdir()):
        kind = path.suffix.removeprefix(".").lower()
        for system in systems:
            if SYSTEMS[system][1] not in {None, kind}:
                continue
            found = convert(system, path, interpreter)
            outcome = (
                found.error if found.error in {"crash", "timeout"}
                else "error" if found.error
                else "garbage" if is_garbage(found.text)
                else "read"
            )  # fmt: skip
            yield {
                "system": system, "document": path.name, "outcome": outcome,
                "seconds": found.seconds, "peak": found.peak, "error": found.error,
                "text": found.text[:80],
            }  # fmt: skip


def hostile_rows(found: Sequence[table.Row]) -> list[table.Row]:
    """Return the number of each outcome by system."""
    shown = []
    for system in dict.fromkeys(each["system"] for each in found):
        of = [each for each in found if each["system"] == system]
        counts = Counter(each["outcome"] for each in of)
        shown.append(
            {
                "system": system,
                "files": len(of),
                **{name: counts[name] for name in ("read", "error", "garbage", "crash", "timeout")},
                "slow": sum(each["seconds"] > _SLOW for each in of),
                "large": sum(each["peak"] > _LARGE for each in of),
                "seconds": sum(each["seconds"] for each in of),
            }
        )
    return shown


def main() -> None:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(description="Loaders compared on real files.")
    parser.add_argument("--data", type=Path, required=True, help="folder with a folder per format")
    parser.add_argument(
        "--fetch", nargs="?", const="files", choices=["files", *SUITES],
        help="download files into it first",
    )  # fmt: skip
    parser.add_argument("--hostile", type=Path, help="folder of damaged and malicious files")
    parser.add_argument("--python", default=sys.executable, help="interpreter of other libraries")
    parser.add_argument("--formats", nargs="*", default=[], help="these formats alone")
    parser.add_argument("--systems", nargs="*", default=[], help="these loaders alone")
    parser.add_argument("--json", help="write all tables to this file")
    options = parser.parse_args()
    failures = fetch(options.data, FILES) if options.fetch == "files" else []
    failures += fetch_suites(options.data, SUITES.get(options.fetch, ()))
    for failure in failures:
        print(failure)
    systems = available(options.systems, options.python)
    found = list(results(options.data, options.formats, systems, options.python))
    tables: dict[str, list[dict[str, Any]]] = {"formats": rows(found), "documents": found}
    table.write("formats", tables["formats"])
    failed = [each for each in found if each["error"]]
    if failed:
        keys = ("format", "document", "system", "error")
        table.write("failed", [{key: each[key] for key in keys} for each in failed])
    if options.hostile:
        outcomes = list(hostile(options.hostile, systems, options.python))
        tables |= {"hostile": hostile_rows(outcomes), "hostile files": outcomes}
        table.write("hostile files", tables["hostile"])
    table.save(options.json, {**tables, "machine": [table.machine()]})


if __name__ == "__main__":
    main()
