"""The one normal form of a text: what is hashed, what is quoted, what is embedded."""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def normalize_text(text: str) -> str:
    """The text with every run of white space as one blank, and none at its edges."""
    return " ".join(text.split())


def encodable(text: str) -> str:
    """The text with each lone surrogate as U+FFFD, so that it can be UTF-8; same length."""
    return _SURROGATE.sub("\ufffd", text) if not text.isascii() else text
