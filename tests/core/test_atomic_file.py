"""Files that are either complete or not there."""

import os
from contextlib import suppress
from pathlib import Path

import pytest

from chunking.core.files import atomic_file


def test_a_file_is_moved_into_place_when_it_is_complete(tmp_path: Path) -> None:
    target, link = tmp_path / "a.txt", tmp_path / "link.txt"
    target.write_text("former")
    target.chmod(0o640)
    link.symlink_to(target)
    with atomic_file(link) as unfinished:
        unfinished.write_text("new")
        assert target.read_text() == "former"
    assert target.read_text() == "new"
    assert link.is_symlink()
    assert target.stat().st_mode & 0o777 == 0o640
    with suppress(KeyboardInterrupt), atomic_file(target) as unfinished:
        unfinished.write_text("half")
        raise KeyboardInterrupt
    assert target.read_text() == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "link.txt"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root can write")
def test_a_file_without_permission_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_text("former")
    target.chmod(0o444)
    with pytest.raises(PermissionError), atomic_file(target):
        pass
    assert target.read_text() == "former"


@pytest.mark.skipif(os.name == "nt", reason="there are no such devices")
def test_a_device_is_written_itself() -> None:
    with atomic_file("/dev/null") as unfinished:
        assert str(unfinished) == "/dev/null"
        unfinished.write_text("text")
    assert not unfinished.is_file()
