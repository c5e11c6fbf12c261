"""The checks that hold the house up; the same run before a commit."""

import subprocess
import sys
from pathlib import Path

import pytest

import chunking

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent


@pytest.mark.parametrize(
    "check",
    [["ruff", "check"], ["ruff", "format", "--check"], ["mypy"], ["lint-imports"]],
    ids=" ".join,
)
def test_a_check_finds_nothing(check: list[str]) -> None:
    done = subprocess.run(
        [str(BIN / check[0]), *check[1:]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("imported", "heavy"),
    [
        ("chunking", {"numpy", "pydantic"}),
        (
            "chunking.engine",
            {"torch", "transformers", "sentence_transformers", "pandas", "streamlit"},
        ),
        ("chunking.cli", {"torch", "transformers", "sentence_transformers", "pandas", "plotly"}),
        ("chunking.gui.server", {"torch", "pandas", "plotly", "streamlit"}),
    ],
)
def test_an_import_leaves_heavy_packages_alone(imported: str, heavy: set[str]) -> None:
    code = f"import sys, {imported}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert heavy & set(done.stdout.split()) == set()


def test_every_public_name_is_there_and_no_other() -> None:
    assert chunking.__all__ == sorted(chunking.__all__)
    assert set(chunking.__all__) == set(chunking._HOMES)
    for name in chunking.__all__:
        assert getattr(chunking, name).__name__ == name
    with pytest.raises(AttributeError, match="has no attribute 'cut'"):
        _ = chunking.cut


def test_every_file_of_the_package_is_about_one_thing() -> None:
    sources = [*ROOT.glob("chunking/**/*.py"), *ROOT.glob("pages/*.py"), ROOT / "app.py"]
    long = {
        str(path.relative_to(ROOT)): lines
        for path in sources
        if "samples/texts" not in path.as_posix()
        and (lines := len(path.read_text(encoding="utf-8").splitlines())) > 300
    }
    assert long == {}


def test_pages_describe_a_screen_and_nothing_else() -> None:
    for page in (ROOT / "pages").glob("*.py"):
        source = page.read_text(encoding="utf-8")
        assert len(source.splitlines()) <= 60, page.name
        assert "session_state" not in source, page.name
        assert "try:" not in source, page.name
