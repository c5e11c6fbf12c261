"""`chunkscope split` and `chunkscope strategies`."""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
from command_line import run
from pyarrow import parquet

from chunking import available, chunk, get, load, recommend, strategies

KEYS = [
    "id", "index", "start", "end", "overlap", "tokens", "reason", "heading_path", "table_header",
    "content_hash", "sha256", "location_id", "oversize", "oversize_reason", "text",
    "source", "strategy",
]  # fmt: skip

TEXT = "# One\n\n" + "A sentence of some length stands here. " * 60 + "\n\n# Two\n\nThe end.\n"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.md"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_split_writes_one_json_object_per_chunk(page: Path) -> None:
    code, out, _ = run("split", str(page), "--strategy", "structure", "--target-tokens", "200")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [row["index"] for row in rows] == list(range(len(rows)))
    assert [key for key in rows[0] if key in KEYS] == KEYS
    assert all(row["text"] == TEXT[row["start"] - row["overlap"] : row["end"]] for row in rows)
    assert rows[-1]["heading_path"] == ["Two"]
    assert {row["source"] for row in rows} == {"page.md"}


def test_a_dash_reads_standard_input() -> None:
    code, out, _ = run("split", "-", "--strategy", "paragraph", stdin="Ein Wörtchen.".encode())
    assert code == 0
    assert json.loads(out)["text"] == "Ein Wörtchen."


def test_toml_holds_the_settings_and_is_read_back(page: Path, tmp_path: Path) -> None:
    code, out, _ = run(
        "split", str(page), "--strategy", "semantic", "--threshold", "0.4", "--format", "toml"
    )
    assert code == 0
    assert tomllib.loads(out)["chunking"]["threshold"] == 0.4
    kept = tmp_path / "kept.toml"
    kept.write_text('[chunking]\nstrategy = "sentence"\nmax_tokens = 70\noverlap_tokens = 0\n')
    _, lines, _ = run("split", str(page), "--settings", str(kept))
    rows = [json.loads(line) for line in lines.splitlines()]
    assert {row["strategy"] for row in rows} == {"sentence"}
    assert max(row["tokens"] for row in rows) <= 70


def test_text_shows_every_chunk(page: Path) -> None:
    code, out, _ = run("split", str(page), "--format", "text", "--max-tokens", "300")
    assert code == 0
    assert "The end." in out
    assert "1 of" in out


def test_a_flag_changes_one_setting_of_a_preset(page: Path) -> None:
    _, out, _ = run("split", str(page), "--preset", "context harness", "--format", "toml")
    assert tomllib.loads(out)["chunking"] == {
        "strategy": "paragraph", "max_tokens": 700, "overlap_tokens": 80,
        "overlap_starts_at": "exact",
        "tokenizer": "characters", "resync_interval": 0,
    }  # fmt: skip
    _, out, _ = run(
        "split", str(page), "--preset", "Alexandria", "--min-tokens", "9", "--format", "toml"
    )
    found = tomllib.loads(out)["chunking"]
    assert (found["min_tokens"], found["threshold"]) == (9, 0.55)


def test_the_domain_of_a_document_selects_the_published_threshold(page: Path) -> None:
    _, out, _ = run(
        "split", str(page), "--strategy", "semantic", "--domain", "philosophy", "--format", "toml"
    )
    assert tomllib.loads(out)["chunking"]["threshold"] == 0.45
    _, lines, _ = run(
        "split", str(page), "--domain", "law", "--title", "A page", "--language", "de"
    )
    _, out, _ = run(
        "split", str(page), "--preset", "Alexandria", "--domain", "philosophy", "--format", "toml"
    )
    assert tomllib.loads(out)["chunking"]["threshold"] == 0.45
    row = json.loads(lines.splitlines()[0])
    assert (row["title"], row["language"], row["domain"]) == ("A page", "de", "law")


@pytest.mark.parametrize(
    ("spec", "settings"),
    [
        ("sentence:max_tokens=200,overlap_tokens=0", {"max_tokens": 200, "resync_interval": 9}),
        ("semblance:max_tokens=99", {"strategy": "sentence", "max_tokens": 99}),
        ("kept.toml", {"strategy": "sentence", "max_tokens": 70, "resync_interval": 9}),
    ],
)
def test_split_takes_specs_presets_and_files_as_a_strategy(
    page: Path, spec: str, settings: dict[str, object]
) -> None:
    kept = page.with_name("kept.toml")
    kept.write_text('[chunking]\nstrategy = "sentence"\nmax_tokens = 70\noverlap_tokens = 0\n')
    words = ["split", str(page), "--strategy", spec, "--resync-interval", "9", "--format", "toml"]
    code, out, _ = run(*words, cwd=page.parent)
    assert code == 0
    assert settings.items() <= tomllib.loads(out)["chunking"].items()


def test_strategies_lists_every_field_with_its_range_and_default() -> None:
    code, out, _ = run("strategies", "--json")
    listed = {each["name"]: each for each in json.loads(out)}
    assert code == 0
    assert tuple(listed) == available()
    for name, each in listed.items():
        assert {field["name"] for field in each["fields"]} == set(get(name).model_fields)
    threshold = next(f for f in listed["semantic"]["fields"] if f["name"] == "threshold")
    assert (threshold["minimum"], threshold["maximum"], threshold["default"]) == (-1, 1, 0.55)


def test_every_setting_of_every_strategy_is_a_flag() -> None:
    for name in available():
        _, out, _ = run("split", "--strategy", name, "--help")
        listed = out.partition(f"Settings of {name}:\n")[2]
        for field in get(name).model_fields:
            assert f"  --{field.replace('_', '-')} " in listed


def test_the_help_of_split_is_short_without_a_strategy() -> None:
    code, out, _ = run("split", "-h")
    assert code == 0
    assert len(out.splitlines()) <= 50
    assert "--target-tokens" not in out
    assert "split --strategy NAME --help" in " ".join(out.split())


def test_strategies_lists_those_that_are_named() -> None:
    _, out, _ = run("strategies", "structure")
    assert out.startswith("structure: ")
    assert "  --target-tokens 650: " in out
    assert "semantic: " not in out
    code, _, error = run("strategies", "nonsense")
    assert code == 2
    assert "strategy must be one of" in error


def test_the_version_is_that_of_the_package() -> None:
    assert run("--version") == (0, f"chunkscope {version('chunkscope')}\n", "")


def test_the_suffix_of_the_output_selects_the_format(page: Path) -> None:
    csv_start, jsonl_start = "route,id,index", '{"route": '
    for name, start in (("a.csv", csv_start), ("a.toml", "[chunking]"), ("other", jsonl_start)):
        target = page.with_name(name)
        assert run("split", str(page), "-o", str(target))[0] == 0
        assert target.read_text(encoding="utf-8").startswith(start)


def test_a_single_document_is_written_as_parquet(page: Path) -> None:
    target = page.with_name("a.parquet")
    assert run("split", str(page), "-o", str(target))[0] == 0
    document = load(page)
    expected = chunk(document, recommend(document).strategy).texts
    assert parquet.read_table(target)["text"].to_pylist() == expected


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--strategy", "nonsense"], f"strategy must be one of {', '.join(available())}"),
        (["--strategy", "paragraph", "--threshold", "0.5"], "paragraph has no --threshold; it has"),
        (
            ["--strategy", "semantic", "--min-tokens", "300", "--max-tokens", "200"],
            "max_tokens must be at least min_tokens (300), got 200",
        ),
        (
            ["--strategy", "semantic", "--threshold", "2"],
            "threshold must be between -1 and 1, got '2'",
        ),
        (
            ["--strategy", "paragraph", "--max-tokens", "100", "--overlap-tokens", "100"],
            "overlap_tokens must be below max_tokens (100), got 100",
        ),
        (
            ["--preset", "Alexandria", "--strategy", "sentence"],
            "--strategy must match the settings, which are for semantic, got 'sentence'",
        ),
        (["--preset", "nobody"], "preset must be one of Context Harness"),
        (["--settings", "missing.toml"], "missing.toml: there is no such file"),
        (["--strategy", "semantic", "--model", "/no/such/model"], "/no/such/model"),
        (["--encoding", "klingon"], "klingon"),
        (
            ["--language", "klingon"],
            "language must be a code of ISO 639, such as en, de, gsw or pt-BR, got 'klingon'",
        ),
        (["--max-tokens", "abc"], "max_tokens must be a whole number, got 'abc'"),
        (["--max-tokens", "1.5"], "max_tokens must be a whole number, got '1.5'"),
        (["--strategy", "semantic", "--threshold", "x"], "threshold must be a number, got 'x'"),
        (["--format", "xml"], "format must be one of jsonl, csv, text, parquet, toml, got 'xml'"),
        (["--output", "no/such/folder/out"], "no/such/folder/out cannot be written"),
    ],
)
def test_bad_input_gets_one_clear_sentence(page: Path, words: list[str], says: str) -> None:
    code, out, error = run("split", str(page), *words, cwd=page.parent)
    assert code == 2
    assert out == ""
    assert says in error
    assert error.count("\n") == 1
    assert "Traceback" not in error


def test_a_file_that_cannot_be_read_gets_one_clear_sentence(tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7\n1 0 obj\n<<")
    for path in (broken, tmp_path / "missing.md", tmp_path):
        code, out, error = run("split", str(path))
        assert (code, out) == (2, "")
        assert error.startswith("chunkscope: ")
        assert error.count("\n") == 1


def test_notes_on_a_document_go_to_standard_error(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_bytes("Schöne Grüße aus Köln, und zwar für alle. ".encode("cp1252") * 20)
    code, out, error = run("split", str(path))
    assert code == 0
    assert "Schöne Grüße" in json.loads(out.splitlines()[0])["text"]
    assert error.startswith("note: ")


def test_the_result_goes_to_a_file(page: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    code, out, _ = run("split", str(page), "-o", str(target))
    assert (code, out) == (0, "")
    assert json.loads(target.read_text(encoding="utf-8").splitlines()[0])["index"] == 0


@pytest.mark.skipif(os.name == "nt", reason="pipes break otherwise there")
@pytest.mark.parametrize(
    "words",
    [
        ["split", "page.md", "--strategy", "paragraph"],
        pytest.param(["strategies", "--json"], marks=pytest.mark.nightly),
    ],
)
def test_a_closed_pipe_is_no_error(page: Path, words: list[str]) -> None:
    page.write_text("A sentence of some length stands here. " * 3000, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-c", "from chunking.cli import main; main()", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=page.parent,
    ) as program:  # fmt: skip
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        assert program.stderr.read() == b""
    assert program.returncode == 0


def test_completion_offers_commands_and_the_settings_of_the_strategy(tmp_path: Path) -> None:
    program = tmp_path / "chunkscope"
    program.write_text("from chunking.cli import main; main()")
    root = str(Path(__file__).parents[2])

    def offered(words: str) -> list[str]:
        """Return what bash is offered for the last of the words."""
        count = str(len(words.split()) - 1)
        asking = {"_CHUNKSCOPE_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": count}
        done = subprocess.run(
            [sys.executable, program],
            env={**os.environ, "PYTHONPATH": root, **asking},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.stdout.split()

    assert offered("chunkscope spl") == ["split"]
    assert offered("chunkscope split --strategy structure --targ") == ["--target-tokens"]
    assert offered("chunkscope split --strategy sentence --targ") == []


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
