"""Blocks of Markdown put down one after another, each behind the marks it stands in."""

from __future__ import annotations

from dataclasses import dataclass, field

from chunking.errors import LoadError

MAX_TEXT = 200 * 2**20
MAX_BLOCKS = 500_000
_MAX_INDENT = 20  # deeper lists and quotations are no longer set in


@dataclass(slots=True, eq=False)
class Mark:
    """What a list item or a quotation puts before its first line and before the others."""

    first: str
    rest: str


@dataclass(slots=True)
class Blocks:
    r"""The text so far, and the items and quotations that are open, outermost first.

    >>> blocks = Blocks(marks=[Mark("> ", "> "), Mark("- ", "  ")])
    >>> blocks.put("one\ntwo")
    >>> blocks.text
    '> - one\n>   two'
    """

    marks: list[Mark] = field(default_factory=list)
    _out: list[str] = field(default_factory=list)
    _size: int = 0
    _last: tuple[Mark, ...] = ()

    @property
    def text(self) -> str:
        """All blocks that were put down."""
        return "".join(self._out)

    def put(self, text: str) -> None:
        """One more block, with a blank line before it unless it goes on with a list.

        A blank one is none. Raises `LoadError` beyond 500,000 blocks or 200 MiB.
        """
        if not text.strip():
            return
        marks = self.marks[:_MAX_INDENT]
        first = "".join(mark.first for mark in marks)
        starts_item = any(mark.first != mark.rest for mark in marks)
        shared = [a for a, b in zip(marks, self._last, strict=False) if a is b]
        blank = "".join(mark.rest for mark in shared).rstrip()
        for mark in marks:
            mark.first = mark.rest
        rest = "".join(mark.rest for mark in marks)
        # An item follows without a blank line where the last block was an item of a list too.
        tight = starts_item and bool(self._last) and not self._last[-1].rest.strip()
        gap = ("\n" if tight else f"\n{blank}\n") if self._out else ""
        head, *tail = text.split("\n") if rest else [text]
        piece = gap + "\n".join([first + head, *((rest + line).rstrip(" ") for line in tail)])
        self._size += len(piece)
        if self._size > MAX_TEXT or len(self._out) >= MAX_BLOCKS:
            raise LoadError(
                f"there are more than {MAX_BLOCKS:,} paragraphs or {MAX_TEXT // 2**20} MiB of text"
            )
        self._out.append(piece)
        self._last = tuple(marks)
