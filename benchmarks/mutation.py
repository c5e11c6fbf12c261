"""How many changes of the program its tests notice.

`python -m benchmarks.mutation PATH... [--sample N] [--seed S] [--jobs J] [--seconds CPU]
[--journeys TEST...] [--json OUT]`

A random sample of changes is made in temporary copies of the project, one at a time. A change of a
Python module is given to the test files that import it, nearest first; one of a browser module to
`node --test` and to the pages drawn without a browser. What these do not notice is given to the
named browser journeys. The tests stop at the first failure, which kills the change. The tests must
pass without changes.
"""

import argparse
import importlib.util
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import NamedTuple

import playwright

from benchmarks import mutation_browser, mutation_python, table
from benchmarks.mutation_change import Change
from benchmarks.mutation_related import related

ROOT = Path(__file__).parent.parent
NODE = Path(playwright.__file__).parent / "driver" / "node"
DRAWN = "tests/gui/test_drawn_pages.py"
PACKAGES = "node_modules"
LEFT_OUT = (PACKAGES, ".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "dist", "build")
# Test files that import a module through at most so many others come first, in a run of their own.
NEAR = 1
# A wait that never ends is given up after so many seconds, and any run after so many per second
# of processor time.
PATIENCE = 20
WALL = 10
KILLED = "killed"
SURVIVED = "survived"
EXHAUSTED = "over the limit"


class Mutant(NamedTuple):
    """A change of one file, by its path below the project."""

    path: Path
    change: Change


class Outcome(NamedTuple):
    """What became of a mutant, and the test or the run that decided it."""

    mutant: Mutant
    state: str
    by: str


class Copy:
    """A copy of the project, in which one mutant at a time is tested."""

    def __init__(self, folder: Path, seconds: int, journeys: Sequence[str]) -> None:
        self._root = folder / "project"
        self._seconds = seconds
        self._journeys = journeys
        shutil.copytree(ROOT, self._root, ignore=shutil.ignore_patterns(*LEFT_OUT))
        if (ROOT / PACKAGES).exists():
            (self._root / PACKAGES).symlink_to((ROOT / PACKAGES).resolve())
        self._environment = {
            **os.environ,
            "PYTHONPATH": str(self._root),
            "TEST_LIMIT": str(PATIENCE),
            "TMPDIR": str(folder),
        }

    def test(self, mutant: Mutant) -> Outcome:
        """Return whether the tests notice a mutant."""
        path = self._root / mutant.path
        source = path.read_text("utf-8")
        path.write_text(mutant.change.apply(source), "utf-8")
        try:
            for command in self.runs(mutant.path):
                Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)
                state, by = self._run(command)
                if state != SURVIVED:
                    return Outcome(mutant, state, by)
            return Outcome(mutant, SURVIVED, "")
        finally:
            path.write_text(source, "utf-8")

    def check(self, paths: Sequence[Path]) -> None:
        """Run what is run for changes of some files.

        Raises:
            SystemExit: A test fails without a change.
        """
        files = dict.fromkeys(
            test for path in paths if path.suffix == ".py" for _, test in related(ROOT, path)
        )
        commands = [] if not files else [_pytest(files)]
        if any(path.suffix == ".js" for path in paths):
            commands += [_node_tests(self._root), _pytest([DRAWN])]
        if self._journeys:
            commands.append(_pytest(self._journeys, journeys=True))
        for command in commands:
            state, by = self._run(command, limited=False)
            if state != SURVIVED:
                raise SystemExit(f"the tests must pass without changes, but {by} fails")

    def runs(self, path: Path) -> Iterator[list[str]]:
        """Yield the commands that test a change of a file, the fastest first."""
        if path.suffix == ".js":
            yield _node_tests(self._root)
            yield _pytest([DRAWN])
        else:
            tests = related(ROOT, path)
            near = [test for distance, test in tests if distance <= NEAR]
            far = [test for distance, test in tests if distance > NEAR]
            yield from (_pytest(files) for files in (near, far) if files)
        if self._journeys:
            yield _pytest(self._journeys, journeys=True)

    def _run(self, command: list[str], *, limited: bool = True) -> tuple[str, str]:
        """Return the state after a command, and the first test that failed."""

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_CPU, (self._seconds, self._seconds + 5))

        with subprocess.Popen(
            command,
            cwd=self._root,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=limit if limited else None,  # noqa: PLW1509 - no other threads use locks
        ) as process:
            try:
                output, _ = process.communicate(timeout=WALL * self._seconds if limited else None)
            except subprocess.TimeoutExpired:
                output = ""
            finally:
                _end(process)
        if process.returncode == 0:
            return SURVIVED, ""
        if process.returncode < 0:
            return EXHAUSTED, "the limit of time"
        return KILLED, _first_failure(output)


def _pytest(files: Sequence[object] | dict[Path, None], *, journeys: bool = False) -> list[str]:
    marked = "not nightly" if journeys else "not nightly and not browser"
    options = ["-x", "-q", "-p", "no:cacheprovider", "-m", marked]
    return [sys.executable, "-m", "pytest", *options, *map(str, files)]


def _node_tests(root: Path) -> list[str]:
    return [str(NODE), "--test", *map(str, sorted((root / "tests" / "web").glob("*.test.js")))]


def _end(process: subprocess.Popen[str]) -> None:
    """End a process, and those that it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def _first_failure(output: str) -> str:
    """Return the first line of the output of the tests that names a failure."""
    for line in output.splitlines():
        if line.startswith(("FAILED ", "ERROR ", "not ok ", "✖ ")):
            return line.partition(" - ")[0][:100]
    return (output.strip().splitlines() or ["no output"])[-1][:100]


# ---- sample --------------------------------------------------------------------------------------


def mutants(paths: Sequence[Path]) -> list[Mutant]:
    """Return all mutants of files, and of the Python and JavaScript files in folders."""
    files = [
        each for path in paths for each in (sorted(path.rglob("*")) if path.is_dir() else [path])
    ]
    makers = {".py": mutation_python.changes, ".js": mutation_browser.changes}
    return [
        Mutant(file.resolve().relative_to(ROOT), change)
        for file in files
        if file.suffix in makers
        for change in makers[file.suffix](file.read_text("utf-8"))
    ]


def sample(found: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """Return a random sample of the mutants that are valid programs."""
    shuffled = random.Random(seed).sample(found, len(found))  # noqa: S311 - not a secret
    chosen: list[Mutant] = []
    for each in shuffled:
        if len(chosen) == count:
            break
        if is_valid(each):
            chosen.append(each)
    return chosen


def is_valid(mutant: Mutant) -> bool:
    """Return whether a mutant can be parsed."""
    text = mutant.change.apply((ROOT / mutant.path).read_text("utf-8"))
    if mutant.path.suffix == ".py":
        try:
            compile(text, mutant.path, "exec")
        except SyntaxError:
            return False
        return True
    command = [str(NODE), "--check", "--input-type=module", "-"]
    return not subprocess.run(
        command, input=text, text=True, capture_output=True, check=False
    ).returncode


# ---- report --------------------------------------------------------------------------------------


def rows(outcomes: Sequence[Outcome]) -> list[table.Row]:
    """Return a row for each folder, and one for all."""
    folders: dict[str, list[Outcome]] = {}
    for each in sorted(outcomes):
        folders.setdefault(str(each.mutant.path.parent), []).append(each)
    return [_row(name, found) for name, found in (*folders.items(), ("all", outcomes))]


def _row(name: str, outcomes: Sequence[Outcome]) -> table.Row:
    states = [each.state for each in outcomes]
    noticed = len(states) - states.count(SURVIVED)
    return {
        "folder": name,
        "mutants": len(states),
        "killed": states.count(KILLED),
        "over the limit": states.count(EXHAUSTED),
        "survived": states.count(SURVIVED),
        "noticed %": 100 * noticed / len(states),
    }


def main() -> None:
    """Test a sample of mutants, and print what the tests do not notice."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutation", description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--sample", type=int, default=100, help="mutants at most (100)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the sample (0)")
    parser.add_argument("--jobs", type=int, default=1, help="mutants at a time (1)")
    parser.add_argument(
        "--seconds", type=int, default=300, help="processor time of each run of tests (300)"
    )
    parser.add_argument("--journeys", nargs="*", default=[], metavar="TEST")
    parser.add_argument("--unchecked", action="store_true", help="skip the run without changes")
    parser.add_argument("--json", metavar="OUT")
    given = parser.parse_args()
    found = mutants(given.paths)
    chosen = sample(found, given.sample, given.seed)
    print(f"{len(chosen)} of {len(found):,} mutants, seed {given.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(given.jobs) as pool:
        copies: Queue[Copy] = Queue()
        for job in range(given.jobs):
            place = Path(folder, str(job))
            place.mkdir()
            copies.put(Copy(place, given.seconds, given.journeys))
        if not given.unchecked:
            copy = copies.get()
            copy.check(sorted({each.path for each in chosen}))
            copies.put(copy)

        def test(mutant: Mutant) -> Outcome:
            copy = copies.get()
            try:
                return copy.test(mutant)
            finally:
                copies.put(copy)

        outcomes = []
        for outcome in pool.map(test, chosen):
            outcomes.append(outcome)
            print(f"{outcome.state:<15}{_said(outcome)}", flush=True)
    result = rows(outcomes)
    table.write("Mutants by folder", result)
    table.save(given.json, {"machine": [table.machine()], "mutants": result})


def _said(outcome: Outcome) -> str:
    """Return the changed lines of a mutant that survived, or what has killed it."""
    path, change = outcome.mutant
    if outcome.state != SURVIVED:
        return f"{path}: {change.operator} ({outcome.by})"
    diff = change.diff((ROOT / path).read_text("utf-8"), str(path))
    return diff.replace("\n", "\n" + " " * 15)


if __name__ == "__main__":
    main()
