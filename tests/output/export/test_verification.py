"""Exports are handed out only if a fresh process makes the same chunks by them."""

import io
import json
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import chunkscope
from chunking import chunk, get, load
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.errors import ChunkingError
from chunking.core.origin import Locations
from chunking.core.prepared import Constraints
from chunking.loading.samples import sample
from chunking.output.export import check_exports, to_python, verification

STRATEGY = get("structure")(target_tokens=60, max_tokens=80)
TEXT = "# Übersicht\r\n\r\nEin Satz. Noch einer.\n\n## Ende\n\n" + "Ein Satz mehr. " * 60


@pytest.fixture
def same_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verify in the process of the tests, which saves the start of another one."""

    def run(document: Document, contents: dict[str, str]) -> Any:
        given, output = io.BytesIO(pickle.dumps((document, contents))), io.StringIO()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(given))
            patch.setattr(sys, "stdout", output)
            patch.setattr("chunkscope.load", load)  # restores what `run` replaces
            verification.run(chunkscope)
        return json.loads(output.getvalue())

    monkeypatch.setattr(verification, "_in_fresh_process", run)


def problems(chunking: Chunking, **options: Chunking) -> tuple[str, str]:
    found = check_exports(chunking, STRATEGY, **options)
    assert found["toml"].content.startswith("[chunking]")
    assert found["py"].content.startswith('"""Split one document')
    return found["toml"].problem, found["py"].problem


def test_settings_and_program_are_verified_for_a_file(tmp_path: Path) -> None:
    (tmp_path / "a b.md").write_bytes(TEXT.encode("latin-1"))
    document = load(tmp_path / "a b.md", encoding="latin-1", route="notes/a b.md", language="de")
    assert problems(chunk(document, STRATEGY)) == ("", "")


@pytest.mark.usefixtures("same_process")
def test_the_program_includes_manual_boundaries_and_the_settings_do_not() -> None:
    manual = Constraints(required=(TEXT.index("Noch"),))
    document = Document(TEXT, "a.md", language="de", title="Übersicht")
    chunking = chunk(document, STRATEGY, constraints=manual)
    settings, program = problems(chunking)
    assert program == ""
    assert settings == ("the settings are not exported: a fresh process makes other chunks")
    assert problems(chunking, by_settings=chunk(document, STRATEGY)) == ("", "")


@pytest.mark.model
@pytest.mark.usefixtures("same_process")
def test_a_strategy_with_a_model_is_verified() -> None:
    strategy = get("semantic")(threshold=0.3)
    found = check_exports(chunk(sample("guide.md"), strategy), strategy)
    assert [each.problem for each in found.values()] == ["", ""]


@pytest.mark.usefixtures("same_process")
def test_chunks_of_other_settings_are_refused() -> None:
    document = Document(TEXT, "a.md", language="de")
    chunking = chunk(document, STRATEGY.with_(target_tokens=70))
    found = check_exports(chunking, STRATEGY)
    for each in found.values():
        with pytest.raises(ChunkingError, match="not exported: a fresh process"):
            each.verified()


@pytest.mark.usefixtures("same_process")
def test_a_tokenizer_that_is_a_function_cannot_be_exported() -> None:
    strategy = get("paragraph")(tokenizer=lambda text: len(text.split()))
    found = check_exports(chunk("One. Two. Three.", strategy), strategy)
    for each in found.values():
        assert "not exported" in each.problem
        assert "tokenizer must be one of" in each.problem


@pytest.mark.usefixtures("same_process")
def test_chunks_of_a_converted_file_are_verified(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("name,size\n" + "a,1\n" * 100)
    document = load(tmp_path / "a.csv", route="tables/a.csv")
    assert problems(chunk(document, STRATEGY)) == ("", "")
    pages = replace(document, media_type="text/markdown", locations=Locations("pages", [0], [7]))
    assert problems(chunk(pages, STRATEGY)) == ("", "")


@pytest.mark.usefixtures("same_process")
def test_the_program_includes_removed_text_if_the_document_does(tmp_path: Path) -> None:
    page = "<html><body><nav>Home</nav><main><h1>Tides</h1><p>Twice a day.</p></main></body></html>"
    (tmp_path / "a.html").write_text(page)
    document = load(tmp_path / "a.html").restored()
    assert "Home" in document.text
    chunking = chunk(document, STRATEGY)
    assert problems(chunking) == ("", "")
    command = [sys.executable, "-c", to_python(chunking, STRATEGY)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert [json.loads(line)["text"] for line in done.stdout.splitlines()] == chunking.texts
