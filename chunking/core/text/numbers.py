"""Numbers for people: counts with their nouns, sizes, and decimals without a negative zero."""


def count_of(number: int, noun: str, plural: str = "") -> str:
    """Return a count with its noun; `plural` defaults to the noun with an s.

    >>> count_of(1, "token"), count_of(2000, "token"), count_of(0, "boundary", "boundaries")
    ('1 token', '2,000 tokens', '0 boundaries')
    """
    return f"1 {noun}" if number == 1 else f"{number:,} {plural or noun + 's'}"


def format_setting(value: float, decimals: int = 2) -> str:
    """Return a setting with at least so many decimals, and up to six where it has them.

    >>> format_setting(0.5), format_setting(0.334), format_setting(3.0, 0)
    ('0.50', '0.334', '3')
    """
    return f"{value + 0.0:.{max(decimals, decimal_places(value))}f}"


def format_threshold(value: float) -> str:
    """Return a threshold as it is shown everywhere, with two or three decimals.

    >>> format_threshold(0.5), format_threshold(0.15505), format_threshold(-0.0001)
    ('0.50', '0.155', '0.00')
    """
    return format_setting(round(value, 3))


def decimal_places(value: float) -> int:
    """Return the number of decimals of a value, at most six.

    >>> decimal_places(0.334), decimal_places(2.0)
    (3, 0)
    """
    return len(f"{value:.6f}".rstrip("0").partition(".")[2])


def rounded(value: float, decimals: int) -> str:
    """Return a value with so many decimals; one that rounds to zero has no sign.

    >>> rounded(-0.0004, 3), rounded(1234.5, 1)
    ('0.000', '1,234.5')
    """
    return f"{round(value, decimals) + 0.0:,.{decimals}f}"


def readable_size(size: int) -> str:
    """Return a number of bytes with a unit.

    >>> readable_size(812), readable_size(49_230), readable_size(1_250_000)
    ('812 bytes', '49 kB', '1.2 MB')
    """
    for unit, name in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= unit:
            return f"{size / unit:.{1 if size < 10 * unit else 0}f} {name}"
    return f"{size} bytes"
