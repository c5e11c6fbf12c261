"""Office and markup documents to Markdown by pandoc, a program of its own."""

import importlib.util
import json
import re
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from chunking.core.errors import LoadError
from chunking.loading.formats import Content
from chunking.loading.syntax_tree import Block, Writer, leaf, series

# Of processor time: 800 pages of DOCX take 2 seconds.
SECONDS = 30
# 800 pages take 400 MB.
_MEMORY = "1G"
# The syntax tree is about seven times as long as its text.
MAX_TREE = 200 * 2**20
_OUT_OF_MEMORY = 251  # the exit code of programs in Haskell
# Formats whose declared title and authors are part of the text.
_WITH_FRONT_MATTER = frozenset({"docx", "docbook", "jats"})
_FRONT_MATTER = ("subtitle", "author", "date", "abstract")
_OFFICE = frozenset({"docx", "odt", "rtf"})
_FEWEST_HEADINGS = 3  # fewer are titles of the whole, or of its parts
# Formats of pages of manuals, in which indentation is taken for a quote, as in office documents.
_MANUALS = frozenset({"man", "mdoc"})
# A line that only one of them has, and ignored text.
_MDOC = re.compile(rb"(?m)^\.[ \t]*Dd\b")
_IGNORED = re.compile(rb"(?m)^\.ig[ \t]*\n(?:(?!\.(?:\.|ig\b))[^\n]*\n)*+\.\.[ \t]*(?:\n|\Z)")
# The formats of columns, at the start of a table and amid it; pandoc drops tables with others than
# a letter for each column.
_FORMATS = re.compile(
    rb"(?m)^(\.TS[^\n]*\n(?:[^\n;]*;[ \t]*\n)?|\.T&[ \t]*\n)"
    rb"(?:[^\n.]*\n){0,20}?([^\n]*)\.[ \t]*(?:\n|\Z)"
)
_BULLET = re.compile(rb"(?m)^(\.IP[ \t]+)\"?o\"?(?=[ \t]|$)")  # it takes an "o" for a letter
_COLUMN = re.compile(rb"(?i)[aclnrs^](?:\([^()]*\)|[^aclnrs^\s(])*")


def program() -> Path:
    """Return the path of pandoc.

    Raises:
        LoadError: It is not installed.
    """
    spec = importlib.util.find_spec("pypandoc")
    name = "pandoc.exe" if sys.platform == "win32" else "pandoc"
    path = Path(spec.origin).parent / "files" / name if spec and spec.origin else None
    if path is None or not path.exists():
        raise LoadError("reading this format needs pandoc: pip install pypandoc-binary")
    return path


def convert(data: bytes, source: str) -> Content:
    """Return the text of a document, with the title and language that it declares.

    Args:
        data: The document; text in UTF-8.
        source: The name of its format in pandoc.

    Raises:
        LoadError: pandoc is missing or cannot read it, or it is beyond the limits.
    """
    writer, meta = read(data, source)
    text = writer.finish()
    return Content(
        text,
        title=title_of(meta),
        language=_plain(meta.get("lang")),
        notes=left_out_notes(
            ("struck-out texts", writer.struck),
            ("pictures", writer.pictures),
        ),
    )


def left_out_notes(*counts: tuple[str, int]) -> tuple[str, ...]:
    """Return notes on what is left out, of those with a count."""
    return tuple(f"{name} are left out: {count}" for name, count in counts if count)


def convert_docbook(data: bytes) -> Content:
    """Return the text of a DocBook document in UTF-8."""
    return convert(data, "docbook")


def convert_man(data: bytes) -> Content:
    """Return the text of a page of a manual in UTF-8, below its name, such as `tide(1)`."""
    readable = _FORMATS.sub(_plain_columns, _IGNORED.sub(b"", data))
    readable = _BULLET.sub(rb"\1\(bu", readable)
    writer, _ = read(readable, "mdoc" if _MDOC.search(data) else "man")
    return Content(writer.finish())


def _plain_columns(found: re.Match[bytes]) -> bytes:
    if found[1].startswith(b".T&"):
        return b""
    return found[1] + b" ".join(b"l" for _ in _COLUMN.finditer(found[2])) + b".\n"


def read(data: bytes, source: str) -> tuple[Writer, dict[str, Any]]:
    """Return a writer with the text of a document, and its metadata."""
    raw = _syntax_tree(data, source)
    # A key with its quotes is never part of a text, where quotes are escaped.
    has_headings = raw.count(b'"t":"Header"') >= _FEWEST_HEADINGS
    try:
        tree = json.loads(raw, object_hook=leaf)
        del raw
        is_office = source in _OFFICE
        quotes = not is_office and source not in _MANUALS
        writer = Writer(is_office, has_headings, series(tree["blocks"]), quotes=quotes)
        meta = tree["meta"]
        if source in _WITH_FRONT_MATTER:
            writer.heading(1, title_of(meta))
            for name in _FRONT_MATTER:
                writer.write(_blocks(meta.get(name)))
        if source in _MANUALS and (name := title_of(meta)):
            writer.heading(1, f"{name}({_plain(meta.get('section'))})")
            writer.outer = 1
        writer.write(tree["blocks"])
    except RecursionError as error:
        raise LoadError("the document is nested too deeply") from error
    return writer, meta


def title_of(meta: dict[str, Any]) -> str:
    """Return the title in the metadata of a document; "" if there is none."""
    return _plain(meta.get("title"))


def _syntax_tree(data: bytes, source: str) -> bytes:
    command = [
        str(program()),
        "--sandbox",
        "-f",
        source,
        "-t",
        "json",
        "+RTS",
        f"-M{_MEMORY}",
        "-RTS",
    ]
    process = subprocess.Popen(  # noqa: S603 - of the package
        _limited(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )

    def feed() -> None:
        with suppress(OSError), process.stdin as stream:  # type: ignore[union-attr]
            stream.write(data)

    try:
        threading.Thread(target=feed, daemon=True).start()
        raw = process.stdout.read(MAX_TREE + 1)  # type: ignore[union-attr]
        if len(raw) > MAX_TREE:
            raise LoadError(f"its syntax tree is larger than {MAX_TREE // 2**20} MiB")
        code = process.wait()
    finally:
        process.kill()
        process.wait()
    if code == _OUT_OF_MEMORY:
        raise LoadError("reading it needs more than 1 GiB of memory")
    if code < 0:
        raise LoadError(f"reading it takes more than {SECONDS} seconds of processor time")
    if code:
        raise LoadError("damaged, or not the kind of file it seems to be")
    return raw


def _limited(command: list[str]) -> list[str]:
    """Return a command with a limit of its processor time, where there is a shell that sets one."""
    if sys.platform == "win32":
        return command
    return ["/bin/sh", "-c", 'ulimit -t "$0" 2>/dev/null; exec "$@"', str(SECONDS), *command]


def _blocks(value: dict[str, Any] | None) -> list[Block]:
    """Return a value of the metadata as paragraphs."""
    content: Any = value["c"] if value else []
    match value["t"] if value else "":
        case "MetaBlocks":
            return list(content)
        case "MetaList":
            return [block for each in content for block in _blocks(each)]
        case "MetaMap":  # the name of an author is in it, with an address
            return _blocks(content.get("name"))
        case "MetaString":
            return [{"t": "Para", "c": [content]}]
    return [{"t": "Para", "c": content}] if content else []


def _plain(value: dict[str, Any] | None) -> str:
    """Return the text of a value of the metadata, on one line."""
    writer = Writer()
    writer.write(_blocks(value))
    return " ".join(writer.finish().split())
