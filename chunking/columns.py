"""Lines of cells as a terminal shows them: columns side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


def aligned(lines: Sequence[Sequence[str]], left: Collection[int] = ()) -> str:
    """The lines with columns of one width, to the right; those numbered in `left` to the left.

    >>> print(aligned([["name", "size"], ["A", "12"]], left={0}))
    name  size
    A       12
    """
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if at in left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
