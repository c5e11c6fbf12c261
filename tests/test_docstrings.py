"""The examples in docstrings show what the program returns."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLES = [
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for file in sorted((ROOT / "chunking").rglob("*.py"))
    if ">>> " in file.read_text("utf-8")
]


@pytest.mark.parametrize("module", EXAMPLES)
def test_examples_return_what_they_show(module: str) -> None:
    found = doctest.testmod(import_module(module))
    assert found.attempted
    assert found.failed == 0
