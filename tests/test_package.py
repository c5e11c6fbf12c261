"""What importing the package loads, and what it makes public."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import chunking

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    ("imported", "heavy"),
    [
        ("chunking", {"numpy", "pydantic"}),
        (
            "chunking.engine",
            {"torch", "transformers", "sentence_transformers", "pandas", "streamlit"},
        ),
        (
            "chunking.cli.app",
            {"torch", "transformers", "sentence_transformers", "pandas", "plotly"},
        ),
        ("chunking.gui.shell.server", {"torch", "pandas", "plotly", "streamlit"}),
    ],
)
def test_an_import_does_not_load_heavy_packages(imported: str, heavy: set[str]) -> None:
    code = f"import sys, {imported}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert heavy & set(done.stdout.split()) == set()


def test_all_lists_exactly_the_public_names() -> None:
    assert chunking.__all__ == sorted(chunking.__all__)
    assert set(chunking.__all__) == set(chunking._MODULES)
    for name in chunking.__all__:
        assert getattr(chunking, name).__name__ == name
    with pytest.raises(AttributeError, match="has no attribute 'cut'"):
        _ = chunking.cut


def test_pages_hold_neither_session_state_nor_error_handling() -> None:
    for page in (ROOT / "pages").glob("*.py"):
        source = page.read_text(encoding="utf-8")
        assert "session_state" not in source, page.name
        assert "try:" not in source, page.name


def test_streamlit_is_used_only_in_the_app_its_pages_and_gui() -> None:
    program = ("*.py", "pages/*.py", "chunking/**/*.py", "chunkscope/**/*.py", "engine/**/*.py")
    uses = {
        path.relative_to(ROOT).as_posix()
        for pattern in program
        for path in ROOT.glob(pattern)
        if re.search(r"^\s*(import|from) streamlit\b", path.read_text("utf-8"), re.MULTILINE)
    }
    allowed = ("app.py", "pages/", "chunking/gui/")
    assert "app.py" in uses
    assert [each for each in uses if not each.startswith(allowed)] == []
