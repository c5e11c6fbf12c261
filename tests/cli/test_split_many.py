"""`chunkscope split` of folders, patterns and several files."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import run
from embedding_server import embedding_server
from pyarrow import parquet
from waiting import wait_until

from chunking import chunk, get, load
from chunking.output.export import to_text

FLAGS = ("--strategy", "structure", "--target-tokens", "60")
STRATEGY = get("structure")(target_tokens=60)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Return a folder of three documents, a broken one and files that are none."""
    root = tmp_path / "notes"
    (root / "below").mkdir(parents=True)
    for name in ("a.md", "b.md", "below/c.md"):
        text = (
            f"# {name}\n\n" + "One more sentence, with a comma. " * 30 + "\n\n## End\n\nThe end.\n"
        )
        (root / name).write_text(text, encoding="utf-8")
    (root / "broken.docx").write_bytes(b"no archive")
    (root / "picture.png").write_bytes(b"\x89PNG")
    (root / ".hidden.md").write_text("hidden")
    return root


def texts(notes: Path) -> list[tuple[str, str]]:
    """Return the route and text of each chunk, as the engine makes them."""
    return [
        (name, text)
        for name in ("a.md", "b.md", "below/c.md")
        for text in chunk(load(notes / name), STRATEGY).texts
    ]


def test_a_folder_is_split_and_the_summary_has_what_is_left_out(notes: Path) -> None:
    code, out, error = run("split", str(notes), *FLAGS)
    rows = [json.loads(line) for line in out.splitlines()]
    assert [(row["route"], row["text"]) for row in rows] == texts(notes)
    tokens = sum(row["tokens"] for row in rows)
    total = f"3 documents split: {len(rows)} chunks, {tokens:,} tokens"
    assert error.splitlines() == [
        "error: broken.docx: not a DOCX: there is no zip archive in it",
        f"note: {total}; 1 failed; skipped: 1 hidden, 1 unsupported format (.png)",
    ]
    assert code == 1


def test_every_format_has_the_same_chunks_in_one_file(notes: Path) -> None:
    words = ("split", str(notes), "--exclude", "*.docx", *FLAGS)
    targets = {suffix: notes.with_name(f"all.{suffix}") for suffix in ("jsonl", "csv", "parquet")}
    for target in targets.values():
        code, out, _ = run(*words, "-o", str(target))
        assert (code, out) == (0, "")
    lines = targets["jsonl"].read_text(encoding="utf-8").splitlines()
    records = io.StringIO(targets["csv"].read_bytes().decode(), newline="")
    found = (
        map(json.loads, lines),
        csv.DictReader(records),
        parquet.read_table(targets["parquet"]).to_pylist(),
    )
    for rows in found:
        assert [(row["route"], row["text"]) for row in rows] == texts(notes)


def test_the_output_does_not_depend_on_the_number_of_jobs(notes: Path) -> None:
    for jobs in ("1", "2"):
        run("split", str(notes), *FLAGS, "--jobs", jobs, "-o", str(notes.with_name(jobs)) + ".csv")
    assert notes.with_name("1.csv").read_bytes() == notes.with_name("2.csv").read_bytes()


def test_a_folder_of_output_has_a_file_per_document_as_if_split_alone(notes: Path) -> None:
    out = notes.with_name("out")
    run("split", str(notes), *FLAGS, "--format", "text", "-o", f"{out}/")
    files = sorted(str(path.relative_to(out)) for path in out.rglob("*") if path.is_file())
    assert files == ["a.md.txt", "b.md.txt", "below/c.md.txt"]
    alone = to_text(chunk(load(notes / "a.md"), STRATEGY))
    assert (out / "a.md.txt").read_text(encoding="utf-8") == alone


@pytest.mark.skipif(os.name == "nt", reason="such names are not allowed")
def test_a_name_cannot_control_the_terminal(notes: Path) -> None:
    (notes / "x\n\x1b[31mred.docx").write_bytes(b"no archive")
    _, _, error = run("split", str(notes), *FLAGS)
    assert "\x1b" not in error
    assert error.count("\n") == 3


def test_the_output_of_an_earlier_run_is_no_document(notes: Path) -> None:
    for target in ("all.jsonl", "out"):
        words = ("split", ".", "--exclude", "*.docx", *FLAGS, "-o", target)
        assert run(*words, cwd=notes)[0] == 0
        code, _, error = run(*words, cwd=notes)
        assert code == 0
        assert "written by Chunkscope" in error
        assert "3 documents split" in error
        (notes / "all.jsonl").unlink(missing_ok=True)


def test_a_file_that_the_output_replaces_is_no_document(notes: Path) -> None:
    (notes / "all.jsonl").write_text('{"name": "mine"}\n', encoding="utf-8")
    words = ("split", ".", "--exclude", "*.docx", *FLAGS, "-o", "all.jsonl")
    code, _, error = run(*words, cwd=notes)
    assert (code, "1 in the output" in error) == (0, True)


def test_earlier_outputs_are_skipped_and_counted_unless_they_are_named(notes: Path) -> None:
    for words in (
        ("a.md", "-o", "chunks.csv", "--format", "csv"),
        ("a.md", "-o", "a.toml", "--format", "toml"),
        ("a.md", "b.md", "-o", "chunks.jsonl"),
        ("a.md", "b.md", "-o", "chunks.parquet"),
    ):
        assert run("split", *words, *FLAGS, cwd=notes)[0] == 0
    for source in (".", "*.*"):
        flags = ("--exclude", "*.docx", "--exclude", "*.png", *FLAGS)
        code, out, error = run("split", source, *flags, cwd=notes)
        assert {json.loads(line)["route"] for line in out.splitlines()} <= {
            "a.md", "b.md", "below/c.md",
        }  # fmt: skip
        assert (code, "4 written by Chunkscope" in error) == (0, True)
    code, out, _ = run("split", "chunks.csv", "a.toml", *FLAGS, cwd=notes)
    assert {json.loads(line)["route"] for line in out.splitlines()} == {"chunks.csv", "a.toml"}


def test_patterns_and_several_files_are_many_documents(notes: Path) -> None:
    for words in (("*.md",), ("a.md", "b.md"), (".", "--include", "?.md", "--exclude", "below")):
        code, out, _ = run("split", *words, *FLAGS, cwd=notes)
        assert code == 0
        assert {json.loads(line)["route"] for line in out.splitlines()} == {"a.md", "b.md"}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["missing"], "missing: there is no such file"),
        (["*.rst"], "*.rst: no file matches this pattern"),
        ([".", "--include", "*.rst"], "no document was found; skipped:"),
        (["broken.docx", "broken.docx"], "no document could be split; broken.docx: not a DOCX"),
        (["-", "a.md"], "- reads standard input and must be the only document"),
        ([".", "--format", "toml"], "--format toml is for one document"),
        ([".", "--title", "T"], "--title is for one document"),
        ([".", "--type", "md"], "--type is for one document"),
        ([".", "-o", "a.doc"], "a.doc must end in .jsonl, .csv, .txt, .parquet or be a folder"),
        (["a.md", "b.md", "-o", "b.md", "--format", "csv"], "must not be an input file"),
        ([".", "--strategy", "semantic", "--model", "nowhere:model"], "nowhere"),
        ([".", "--strategy", "semantic", "--model", "/no/such/model"], "/no/such/model"),
        ([".", "--language", "klingon"], "language must be a code of ISO 639"),
    ],
)
def test_bad_input_gets_one_clear_sentence(notes: Path, words: list[str], says: str) -> None:
    code, out, error = run("split", *words, cwd=notes)
    assert code == 2
    assert out == ""
    assert says in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("file", [".", "a.md"])
def test_the_number_of_jobs_must_be_positive(notes: Path, file: str) -> None:
    for number, says in (
        ("0", "jobs must be at least 1, got 0"),
        ("x", "Invalid value for '--jobs'"),
    ):
        code, out, error = run("split", file, "--jobs", number, cwd=notes)
        assert (code, out) == (2, "")
        assert says in error


def test_a_folder_that_cannot_be_read_is_a_failure(notes: Path) -> None:
    (notes / "gone.md").symlink_to(notes / "nowhere.md")
    code, _, error = run("split", ".", "--exclude", "*.docx", *FLAGS, cwd=notes)
    assert code == 1
    assert "error: gone.md: there is no such file\n" in error
    assert "; 1 failed; skipped: " in error


def test_a_failed_run_keeps_the_former_file_and_leaves_nothing_behind(notes: Path) -> None:
    target = notes.with_name("all.csv")
    target.write_text("former")
    before = sorted(notes.parent.iterdir())
    assert run("split", str(notes / "broken.docx"), str(notes), "--include", "*.docx",
               "-o", str(target))[0] == 2  # fmt: skip
    assert target.read_text() == "former"
    assert sorted(notes.parent.iterdir()) == before


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals")
def test_a_terminal_shows_a_progress_bar_with_rate_and_time_left(notes: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    program = "from chunking.cli import main; main()"
    words = [sys.executable, "-c", program, "split", str(notes), "-o", str(notes / "all.csv")]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(words, stderr=theirs, env=environment) as process:
        os.close(theirs)
        shown = b""
        try:
            while block := os.read(ours, 65536):
                shown += block
        except OSError:  # the terminal is closed
            pass
    os.close(ours)
    assert process.returncode == 1
    assert b"4 of 4 documents" in shown
    assert b"/s" in shown
    assert b"left" in shown


@pytest.mark.usefixtures("own_cache")
def test_what_is_sent_to_a_server_is_shown_before_for_all_documents(notes: Path) -> None:
    with embedding_server() as server:
        model = f"openai:m@{server.url}"
        words = ("split", str(notes), "--include", "*.md", "--strategy", "semantic")
        code, out, error = run(*words, "--model", model)
        sent = {text for request in server.requests for text in request["input"]}
    assert code == 0
    assert out
    first = error.splitlines()[0]
    assert first.startswith(f"note: {model.partition('@')[0]} sends ")
    texts, tokens = map(int, re.findall(r"[\d,]+ (?=texts?|tokens?)", first.replace(",", "")))
    assert texts >= len(sent) > 0
    assert tokens > texts


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT")
def test_an_interrupt_ends_the_workers_and_leaves_nothing_behind(notes: Path) -> None:
    for i in range(400):
        (notes / f"{i}.md").write_text("One more sentence. " * 2000)
    before = sorted(notes.parent.iterdir())
    # A process in the background of a shell is started with this signal ignored.
    heed = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    program = f"{heed}; from chunking.cli import main; main()"
    words = [sys.executable, "-c", program, "split", str(notes), "--jobs", "2", "-o", "../all.csv"]
    with subprocess.Popen(
        words, stderr=subprocess.PIPE, cwd=notes, start_new_session=True
    ) as process:
        wait_until(lambda: sorted(notes.parent.iterdir()) != before)
        os.killpg(process.pid, signal.SIGINT)
        error = process.communicate()[1]
    assert process.returncode == 130, error.decode()
    assert b"Traceback" not in error
    assert sorted(notes.parent.iterdir()) == before
