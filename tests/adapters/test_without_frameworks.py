"""What an adapter raises if its framework is missing."""

import importlib
import sys

import pytest


@pytest.mark.parametrize(
    ("name", "module", "package"),
    [
        ("langchain", "langchain_core", "langchain-text-splitters"),
        ("llama_index", "llama_index", "llama-index-core"),
        ("haystack", "haystack", "haystack-ai"),
    ],
)
def test_the_error_names_the_command_that_installs_it(
    name: str, module: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for loaded in [each for each in sys.modules if each.split(".")[0] == module]:
        monkeypatch.delitem(sys.modules, loaded)
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, f"chunking.adapters.{name}", raising=False)
    with pytest.raises(ImportError, match=f"pip install {package}"):
        importlib.import_module(f"chunking.adapters.{name}")
