"""What the pages about imported chunks and about changes show works as it stands there."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BOOK = "# A\n\n" + "One sentence of some length. " * 40 + "\n\n# B\n\nThe end.\n"


def blocks(page: str, language: str) -> list[str]:
    """The blocks of one language on a page."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that the pages name."""
    for name in ("book.md", "old.md", "new.md"):
        (tmp_path / name).write_text(BOOK, encoding="utf-8")
    (tmp_path / "theirs.jsonl").write_text('"The end."\n"Not there."\n', encoding="utf-8")
    (tmp_path / "others.csv").write_text("start,end\n0,34\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("page", "says"),
    [("imported.md", "1 its text is not in the document Not there."), ("identity.md", "',) 3")],
)
def test_the_program_on_the_page_runs(page: str, says: str, folder: Path) -> None:
    (program,) = blocks(page, "python")
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    assert says in done.stdout


@pytest.mark.parametrize("page", ["imported.md", "identity.md"])
def test_the_commands_on_the_page_run(page: str, folder: Path) -> None:
    commands = "\n".join(blocks(page, "")).strip().splitlines()
    split = "chunkscope split book.md --strategy structure -o stored.jsonl"
    for command in (split, *commands):
        words = shlex.split(command, comments=True)
        assert words[0] == "chunkscope"
        done = subprocess.run(
            [sys.executable, "-c", "from chunking.cli import main; main()", *words[1:]],
            capture_output=True, text=True, check=False, cwd=folder,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
