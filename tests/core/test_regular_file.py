"""Pipes and devices in place of files are named at once: reading them may never end."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from chunking.core.document import Document
from chunking.core.errors import LoadError, SettingsError
from chunking.core.files import atomic_file, read_regular
from chunking.engine import presets
from chunking.engine.spec import parse_spec, read_settings
from chunking.loading import load
from chunking.loading.chunk_files.load import load_chunks
from chunking.retrieval.questions import parse_questions, read_questions

MESSAGE = r"not a regular file"


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """Return a pipe that nobody writes to."""
    path = tmp_path / "pipe.toml"
    os.mkfifo(path)
    return path


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize(
    "read",
    [
        load,
        read_regular,
        read_questions,
        lambda path: read_settings(str(path)),
        lambda path: parse_spec(str(path)),
        lambda path: load_chunks(path, Document("a text")),
    ],
)
def test_a_pipe_is_not_read(pipe: Path, read: Callable[[Path], object]) -> None:
    with pytest.raises((LoadError, OSError, SettingsError), match=MESSAGE):
        read(pipe)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_among_the_presets_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHUNKSCOPE_CONFIG_DIR", str(tmp_path))
    presets.save("mine", parse_spec("sentence"))
    os.mkfifo(tmp_path / "presets" / "pipe.toml")
    assert [each.name for each in presets.saved()] == ["mine"]
    with pytest.raises(SettingsError, match=MESSAGE):
        presets.find("pipe")


def test_a_file_beyond_the_limit_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(bytes(2**20 + 1))
    assert len(read_regular(tmp_path / "a", 2**21)) == 2**20 + 1
    with pytest.raises(OSError, match="more than 1 MiB"):
        read_regular(tmp_path / "a", 2**20)


@pytest.mark.parametrize(
    "content",
    [
        "[" * 200_000,
        '{"question": "a"}\n' + "[" * 200_000,
        f'[{{"question": "a", "evidence": [[{"9" * 20_000}, 1]]}}]',
        '{"question": "a", "evidence": [[Infinity, 1]]}',
        '{"question": "a", "evidence": [[NaN, 1]]}',
        '{"question": "a", "evidence": 5}',
    ],
)
def test_hostile_questions_are_an_error_of_one_sentence(content: str) -> None:
    with pytest.raises(LoadError, match=r"^q\.jsonl") as caught:
        parse_questions(content, "q.jsonl")
    assert len(str(caught.value)) < 200


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
