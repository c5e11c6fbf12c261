"""The one normal form of a text: what is hashed, quoted and embedded; and its UTF-8."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from chunking.types import Ints

_SURROGATE = re.compile("[\ud800-\udfff]")


def normalize_text(text: str) -> str:
    """The text with every run of white space as one blank, and none at its edges.

    One that is so already is given back itself, so that it is in memory once.
    """
    normal = " ".join(text.split())
    return text if normal == text else normal


def encodable(text: str) -> str:
    """The text with each lone surrogate as U+FFFD, so that it can be UTF-8; same length."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)
    return text


def code_points(data: bytes, offsets: Ints) -> Ints:
    """The code point that each byte offset of UTF-8 `data` lies in or before; its end included."""
    if len(data) == 0 or data.isascii():
        return offsets
    leads = np.ones(len(data) + 1, np.bool_)
    leads[:-1] = (np.frombuffer(data, np.uint8) & 0xC0) != 0x80
    before = np.cumsum(leads, dtype=np.int64) - leads
    # A token may begin inside a character; it counts where that character starts.
    inside = ~leads[offsets]
    points: Ints = before[offsets] - inside
    return points
