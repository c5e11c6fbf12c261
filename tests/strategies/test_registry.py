"""Strategies by name: typed lookup, lazy imports, modules that cannot be imported."""

import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, get_args, get_overloads, get_type_hints

import pytest

from chunking import available, get, strategies
from chunking.core.errors import SettingsError

SNIPPET = """\
from chunking import get
from chunking.strategies import Semantic

get("semantic")(max_tokns=3)
Semantic(max_tokns=3)
get("my own strategy")(anything=3)
reveal_type(get("semantic")(max_tokens=3).max_tokens)
"""
ERROR = 'error: Unexpected keyword argument "max_tokns" for "Semantic"'


def literal_names() -> dict[str, str]:
    """Return the name and the class name of each overload of `get` for a literal name."""
    classes = {kind.__name__: kind for kind in map(get, available())}
    found = {}
    for overload in get_overloads(get):
        hints = get_type_hints(overload, {**vars(strategies), **classes, "Literal": Literal})
        for name in get_args(hints["name"]):
            [kind] = get_args(hints["return"])
            found[name] = kind.__name__
    return found


def test_each_overload_of_get_returns_the_class_of_its_name() -> None:
    found = literal_names()
    assert found == {name: get(name).__name__ for name in found}
    assert set(found) <= set(available())


def test_every_class_of_an_overload_can_be_imported() -> None:
    for name, kind in literal_names().items():
        assert kind in strategies.__all__
        assert getattr(strategies, kind) is get(name)
    with pytest.raises(AttributeError, match="has no attribute 'Nonsense'"):
        _ = strategies.Nonsense


@pytest.mark.nightly
@pytest.mark.parametrize("config", ["", "pyproject.toml"])
def test_mypy_catches_a_misspelled_setting(config: str, tmp_path: Path) -> None:
    from mypy import api

    path = tmp_path / "snippet.py"
    path.write_text(SNIPPET)
    flags = ["--strict", "--follow-imports=silent", f"--config-file={config}"]
    report = api.run([*flags, f"--cache-dir={tmp_path}", str(path)])[0]
    assert [line for line in range(1, 8) if f"snippet.py:{line}: error" in report] == [4, 5]
    assert report.count(ERROR) == 2
    assert 'Revealed type is "int"' in report.replace("builtins.", "")


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Add a strategy module that raises when it is imported."""
    (tmp_path / "broken.py").write_text("raise ValueError('no such library')\n")
    monkeypatch.setattr(strategies, "__path__", [*strategies.__path__, str(tmp_path)])
    strategies._registry.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    strategies._registry.cache_clear()


@pytest.mark.usefixtures("broken")
def test_a_module_that_cannot_be_imported_is_left_out_with_one_warning() -> None:
    message = "chunking.strategies.broken cannot be imported (ValueError: no such library)"
    with pytest.warns(UserWarning, match="strategy left out") as found:
        names = available()
    assert [str(each.message) for each in found] == [f"strategy left out: {message}"]
    assert "broken" not in names
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert get("sentence")().max_tokens == 512
    with pytest.raises(SettingsError) as error:
        get("broken")
    assert str(error.value) == message
    assert isinstance(error.value.__cause__, ValueError)


def test_the_help_of_the_command_line_survives_a_broken_strategy(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("raise ValueError('no such library')\n")
    script = (
        f"from chunking import strategies; strategies.__path__.append({str(tmp_path)!r})\n"
        "import sys; sys.argv = ['chunkscope', '--help']\n"
        "from chunking.cli import main; main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "split" in done.stdout
    assert "Traceback" not in done.stderr
