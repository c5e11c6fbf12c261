import io
import struct
import tracemalloc
import zipfile

import pytest
from loadable import archive, docx, epub, paragraph

from chunking.core.errors import LoadError
from chunking.loading import load_bytes
from chunking.loading.archive import Archive


def measured(data: bytes, name: str) -> tuple[str, float]:
    """Return the error message and the peak memory in MiB."""
    tracemalloc.start()
    try:
        with pytest.raises(LoadError) as caught:
            load_bytes(data, name)
        return (
            str(caught.value),
            tracemalloc.get_traced_memory()[1] / 2**20,
        )
    finally:
        tracemalloc.stop()


def test_a_zip_bomb_is_refused_in_little_memory() -> None:
    message, mebibytes = measured(docx(" " * 60 * 2**20), "bomb.docx")
    assert "unpacks to more than 250 times its size" in message
    assert mebibytes < 64


def test_an_epub_that_is_a_zip_bomb_is_refused() -> None:
    message, mebibytes = measured(epub({"a": " " * 30 * 2**20}), "bomb.epub")
    assert "unpacks to more than 250 times its size" in message
    assert mebibytes < 64


def test_members_together_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chunking.loading.archive.MAX_UNPACKED", 2**20)
    opened = Archive(archive({"a": b"x" * 600_000, "b": b"x" * 600_000}))
    assert len(opened.read("a")) == 600_000
    with pytest.raises(LoadError, match="unpacks to more than"):
        opened.read("b")


def test_sizes_in_the_directory_are_not_trusted() -> None:
    data = bytearray(archive({"word/document.xml": b"x" * 1000}))
    entry = data.index(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = struct.pack("<I", 10)  # the size it claims to unpack to
    with pytest.raises(LoadError):
        load_bytes(bytes(data), "x.docx")


def test_too_many_members_are_refused_before_the_directory_is_read() -> None:
    with pytest.raises(LoadError, match="more than 50,000 members"):
        Archive(b"PK\x03\x04" + b"PK\x01\x02" * 50_001)


def test_members_are_never_written_to_disk(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(str(tmp_path))
    evil = {"../../evil.xml": "x", "/etc/evil.xml": "x"}
    with zipfile.ZipFile(io.BytesIO(docx(paragraph("x")))) as packed:
        data = archive({**{name: packed.read(name) for name in packed.namelist()}, **evil})
    assert load_bytes(data, "x.docx").text == "x"
    import os

    assert os.listdir(".") == []  # noqa: PTH208


def test_other_compression_methods_and_passwords_are_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_BZIP2) as packed:
        packed.writestr("word/document.xml", "<a/>")
    with pytest.raises(LoadError, match="compressed by another method than deflate"):
        load_bytes(out.getvalue(), "x.docx")
    data = bytearray(archive({"word/document.xml": "<a/>"}))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(LoadError, match="protected by a password"):
        load_bytes(bytes(data), "x.docx")


def test_xml_entities_are_refused() -> None:
    lol = "".join(f'<!ENTITY l{i + 1} "{f"&l{i};" * 10}">' for i in range(9))
    data = docx("&l9;", before=f'<!DOCTYPE x [<!ENTITY l0 "lol">{lol}]>')
    with pytest.raises(LoadError, match="damaged"):
        load_bytes(data, "x.docx")
