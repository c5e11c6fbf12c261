"""Source distribution and wheel of the project, and environments to install them in."""

import os
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from venv import EnvBuilder

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Distributions:
    """The two files of a release; the wheel is built from the source distribution."""

    sdist: Path
    wheel: Path


def build(folder: Path) -> Distributions:
    """Build both into a folder with the build backend of the project."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [sdist], [wheel] = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return Distributions(sdist, wheel)


class Installation:
    """A distribution in its own environment, which sees the installed dependencies."""

    def __init__(self, distribution: Path, folder: Path) -> None:
        self.folder = folder
        builder = EnvBuilder(symlinks=os.name != "nt")
        builder.create(folder)
        place = builder.ensure_directories(folder)
        self.python = Path(place.env_exe)
        self.program = Path(place.bin_path, "chunkscope")
        packages = sysconfig.get_path("purelib", scheme="venv", vars={"base": str(folder)})
        # A path in such a file adds a folder, but not the editable installation in it.
        known = [path for path in sys.path if Path(path).name in {"site-packages", "dist-packages"}]
        Path(packages, "dependencies.pth").write_text("\n".join(known), "utf-8")
        # Without an index and dependencies, this needs no network.
        self._run(
            [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--quiet"],
            "--no-deps", "--no-index", "--no-build-isolation", str(distribution),
        )  # fmt: skip

    def chunkscope(self, *words: str) -> str:
        """Return the standard output of `chunkscope words`."""
        return self._run([str(self.program)], *words)

    def run_python(self, *words: str) -> str:
        """Return the standard output of `python words`."""
        return self._run([str(self.python)], *words)

    def _run(self, command: list[str], *words: str) -> str:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            [*command, *words], cwd=self.folder, env=environment, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout
