import os
import sys
from pathlib import Path

import pytest

from chunking.core.errors import LoadError, SettingsError
from chunking.loading import FoundFile, SkippedFile, find_files, load


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Return a folder of two documents, and of files that are none."""
    root = tmp_path / "notes"
    for name in ("b.md", "a.txt", "below/c.md", "below/.d.md", ".git/e.md", "drafts/f.md", "g.png"):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("Tides.")
    (root / "link").symlink_to(root / "below")
    return root


def routes(*sources: object, **patterns: list[str]) -> list[str]:
    return [each.route for each in find_files(sources, **patterns).found]  # type: ignore[arg-type]


def test_a_folder_has_its_documents_and_a_reason_for_every_other_file(notes: Path) -> None:
    files = find_files([notes])
    assert [each.route for each in files.found] == ["a.txt", "b.md", "below/c.md", "drafts/f.md"]
    assert files.found[0] == FoundFile(notes / "a.txt", "a.txt")
    assert sorted(files.skipped) == [
        SkippedFile(str(notes / ".git"), "hidden"),
        SkippedFile(str(notes / "below" / ".d.md"), "hidden"),
        SkippedFile(str(notes / "g.png"), "unsupported format"),
        SkippedFile(str(notes / "link"), "a link to a folder"),
    ]


def test_patterns_include_and_exclude_files_and_folders(notes: Path) -> None:
    assert routes(notes, include=["*.md"]) == ["b.md", "below/c.md", "drafts/f.md"]
    assert routes(notes, exclude=["drafts"]) == ["a.txt", "b.md", "below/c.md"]
    assert routes(notes, exclude=["drafts/*", "*.txt"]) == ["b.md", "below/c.md"]
    assert routes(notes, include=["below/*"], exclude=["c.*"]) == []
    skipped = find_files([notes], exclude=["drafts"]).skipped
    assert SkippedFile(str(notes / "drafts"), "excluded by a pattern") in skipped


def test_a_glob_pattern_stands_for_the_files_that_it_matches(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(notes.parent)
    assert routes("notes/*") == ["notes/a.txt", "notes/b.md", "notes/g.png"]
    assert routes("notes/**/*.md") == ["notes/b.md", "notes/below/c.md", "notes/drafts/f.md"]
    with pytest.raises(LoadError, match=r"notes/\*\.rst: no file matches this pattern"):
        find_files(["notes/*.rst"])


def test_a_name_with_the_characters_of_a_pattern_is_a_file_if_it_exists(tmp_path: Path) -> None:
    (tmp_path / "a[1].md").write_text("Tides.")
    assert routes(tmp_path / "a[1].md") == ["a[1].md"]


def test_a_named_file_needs_no_known_suffix(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text("tides:")
    assert routes(tmp_path / "Makefile") == ["Makefile"]
    assert routes(tmp_path) == []


def test_a_folder_has_texts_that_are_known_by_name(tmp_path: Path) -> None:
    for name in ("README", "LICENSE", "README.gz", "readers"):
        (tmp_path / name).write_text("Tides.")
    assert routes(tmp_path) == ["LICENSE", "README"]


def test_a_file_of_several_sources_is_found_once(notes: Path) -> None:
    assert routes(notes / "b.md", notes, notes / "below") == [
        "b.md", "a.txt", "below/c.md", "drafts/f.md",
    ]  # fmt: skip


def test_equal_routes_become_paths_from_the_common_folder(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.md").write_text("Tides.")
    (tmp_path / "two" / "b.md").write_text("Tides.")
    assert routes(tmp_path / "one", tmp_path / "two") == ["one/a.md", "two/a.md", "b.md"]


def test_pipes_and_broken_links_are_skipped(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "broken.md").symlink_to(tmp_path / "nowhere.md")
    assert sorted(each.reason for each in find_files([tmp_path]).skipped) == [
        "not a regular file",
        "there is no such file",
    ]


HOSTILE_NAMES = {
    "255 bytes": "a" * 252 + ".md",
    "composed": "\u00fc.md",
    "decomposed": "u\u0308.md",
    "right to left": "\u05d0\u05d1.md",
    "overridden": "a\u202edm.exe.md",
    "control characters": "a\x1b]0;b\x07\n\t.md",
    "an option": "--output=b.md",
    "a pattern": "[a]*?.md",
    "a variable": "$HOME;~`id`.md",
    "no UTF-8": os.fsdecode(b"a\xff.md"),
    "blanks": " a .md",
}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems allow fewer names")
@pytest.mark.parametrize("name", HOSTILE_NAMES.values(), ids=HOSTILE_NAMES)
def test_a_file_of_any_name_is_found_and_loaded(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("Low tide.")
    for source in (tmp_path, tmp_path / name):
        ((path, route),) = find_files([source]).found
        document = load(path, route=route)
        assert document.text == "Low tide."
        assert document.source.isprintable()
        document.route.encode()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems compose names")
def test_names_that_differ_in_composition_are_two_documents(tmp_path: Path) -> None:
    for name in ("\u00fc.md", "u\u0308.md"):
        (tmp_path / name).write_text(name)
    found = find_files([tmp_path]).found
    assert {load(path).text for path, _ in found} == {"\u00fc.md", "u\u0308.md"}
    assert len({route for _, route in found}) == 2


@pytest.mark.skipif(os.name == "nt", reason="paths have another limit")
@pytest.mark.parametrize("length", [256, 4_000, 100_000])
def test_a_name_that_is_too_long_is_one_sentence(length: int, tmp_path: Path) -> None:
    for read in (load, lambda path: find_files([path])):
        with pytest.raises(LoadError, match="File name too long") as caught:
            read(tmp_path / ("a" * length))
        assert len(str(caught.value)) < 400 + len(str(tmp_path))


@pytest.mark.skipif(os.name == "nt", reason="there are no devices")
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/full"])
def test_a_device_is_no_document(device: str, tmp_path: Path) -> None:
    link = tmp_path / "a.md"
    link.symlink_to(device)
    for path in (Path(device), link):
        with pytest.raises(LoadError, match="not a regular file"):
            load(path)
    assert [each.reason for each in find_files([tmp_path]).skipped] == ["not a regular file"]


def test_links_that_lead_to_themselves_are_skipped(tmp_path: Path) -> None:
    (tmp_path / "a.md").symlink_to(tmp_path / "b.md")
    (tmp_path / "b.md").symlink_to(tmp_path / "a.md")
    (tmp_path / "c").symlink_to(tmp_path)
    assert find_files([tmp_path]).found == ()
    with pytest.raises(LoadError, match="symbolic links"):
        load(tmp_path / "a.md")


@pytest.mark.skipif(os.name == "nt", reason="paths have another limit")
def test_folders_too_deep_for_a_path_are_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_text("Text.")
    monkeypatch.chdir(tmp_path)
    for _ in range(90):  # 4,590 characters; a path has at most 4,096
        Path("d" * 50).mkdir()
        os.chdir("d" * 50)
    os.chdir(tmp_path)
    found = find_files([tmp_path])
    assert [each.route for each in found.found] == ["a.md"]
    assert [each.reason for each in found.skipped] == ["cannot be read (File name too long)"]


def test_a_missing_source_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="missing: there is no such file"):
        find_files([tmp_path / "missing"])
    with pytest.raises(LoadError, match="must not be empty"):
        find_files([""])
    with pytest.raises(SettingsError, match="sources must be a list"):
        find_files(str(tmp_path))
    with pytest.raises(SettingsError, match="exclude must be a list of patterns"):
        find_files([tmp_path], exclude="*.md")
