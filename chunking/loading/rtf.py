"""RTF to Markdown: its code pages become Unicode for pandoc, which knows one of them."""

import codecs
import re
from dataclasses import dataclass, field

from chunking.loading import pandoc
from chunking.loading.formats import Content

_TOKEN = re.compile(
    rb"\\'(?P<byte>[0-9a-fA-F]{2})|\\(?P<word>[a-zA-Z]+)(?P<number>-?\d{1,9})? ?"
    rb"|(?P<symbol>\\.|[{}])|(?P<text>[^\\{}]+)|\\",
    re.DOTALL,
)
# The code page of each character set of fonts (the RTF specification 1.9.1, \fcharset).
_CHARSETS = {
    0: "cp1252", 77: "mac_roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gbk",
    136: "cp950", 161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256",
    186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 255: "cp437",
}  # fmt: skip
_SETS = {b"mac": "mac_roman", b"pc": "cp437", b"pca": "cp850"}
_CODE_PAGES = {936: "gbk", 10_000: "mac_roman", 65_001: "utf-8"}
_LABELS = frozenset({b"listtext", b"pntext"})
_LEVEL_FORMATS = frozenset({b"levelnfc", b"levelnfcn"})
_BULLET = 23
_MAX_CELLS = 63  # of a row in Word
_ESCAPES = {ord(char): f"\\{char}" for char in "\\{}"}


def convert(data: bytes) -> Content:
    """Return the text of the document, with the title that it declares.

    Raises:
        LoadError: It is damaged or beyond the limits.
    """
    return pandoc.convert(_Recoder().recoded(data), "rtf")


@dataclass(slots=True)
class _Recoder:
    """Writer of RTF whose characters are UTF-8 instead of bytes of code pages and escapes."""

    out: list[str] = field(default_factory=list)
    default: str = "cp1252"
    fonts: dict[int, str] = field(default_factory=dict)
    # Those of the open group: its font, how many characters replace one in Unicode, and whether it
    # is bold.
    font: int = -1
    replaced: int = 1
    bold: bool = False
    row: list[str] = field(default_factory=list)  # the definition of the last row of a table
    has_row: bool = False  # whether a row is open
    groups: list[tuple[int, int, bool]] = field(default_factory=list)
    # Where the label of an item begins in `out`, and the number of groups around it.
    label: tuple[int, int] = (0, 0)
    pending: str = ""  # a label, until the text of its item
    _bytes: bytearray = field(default_factory=bytearray)
    _skip: int = 0

    def recoded(self, data: bytes) -> bytes:
        """Return the RTF in UTF-8."""
        at = 0
        while found := _TOKEN.match(data, at):
            at = found.end()
            if found["byte"]:
                self._text(bytes.fromhex(found["byte"].decode()))
            elif found["text"]:
                self._text(found["text"])
            else:
                self._flush()
                self._skip = 0
                if found["word"]:
                    number = int(found["number"] or 1)
                    at += number if found["word"] == b"bin" else 0
                    self._word(found["word"], number, found[0].decode("ascii"))
                else:
                    self._symbol(found[0])
        self._flush()
        text = "".join(self.out)
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()

    def _text(self, text: bytes) -> None:
        self._bytes += text[self._skip :]
        self._skip = max(0, self._skip - len(text))

    def _flush(self) -> None:
        if self._bytes:
            code_page = self.fonts.get(self.font, self.default)
            self._add(self._bytes.decode(code_page, "replace").translate(_ESCAPES))
            self._bytes.clear()

    def _add(self, text: str) -> None:
        if text.strip():
            self.out.append(self.pending)
            self.pending = ""
        self.out.append(text)

    def _symbol(self, symbol: bytes) -> None:
        if symbol == b"{":
            self.groups.append((self.font, self.replaced, self.bold))
        elif symbol == b"}" and self.groups:
            if self.label[1] == len(self.groups):
                self._end_label()
            self.font, self.replaced, self.bold = self.groups.pop()
        self.out.append(symbol.decode("latin-1"))

    def _end_label(self) -> None:
        """Keep the number of an item as text, without its format; a bullet is no text."""
        start, _ = self.label
        text = "".join(each for each in self.out[start:] if not each.startswith("\\"))
        del self.out[start:]
        self.pending = f"{text.strip()} " if any(map(str.isalnum, text)) else ""
        self.label = (0, 0)

    def _word(self, word: bytes, number: int, token: str) -> None:
        if word == b"u":
            self._add(chr(number % 0x10000))
            self._skip = self.replaced
        elif word == b"uc":
            self.replaced = max(0, number)
        elif word == b"ansicpg":
            self.default = _known(_CODE_PAGES.get(number, f"cp{number}"))
        elif word in _SETS:
            self.default = _SETS[word]
        elif word in _LABELS:
            self.label = (len(self.out), len(self.groups))
        elif word in _LEVEL_FORMATS:  # the number is in the label
            self.out.append(f"\\{word.decode()}{_BULLET}")
        else:
            self._format(word, number, token)

    def _format(self, word: bytes, number: int, token: str) -> None:
        if word == b"f":
            self.font = number
        elif word == b"fcharset" and number in _CHARSETS:
            self.fonts[self.font] = _CHARSETS[number]
        elif word in {b"b", b"plain"}:
            self.bold = word == b"b" and number > 0
        elif word == b"trowd":
            self.row, self.has_row = [token], True
        elif word == b"cellx" and len(self.row) <= _MAX_CELLS:
            self.row.append(token)
        elif word == b"cell" and not self.has_row:  # as that above; pandoc would go on in that
            self.out += self.row
            self.has_row = True
        elif word == b"row":
            self.has_row = False
        if word != b"bin":
            self.out.append(token)
        if word == b"pard" and self.bold:  # pandoc would end it
            self.out.append("\\b ")


def _known(code_page: str) -> str:
    try:
        return codecs.lookup(code_page).name
    except LookupError:
        return "cp1252"
