"""A file's name is what somebody typed: only a clean last component of it is kept."""

from __future__ import annotations

import os
import re
import unicodedata
from pathlib import PurePath, PurePosixPath

from chunking.normalize import encodable

SOURCE_LENGTH = 255
SHOWN_LENGTH = 80

# They turn round the order in which a name is shown: "gpj.exe" reads "exe.jpg".
_BIDI = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def _clean(name: str) -> str:
    kept = (c for c in encodable(name) if unicodedata.category(c) not in {"Cc", "Zl", "Zp"})
    return _BIDI.sub("", "".join(kept)).strip()


def source_of(name: str) -> str:
    """The last component of `name`, clean, at most 255 characters; "text" if nothing is left."""
    last = _clean(re.split(r"[/\\]", name)[-1][: 4 * SOURCE_LENGTH])
    if len(last) > SOURCE_LENGTH:
        suffix = suffix_of(last)[:20]
        last = last[: SOURCE_LENGTH - len(suffix)] + suffix
    return "text" if last in {"", ".", ".."} else last


def shown(name: str) -> str:
    """The name as a message shows it: never a folder, at most 80 characters."""
    source = source_of(name)
    return source if len(source) <= SHOWN_LENGTH else source[: SHOWN_LENGTH - 1] + "…"


def suffix_of(source: str) -> str:
    """The ending of a name in lower case, with its dot; empty where there is none."""
    return PurePosixPath(source).suffix.lower()


def stem_of(source: str) -> str:
    """The name without its ending."""
    return PurePosixPath(source).stem


def route_of(path: str | os.PathLike[str]) -> str:
    """A relative path below the current folder as it is, with slashes; else the bare name."""
    pure = PurePath(os.fspath(path))
    if pure.anchor or ".." in pure.parts:
        return source_of(pure.name)
    return "/".join(filter(None, map(_clean, pure.parts))) or source_of(pure.name)
