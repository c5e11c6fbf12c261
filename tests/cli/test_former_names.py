"""Former names of options, and strategies that cannot be imported."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest
from command_line import run

from chunking import strategies
from chunking.cli.groups import PRECISION_NOTE
from chunking.strategies import former_names

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(former_names, "_reported", set())
    path = tmp_path / "page.md"
    path.write_text("# One\n\nA sentence stands here.\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("words", "field", "value", "note"),
    [
        (["--count-in", "words"], "tokenizer", "words", "--count-in is now --tokenizer"),
        (["--anchor-tokens=9"], "resync_interval", 9, "--anchor-tokens is now --resync-interval"),
        (
            ["--strategy", "headings", "--join-tokens", "7"],
            "merge_below", 7, "--join-tokens is now --merge-below",
        ),
        (["--strategy", "code:count_in=words"], "tokenizer", "words", "count_in is now tokenizer"),
        (
            ["--strategy", "semantic", "--precision", "fast"],
            "model", "all-MiniLM-L6-v2@bf16", PRECISION_NOTE,
        ),
    ],
)  # fmt: skip
def test_a_former_name_works_with_one_note(
    words: list[str], field: str, value: object, note: str
) -> None:
    code, out, error = run("split", "page.md", *words, "--format", "toml")
    assert code == 0
    assert tomllib.loads(out)["chunking"][field] == value
    assert error == f"note: {note}\n"


def test_a_former_name_of_a_setting_of_another_command_works() -> None:
    code, _, error = run("nest", "page.md", "--count-in", "words")
    assert (code, error) == (0, "note: --count-in is now --tokenizer\n")


@pytest.mark.parametrize("command", ["split", "nest", "compare", "plan", "sweep", "recommend"])
def test_former_names_are_not_in_the_help(command: str) -> None:
    _, out, _ = run(command, "--help")
    assert not {"--count-in", "--anchor-tokens", "--join-tokens", "--precision"} & set(out.split())


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


def test_the_former_option_for_a_metric_works() -> None:
    code, _, error = run(
        "sweep", "page.md", "--strategy", "sentence", "--over", "max_tokens=50,100",
        "--measure", "tokens_max",
    )  # fmt: skip
    assert (code, error) == (0, "note: --measure is now --metric\n")
