"""The one normal form of a text: what is hashed, quoted and embedded; and its UTF-8."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from chunking.types import Ints

_BLOCK = 1 << 10
_SURROGATE = re.compile("[\ud800-\udfff]")


def normalize_text(text: str) -> str:
    """The text with every run of white space as one blank, and none at its edges.

    One that is so already is given back itself, so that it is in memory once.
    """
    normal = " ".join(text.split())
    return text if normal == text else normal


def encodable(text: str) -> str:
    """The text with each lone surrogate as U+FFFD, so that it can be UTF-8; same length."""
    if text.isascii():  # known without a look at it
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)
    return text


def code_points(data: bytes, offsets: Ints) -> Ints:
    """The code point that each byte offset of UTF-8 `data` lies in or before; its end included."""
    if len(data) == 0 or data.isascii():
        return offsets
    leads = np.zeros(-(-(len(data) + 1) // _BLOCK) * _BLOCK, np.bool_)
    leads[: len(data)] = (np.frombuffer(data, np.uint8) & 0xC0) != 0x80
    leads[len(data)] = True
    # Up to each byte within its block, in small numbers, and up to each block in large ones.
    within = np.cumsum(leads.reshape(-1, _BLOCK), axis=1, dtype=np.uint16)
    before = np.cumsum(within[:, -1], dtype=np.int64) - within[:, -1]
    # A token may begin inside a character; it counts where that character starts.
    points: Ints = before[offsets // _BLOCK] + within.ravel()[offsets] - 1
    return points
