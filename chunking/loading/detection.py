"""The kind of a text without a file name, such as standard input, by its content."""

import csv
import re
from collections.abc import Iterator
from typing import NamedTuple

from chunking.core.errors import LoadError
from chunking.loading import containers, formats, mail, notebook, subtitles
from chunking.loading import encoding as encodings
from chunking.loading.archive import Archive
from chunking.units.markdown_grammar import front_matter

# What is read of a text: so many characters, lines, and characters of a line.
_SAMPLE = 200_000
_LINES = 2_000
_LINE = 200
# The least share of lines that look like code.
_CODE_SHARE = 0.5
_FEW_LINES = 8
_ROWS = 20


class Kind(NamedTuple):
    """The suffix of a kind of file, and the evidence for it, which may be empty."""

    suffix: str
    evidence: str = ""


# ---- patterns ------------------------------------------------------------------------------------

_BEGINNINGS = (
    (".php", re.compile(r"\s*<\?php\b")),
    (".xml", re.compile(r"\s*<\?xml\s")),
    (".py", re.compile(r"#!.{0,80}\bpython")),
    (".js", re.compile(r"#!.{0,80}\bnode\b")),
    (".rb", re.compile(r"#!.{0,80}\bruby\b")),
    (".sh", re.compile(r"#!.{0,80}\b(?:ba|da|k|z)?sh\b")),
    (".tex", re.compile(r"(?:\s*%.{0,200}\n){0,20}\s*\\documentclass\b")),
)
# Lines of code at the left margin.
_CODE = {
    ".py": r"from [\w.]+ import [\w(*]|import [\w.]+(?: as \w+)?(?:, ?[\w.]+)*[ \t]*(?:#.*)?$"
    r"|(?:async )?def \w+\(|class \w+(?:\([^()]*\))?:|if __name__ ==",
    ".js": r"(?:const|let|var) [\w{\[$].* = |import .+ from ['\"]|export (?:default|const|let) "
    r"|(?:module\.)?exports\b.* = "
    r"|(?:export )?(?:default )?(?:async )?function\b\*? ?\w*\(",
    ".go": r"package \w+$|func (?:\(\w+ \*?[\w.]+\) )?\w+\(|import (?:\(|\")"
    r"|type \w+ (?:struct|interface) \{",
    ".rs": r"(?:pub(?:\(\w+\))? )?(?:(?:async )?fn \w+[(<]|use \w+::|trait \w+.*\{)|impl\b.*\{"
    r"|pub (?:struct|enum|mod|const|type) \w+|#!?\[\w+|mod \w+;",
    ".java": r"package [\w.]+;|import (?:static )?[\w.]+(?:\.\*)?;"
    r"|(?:public |final |abstract )*(?:class|interface|enum|record) \w+.*\{",
    ".c": r"# *(?:include *[<\"]|(?:define|ifn?def|pragma) \w+|if defined)"
    r"|typedef (?:struct|enum|union)\b"
    r"|(?:static |const |unsigned )*(?:int|void|char|double|float|long|size_t|bool) \**\w+\(",
    ".cs": r"using [\w.]+;|namespace [\w.]+[;{]?$|\[assembly:",
    ".sql": r"(?:SELECT|INSERT INTO|CREATE (?:TABLE|VIEW|INDEX)|DROP TABLE|FROM|WHERE) \S",
}
_CODE_LINES = {suffix: re.compile(pattern) for suffix, pattern in _CODE.items()}
_INCLUDE = re.compile(r"# *include *[<\"]")
# A language that adds such lines to those of another one.
_SUPERSETS = {
    ".js": (
        ".ts",
        re.compile(
            r"(?:export )?(?:interface|enum|declare) \w+.*\{|(?:export )?type \w+.* = "
            r"|(?:export )?(?:const|let|var) \w+: \w|.*\): [\w<>\[\]]+ (?:=>|\{)"
        ),
    ),
    ".c": (
        ".cpp",
        re.compile(r"using namespace |template ?<|(?:class|namespace) \w+.*|.*\bstd::"),
    ),
}
_LIKE_CODE = re.compile(
    r"(?:  |\t)\s*\S|#|//|/\*|\*|@|[})\]]|\"{3}|'{3}|[\w.\[\]'\"$]+ [-+*/|:]?= "
    r"|.*[;{}()\[\],:\\]$"
)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r"#{1,6} +\S")
_SETTING = re.compile(r"[\w.-]+ ?[=:]|\[[\w.-]+\]$")
_MARKDOWN_LINES = (
    ("a link", re.compile(r".*\[[^\]]+\]\((?:https?:|[\w./#])[^)\s]*\)")),
    ("a table", re.compile(r" {0,3}\|?[ \t]*:?-{3,}:?[ \t]*\|[ \t:|-]*$")),
)
_RST = re.compile(r"(?m)^\.\. [\w-]+::(?:\s|$)")
_ORG = re.compile(r"(?im)^#\+(?:title|author|startup|options|begin_(?:src|example|quote))\b")


# ---- detection -----------------------------------------------------------------------------------


def kind_of(data: bytes, encoding: str | None = None) -> Kind:
    """Return the kind of a file by its content alone; plain text if nothing shows another.

    A text is code or Markdown only if it has lines of it. Binary data are taken for plain text,
    which loading refuses with its reason.
    """
    try:
        if suffix := _suffix_of_binary(data):
            return Kind(suffix)
        if mail.is_email(data):
            return Kind(".eml", "its headers")
        if mail.is_mailbox(data):
            return Kind(".mbox", "its first message")
        declared = formats.declared_charset(data) if data[:200].lstrip()[:1] == b"<" else ""
        return _kind_of_text(encodings.decode(data, encoding, declared).text)
    except LoadError:
        return Kind(".txt")


def _suffix_of_binary(data: bytes) -> str:
    """Return the suffix of a file that is no text; "" for a text."""
    kind = formats.kind_of(data, "")
    if kind == "zip":
        found = containers.format_of(Archive(data))
        return found.suffixes[0] if found else ".txt"
    if kind == "ole":
        found = containers.format_of_ole(data)
        return found.suffixes[0] if found else ".txt"
    return "" if kind == "text" else f".{kind}"


def _kind_of_text(text: str) -> Kind:
    if formats.is_html(text):
        return Kind(".html")
    if notebook.is_notebook(text):
        return Kind(".ipynb")
    if subtitles.is_subtitles(text):
        start = text.lstrip("\ufeff \r\n")[:1]
        return Kind({"W": ".vtt", "[": ".ass", "<": ".ttml"}.get(start, ".srt"))
    for suffix, beginning in _BEGINNINGS:
        if beginning.match(text[:4000]):
            return Kind(suffix, "its first line")
    sample = text[:_SAMPLE]
    lines = [line[:_LINE].rstrip() for line in sample.splitlines()[:_LINES]]
    return (
        _json(text)
        or _code(_without_fences(lines))
        or _table(sample, is_cut=len(text) > len(sample))
        or _markdown(sample, lines)
        or Kind(".txt")
    )


def _json(text: str) -> Kind | None:
    start = text[:1000].lstrip("\ufeff \t\r\n")[:1]
    if start not in {"{", "["}:
        return None
    if _is_json(text):
        return Kind(".json")
    records = [line for line in text[:_SAMPLE].splitlines() if line.strip()][:_ROWS]
    if len(text) > _SAMPLE and len(records) < _ROWS:
        records.pop()  # it may be cut
    if len(records) > 1 and all(_is_json(record) for record in records):
        return Kind(".jsonl", "a value in each line")
    return None


def _is_json(text: str) -> bool:
    try:
        return isinstance(notebook.parse(text), dict | list)
    except LoadError:
        return False


def _without_fences(lines: list[str]) -> list[str]:
    """Return lines of which those within closed fences are blank."""
    kept, opened = list(lines), -1
    for i, line in enumerate(lines):
        if not (marker := _FENCE.match(line)):
            continue
        if opened < 0:
            opened = i
        elif lines[opened].lstrip().startswith(marker[1][0]):
            kept[opened : i + 1] = [""] * (i + 1 - opened)
            opened = -1
    return kept


def _code(lines: list[str]) -> Kind | None:
    filled = [(i, line) for i, line in enumerate(lines, 1) if line.strip()]
    found = {
        suffix: [i for i, line in filled if pattern.match(line)]
        for suffix, pattern in _CODE_LINES.items()
    }
    if any(_INCLUDE.match(line) for _, line in filled):
        found = {".c": found[".c"]}  # other languages have lines in common with C++
    suffix = max(found, key=lambda each: len(found[each]))
    least = 1 if 1 < len(filled) <= _FEW_LINES else 2
    if len(found[suffix]) < least:
        return None
    code = set(found[suffix]) | {i for i, line in filled if _LIKE_CODE.match(line)}
    if len(code) < _CODE_SHARE * len(filled):
        return None
    evidence = f"code in line {found[suffix][0]}"
    if suffix in _SUPERSETS:
        larger, pattern = _SUPERSETS[suffix]
        suffix = larger if any(pattern.match(line) for _, line in filled) else suffix
    return Kind(suffix, evidence)


def _table(sample: str, *, is_cut: bool) -> Kind | None:
    """Return the kind of rows with the same number of fields, at least three rows of two."""
    for suffix, separator in ((".tsv", "\t"), (".csv", ","), (".csv", ";")):
        rows: list[list[str]] = []
        try:
            for row in csv.reader(sample.splitlines(keepends=True), delimiter=separator):
                rows += [row] if row else []
                if len(rows) > _ROWS:
                    break
        except csv.Error:
            continue
        if len(rows) > _ROWS or is_cut:
            rows = rows[:-1]
        if len(rows) < 3 or len(rows[0]) < 2 or len({len(row) for row in rows}) > 1:
            continue
        # In prose, a space follows a comma.
        cells = [cell for row in rows for cell in row[1:]]
        if sum(cell.startswith(" ") for cell in cells) <= len(cells) // 10 and all(rows[0]):
            return Kind(suffix, f"{len(rows[0])} fields in each row")
    return None


def _markdown(sample: str, lines: list[str]) -> Kind | None:
    if _RST.search(sample):
        return Kind(".rst", "a directive")
    if _ORG.search(sample):
        return Kind(".org", "a keyword")
    sign = next(_signs_of_markdown(sample, lines), "")
    return Kind(".md", sign) if sign else None


def _signs_of_markdown(sample: str, lines: list[str]) -> Iterator[str]:
    end = front_matter(sample)
    if end and not _SETTING.match(sample[end:].lstrip()):
        yield "its front matter"
    fences = [i for i, line in enumerate(lines, 1) if line.lstrip().startswith("```")]
    if len(fences) > 1:
        yield f"a fence in line {fences[0]}"
    first = next(filter(None, lines), "")
    rows = enumerate(zip(["", *lines], lines, [*lines[1:], ""], strict=False), 1)
    for i, (above, line, below) in rows:
        # In a script or a file of settings, a comment stands above what it describes.
        is_first = line is first and not (below.startswith("#") or _SETTING.match(below))
        if _HEADING.match(line) and (is_first or (line[1] == "#" and not above and not below)):
            yield f"a heading in line {i}"
        for what, pattern in _MARKDOWN_LINES:
            if pattern.match(line) and (what != "a table" or "|" in above):
                yield f"{what} in line {i}"
