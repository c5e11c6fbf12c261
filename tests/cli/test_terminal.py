"""Streams that are closed or full, and outputs that cannot or must not be written."""

import contextlib
import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import run

from chunking import cli as start
from chunking.cli import app as cli

PROGRAM = [sys.executable, "-c", "from chunking.cli import main; main()"]
TEXT = "# One\n\nA sentence stands here.\n"
FULL = Path("/dev/full")


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "page.md"
    path.write_text(TEXT, encoding="utf-8")
    return path


def said(words: list[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """What `chunkscope words` prints to standard error as it ends with code 2."""
    error = io.StringIO()
    monkeypatch.setattr("sys.argv", ["chunkscope", *words])
    monkeypatch.setattr("sys.stderr", error)
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 2
    return error.getvalue()


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")
def test_a_full_disk_gets_one_clear_sentence(page: Path) -> None:
    with FULL.open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, "split", page.name, "--strategy", "paragraph"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == (b"chunkscope: standard output cannot be written: the disk is full\n")


@pytest.mark.parametrize(
    ("stream", "file", "says"),
    [
        ("stdout", "page.md", "standard output is closed: give a file instead"),
        ("stdin", "-", "standard input is closed: give a file instead"),
    ],
)
@pytest.mark.usefixtures("page")
def test_a_stream_that_is_closed_gets_one_clear_sentence(
    stream: str, file: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"sys.{stream}", None)
    assert said(["split", file, "--strategy", "paragraph"], monkeypatch) == f"chunkscope: {says}\n"


def test_without_standard_error_the_result_is_the_same(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr", None)
    monkeypatch.setattr("sys.argv", ["chunkscope", "split", page.name, "-o", "out.jsonl"])
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert not left.value.code
    assert page.with_name("out.jsonl").read_bytes().count(b"\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["split", "page.md", "--output", "./page.md"],
        ["nest", "page.md", "--output", "page.md"],
        ["compare", "page.md", "--strategy", "sentence", "--report", "page.md"],
    ],
)
def test_the_document_is_not_overwritten(
    words: list[str], page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said(words, monkeypatch) == (
        f"chunkscope: the output must not be an input file, got {words[-1]}\n"
    )
    assert page.read_text(encoding="utf-8") == TEXT


@pytest.mark.parametrize(
    "words",
    [
        ["compare", "page.md", "--strategy", "sentence", "--chunks", "own", "--report", "own"],
        ["compare", "page.md", "--strategy", "own.toml", "--report", "own.toml"],
        ["split", "page.md", "--settings", "own.toml", "--output", "own.toml"],
        ["nest", "page.md", "--strategy", "own.toml", "--output", "own.toml"],
    ],
)
def test_another_input_file_is_not_overwritten(
    words: list[str], page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = page.with_name(words[-1])
    own.write_text("what is in it", encoding="utf-8")
    assert said(words, monkeypatch) == (
        f"chunkscope: the output must not be an input file, got {words[-1]}\n"
    )
    assert own.read_text(encoding="utf-8") == "what is in it"


@pytest.mark.parametrize(
    ("words", "output", "says"),
    [
        (words, output, says)
        for words in (
            ["split", "missing.md", "--output"],
            ["nest", "missing.md", "--output"],
            ["compare", "missing.md", "--strategy", "sentence", "--report"],
        )
        for output, says in (
            ("", "the output must be the name of a file, got ''"),
            (".", ". cannot be written: it is a folder"),
            ("no/out", "no/out cannot be written: there is no folder no"),
        )
        if (words[0], output) != ("split", ".")  # writes one file per document
    ],
)
@pytest.mark.usefixtures("page")
def test_what_cannot_be_written_is_said_before_anything_is_read(
    words: list[str], output: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said([*words, output], monkeypatch) == f"chunkscope: {says}\n"


def test_an_interrupt_is_no_error_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "main", interrupted)
    with pytest.raises(SystemExit) as left:
        start.main()
    assert left.value.code == 130


PYTHON = b"# Heading\nimport os\n\n\ndef f():\n    # Comment\n    return os\n"


@pytest.mark.parametrize(
    ("data", "words", "source", "note"),
    [
        (PYTHON, [], "stdin.py", "standard input is read as Python (code in line 2); "),
        (
            b"# A\n\nb\n",
            [],
            "stdin.md",
            "standard input is read as Markdown (a heading in line 1); ",
        ),
        (b"#1 of 2\n", [], "stdin.txt", "standard input is read as plain text; "),
        (b"<html>x", [], "stdin.html", "standard input is read as HTML; "),
        (b"WEBVTT\n\n00:01.000 --> 00:02.000\nx", [], "stdin.vtt", "standard input is read as Sub"),
        (PYTHON, ["--type", "md"], "stdin.md", ""),
        (PYTHON, ["--type", ".TXT"], "stdin.txt", ""),
        (b"", [], "stdin.md", "the file is empty"),
    ],
)
def test_standard_input_has_a_kind(data: bytes, words: list[str], source: str, note: str) -> None:
    code, out, error = run("compare", "-", "--strategy", "paragraph", "--json", *words, stdin=data)
    assert code == 0
    assert json.loads(out)["source"] == source
    first = error.partition("\n")[0]
    assert first.startswith(f"note: {note}") if note else not error
    assert first.endswith("; use --type to set the kind") == note.startswith("standard")


def test_a_comment_in_piped_code_is_no_heading() -> None:
    _, out, _ = run("split", "-", "--strategy", "structure", stdin=PYTHON)
    assert [json.loads(line)["heading_path"] for line in out.splitlines()] == [[]]
    _, out, _ = run("split", "-", "--strategy", "structure", "--type", "md", stdin=PYTHON)
    assert [json.loads(line)["heading_path"] for line in out.splitlines()] == [["Heading"]]


@pytest.mark.parametrize(
    "command",
    [
        ["split"], ["recommend"], ["nest", "--levels", "paragraph > sentence"],
        ["compare", "--strategy", "paragraph"], ["sweep", "--over", "threshold=0.1:0.2:0.1"],
        ["sweep", "--thresholds", "0.3"],
        ["plan", "--to", "sentence"],
    ],
    ids=lambda words: words[0],
)  # fmt: skip
@pytest.mark.usefixtures("page")
def test_the_type_must_be_known_and_is_for_standard_input(command: list[str]) -> None:
    code, _, error = run(*command, "-", "--type", "docs", stdin=b"x")
    assert (code, error.count("\n")) == (2, 1)
    assert error.startswith("chunkscope: --type must be one of .md, .markdown, ")
    assert error.endswith("; got 'docs'\n")
    code, _, error = run(*command, "page.md", "--type", "md")
    assert (code, error) == (
        2, "chunkscope: --type is for standard input (-), got the file page.md\n",
    )  # fmt: skip


@pytest.mark.parametrize("files", [["-", "page.md"], ["page.md", "-"]])
@pytest.mark.usefixtures("page")
def test_plan_takes_the_type_of_the_version_on_standard_input(files: list[str]) -> None:
    words = ("--type", "md", "--strategy", "structure", "--json")
    code, out, error = run("plan", *files, *words, stdin=TEXT.encode())
    assert (code, error) == (0, "")
    assert json.loads(out)["cost"]["embed"]["chunks"] == 0


def test_chunks_above_the_maximum_are_counted_on_standard_error(tmp_path: Path) -> None:
    fence = "```\n" + "line of code\n" * 20 + "```"
    (tmp_path / "fence.md").write_text(f"# Title\n\n{fence}\n")
    words = ("split", "fence.md", "--strategy", "structure:target_tokens=40,max_tokens=50")
    _, _, error = run(*words, cwd=tmp_path)
    assert "1 of 1 chunk exceeds the maximum of 50 tokens: a fence is kept" in error
    _, _, error = run(*words, "--oversize", "split", cwd=tmp_path)
    assert "exceed" not in error


@pytest.mark.skipif(os.name == "nt", reason="there is no pseudo-terminal")
def test_names_and_texts_send_no_control_characters_to_a_terminal(tmp_path: Path) -> None:
    import pty

    # The title, the clipboard, a C1 control, a line that hides the one before, a bidi override.
    hostile = "\x1b]0;owned\x07\x1b]52;c;ZXZpbA==\x07\x9b2J\rsafe\b\u202e"
    (tmp_path / f"a{hostile}.md").write_text(f"# One\n\nA{hostile} b.\n", encoding="utf-8")
    (tmp_path / f"b{hostile}.pdf").write_bytes(b"%PDF-1.4 nothing")
    formats = (["--format", "text"], ["--format", "jsonl"], ["--format", "csv"])
    for words in (*formats, ["--strategy", f"x{hostile}"], ["--encoding", f"e{hostile}"]):
        outer, inner = pty.openpty()
        process = subprocess.Popen(
            [*PROGRAM, "split", ".", "--strategy", "paragraph", *words],
            cwd=tmp_path,
            stdout=inner,
            stderr=inner,
        )
        os.close(inner)
        written = b""
        # Linux raises an error at the end, others return nothing.
        with contextlib.suppress(OSError):
            while part := os.read(outer, 65_536):
                written += part
        os.close(outer)
        process.wait()
        shown = written.decode()
        progress = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", shown)  # of the program itself
        assert "safe" in progress
        assert not re.findall(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]|\rsafe", progress)


def test_a_file_gets_the_text_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"A \x1b[2J b.\n")
    words = ["split", "a.md", "--strategy", "paragraph", "--format", "text"]
    assert "A \x1b[2J b." in run(*words, cwd=tmp_path)[1]


def test_safe_csv_marks_what_a_spreadsheet_would_compute(tmp_path: Path) -> None:
    starts = ["=1+1", "+1", "-1", "@SUM(A1)", "plain = 1"]
    for number, each in enumerate(starts):
        (tmp_path / f"{number}.txt").write_text(each)
    words = ["split", ".", "--strategy", "paragraph", "--format", "csv"]

    def cells(*more: str) -> list[str]:
        return [
            row["text"] for row in csv.DictReader(io.StringIO(run(*words, *more, cwd=tmp_path)[1]))
        ]

    assert cells() == starts
    assert cells("--safe-csv") == ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "plain = 1"]
