"""Strategies that cannot be imported."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import run

from chunking import strategies


@pytest.fixture
def _broken_strategy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add a module that raises to the folder of strategies."""
    (tmp_path / "broken.py").write_text("raise RuntimeError('no luck')\n", encoding="utf-8")
    monkeypatch.setattr(strategies, "__path__", [*strategies.__path__, str(tmp_path)])
    strategies._registry.cache_clear()
    yield
    monkeypatch.undo()
    strategies._registry.cache_clear()


@pytest.mark.usefixtures("_broken_strategy")
def test_a_strategy_that_raises_on_import_does_not_break_the_others() -> None:
    code, out, error = run("strategies")
    assert code == 0
    assert "semantic: " in out
    assert error == (
        "note: strategy left out: chunking.strategies.broken cannot be imported "
        "(RuntimeError: no luck)\n"
    )
    code, out, _ = run("--help")
    assert code == 0
    assert "Split a document" in out
