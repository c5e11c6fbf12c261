"""Jupyter notebooks to Markdown."""

import json
import re
from dataclasses import dataclass, field, replace
from typing import Any

from chunking.core.errors import LoadError
from chunking.core.origin import Removed, join_parts
from chunking.loading import markdown, names
from chunking.loading.formats import Content
from chunking.loading.markdown_tags import without_tags

# A list or an object takes many times the memory of its two brackets.
MAX_NODES = 2_000_000
_KINDS = frozenset({"markdown", "heading", "html", "code", "raw"})
_LANGUAGE = re.compile(r"[\w+#.-]{1,30}")
_EMBEDDED = re.compile(r"data:[\w.+/-]{1,100};base64,[A-Za-z0-9+/=]+")
_FENCE = re.compile(r"(?m)^ {0,3}(`{3,}|~{3,})([^\r\n]*)")


def is_notebook(text: str) -> bool:
    """Return whether a text is the JSON of a notebook."""
    if text[:1000].lstrip("\ufeff \t\r\n")[:1] != "{" or '"nbformat"' not in text:
        return False
    try:
        return _cells(parse(text)) is not None
    except LoadError:
        return False


def parse(text: str) -> Any:  # noqa: ANN401  # any JSON value
    """Return a JSON value.

    Raises:
        LoadError: It is damaged, nested too deeply, or has more than 2,000,000 lists and objects.
    """
    if text.count("{") + text.count("[") > MAX_NODES:
        raise LoadError(f"the JSON has more than {MAX_NODES:,} lists and objects")
    try:
        return json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise LoadError(f"the JSON is damaged in line {error.lineno:,}: {error.msg[:80]}") from None
    except RecursionError:
        raise LoadError("the JSON is nested too deeply") from None
    except ValueError:
        raise LoadError("the JSON has a number with too many digits") from None


def convert(text: str) -> Content:
    """Return Markdown cells, and code and raw cells as fences; outputs are left out.

    Comments and tags that only format text are removed from Markdown. Notes count outputs,
    embedded images, and cells that cannot be read.

    Raises:
        LoadError: It is not the JSON of a notebook in the formats 3 or 4.
    """
    try:
        notebook = parse(text)
    except LoadError as error:
        raise LoadError(f"not a Jupyter notebook: {error}") from None
    cells = _cells(notebook)
    if cells is None:
        raise LoadError("not a Jupyter notebook: its JSON has no list of cells")
    metadata = _object(notebook.get("metadata"))
    writer = _Writer(_kernel_language(metadata))
    for number, cell in enumerate(cells, 1):
        writer.add(number, cell)
    title = metadata.get("title")
    text, locations = join_parts("cells", writer.blocks)
    if not isinstance(title, str) or not title.strip():
        title = names.front_matter_title(text) or writer.title
    return Content(
        text,
        title=title,
        notes=writer.notes(len(cells)),
        locations=locations,
        removed=tuple(
            replace(each, offset=locations.starts[row] + each.offset)
            for row, each in writer.removed
            if locations
        ),
    )


def _cells(notebook: object) -> list[object] | None:
    """Return the cells of all worksheets (format 3) or of the notebook (format 4)."""
    if not isinstance(notebook, dict) or not isinstance(notebook.get("nbformat"), int):
        return None
    if isinstance(notebook.get("cells"), list):
        cells: list[object] = notebook["cells"]
        return cells
    sheets = notebook.get("worksheets")
    if not isinstance(sheets, list):
        return None
    listed = [_object(sheet).get("cells") for sheet in sheets]
    return [cell for found in listed if isinstance(found, list) for cell in found]


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _kernel_language(metadata: dict[str, Any]) -> str:
    """Return the programming language of the cells; "" if it is not declared."""
    declared = (
        _object(metadata.get("language_info")).get("name"),
        _object(metadata.get("kernelspec")).get("language"),
    )
    return next(filter(None, map(_language, declared)), "")


def _language(name: object) -> str:
    return name.lower() if isinstance(name, str) and _LANGUAGE.fullmatch(name) else ""


def _source(cell: dict[str, Any]) -> str | None:
    """Return the text of a cell, which may be a list of lines; None if it is neither."""
    source = cell["input"] if "input" in cell else cell.get("source")
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        return "".join(source)
    return source if isinstance(source, str) else None


# Cells that only set up how the notebook runs.
_SETUP = re.compile(r"(?:\s*%(?:autoreload|config|load_ext|matplotlib|pylab|reload_ext)\b[^\n]*)+")


@dataclass(slots=True)
class _Writer:
    """Writer of cells as numbered blocks of Markdown, which counts what it leaves out."""

    language: str
    blocks: list[tuple[int | str, str]] = field(default_factory=list)
    removed: list[tuple[int, Removed]] = field(default_factory=list)  # with the row of its block
    title: str = ""
    outputs: int = 0
    images: int = 0
    setups: int = 0
    unreadable: int = 0

    def add(self, number: int, cell: object) -> None:
        """Append a cell, unless it is blank."""
        found = _object(cell)
        kind, source = found.get("cell_type"), _source(found)
        if source is None or not isinstance(kind, str) or kind not in _KINDS:
            self.unreadable += 1
            return
        outputs = found.get("outputs")
        self.outputs += len(outputs) if isinstance(outputs, list) else 0
        self.images += len(_object(found.get("attachments")))
        source = source.strip("\r\n")
        if not source.strip():
            return
        if kind == "code" and _SETUP.fullmatch(source.rstrip()):
            self.setups += 1
        elif kind == "code":
            language = _language(found.get("language")) or self.language
            self.blocks.append((number, markdown.fence(source, language)))
        elif kind == "raw":
            self.blocks.append((number, markdown.fence(source)))
        elif kind == "heading":
            level = found.get("level")
            source = markdown.heading(level if isinstance(level, int) else 1, source)
            self._add_markdown(number, source)
        else:
            self._add_markdown(number, source)

    def _add_markdown(self, number: int, text: str) -> None:
        text, images = _EMBEDDED.subn("data:", text)
        text, removed = without_tags(text)
        self.removed += [(len(self.blocks), each) for each in removed]
        self.images += images
        self.title = self.title or names.first_heading(text)
        self.blocks.append((number, text + _closing_fence(text)))

    def notes(self, cells: int) -> tuple[str, ...]:
        """Return a sentence for each kind of content that was left out."""
        left_out = {
            "outputs": self.outputs,
            "embedded images": self.images,
            "cells of settings": self.setups,
        }
        notes = [f"{what} are left out: {count:,}" for what, count in left_out.items() if count]
        if self.unreadable:
            notes.append(f"{self.unreadable:,} of {cells:,} cells cannot be read")
        return tuple(notes)


def _closing_fence(text: str) -> str:
    """Return the line that closes the last fence of a cell, which ends with the cell."""
    opened = ""
    for found in _FENCE.finditer(text):
        marker, rest = found[1], found[2]
        if not opened:
            opened = "" if marker[0] == "`" and "`" in rest else marker
        elif marker.startswith(opened) and not rest.strip():
            opened = ""
    return f"\n{opened}" if opened else ""
