import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loadable import archive, docx, epub, paragraph, pdf

from chunking.core.document import Document
from chunking.core.errors import LoadError, SettingsError
from chunking.loading import FORMATS, MAX_BYTES, load, load_bytes

SUFFIXES = sorted({suffix for known in FORMATS for suffix in known.suffixes} | {"", ".xyz"})
SEEDS = [
    pdf("Hello", "", title="t"),
    docx(paragraph("x"), styles="<w:style/>"),
    epub({"a": "<p>x</p>"}),
    b"<!doctype html><html lang=en><title>x</title><table><tr><td>a</table><ul><li>b",
    b"---\ntitle: x\n---\n# Heading\n",
    b'{"nbformat": 4, "cells": [{"cell_type": "code", "source": ["x"], "outputs": [{}]}]}',
    b"WEBVTT\n\nNOTE x\n\n1\n00:01.000 --> 00:02.000\n<v Anna>x</v>\n",
]


def test_every_suffix_belongs_to_one_format() -> None:
    endings = [suffix for known in FORMATS for suffix in known.suffixes]
    assert len(endings) == len(set(endings))
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in endings)


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("a.md", "text/markdown"),
        ("a.TXT", "text/plain"),
        ("a.py", "text/x-python"),
        ("a.tsx", "text/x-typescript"),
        ("a.html", "text/markdown"),
        ("a.unheard-of", "text/plain"),
        ("Makefile", "text/plain"),
    ],
)
def test_the_suffix_determines_the_media_type_of_text(name: str, media_type: str) -> None:
    assert load_bytes(b"x", name).media_type == media_type


@pytest.mark.parametrize(
    ("data", "name", "text", "note"),
    [
        (pdf("Hello"), "a.txt", "Hello", "the name ends in .txt but the content is a PDF: "),
        (docx(paragraph("x")), "a.pdf", "x", "the name ends in .pdf but the content is a DOCX: "),
        (epub({"a": "x"}), "a", "x", "the name has no ending but the content is an EPUB: "),
        (b"<html>x", "a.md", "x", "the name ends in .md but the content is an HTML page: "),
        (b"just text", "a.pdf", "just text", "the name ends in .pdf but the content is text: "),
    ],
)
def test_the_content_decides_over_a_wrong_suffix(
    data: bytes, name: str, text: str, note: str
) -> None:
    document = load_bytes(data, name)
    assert document.text == text
    assert document.notes[0].startswith(note + "read as ")


def test_a_template_that_begins_like_html_stays_source_code() -> None:
    text = "<html><?php echo 1 ?>"
    assert load_bytes(text.encode(), "a.php").text == text


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "a PNG image"),
        (b"\x1f\x8b\x08" + bytes(50), "a gzip archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Office 97-2003 or password-protected file"),
        (archive({"a": "b"}), "a zip archive without a document of a supported format"),
    ],
)
def test_binary_formats_are_named_in_the_error(data: bytes, message: str) -> None:
    with pytest.raises(LoadError, match=message):
        load_bytes(data, "a.txt")


@pytest.mark.parametrize("name", ["a.txt", "a.pdf", "a.docx", "a.html"])
def test_an_empty_file_is_an_empty_document(name: str) -> None:
    document = load_bytes(b"", name)
    assert (document.text, document.notes) == ("", ("the file is empty",))


def test_decoded_text_is_not_altered() -> None:
    text = " a\r\n\n\tb\x0c\u2028c  \r"
    assert load_bytes(text.encode(), "a.md").text == text


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\me\\a.txt", "a.txt"),
        ("a/", "text"),
        ("..", "text"),
        ("", "text"),
        ("a\x00\n\u202eb.txt", "ab.txt"),
        ("<img src=x>.md", "<img src=x>.md"),
        ("a" * 300 + ".md", "a" * 252 + ".md"),
        ("\udcff.md", "\ufffd.md"),
    ],
)
def test_the_source_is_a_clean_bare_name(name: str, source: str) -> None:
    assert load_bytes(b"x", name).source == source
    assert load_bytes(b"x", name).route == source


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("a.b.md", "# One #\n\n# Two", "One"),
        ("a.md", "\n\nTitle\n===\n", "Title"),
        ("a.md", "---\nx: 1\n---\n\n## Deep\n", "Deep"),
        ("a.md", '---\nx: 1\ntitle: "Of: it" # so\n---\n\n## Deep\n', "Of: it"),
        ("a.md", "+++\ntitle = 'Of it'\n+++\n## Deep\n", "Of it"),
        ("a.md", "---\ntitle: |\n  Of it\nsubtitle: more\n---\n## Deep\n", "Deep"),
        ("a.md", "title: Of it\n\n## Deep\n", "Deep"),
        ("a.md", "---\n\n# Deep\n\n---\n# Deeper\n", "Deep"),
        ("a.md", "```\n# comment\n```\n", "a"),
        ("a.md", "line\n" * 30 + "# Late", "a"),
        ("a.py", "# comment", "a"),
        ("a.b.txt", "x", "a.b"),
        ("a.md", "# " + "x" * 300, "x" * 200),
        ("a.md", '---\r\ntitle: "Of it"\r\n---\r\n## Deep\r\n', "Of it"),
        ("a.md", "---\ntitle: Of it # so # and so\n---\n## Deep\n", "Of it"),
        ("a.md", "---\ntitle: Of#it  \n---\n## Deep\n", "Of#it"),
        ("a.md", "# C#\n", "C#"),
        # A long run of blanks in a title is gone through once.
        ("a.md", "---\ntitle: a" + " " * 9_000 + "b\n---\n", "a b"),
        ("a.md", "# a" + " " * 9_000 + "b\n", "a b"),
    ],
)
def test_the_title_is_from_front_matter_else_first_heading_else_file_name(
    name: str, text: str, title: str
) -> None:
    assert load_bytes(text.encode(), name).title == title


@pytest.mark.parametrize("name", ["encoding", "route", "title", "domain"])
def test_properties_must_be_strings(name: str) -> None:
    with pytest.raises(SettingsError, match=rf"the {name}.* must be a str.*, got 5"):
        load_bytes(b"A text.", "a.md", **{name: 5})  # type: ignore[arg-type] # that is the point


def test_explicit_properties_win() -> None:
    document = load_bytes(
        b"<html lang=de><title>x</title>y", "a.html", title=" My\n title ", language="nl",
        route="docs/y", domain="law",
    )  # fmt: skip
    assert document == Document(
        "y", "a.html", "text/markdown", "docs/y", "My title", "nl", "law", "utf-8", ()
    )


def test_the_route_is_the_relative_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs" / "in").mkdir(parents=True)
    (tmp_path / "docs" / "in" / "a.md").write_bytes(b"# A\r\n")
    document = load(os.path.join("docs", ".", "in", "a.md"))  # noqa: PTH118
    assert (document.route, document.source, document.text) == ("docs/in/a.md", "a.md", "# A\r\n")
    assert load(tmp_path / "docs" / "in" / "a.md").route == "a.md"
    assert load("docs/../docs/in/a.md").route == "a.md"
    assert load("docs/in/a.md", route="x").route == "x"


def test_errors_name_a_file_without_its_folder(tmp_path: Path) -> None:
    def message(path: str | Path) -> str:
        with pytest.raises(LoadError) as caught:
            load(path)
        assert str(tmp_path) not in str(caught.value)
        return str(caught.value)

    large = tmp_path / "large.txt"
    with large.open("wb") as file:
        file.truncate(MAX_BYTES + 2**20)
    os.mkfifo(tmp_path / "pipe")
    assert message(tmp_path / "gone.txt") == "gone.txt: there is no such file"
    assert message(tmp_path) == f"{tmp_path.name}: a folder, where a file is expected"
    assert message(large) == "large.txt: 51.0 MiB, and at most 50 MiB can be loaded"
    assert message(tmp_path / "pipe") == "pipe: not a regular file"
    assert message(f"{tmp_path}/a\x00b") == "ab: cannot be read (no valid path)"
    assert message(tmp_path / ("x" * 200)).startswith("x" * 79 + "…: ")


def test_a_missing_permission_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"x")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "denied", str(file))

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(LoadError) as caught:
        load(file)
    monkeypatch.undo()
    assert str(caught.value) == "a.txt: no permission to read it"


def test_too_many_bytes_are_refused() -> None:
    with pytest.raises(LoadError, match=r"^a\.txt: 50\.0 MiB, and at most 50 MiB"):
        load_bytes(bytes(MAX_BYTES + 1), "a.txt")


def loaded(data: bytes, name: str) -> None:
    try:
        document = load_bytes(data, name)
    except LoadError as error:
        message = str(error)
    else:
        message = " ".join((document.title, *document.notes))
        document.text.encode()
        assert document.title
        assert document.language
    message.encode()
    assert "\n" not in message
    assert 0 < len(message) < 400


@settings(max_examples=2 * settings().max_examples)
@given(st.binary(max_size=400), st.text(max_size=20), st.sampled_from(SUFFIXES))
def test_any_bytes_are_a_document_or_an_error(data: bytes, stem: str, suffix: str) -> None:
    loaded(data, stem + suffix)


@settings(max_examples=4 * settings().max_examples)
@given(
    st.sampled_from(SEEDS),
    st.lists(st.tuples(st.integers(0, 5000), st.binary(max_size=6)), max_size=5),
    st.integers(0, 5000),
    st.sampled_from(["a.txt", "a.pdf", "a.docx", "a.epub", "a.html", "a.ipynb", "a.vtt"]),
)
def test_a_damaged_file_is_a_document_or_an_error(
    seed: bytes, edits: list[tuple[int, bytes]], cut: int, name: str
) -> None:
    data = bytearray(seed)
    for place, written in edits:
        at = place % len(data)
        data[at : at + len(written)] = written
    loaded(bytes(data[: len(data) - cut % 60]), name)


def test_importing_the_package_loads_no_reader() -> None:
    code = (
        "import sys, chunking.loading; "
        "heavy = {'pypdf', 'selectolax', 'defusedxml', 'chardet', 'langcodes', 'py3langid'}; "
        "print(heavy & set(sys.modules))"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root
    )
    assert done.stdout.strip() == "set()"


def test_text_with_directives_is_read_as_restructuredtext() -> None:
    text = "Tides\n=====\n\n" + ".. note:: Ebb.\n\n" * 3
    document = load_bytes(text.encode(), "README.txt")
    assert document.media_type == "text/x-rst"
    assert document.notes == (
        "the name ends in .txt but the content is reStructuredText: read as reStructuredText",
    )
    assert load_bytes(text[:-20].encode(), "README.txt").media_type == "text/plain"
