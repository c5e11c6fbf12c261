"""`chunkscope sync` and `chunkscope search`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import run

WORDS = ("--to", "store", "--strategy", "structure")


@pytest.fixture(autouse=True)
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a library to the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes").mkdir()
    tides = "# Tides\n\nThe moon pulls the sea.\n\n# Bread\n\nFlour, water and \x1b[31msalt.\n"
    (tmp_path / "notes" / "tides.md").write_text(tides)
    (tmp_path / "notes" / "clocks.txt").write_text("A clock measures the time of the day.")
    return tmp_path / "notes"


@pytest.mark.model
def test_a_store_is_written_and_searched() -> None:
    code, out, error = run("sync", "notes", *WORDS)
    assert (code, error) == (0, "")
    assert out.splitlines()[0] == ("documents  2 added, 0 changed, 0 unchanged, 0 removed")
    code, out, error = run("search", "store", "What causes ebb and flow?", "--count", "2")
    assert (code, error) == (0, "")
    first, text, *_ = out.splitlines()
    assert first.startswith("1. 0.")
    assert first.endswith("  tides.md > Tides")
    assert text == "   # Tides The moon pulls the sea."
    found = json.loads(run("search", "store", "baking a loaf", "--json")[1])
    assert found[0]["heading_path"] == ["Bread"]
    assert found[0]["score"] > found[1]["score"]
    assert "\x1b" not in run("search", "store", "baking a loaf")[1]


@pytest.mark.model
def test_a_dry_run_prints_the_cost_and_writes_nothing(notes: Path) -> None:
    code, out, _ = run("sync", "notes", *WORDS, "--dry-run")
    assert code == 0
    first, second, third, fourth = out.splitlines()
    assert first == "dry run: nothing is changed"
    assert second.startswith("documents  2 added")
    assert third.startswith("chunks     ")
    assert third.endswith(" 0 deleted")
    assert fourth.endswith(" s with one process")
    assert not (notes.parent / "store").exists()


@pytest.mark.model
def test_failed_documents_are_reported_with_exit_code_1(notes: Path) -> None:
    (notes / "bad.pdf").write_bytes(b"%PDF-1.4 nothing")
    code, out, error = run("sync", "notes", *WORDS)
    assert code == 1
    assert "2 added" in out
    assert "0 removed; 1 failed\n" in out
    assert error.startswith("error: bad.pdf: ")
    code, out, _ = run("sync", "notes", *WORDS, "--json", "--exclude", "*.txt")
    report = json.loads(out)
    assert (code, report["unchanged"], report["removed"]) == (1, 1, 1)
    assert [each["document"] for each in report["problems"]] == ["bad.pdf"]
    assert report["counts"]["embedded"] == 0


@pytest.mark.model
def test_a_watched_folder_that_cannot_be_read_is_awaited(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = notes.parent / "away"

    def interrupt() -> None:
        raise KeyboardInterrupt

    events: list[Callable[[], object]]
    events = [lambda: notes.rename(away), lambda: None, lambda: away.rename(notes), interrupt]
    monkeypatch.setattr("chunking.library.watch.time.sleep", lambda _: events.pop(0)())
    code, out, error = run("sync", "notes", *WORDS, "--watch")
    assert code == 0
    assert error.splitlines() == [
        "note: waiting for changes; Ctrl+C ends",
        "error: notes: there is no such file",
    ]
    first, second = (line for line in out.splitlines() if line.startswith("documents"))
    assert "2 added" in first
    assert "2 unchanged, 0 removed" in second


@pytest.mark.model
def test_without_settings_those_of_a_new_store_are_the_recommended_ones() -> None:
    for added in ("2 added", "2 unchanged"):
        code, out, _ = run("sync", "notes", "--to", "new")
        assert code == 0
        assert added in out
    found = json.loads(Path("new/manifest.json").read_text("utf-8"))["files"].values()
    assert all(state[3] for each in found for state in each["documents"].values())
    run("sync", "notes", *WORDS)
    code, _, error = run("sync", "notes", "--to", "store")
    assert code == 2
    assert "store holds chunks of given settings: name them, or --strategy recommended" in error


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (
            ("sync", "notes", *WORDS, "--preset", "x"),
            "give one of --settings FILE, --preset NAME and --str",
        ),
        (("sync", "no/where", *WORDS), "no/where: there is no such file"),
        (("sync", "nowhere", *WORDS, "--watch"), "there is no such file"),
        (("sync", "notes", *WORDS, "--watch", "--dry-run"), "give one of --watch and --dry-run"),
        (("sync", "notes", "--to", "no:y", "--strategy", "fixed"), "must be one of parquet"),
        (("sync", "notes", "--to", "notes/x", "--strategy", "fixed"), "must not be in a folder"),
        (("search", "nowhere", "Why?"), "nowhere is not a store: create one"),
        (("search", "store", " "), "the question must not be empty"),
    ],
)
def test_errors_are_one_sentence(words: tuple[str, ...], reason: str) -> None:
    code, out, error = run(*words)
    assert (code, out) == (2, "")
    assert error.count("\n") == 1
    assert reason in error


@pytest.mark.model
def test_a_search_for_words_that_no_chunk_has_says_so() -> None:
    run("sync", "notes", *WORDS)
    code, out, error = run("search", "store", "zyzzyva", "--ranking", "words")
    assert (code, out) == (0, "")
    assert error == "note: no chunk of the store has a word of the question\n"


@pytest.mark.model
def test_long_chunks_are_noted_and_a_store_keeps_its_treatment(notes: Path) -> None:
    (notes / "long.md").write_text("The moon pulls the sea and the sea returns. " * 200)
    words = ("--to", "long", "--strategy", "sentence:max_tokens=600,tokenizer=wordpiece")
    assert (
        "exceed the model limit (all-MiniLM-L6-v2: 254): they are not embedded. Set "
        in (run("sync", "notes", *words)[2])
    )
    code, _, error = run("sync", "notes", *words, "--long-texts", "average")
    assert code == 2
    assert "long: its long_texts is truncate, got average: use --long-texts truncate" in error
    other = ("--to", "averaged", *words[2:])
    error = run("sync", "notes", *other, "--long-texts", "average")[2]
    assert "long.md: 5" in error
    assert "such chunks are averaged over up to 3 windows" in error
    (notes / "long.md").write_text("The sea returns and the moon pulls. " * 200)
    assert "averaged" in run("sync", "notes", *other)[2]  # as in the store


@pytest.mark.model
def test_the_recommended_strategy_of_each_document_is_recorded_with_the_reason(
    notes: Path,
) -> None:
    fence = "```python\nx = 1\n```\n"
    (notes / "api.md").write_text("".join(f"# Part {i}\n\n{fence * 30}\n" for i in range(9)))
    code, _, error = run("sync", "notes", "--to", "store", "--strategy", "recommended")
    assert code == 0
    assert "note: clocks.txt: recommended: sentence, one chunk." in error
    documents = {
        route: row
        for file in json.loads((notes.parent / "store" / "manifest.json").read_text())[
            "files"
        ].values()
        for route, row in file["documents"].items()
    }
    chosen = documents["api.md"][3]
    assert chosen.startswith("structure:")
    assert "recommended: structure, about 128 tokens per chunk" in chosen
    assert "unchanged" in run("sync", "notes", "--to", "store", "--strategy", "recommended")[1]
