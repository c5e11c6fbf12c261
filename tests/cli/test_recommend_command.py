"""`chunkscope recommend`."""

import json
from pathlib import Path

import pytest
from command_line import run
from topical import topical

from chunking import chunk, load
from chunking.engine.serialization import from_toml
from chunking.engine.spec import parse_spec
from chunking.loading.samples import sample


@pytest.fixture(autouse=True)
def contract(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a contract to the current folder."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "contract.md"
    path.write_text(sample("contract.md").text, encoding="utf-8")
    return path


def test_the_recommended_settings_can_be_used(contract: Path) -> None:
    _, out, _ = run("recommend", "contract.md", "--output", "best.toml")
    text, _, spec = out.rstrip("\n").partition("\n\n  ")
    assert text.startswith("Recommended: structure, ")
    strategy = parse_spec(spec)
    assert strategy == from_toml((contract.parent / "best.toml").read_text(encoding="utf-8"))
    _, lines, _ = run("split", "contract.md", "--settings", "best.toml")
    starts = [json.loads(line)["start"] for line in lines.splitlines()]
    assert starts == [part.start for part in chunk(load("contract.md"), strategy).chunks]


def test_json_holds_the_facts() -> None:
    found = json.loads(run("recommend", "contract.md", "--json")[1])
    assert (found["strategy"], found["alternative"]) == ("structure", None)
    assert found["settings"]["max_tokens"] == 254
    assert found["facts"]["headings"] > 2


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "names", "printed"),
    [
        (topical().text, ["structure", "semantic"], "\nAlternative: semantic, threshold "),
        (sample("essay.md").text, ["structure"], "\nNo threshold suits this text: "),
    ],
)
def test_prose_has_a_threshold_as_the_alternative_or_the_reason_for_none(
    contract: Path, text: str, names: list[str], printed: str
) -> None:
    contract.write_text(text, encoding="utf-8")
    _, out, _ = run("recommend", "contract.md")
    specs = [line.strip() for line in out.splitlines() if line.startswith("  ")]
    assert [parse_spec(spec).name for spec in specs] == names
    assert printed in out


def test_a_script_that_the_model_does_not_cover_is_noted(contract: Path) -> None:
    contract.write_text(sample("nihongo.md").text, encoding="utf-8")
    code, _, err = run("recommend", "contract.md")
    assert code == 0
    assert "note: all-MiniLM-L6-v2 does not cover Chinese characters: " in err
    _, out, _ = run("recommend", "contract.md", "--json")
    assert json.loads(out)["coverage"]["unknown"] > 0.2


@pytest.mark.model
def test_split_notes_it_where_vectors_are_used(contract: Path) -> None:
    contract.write_text(sample("nihongo.md").text, encoding="utf-8")
    assert (
        "does not cover Chinese characters"
        in run("split", "contract.md", "--strategy", "semantic")[2]
    )
    assert "does not cover" not in run("split", "contract.md", "--strategy", "sentence")[2]
