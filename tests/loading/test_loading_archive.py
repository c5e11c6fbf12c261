from __future__ import annotations

import io
import struct
import time
import tracemalloc
import zipfile

import pytest
from loadable import archive, docx, epub

from chunking.errors import LoadError
from chunking.loading import load_bytes
from chunking.loading.archive import Archive


def measured(data: bytes, name: str) -> tuple[str, float, float]:
    """The refusal, the seconds it took and the MiB it needed at most."""
    tracemalloc.start()
    start = time.process_time()
    try:
        with pytest.raises(LoadError) as caught:
            load_bytes(data, name)
        return (
            str(caught.value),
            time.process_time() - start,
            tracemalloc.get_traced_memory()[1] / 2**20,
        )
    finally:
        tracemalloc.stop()


def test_a_bomb_is_refused_in_little_time_and_memory() -> None:
    message, seconds, mebibytes = measured(docx(" " * 60 * 2**20), "bomb.docx")
    assert "unpacks to more than 250 times its size" in message
    assert seconds < 4
    assert mebibytes < 64


def test_a_book_that_is_a_bomb_is_refused_too() -> None:
    message, seconds, mebibytes = measured(epub({"a": " " * 30 * 2**20}), "bomb.epub")
    assert "unpacks to more than 250 times its size" in message
    assert seconds < 4
    assert mebibytes < 64


def test_members_together_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chunking.loading.archive.MAX_UNPACKED", 2**20)
    opened = Archive(archive({"a": b"x" * 600_000, "b": b"x" * 600_000}))
    assert len(opened.read("a")) == 600_000
    with pytest.raises(LoadError, match="unpacks to more than"):
        opened.read("b")


def test_the_size_in_the_directory_is_not_believed() -> None:
    data = bytearray(archive({"word/document.xml": b"x" * 1000}))
    entry = data.index(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = struct.pack("<I", 10)  # the size it claims to unpack to
    with pytest.raises(LoadError):
        load_bytes(bytes(data), "x.docx")


def test_a_directory_of_very_many_members_is_not_even_opened() -> None:
    with pytest.raises(LoadError, match="more than 50,000 members"):
        Archive(b"PK\x03\x04" + b"PK\x01\x02" * 50_001)


def test_absurd_names_touch_no_disk(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    data = archive({"../../evil": "x", "/etc/evil": "x", "word/document.xml": "<a/>"})
    assert load_bytes(data, "x.docx").text == ""
    import os

    assert os.listdir(".") == []  # noqa: PTH208


def test_other_packings_and_passwords_are_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_BZIP2) as packed:
        packed.writestr("word/document.xml", "<a/>")
    with pytest.raises(LoadError, match="packed in another way than deflate"):
        load_bytes(out.getvalue(), "x.docx")
    data = bytearray(archive({"word/document.xml": "<a/>"}))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(LoadError, match="protected by a password"):
        load_bytes(bytes(data), "x.docx")


def test_a_bomb_of_entities_is_refused() -> None:
    lol = "".join(f'<!ENTITY l{i + 1} "{f"&l{i};" * 10}">' for i in range(9))
    data = docx("&l9;", before=f'<!DOCTYPE x [<!ENTITY l0 "lol">{lol}]>')
    with pytest.raises(LoadError, match="declares XML entities"):
        load_bytes(data, "x.docx")
