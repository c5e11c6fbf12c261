"""Separators at which text is split: offsets, lines, sentences."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import regex

from chunking.core.cuts import Reason
from chunking.core.text.characters import is_boundary
from chunking.core.text.whitespace import chunk_start, next_non_space


@dataclass(frozen=True, slots=True)
class Syntax:
    """A language: its media types, and the patterns of lines that start a definition.

    `top_level` patterns match without indentation, coarsest first; `nested` matches indented
    lines, one level finer. `attached` are the prefixes of lines that belong to the definition
    below them, such as comments.
    """

    media_types: tuple[str, ...]
    top_level: tuple[str, ...]
    nested: str = ""
    attached: tuple[str, ...] = ("@", "//", "/*", "*", "#[")

    def levels(self, text: str) -> list[list[int]]:
        """Return the offsets at which definitions start, one list per level, coarsest first."""
        patterns = [rf"\n(?:{words})" for words in self.top_level]
        if self.nested:
            patterns.append(rf"\n[ \t]+(?:{self.nested})")
        return [
            [self._attached(text, found.start() + 1) for found in re.finditer(pattern, text)]
            for pattern in patterns
        ]

    def _attached(self, text: str, start: int) -> int:
        """Return where the lines attached above the definition at `start` start."""
        while start > 1:
            above = text.rfind("\n", 0, start - 1) + 1
            if not text[above:start].lstrip(" \t").startswith(self.attached):
                break
            start = above
        return start


def _lines(modifiers: str, words: str) -> str:
    """Return a pattern of lines that start with a word after any modifiers."""
    return rf"(?:(?:{modifiers})[ \t]+)*(?:{words})\b"


_SHARP = _lines(
    "public|private|protected|internal|static|abstract|sealed|partial|async|override|readonly",
    "class|interface|struct|enum|record|delegate|namespace|void|int|string|bool|Task",
)
_SCRIPT = _lines(
    "export|default|declare|abstract|async",
    "function|class|interface|type|enum|namespace|module|const|let|var",
)
_METHOD = (
    r"(?!(?:if|for|while|switch|catch)\b)"
    r"(?:(?:public|private|protected|static|async|get|set|function)[ \t]+)*"
    r"[\w$#]{1,80}\([^()\n]{0,200}\)[^()\n{]{0,80}\{"
)
_C = (
    r"(?:static|inline|extern|const|unsigned|signed|struct|enum|union|typedef|class|namespace|"
    r"template|void|int|char|bool|float|double|long|short|auto|[A-Za-z_]\w{0,60}_t)\b"
)
_JAVA = (
    r"(?:public|protected|private|static|final|abstract|sealed|default|class|interface|enum|"
    r"record|@interface)\b"
)
_KOTLIN = (
    "public|private|protected|internal|open|abstract|sealed|data|override|inline|suspend|companion"
)
_PHP = _lines(
    "public|private|protected|static|final|abstract|readonly",
    "function|class|interface|trait|enum|namespace",
)
_PYTHON = _lines("async", "def|class")
_RUST = _lines(
    r"pub(?:\([\w: ]{0,60}\))?|async|unsafe|const|extern|default",
    "fn|struct|enum|union|trait|impl|mod|type|static|macro_rules",
)
_RUBY = r"(?:class|module|def)\b"
_SCALA = "private|protected|override|implicit|final|sealed|case|abstract"
_SHELL = r"(?:function[ \t]+[\w-]|[\w-]{1,60}[ \t]*\(\))"
_SQL = r"(?i:create|alter|drop|insert|update|delete|select|with|grant|begin)\b"
_SWIFT = "public|private|fileprivate|internal|open|static|final|override"
_TEX = (r"\\(?:part|chapter)\b", r"\\section\b", r"\\(?:sub)+section\b", r"\\begin\b")

SYNTAXES: dict[str, Syntax] = {
    "c": Syntax(("text/x-c", "text/x-c++"), (_C,)),
    "csharp": Syntax(("text/x-csharp",), (_SHARP,), _SHARP),
    "go": Syntax(("text/x-go",), (r"(?:func|type|var|const)\b",)),
    "java": Syntax(("text/x-java",), (_JAVA,), _JAVA),
    "javascript": Syntax(("text/javascript",), (_SCRIPT,), _METHOD),
    "kotlin": Syntax(
        ("text/x-kotlin",),
        (_lines(_KOTLIN, "class|interface|object|fun|val|var"),),
        _lines(_KOTLIN, "class|interface|object|fun"),
    ),
    "latex": Syntax(("text/x-tex",), _TEX, attached=("%",)),
    "lua": Syntax(("text/x-lua",), (_lines("local", "function"),), attached=("--",)),
    "php": Syntax(("text/x-php",), (_PHP,), _PHP, attached=("@", "//", "/*", "*", "#")),
    "python": Syntax(("text/x-python",), (_PYTHON,), _PYTHON, attached=("@", "#")),
    "ruby": Syntax(("text/x-ruby",), (_RUBY,), _RUBY, attached=("#",)),
    "rust": Syntax(("text/x-rust",), (_RUST,), _RUST),
    "scala": Syntax(
        ("text/x-scala",),
        (_lines(_SCALA, "class|object|trait|enum|def|val|var|type|given"),),
        _lines(_SCALA, "class|object|trait|enum|def"),
    ),
    "shell": Syntax(("text/x-sh",), (_SHELL,), attached=("#",)),
    "sql": Syntax(("text/x-sql",), (_SQL,), attached=("--", "/*", "*")),
    "swift": Syntax(
        ("text/x-swift",),
        (_lines(_SWIFT, "class|struct|enum|protocol|extension|actor|func|var|let"),),
        _lines(_SWIFT, "class|struct|enum|protocol|extension|actor|func|init"),
    ),
    "typescript": Syntax(("text/x-typescript", "text/x-vue"), (_SCRIPT,), _METHOD),
}

BY_MEDIA_TYPE = {kind: name for name, each in SYNTAXES.items() for kind in each.media_types}


# A full stop after an initial or a title ends no sentence, nor does a mark before a word in lower
# case; closing quotes belong to the sentence.
_SENTENCE = (
    r"(?:(?:[!?…](?![\"'”’»)\]]{0,3}\s++\p{Ll})|(?<!\b(?:\p{Lu}|Dr|Mr|Mrs|Ms|Prof|St|vs|No|e\.g|i\.e|cf))\.)"
    r"[\"'”’»)\]]{0,3}(?=\s)|[。！？][」』”’）]{0,3}(?=[^」』”’）]))"
)
_NEXT_SENTENCE = regex.compile(_SENTENCE)
_LAST_SENTENCE = regex.compile(f"(?r){_SENTENCE}")


class Separator(Protocol):
    """Positions at which text may be split; `reason` is that of a boundary there."""

    reason: Reason

    def last(self, start: int, limit: int) -> int:
        """Return the last position after `start` with only whitespace past `limit`; -1 for none."""
        ...

    def next(self, start: int, end: int) -> int:
        """Return the first position after `start`, at most `end`."""
        ...


class OffsetSeparator:
    """Known offsets, ascending, at each of which a segment starts."""

    def __init__(self, text: str, offsets: Sequence[int], reason: Reason) -> None:
        self._text = text
        self._offsets = offsets
        self.reason = reason

    def last(self, start: int, limit: int) -> int:
        """As in `Separator`."""
        i = bisect_right(self._offsets, next_non_space(self._text, limit))
        return self._offsets[i - 1] if i and self._offsets[i - 1] > start else -1

    def next(self, start: int, end: int) -> int:
        """As in `Separator`."""
        i = bisect_right(self._offsets, start)
        return min(end, self._offsets[i]) if i < len(self._offsets) else end


class LineSeparator:
    """The ends of lines."""

    reason = Reason.MAX_TOKENS

    def __init__(self, text: str) -> None:
        self._text = text

    def last(self, start: int, limit: int) -> int:
        """As in `Separator`."""
        stop = max(limit + 1, next_non_space(self._text, limit))
        return min(limit, max(self._text.rfind(end, start + 1, stop) for end in "\r\n"))

    def next(self, start: int, end: int) -> int:
        """As in `Separator`."""
        # The rarer \r is searched only up to the \n, so that no text is searched repeatedly.
        for each in "\n\r":
            found = self._text.find(each, start + 1, end)
            end = found if found >= 0 else end
        return end


class SentenceSeparator:
    """The ends of sentences, by punctuation and common abbreviations."""

    reason = Reason.MAX_TOKENS

    def __init__(self, text: str) -> None:
        self._text = text

    def last(self, start: int, limit: int) -> int:
        """As in `Separator`."""
        stop = limit + 1
        while found := _LAST_SENTENCE.search(self._text, start + 1, stop):
            end: int = found.end()
            if is_boundary(self._text, chunk_start(self._text, end)):
                return end
            stop = end
        return -1

    def next(self, start: int, end: int) -> int:
        """As in `Separator`."""
        while found := _NEXT_SENTENCE.search(self._text, start, end):
            at: int = found.end()
            if at > start and is_boundary(self._text, chunk_start(self._text, at)):
                return at
            start = max(at, start + 1)
        return end
