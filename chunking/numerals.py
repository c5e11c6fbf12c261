"""Numbers as people read them: a noun in its number, and decimals without a sign on zero."""

from __future__ import annotations


def count_of(number: int, noun: str, plural: str = "") -> str:
    """How many there are of something; `plural` where that is not the noun with an s.

    >>> count_of(1, "token"), count_of(2000, "token"), count_of(0, "boundary", "boundaries")
    ('1 token', '2,000 tokens', '0 boundaries')
    """
    return f"1 {noun}" if number == 1 else f"{number:,} {plural or noun + 's'}"


def in_full(value: float, decimals: int = 2) -> str:
    """A setting with so many decimals, or with more, up to six, where it has more.

    >>> in_full(0.5), in_full(0.334), in_full(3.0, 0)
    ('0.50', '0.334', '3')
    """
    return f"{value + 0.0:.{max(decimals, decimals_of(value))}f}"


def decimals_of(value: float) -> int:
    """How many decimals a value has, six at most.

    >>> decimals_of(0.334), decimals_of(2.0)
    (3, 0)
    """
    return len(f"{value:.6f}".rstrip("0").partition(".")[2])


def rounded(value: float, decimals: int) -> str:
    """A value with so many decimals; what rounds to zero has no sign.

    >>> rounded(-0.0004, 3), rounded(1234.5, 1)
    ('0.000', '1,234.5')
    """
    return f"{round(value, decimals) + 0.0:,.{decimals}f}"
