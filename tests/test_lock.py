"""The lock file of `make app`: everything that the program needs, by version and hash."""

import re
import tomllib
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LOCK = (ROOT / "app.lock").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def locked() -> dict[str, Requirement]:
    """Return the packages of the lock file for this system and this Python, by name."""
    lines = [line.removesuffix("\\") for line in LOCK.splitlines() if not line.startswith(" ")]
    found = [Requirement(line) for line in lines]
    return {canonicalize_name(each.name): each for each in found if fits(each)}


def fits(each: Requirement) -> bool:
    return each.marker is None or each.marker.evaluate({"extra": ""})


def test_every_file_has_a_hash_and_no_place() -> None:
    packages = re.split(r"\n(?=\S)", LOCK.strip())
    assert len(packages) > 80
    for each in packages:
        first, *hashes = each.split(" \\\n    ")
        assert re.match(r"[a-z0-9-]+==[\w.]+( ;|$)", first), first
        assert hashes
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", line.strip()) for line in hashes)
    assert "://" not in LOCK


def required() -> dict[str, Requirement]:
    """Return what the program requires, and all that this requires, without torch."""
    project = PROJECT["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["documents"]]
    left, found = [*map(Requirement, wanted)], dict[str, Requirement]()
    while left:
        each = left.pop()
        name = canonicalize_name(each.name)
        # The builds of torch have hashes of their own.
        if name not in found and name != "torch" and fits(each):
            found[name] = each
            left += map(Requirement, metadata.requires(name) or ())
    return found


def test_it_has_what_the_program_requires() -> None:
    found = locked()
    build = {each.name: each for each in map(Requirement, PROJECT["dependency-groups"]["build"])}
    for name, each in {**required(), **build}.items():
        assert name in found, name
        [pin] = found[name].specifier
        assert each.specifier.contains(pin.version, prereleases=True), (str(each), pin.version)


def test_the_tests_run_with_what_it_installs() -> None:
    found = locked()
    for name in required():
        assert metadata.version(name) in found[name].specifier, name


def test_it_agrees_with_the_constraints() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = [Requirement(line) for line in lines if line and not line.startswith("#")]
    found = locked()
    for each in pins:
        name = canonicalize_name(each.name)
        assert name not in found or found[name].specifier == each.specifier, name
