"""The normal form of texts that are hashed, quoted and embedded, and conversions to UTF-8."""

import re

import numpy as np

from chunking.core.arrays import Ints

_BLOCK = 1 << 10
_SURROGATE = re.compile("[\ud800-\udfff]")


def normalize_text(text: str) -> str:
    """Return the text with each run of whitespace as one space, and none at its edges.

    A text in normal form is returned as the same object, so it is in memory once.
    """
    normal = " ".join(text.split())
    return text if normal == text else normal


def replace_surrogates(text: str) -> str:
    """Return the text with each lone surrogate as U+FFFD, which UTF-8 can encode; same length."""
    if text.isascii():  # a flag of the string, so free
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)
    return text


def character_offsets(data: bytes, byte_offsets: Ints) -> Ints:
    """Return the character of UTF-8 `data` that each byte offset, up to its end, lies in."""
    if len(data) == 0 or data.isascii():
        return byte_offsets
    leads = np.zeros(-(-(len(data) + 1) // _BLOCK) * _BLOCK, np.bool_)
    leads[: len(data)] = (np.frombuffer(data, np.uint8) & 0xC0) != 0x80
    leads[len(data)] = True
    # Characters up to each byte within its block, as small numbers, and before each block.
    within = np.cumsum(leads.reshape(-1, _BLOCK), axis=1, dtype=np.uint16)
    before = np.cumsum(within[:, -1], dtype=np.int64) - within[:, -1]
    offsets: Ints = before[byte_offsets // _BLOCK] + within.ravel()[byte_offsets] - 1
    return offsets
