"""`chunkscope recommend`, called as the program calls it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from chunking import chunk, cli, load
from chunking.samples import sample
from chunking.settings import from_toml
from chunking.specs import parse_spec

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def contract(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A contract in the folder where the program runs."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "contract.md"
    path.write_text(sample("contract.md").text, encoding="utf-8")
    return path


def run(monkeypatch: pytest.MonkeyPatch, captured: pytest.CaptureFixture[str], *words: str) -> str:
    """What the program writes to standard output."""
    monkeypatch.setattr("sys.argv", ["chunkscope", *words])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0
    return captured.readouterr().out


def test_the_reason_comes_with_settings_that_can_be_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], contract: Path
) -> None:
    said = run(monkeypatch, capsys, "recommend", "contract.md", "--output", "best.toml")
    reason, _, spec = said.rstrip("\n").partition("\n\n  ")
    assert reason.endswith(
        "; only fences and tables may be longer than the model reads, and stay whole."
    )
    found = parse_spec(spec)
    assert found == from_toml((contract.parent / "best.toml").read_text(encoding="utf-8"))
    made = run(monkeypatch, capsys, "split", "contract.md", "--settings", "best.toml")
    starts = [json.loads(line)["start"] for line in made.splitlines()]
    assert starts == [part.start for part in chunk(load("contract.md"), found).chunks]


def test_as_json_it_has_the_facts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(run(monkeypatch, capsys, "recommend", "contract.md", "--json"))
    assert (found["strategy"], found["alternative"]) == ("structure", None)
    assert found["settings"]["max_tokens"] == 254
    assert found["facts"]["headings"] > 2


@pytest.mark.model
def test_for_prose_a_threshold_stands_beside_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], contract: Path
) -> None:
    contract.write_text(sample("essay.md").text, encoding="utf-8")
    said = run(monkeypatch, capsys, "recommend", "contract.md")
    specs = [line.strip() for line in said.splitlines() if line.startswith("  ")]
    assert [parse_spec(spec).name for spec in specs] == ["optimal", "semantic"]
    assert "With semantic, by a threshold on windows of sentences: " in said
