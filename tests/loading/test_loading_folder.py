from pathlib import Path

import pytest

from chunking.core.errors import LoadError
from chunking.loading import folder, load_folder


def test_a_folder_is_loaded_with_its_subfolders(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_text("# Bread")
    (tmp_path / "a.txt").write_text("Tides.")
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "c.md").write_text("# Caves")
    (tmp_path / ".hidden.md").write_text("# No")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "d.md").write_text("# No")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    found = load_folder(tmp_path)
    assert [each.route for each in found.documents] == ["a.txt", "b.md", "below/c.md"]
    assert found.problems == ("Skipped: 2 hidden, 1 unsupported format (.png)",)


def test_pages_of_manuals_are_read_and_logs_are_skipped(tmp_path: Path) -> None:
    page = '.\\" A comment.\n.TH TIDE 1\n.SH NAME\ntide \\- tell the tides\n'
    for name in ("tide.1", "tide.3pm", "tide.n"):
        (tmp_path / name).write_text(page)
    (tmp_path / "tide.log.1").write_text("12:00 high\n")
    (tmp_path / "libtide.so.6").write_bytes(b"\x7fELF\x00\xff")
    found = load_folder(tmp_path)
    assert [each.route for each in found.documents] == ["tide.1", "tide.3pm"]
    assert {each.text.partition("\n")[0] for each in found.documents} == {"# TIDE(1)"}
    assert found.problems == ("Skipped: 3 unsupported format (.6, .1, .n)",)


def test_an_unreadable_file_is_a_problem_and_the_others_are_loaded(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Tides.")
    (tmp_path / "b.docx").write_bytes(b"no zip")
    found = load_folder(tmp_path)
    assert [each.source for each in found.documents] == ["a.md"]
    assert len(found.problems) == 1
    assert "b.docx: not a DOCX" in found.problems[0]


def test_files_beyond_the_limits_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "abc":
        (tmp_path / f"{name}.md").write_text("x" * 10)
    monkeypatch.setattr(folder, "MAX_FILES", 2)
    monkeypatch.setattr(folder, "MAX_CHARACTERS", 15)
    found = load_folder(tmp_path)
    assert [each.source for each in found.documents] == ["a.md"]
    assert found.problems == (
        "3 files found; the first 2 were read",
        "1 document left out: at most 15 characters are loaded together",
    )


def test_a_missing_or_empty_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match=r"^/no/such/folder: not an existing folder$"):
        load_folder("/no/such/folder")
    with pytest.raises(LoadError, match=f"^…{'x' * 79}: not an existing folder$"):
        load_folder("/no/" + "x" * 100)
    (tmp_path / "a.md").write_text("x")
    with pytest.raises(LoadError, match="not an existing folder"):
        load_folder(tmp_path / "a.md")
    (tmp_path / "empty").mkdir()
    with pytest.raises(LoadError, match="contains no file of a supported format"):
        load_folder(tmp_path / "empty")
    with pytest.raises(LoadError, match="not an existing folder"):
        load_folder("a\0b")
