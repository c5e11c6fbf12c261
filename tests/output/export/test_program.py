"""The program that is handed out makes the same chunks, whatever the document is called."""

import ast
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from chunking.core.document import Document
from chunking.core.prepared import Constraints
from chunking.engine import chunk
from chunking.loading import load
from chunking.output.export import to_jsonl, to_python
from chunking.strategies import Strategy, available, get

TEXT = (
    "# Übersicht\r\n\r\nErster Satz. Zweiter Satz, etwa 3.5 m lang. Dritter 😀.\n\n"
    "```py\nx = 1\n\n\ny = 2\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n## Ende\n\n"
    + "Noch ein Satz hier. Und einer dort.\n\n"
    * 16
)
SMALL = {
    "fixed": {"max_tokens": 40, "overlap_tokens": 10},
    "headings": {"max_tokens": 40, "merge_below": 0},
    "paragraph": {"max_tokens": 60, "overlap_tokens": 10},
    "recursive": {"max_tokens": 40, "overlap_tokens": 10},
    "code": {"max_tokens": 40},
    "dialogue": {"max_tokens": 40},
    "sliding": {"max_tokens": 40, "stride_tokens": 20},
    "sentence": {"max_tokens": 40, "overlap_tokens": 10},
    "structure": {"target_tokens": 40, "max_tokens": 60},
}
WITHOUT_MODEL = [name for name in available() if get(name)().material.model is None]


def strategy_of(name: str) -> Strategy:
    return get(name)(**SMALL.get(name, {}))


def run(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False
    )


@pytest.mark.parametrize("name", WITHOUT_MODEL)
def test_the_program_prints_the_same_chunks(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    (tmp_path / "a b.md").write_bytes(TEXT.encode("utf-8"))
    document = load(tmp_path / "a b.md", language="de", domain="law")
    strategy = strategy_of(name)
    chunking = chunk(document, strategy)
    assert len(chunking) > 2
    monkeypatch.chdir(tmp_path)
    exec(compile(to_python(chunking, strategy), "program", "exec"), {})  # noqa: S102 - ours
    assert capsysbinary.readouterr().out.decode() == to_jsonl(chunking)


def test_the_program_keeps_encoding_media_type_and_manual_boundaries(tmp_path: Path) -> None:
    # In Markdown there would be a cut before the comment.
    text = "null\n\n# eins\n\nZwei ä.\n\nDrei.\n\nVier."
    (tmp_path / "a.md").write_bytes(text.encode("latin-1"))
    document = Document(
        text, "a.md", "text/x-python", title="eins", language="de", encoding="latin-1"
    )
    by_hand = Constraints(required=(text.index("Zwei"),), forbidden=(text.index("Vier"),))
    strategy = get("structure")(target_tokens=4, max_tokens=4, overlap_share=0)
    chunking = chunk(document, strategy, constraints=by_hand)
    assert chunking.texts == ["null\n\n# eins", "Zwei ä.", "Drei.\n\nVier."]
    done = run(to_python(chunking, strategy), tmp_path)
    assert done.stderr == ""
    assert done.stdout == to_jsonl(chunking)


def test_the_program_stops_on_another_text(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Another text.")
    strategy = get("sentence")()
    done = run(to_python(chunk(Document("One.", "a.md"), strategy), strategy), tmp_path)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("a.md has changed: its SHA-256 is ")


def calls(program: str) -> dict[str, ast.Call]:
    """The calls of the program by the name that is called; `get(…)(…)` is under ""."""
    found = {}
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found[node.func.id] = node
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Call):
            found[""] = node
    return found


HOSTILE = [
    '"); import os; os.remove("x',
    "a'''\nimport os\n'''",
    'b"""\nprint(1)\n"""',
    "back\\slash\\",
    "{braces} {0} %s",
    "new\nline\r\u2028\x85",
    "\x00\ud800\u202eexe.md",
    "",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_stays_a_string(name: str) -> None:
    strategy = get("sentence")()
    document = Document("One.", name, title=name, domain=name, encoding=name)
    chunking = chunk(Document("One."), strategy)
    program = to_python(chunking, strategy)
    hostile = to_python(replace(chunking, document=document), strategy)
    compile(hostile, "program.py", "exec")
    hostile.encode("utf-8")
    kinds = [type(node) for node in ast.parse(hostile).body]
    assert kinds == [type(node) for node in ast.parse(program).body]
    given = {key.arg: ast.literal_eval(key.value) for key in calls(hostile)["load"].keywords}
    said = dict.fromkeys(("title", "domain", "encoding"), name) if name else {}
    assert given == {"language": "en", **said}
    assert f"SOURCE = {name!r}\n" in hostile


@pytest.mark.parametrize(
    ("strategy", "given"),
    [
        (get("sentence")(), {}),
        (get("sentence")(max_tokens=100), {"max_tokens": 100}),
        (get("semantic")(threshold=0.3, model="a'b"), {"threshold": 0.3, "model": "a'b"}),
        (get("semantic")(domain="philosophy"), None),
        (get("semantic")(domain="philosophy", threshold=0.55), None),
    ],
)
def test_the_program_has_settings_that_are_not_default(
    strategy: Strategy, given: dict[str, object] | None
) -> None:
    empty = chunk(Document(""), get("sentence")())
    call = calls(to_python(empty, strategy))[""]
    found = {key.arg: ast.literal_eval(key.value) for key in call.keywords}
    if given is not None:
        assert found == given
    assert type(strategy)(**found) == strategy  # type: ignore[arg-type]
