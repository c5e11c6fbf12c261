"""What is asked for, exact or fast, is what the model is asked for, whoever calls it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from embedders import HashEmbedder

from chunking import Document, cli, embedding, get, recommend, segment
from chunking.engine import prepare
from chunking.errors import SettingsError
from chunking.experiment import experiment
from chunking.recommending import recommend_prepared

if TYPE_CHECKING:
    from pathlib import Path

# No two sentences are equal: a text without differences is recommended no model.
TEXT = " ".join(
    f"The {thing} of number {i} is seen beside the {place} once more."
    for i in range(60)
    for thing, place in [[("boat", "river"), ("loaf", "oven"), ("note", "violin")][i // 20]]
)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The models that are asked for, with their precisions."""
    found: list[tuple[str, str]] = []

    def given(name: str = embedding.DEFAULT_MODEL, precision: str = "exact") -> HashEmbedder:
        found.append((name, precision))
        return HashEmbedder()

    monkeypatch.setattr(embedding, "get_embedder", given)
    return found


FAST = [("all-MiniLM-L6-v2", "fast")]


def test_recommend_looks_with_the_precision_it_recommends(asked: list[tuple[str, str]]) -> None:
    found = recommend(Document(TEXT), precision="fast")
    assert asked == FAST
    assert found.strategy.material.precision == "fast"
    assert recommend(Document(TEXT)).strategy.material.precision == "exact"


@pytest.mark.parametrize("text", [TEXT, "Short.", ""])
def test_a_precision_that_there_is_not_is_refused_whatever_the_text(text: str) -> None:
    says = "precision must be one of exact, fast, got 'half'"
    with pytest.raises(SettingsError, match=says):
        recommend(Document(text), precision="half")
    with pytest.raises(SettingsError, match=says):
        segment([text], precision="half")
    with pytest.raises(SettingsError, match=says):
        embedding.get_embedder(precision="half")


def test_what_was_prepared_by_a_model_is_recommended_with_it() -> None:
    material = get("semantic")(model="another", precision="fast").material
    found = recommend_prepared(prepare(Document(TEXT), material, embedder=HashEmbedder()))
    assert (found.strategy.material.model, found.strategy.material.precision) == ("another", "fast")


def test_segment_asks_for_the_precision(asked: list[tuple[str, str]]) -> None:
    segment(["Tides follow the moon.", "Dough has to rise."], precision="fast")
    assert asked == FAST


def test_an_experiment_is_of_one_precision(asked: list[tuple[str, str]]) -> None:
    found = experiment(Document(TEXT), [0.3], get("semantic")(precision="fast"))
    assert asked == FAST
    assert found.recommendation.strategy.material.precision == "fast"


@pytest.mark.parametrize(
    "words",
    [
        ["split", "page.md", "--strategy", "semantic"],
        ["experiment", "page.md", "--thresholds", "0.3"],
        ["compare", "page.md", "--strategy", "semantic", "--strategy", "sentence"],
        ["plan", "page.md", "next.md", "--strategy", "semantic"],
        ["plan", "page.md", "--strategy", "structure", "--to", "semantic"],
        ["nest", "page.md", "--levels", "structure > semantic:max_tokens=300"],
        ["nest", "page.md", "--strategy", "optimal:levels=2"],
        ["sweep", "page.md", "--over", "threshold=0.3,0.5"],
        ["sweep", "page.md", "--strategy", "sentence", "--over", "strategy=sentence,semantic"],
        [
            "sweep", "page.md", "--strategy", "sentence", "--over", "max_tokens=200,400",
            "--measure", "cohesion",
        ],
    ],
)  # fmt: skip
def test_every_command_that_embeds_takes_a_precision(
    words: list[str],
    asked: list[tuple[str, str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.md").write_text(TEXT, encoding="utf-8")
    (tmp_path / "next.md").write_text(TEXT + " The end.", encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["chunkscope", *words, "--precision", "fast"])
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert not left.value.code
    assert set(asked) == set(FAST)


def test_a_sweep_asks_for_no_model_where_nothing_in_it_uses_one(
    asked: list[tuple[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:  # fmt: skip
    path = tmp_path / "page.md"
    path.write_text(TEXT, encoding="utf-8")
    words = ["sweep", str(path), "--over", "strategy=paragraph,sentence"]
    for more, code in (([], 0), (["--precision", "fast"], 2)):
        monkeypatch.setattr("sys.argv", ["chunkscope", *words, *more])
        with pytest.raises(SystemExit) as left:
            cli.main()
        assert (left.value.code or 0, asked) == (code, [])
    assert (
        b"--precision is for strategies and measures with a model" in capsysbinary.readouterr()[1]
    )


@pytest.mark.parametrize(
    "words",
    [
        ["experiment", "page.md", "--thresholds", "0.3", "--json"],
        ["sweep", "page.md", "--over", "threshold=0.3", "--json"],
        ["plan", "page.md", "next.md", "--strategy", "semantic", "--json"],
    ],
)
def test_a_command_says_where_a_precision_cannot_be_had(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    from chunking.embedding import precision

    monkeypatch.setattr(precision, "fast_obstacle", lambda: "this processor is too old")
    monkeypatch.setattr(embedding, "get_embedder", lambda *_, **__: HashEmbedder())
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.md").write_text(TEXT, encoding="utf-8")
    (tmp_path / "next.md").write_text(TEXT + " The end.", encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["chunkscope", *words, "--precision", "fast"])
    with pytest.raises(SystemExit):
        cli.main()
    out, error = capsysbinary.readouterr()
    assert json.loads(out)
    assert error.count(b"this processor is too old, so the precision is exact, not fast") == 1
