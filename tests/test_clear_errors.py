"""Wrong arguments of the API and the command line, each with one clear sentence."""

import pickle
from pathlib import Path

import pytest
from typer.testing import CliRunner

from chunking.cli import terminal
from chunking.cli.app import app
from chunking.embedding import vector_cache
from chunkscope import (
    Constraints,
    Document,
    LoadError,
    Semantic,
    SettingsError,
    Structure,
    chunk,
    load,
)  # fmt: skip

TEXT = "# One\n\nOne is here. Two is here.\n\n# Two\n\n| a |\n|---|\n| b |\n"


def error_of(*words: str) -> str:
    """Return the sentence with which a command fails."""
    result = CliRunner().invoke(app, list(words))
    assert isinstance(result.exception, SettingsError), result.output
    return str(result.exception)


@pytest.mark.parametrize(("path", "named"), [(".", "."), ("..", ".."), ("notes/", "notes")])
def test_a_folder_is_named(
    path: str, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "notes").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LoadError) as raised:
        load(path)
    assert str(raised.value) == f"{named}: a folder, where a file is expected"


@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        (Constraints(required=(100_000,)), "required boundaries .* 0 and 68, got 100,000"),
        (Constraints(forbidden=(-1,)), "forbidden boundaries .* 0 and 68, got -1"),
    ],
)
def test_manual_boundaries_must_lie_in_the_text(constraints: Constraints, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        chunk(TEXT + "\n" * (68 - len(TEXT)), Structure(), constraints=constraints)


def test_a_strategy_does_not_change() -> None:
    strategy = Semantic()
    with pytest.raises(SettingsError, match=r"does not change; with_\(threshold=0.4\)"):
        strategy.threshold = 0.4  # type: ignore[misc] # what is tested
    assert strategy == Semantic()


def test_an_unpickled_chunking_equals_the_original() -> None:
    found = chunk(Document(TEXT), Structure())
    again = pickle.loads(pickle.dumps(found))  # noqa: S301 - our own
    assert again == found
    assert hash(again) == hash(found)
    assert chunk(Document(TEXT), Structure()) == found
    assert chunk(Document(TEXT), Structure(max_tokens=9, target_tokens=5)) != found
    assert chunk(Document(TEXT + "."), Structure()) != found
    assert found != TEXT


def test_the_command_line_names_what_is_wrong(tmp_path: Path) -> None:
    book, asked = tmp_path / "book.md", tmp_path / "asked.jsonl"
    book.write_text(TEXT, "utf-8")
    split = ("split", str(book), "--strategy", "structure")
    assert error_of(*split, "--output", "x.foo") == (
        "x.foo must end in .jsonl, .csv, .txt, .parquet, .toml; or give --format"
    )
    assert error_of("split", str(tmp_path), "--strategy", "structure", "--jobs", "0") == (
        "jobs must be at least 1, got 0"
    )
    assert error_of("transfer", str(book), "--strategy", "structure", "--to", "any") == (
        "transfer needs a strategy with a threshold, such as semantic; got structure"
    )
    asked.write_text('{"question": "What?", "document": "book.md", "evidence": [[900, 950]]}\n')
    evaluate = ("evaluate", str(book), "--questions", str(asked), "--strategy", "structure")
    assert error_of(*evaluate) == (
        'evaluate needs a question with evidence in a document; asked.jsonl question 1 ("What?"): '
        f"got the evidence [900, 950], and book.md has {len(TEXT)} characters"
    )


def test_a_cache_that_grows_meanwhile_frees_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = iter([10, 30])
    monkeypatch.setattr(vector_cache, "_bytes_on_disk", lambda _: next(sizes))
    assert vector_cache.shrink_cache(0, tmp_path) == 0


def test_a_long_wait_is_announced_once_where_nothing_is_drawn(
    capsys: pytest.CaptureFixture[str],
) -> None:
    seconds = iter([0.0, 1.0, 2.0, 2.0, 5.0, 5.0, 60.0, 60.0])
    show = terminal.embedding_progress(lambda: next(seconds))
    for done in (100, 110, 120, 1_000):
        show(done, 10_000)
    assert capsys.readouterr().err == "note: 120 of 10,000 texts embedded, about 33 minutes left\n"
