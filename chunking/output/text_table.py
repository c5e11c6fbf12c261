"""Tables for the terminal."""

from collections.abc import Collection, Sequence


def aligned(lines: Sequence[Sequence[str]], left: Collection[int] = ()) -> str:
    """Return lines with aligned columns: those with an index in `left` to the left, others right.

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
