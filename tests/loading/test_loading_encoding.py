import pytest

from chunking.core.errors import LoadError
from chunking.loading import load_bytes

RUSSIAN = "Привет, как дела? Это обычный русский текст для проверки.\r\n"


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        ("é\r\n".encode(), "é\r\n", "utf-8"),
        (b"\xef\xbb\xbfx", "x", "utf-8"),
        (b"\xff\xfe" + "xé".encode("utf-16-le"), "xé", "utf-16-le"),
        (b"\xfe\xff" + "xé".encode("utf-16-be"), "xé", "utf-16-be"),
        (b"\xff\xfe\x00\x00" + "xé".encode("utf-32-le"), "xé", "utf-32-le"),
        (b"a\x00b", "a\x00b", "utf-8"),
    ],
)
def test_declared_and_valid_encodings_need_no_note(data: bytes, text: str, encoding: str) -> None:
    document = load_bytes(data, "x.txt")
    assert (document.text, document.encoding, document.notes) == (text, encoding, ())


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (RUSSIAN, "windows-1251"),
        (RUSSIAN, "koi8-r"),
        ("Il s’agit d’un texte français, écrit à l’été dernier.", "windows-1252"),
        ("日本語のテキストです。今日はいい天気ですね。", "cp932"),
        ("A text without a byte order mark.", "utf-16-le"),
    ],
)
def test_a_detected_encoding_is_noted(text: str, encoding: str) -> None:
    document = load_bytes(text.encode(encoding), "x.txt")
    assert document.text == text
    assert document.encoding == encoding
    assert document.notes == (f"no byte order mark and not UTF-8: read as {encoding} (a guess)",)


def test_undetectable_bytes_are_windows_1252() -> None:
    document = load_bytes(b"caf\xe9 d\xe9j\xe0 vu", "x.txt")
    assert (document.text, document.encoding) == ("café déjà vu", "windows-1252")


def test_an_explicit_encoding_wins() -> None:
    data = "é".encode()
    assert load_bytes(data, "x.txt", encoding="Latin-1").text == "Ã©"
    assert load_bytes(b"\xff\xfex\x00", "x.txt", encoding="utf-16").text == "x"


def test_invalid_bytes_are_replaced_and_noted() -> None:
    document = load_bytes(b"ab\xff\xfec", "x.txt", encoding="utf-8")
    assert document.text == "ab\ufffd\ufffdc"
    assert document.notes == ("some bytes are not utf-8, the first at byte 2: each became U+FFFD",)


@pytest.mark.parametrize("name", ["klingon", "", "base64", "rot13", "idna", "punycode", "a\x00b"])
def test_an_unknown_encoding_is_rejected(name: str) -> None:
    with pytest.raises(LoadError, match="the encoding must be one that Python knows") as caught:
        load_bytes(b"x", "x.txt", encoding=name)
    assert repr(name) in str(caught.value).replace("\\\\", "\\")


@pytest.mark.parametrize(
    "data", [b"\x00" * 100, bytes(range(256)) * 4, b"\x00\x01\x02\x03\x04\x05\xff" * 10]
)
def test_binary_data_is_refused(data: bytes) -> None:
    with pytest.raises(LoadError, match=r"^x\.txt: binary data"):
        load_bytes(data, "x.txt")


def test_lone_surrogates_are_replaced_and_noted() -> None:
    document = load_bytes(b"a+2AA-b", "x.txt", encoding="utf-7")
    assert document.text == "a\ufffdb"
    assert document.notes == ("lone surrogates are not characters: each became U+FFFD",)


def test_escape_sequences_show_japanese_text_in_seven_bits() -> None:
    text = "潮は一日に二度、満ちる。\nEbb.\n"
    assert load_bytes(text.encode("iso2022_jp"), "a.txt").text == text
