"""Wheel and source distribution: their files, their metadata, and the installed command line."""

import json
import re
import tarfile
import tomllib
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest
from distributions import Distributions, Installation
from packaging.metadata import Metadata

ROOT = Path(__file__).parent.parent
TEXT = "# Tides\n\nThe moon pulls the sea. The sea follows.\n\n# Bread\n\nKnead the dough. Wait.\n"


def project() -> dict[str, Any]:
    """Return the table `project` of pyproject.toml."""
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def files_below(folder: str) -> set[str]:
    """Return the paths of the files below a folder of the project, without compiled ones."""
    paths = (path for path in (ROOT / folder).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in paths if path.suffix != ".pyc"}


def extras_of(text: str) -> set[str]:
    """Return the extras in the install commands of a text."""
    found = re.findall(r"chunkscope\[([\w,-]+)\]", text)
    return {extra for each in found for extra in each.split(",")}


@pytest.fixture
def wheel(distributions: Distributions) -> zipfile.Path:
    """Return the root of the wheel."""
    return zipfile.Path(distributions.wheel)


@pytest.fixture
def information(wheel: zipfile.Path) -> zipfile.Path:
    """Return the folder of the wheel's metadata."""
    [found] = (each for each in wheel.iterdir() if each.name.endswith(".dist-info"))
    return found


def test_the_wheel_adds_two_packages_to_an_environment(wheel: zipfile.Path) -> None:
    name = f"chunkscope-{project()['version']}.dist-info"
    assert {each.name for each in wheel.iterdir()} == {"chunking", "chunkscope", name}


def test_the_wheel_has_every_file_of_the_package_and_the_app(distributions: Distributions) -> None:
    with zipfile.ZipFile(distributions.wheel) as archive:
        found = {name for name in archive.namelist() if name.startswith("chunk")}
        found = {name for name in found if ".dist-info/" not in name}
    app = {"app.py"} | files_below("pages") | files_below(".streamlit")
    development = {"chunking/gui/tsconfig.json", "chunking/gui/web/messages.d.ts"}
    package = files_below("chunking") | files_below("chunkscope")
    assert found == (package - development) | {f"chunking/_app/{name}" for name in app}


def test_the_source_distribution_has_what_a_maintainer_needs(distributions: Distributions) -> None:
    with tarfile.open(distributions.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {name.partition("/")[0] for name in names} == {
        ".dockerignore", ".gitignore", ".streamlit", "CHANGELOG.md", "CONTRIBUTING.md",
        "Containerfile", "LICENSE", "Makefile", "PKG-INFO", "README.md", "app.lock", "app.py",
        "benchmarks", "chunking", "chunkscope", "constraints.txt", "docs", "engine", "package.json",
        "pages", "pyproject.toml", "tests",
    }  # fmt: skip
    for folder in ("tests", "docs", "benchmarks", "engine"):
        assert {name for name in names if name.startswith(f"{folder}/")} == files_below(folder)


def test_the_metadata_are_valid_and_those_of_the_project(information: zipfile.Path) -> None:
    metadata = Metadata.from_email((information / "METADATA").read_bytes(), validate=True)
    told = project()
    assert metadata.name == told["name"]
    assert str(metadata.version) == told["version"]
    assert metadata.license_expression == told["license"]
    assert metadata.description == (ROOT / "README.md").read_text("utf-8")
    license_ = information / "licenses" / "LICENSE"
    assert license_.read_text("utf-8") == (ROOT / "LICENSE").read_text("utf-8")


def test_an_installed_package_of_an_extra_satisfies_it(information: zipfile.Path) -> None:
    metadata = Metadata.from_email((information / "METADATA").read_bytes(), validate=True)
    extras = set(project()["optional-dependencies"])
    assert set(metadata.provides_extra or ()) == extras
    checked = set()
    for extra in extras:
        required = [
            each
            for each in metadata.requires_dist or ()
            if each.marker is not None and f'extra == "{extra}"' in str(each.marker)
        ]
        assert required, extra
        for each in required:
            try:
                installed = version(each.name)
            except PackageNotFoundError:
                continue
            checked.add(each.name)
            assert installed in each.specifier, each
    assert {"langchain-text-splitters", "model2vec"} <= checked  # those of the group dev


def test_the_program_has_the_name_that_uvx_and_pipx_run(information: zipfile.Path) -> None:
    points = (information / "entry_points.txt").read_text("utf-8")
    assert points.split() == ["[console_scripts]", project()["name"], "=", "chunking.cli:main"]


def test_every_extra_in_docs_and_messages_exists() -> None:
    extras = set(project()["optional-dependencies"])
    guide = (ROOT / "docs" / "installation.md").read_text("utf-8")
    assert set(re.findall(r"(?m)^\| `([\w-]+)` \|", guide)) == extras
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "chunking").rglob("*.py")]
    named = {path: extras_of(path.read_text("utf-8")) for path in pages}
    assert {path.name: found - extras for path, found in named.items() if found - extras} == {}
    assert {"langchain", "multilingual"} <= set().union(*named.values())


def test_the_installed_program_splits_a_file(installed: Installation, tmp_path: Path) -> None:
    file = tmp_path / "tides.md"
    file.write_text(TEXT, "utf-8")
    words = ("split", str(file), "--strategy", "headings", "--merge-below", "0")
    lines = installed.chunkscope(*words).splitlines()
    assert [json.loads(line)["heading_path"] for line in lines] == [["Tides"], ["Bread"]]


@pytest.mark.model
def test_the_installed_program_has_its_model(installed: Installation, tmp_path: Path) -> None:
    file = tmp_path / "tides.md"
    file.write_text(TEXT, "utf-8")
    lines = installed.chunkscope("split", str(file), "--strategy", "breakpoint").splitlines()
    assert "similarity" in {json.loads(line)["reason"] for line in lines}


def test_the_installed_program_is_also_a_module(installed: Installation) -> None:
    told = f"chunkscope {project()['version']}\n"
    assert installed.chunkscope("--version") == told
    assert installed.run_python("-m", "chunking.cli", "--version") == told
    of_package = installed.run_python("-c", "import chunkscope; print(chunkscope.__version__)")
    assert f"chunkscope {of_package}" == told
    place = installed.run_python("-c", "import chunking; print(chunking.__file__)")
    assert Path(place.strip()).is_relative_to(installed.folder)
