"""Files opened last: found by the hash of their text, and only as long as they have it."""

from pathlib import Path

import pytest

from chunking.core.files import config_folder
from chunking.engine import recent_files
from chunking.loading import load


@pytest.fixture(autouse=True)
def _config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHUNKSCOPE_CONFIG_DIR", str(tmp_path / "config"))


def opened(path: Path, text: str) -> str:
    """Write and remember a file; return the SHA-256 of its text."""
    path.write_text(text)
    document = load(path)
    recent_files.remember(path, document)
    return document.sha256


def test_a_file_is_found_by_the_first_digits_of_its_hash(tmp_path: Path) -> None:
    one = opened(tmp_path / "one.md", "One.")
    opened(tmp_path / "two.md", "Two.")
    found = recent_files.find(one[:12])
    assert found is not None
    assert (found[0], found[1].text) == (tmp_path / "one.md", "One.")
    assert recent_files.find("") is None
    assert recent_files.find("f" * 64) is None


def test_the_files_opened_last_are_remembered(tmp_path: Path) -> None:
    hashes = [opened(tmp_path / f"{i}.md", f"Text {i}.") for i in range(recent_files.MOST + 1)]
    assert recent_files.find(hashes[0]) is None
    assert recent_files.find(hashes[1]) is not None
    assert "Text" not in (config_folder() / "recent.json").read_text()


@pytest.mark.parametrize("content", ["", "[1]", '{"a": 1}', "\x00", '{"abc": "/no/such.md"}'])
def test_a_damaged_list_and_files_that_are_gone_are_no_error(content: str, tmp_path: Path) -> None:
    config_folder().mkdir()
    (config_folder() / "recent.json").write_text(content)
    assert recent_files.find("abc") is None
    found = recent_files.find(opened(tmp_path / "one.md", "One."))
    assert found is not None


def test_a_folder_that_cannot_be_written_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CHUNKSCOPE_CONFIG_DIR", str(tmp_path / "file"))
    assert recent_files.find(opened(tmp_path / "one.md", "One.")) is None
