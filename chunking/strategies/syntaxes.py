"""Where the definitions of a source file begin, by the words that begin their lines.

No grammar is read: a line counts by its first words and its indentation. What is attached above
a definition (decorators, attributes, comments) goes with it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Syntax:
    """One language: its `media_types`, and the patterns of lines that begin a definition.

    Those of `margin` stand at the margin, largest first; those of `inner`, a size smaller, are
    indented. `attached` begin the lines that belong to the definition below them.
    """

    media_types: tuple[str, ...]
    margin: tuple[str, ...]
    inner: str = ""
    attached: tuple[str, ...] = ("@", "//", "/*", "*", "#[")

    def levels(self, text: str) -> list[list[int]]:
        """The offsets at which definitions begin, one list a level, largest first."""
        patterns = [rf"\n(?:{words})" for words in self.margin]
        if self.inner:
            patterns.append(rf"\n[ \t]+(?:{self.inner})")
        return [
            [self._attached(text, found.start() + 1) for found in re.finditer(pattern, text)]
            for pattern in patterns
        ]

    def _attached(self, text: str, start: int) -> int:
        """Where the lines attached above the definition at `start` begin."""
        while start > 1:
            above = text.rfind("\n", 0, start - 1) + 1
            if not text[above:start].lstrip(" \t").startswith(self.attached):
                break
            start = above
        return start


def _lines(modifiers: str, words: str) -> str:
    """What begins with one of the words, after any of the modifiers."""
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
