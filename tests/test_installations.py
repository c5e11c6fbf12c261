"""Both wheels in empty environments, with the examples of their pages."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from venv import EnvBuilder

import pytest
from distributions import Distributions
from test_docs import BOOK, ROOT, blocks, commands

pytestmark = [pytest.mark.nightly, pytest.mark.model]
PIP = [sys.executable, "-m", "pip"]
# What the commands of the README need besides the engine.
BEYOND = ("all.parquet", "compare", "evaluate", "sweep", "sync", "search", "multilingual")


class Environment:
    """An environment with one wheel and what it requires, and a folder with documents."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        self.folder = folder
        EnvBuilder(symlinks=True).create(folder / "environment")
        self.scripts = folder / "environment" / ("Scripts" if sys.platform == "win32" else "bin")
        self._pip = [*PIP, "--python", str(self.scripts / "python")]
        constraints = str(ROOT / "constraints.txt")
        self.run([*self._pip, "install", "--quiet", "--constraint", constraints, str(wheel)])
        for name in ("book.md", "old.md", "new.md", "notes/tides.md"):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(BOOK, "utf-8")
        (folder / "README.md").write_text((ROOT / "README.md").read_text("utf-8"), "utf-8")

    def run(self, command: list[str]) -> str:
        """Return the standard output of a command."""
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def run_python(self, code: str) -> str:
        """Return the standard output of a program."""
        return self.run([str(self.scripts / "python"), "-c", code])

    def chunkscope(self, words: list[str]) -> str:
        """Return the standard output of the command line."""
        return self.run([str(self.scripts / "chunkscope"), *words])

    def packages(self) -> set[str]:
        """Return the names of all installed distributions."""
        listed = json.loads(self.run([*self._pip, "list", "--format=json"]))
        return {each["name"] for each in listed}

    def megabytes(self) -> float:
        """Return the size of the environment."""
        files = (path for path in (self.folder / "environment").rglob("*") if path.is_file())
        return sum(path.stat().st_size for path in files if not path.is_symlink()) / 1e6


def test_the_engine_is_small_and_splits_in_an_empty_environment(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path)]
    subprocess.run([*build, str(ROOT / "engine")], check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    environment = Environment(wheel, tmp_path / "engine")
    assert len(environment.packages()) <= 35
    assert environment.megabytes() <= 350
    first, *_ = blocks("README.md", "python")
    for block in (first, *blocks("engine/README.md", "python")):
        assert environment.run_python(block)
    for words in commands("README.md"):
        if not any(word in shlex.join(words) for word in BEYOND):
            environment.chunkscope(words)


def test_the_program_runs_its_examples_in_an_empty_environment(
    distributions: Distributions, tmp_path: Path
) -> None:
    environment = Environment(distributions.wheel, tmp_path / "program")
    assert {"streamlit", "sentence-transformers"} <= environment.packages()
    assert not any(name.startswith(("nvidia", "cuda")) for name in environment.packages())
    for block in blocks("README.md", "python"):
        assert environment.run_python(block)
    for words in commands("README.md"):
        environment.chunkscope(words)
