"""`chunkscope transfer`."""

import json
from pathlib import Path

import pytest
from command_line import run

from chunking.engine.spec import parse_spec
from chunking.loading.samples import sample
from chunking.strategies import Semantic


@pytest.fixture(autouse=True)
def essay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write two documents to the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "essay.md").write_text(sample("essay.md").text, encoding="utf-8")
    (tmp_path / "contract.md").write_text(sample("contract.md").text, encoding="utf-8")


@pytest.mark.model
def test_the_threshold_for_other_documents_can_be_used() -> None:
    code, out, _ = run("transfer", "contract.md", "--tuned-on", "essay.md")
    assert code == 0
    summary, _, spec = out.rstrip("\n").partition("\n\n  ")
    assert summary.startswith("Threshold 0.")
    strategy = parse_spec(spec)
    assert isinstance(strategy, Semantic)
    assert 0.55 < strategy.threshold < 0.95


@pytest.mark.model
def test_json_has_the_figures_and_the_settings() -> None:
    words = ("transfer", "essay.md", "--to", "all-MiniLM-L6-v2", "--json")
    found = json.loads(run(*words, "--strategy", "semantic:threshold=0.2")[1])
    assert found["agreement"]["transferred"] == 1.0
    assert found["low"] <= found["threshold"] <= found["high"]
    assert found["settings"]["threshold"] == found["threshold"]


@pytest.mark.parametrize("words", [(), ("--to", "x", "--tuned-on", "essay.md")])
def test_either_a_model_or_a_document_is_needed(words: tuple[str, ...]) -> None:
    code, _, error = run("transfer", "essay.md", *words)
    assert code != 0
    assert "either --to, a model, or --tuned-on, a document" in error
