"""Packages, megabytes and seconds of an installation into an empty environment, also of processors.

    python -m benchmarks.installation . ./engine '.[documents,langchain]'

Each target is installed twice with pip; the second time, its downloads are cached.
"""

import json
import os
import subprocess
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from venv import EnvBuilder

ROOT = Path(__file__).parent.parent


class Installation(NamedTuple):
    """An environment without pip itself."""

    packages: int
    megabytes: float
    seconds: float
    processor_seconds: float


def install(target: str, folder: Path) -> Installation:
    """Install a target of pip into a new environment in a folder."""
    EnvBuilder().create(folder)
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python)]
    words = ["install", "--quiet", "--constraint", str(ROOT / "constraints.txt"), target]
    start, before = time.perf_counter(), os.times()
    subprocess.run([*pip, *words], cwd=ROOT, check=True)
    seconds, after = time.perf_counter() - start, os.times()
    processor = after.children_user + after.children_system
    processor -= before.children_user + before.children_system
    listed = subprocess.run([*pip, "list", "--format=json"], capture_output=True, check=True)
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    size = sum(path.stat().st_size for path in files)
    return Installation(len(json.loads(listed.stdout)), size / 1e6, seconds, processor)


def main() -> None:
    """Print a line for each target."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("targets", nargs="+", help="targets of pip, in the folder of the project")
    targets: list[str] = parser.parse_args().targets
    print(f"{'target':30} packages      MB  seconds, cached (processor)")
    for target in targets:
        found = []
        for _ in range(2):
            with TemporaryDirectory() as folder:
                found.append(install(target, Path(folder) / "environment"))
        first, cached = found
        row = f"{target:30} {first.packages:8} {first.megabytes:7,.0f}"
        print(
            f"{row} {first.seconds:8.1f} {cached.seconds:7.1f} ({cached.processor_seconds:.1f})",
            flush=True,
        )


if __name__ == "__main__":
    main()
