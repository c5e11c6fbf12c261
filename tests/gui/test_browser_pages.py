"""CONTRIBUTING's example of a page: three files, and its tab is in the window."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser import visiting
from running import serving
from waiting import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
SHOWN = re.compile(r"In `([\w/.]+)`[^`]*:\n\n```\w+\n(.*?)```", re.DOTALL)


@pytest.mark.browser
@pytest.mark.model
def test_three_files_add_a_page(browser: Browser, tmp_path: Path, session_cache: Path) -> None:
    program = tmp_path / "program"
    for name in ("chunking", "pages", ".streamlit"):
        shutil.copytree(ROOT / name, program / name)
    shutil.copy(ROOT / "app.py", program)
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Add a page")[2]
    files = dict(SHOWN.findall(page))
    assert [*files] == [
        "pages/read.py",
        "chunking/gui/pages/read.py",
        "chunking/gui/web/pages/read.js",
    ]
    for name, text in files.items():
        (program / name).write_text(text, "utf-8")
    start = (
        f"import sys; sys.path.insert(0, {str(program)!r}); from chunking.cli import main; main()"
    )
    words = (sys.executable, "-c", start)
    with (
        serving(tmp_path, cache=session_cache, program=words) as server,
        visiting(browser, server) as window,
    ):
        window.tune("threshold=0.5")
        window.settle()
        wait_until(lambda: len(window.blocks()) == window.chunk_count())
        chunks = window.blocks()
        window.go_to("Read")
        window.shows(chunks)
        assert window.page.url.startswith(f"{server.url}/read")
