"""`chunkscope check`."""

import json
from pathlib import Path

import pytest
from command_line import run

pytestmark = pytest.mark.usefixtures("four_characters_per_token")

TEXT = "The tide rises.\n\nIt falls.\n\nThe tide rises.\n"
PARAGRAPHS = "paragraph:max_tokens=6,overlap_tokens=0"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a document to the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tides.md").write_text(TEXT, encoding="utf-8")


@pytest.mark.model
def test_the_chunks_behind_each_number_are_named() -> None:
    code, out, _ = run("check", "tides.md", "--strategy", PARAGRAPHS, "--strategy", "structure")
    assert code == 0
    lines = out.splitlines()
    assert f"A  {PARAGRAPHS}" in lines
    assert "Duplicates             2  0" in lines
    assert "  Duplicates: 0 = 2" in lines
    assert "  Unresolved references: 1" in lines
    assert "Hubs: needs at least 20 chunks" in lines


@pytest.mark.model
def test_json_has_the_indices_of_all_chunks() -> None:
    found = json.loads(run("check", "tides.md", "--strategy", PARAGRAPHS, "--json")[1])
    checks = {each["name"]: each for each in found["strategies"][0]["checks"]}
    assert checks["duplicates"]["chunks"] == [0, 2]
    assert checks["duplicates"]["groups"] == [[0, 2]]
    assert checks["references"] == {
        "name": "references",
        "count": 1,
        "description": "The first word refers to text before the chunk.",
        "chunks": [1],
    }
    assert checks["orphans"]["count"] is None


@pytest.mark.model
def test_without_a_strategy_the_recommended_one_is_checked(tmp_path: Path) -> None:
    turns = [f"Ann: Is it {i} yet?\n\nBo: No, but the tide rises again soon.\n" for i in range(40)]
    (tmp_path / "talk.md").write_text("\n".join(turns), encoding="utf-8")
    code, out, error = run("check", "talk.md")
    assert code == 0
    assert out.startswith("A  dialogue:")
    assert "note: recommended: dialogue" in error


@pytest.mark.model
@pytest.mark.parametrize("command", ["check", "split"])
def test_what_the_model_misses_is_printed_once(tmp_path: Path, command: str) -> None:
    sentence = "Паром ушёл с причала в шесть, и никто на борту не видел такого отлива. "
    (tmp_path / "ferry.md").write_text(sentence * 60, encoding="utf-8")
    code, _, error = run(command, "ferry.md")
    assert code == 0
    assert error.count("does not cover Cyrillic") == 1
