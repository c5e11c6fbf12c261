"""Elements of HTML and SVG as strings. What is given as content is markup: escape it first."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from chunking.normalize import encodable

if TYPE_CHECKING:
    from collections.abc import Sequence


def escaped(text: str) -> str:
    """Text that no reader takes for markup, in an element or in a quoted attribute."""
    return escape(encodable(text).replace("\0", "\ufffd"))


def element(tag: str, content: str = "", **attributes: str | float) -> str:
    """One element. The values of its attributes are escaped here, its content is not."""
    said = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
    )
    return f"<{tag}{said}>{content}</{tag}>"


def table(rows: Sequence[Sequence[str]]) -> str:
    """A table of markup: the first row names the columns, the first column the rows."""
    head, *others = rows
    lines = ["".join(element("th", cell, scope="col") for cell in head)]
    lines += [
        element("th", row[0], scope="row") + "".join(element("td", cell) for cell in row[1:])
        for row in others
    ]
    return element("table", "\n".join(element("tr", line) for line in lines), class_="figures")


def _value(value: str | float) -> str:
    return escaped(value) if isinstance(value, str) else f"{value:.5g}"
