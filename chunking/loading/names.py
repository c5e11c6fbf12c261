"""File names, routes and titles of documents."""

import os
import re
import unicodedata
from pathlib import PurePath, PurePosixPath

from chunking.core.text.media_types import ASCIIDOC, ORG
from chunking.core.text.normalization import normalize_text, replace_surrogates
from chunking.units.markdown import scan
from chunking.units.markdown_grammar import front_matter

_SOURCE_LENGTH = 255
_DISPLAY_LENGTH = 80
_TITLE_LENGTH = 200

# Controls that reverse how a name is displayed: "gpj.exe" as "exe.jpg".
_BIDI = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")

_FIRST_LINES = 20
# One line of YAML or TOML, quoted or not; a list or a text of several lines is no title.
_TITLE_FIELD = re.compile(
    r"""(?mx) ^ ["']?title["']? [ \t]* [:=] [ \t]+
    (?: (?: "(?P<double>[^"\n]*)" | '(?P<single>[^'\n]*)' ) (?: [ \t]++\#[^\n]* | [ \t]*+ ) \r?
      | (?P<plain>[^\s"'|>\[{#&*!][^\n]*) ) $"""
)
_TITLES = {
    ASCIIDOC: re.compile(r"(?m)^=[ \t]+(\S[^\r\n]*)"),
    ORG: re.compile(r"(?mi)^#\+title:[ \t]*(\S[^\r\n]*)"),
}
_COMMENT = re.compile(r"[ \t]#")


# ---- file names ----------------------------------------------------------------------------------


def source_of(name: str) -> str:
    """Return the cleaned last component of a file name, at most 255 characters, or "text"."""
    last = _clean(re.split(r"[/\\]", name)[-1][: 4 * _SOURCE_LENGTH])
    if len(last) > _SOURCE_LENGTH:
        suffix = suffix_of(last)[:20]
        last = last[: _SOURCE_LENGTH - len(suffix)] + suffix
    return "text" if last in {"", ".", ".."} else last


def route_of(path: str | os.PathLike[str]) -> str:
    """Return a relative path below the current folder, with slashes; else the bare name."""
    pure = PurePath(os.fspath(path))
    if pure.anchor or ".." in pure.parts:
        return source_of(pure.name)
    return "/".join(filter(None, map(_clean, pure.parts))) or source_of(pure.name)


def display_name(name: str) -> str:
    """Return a file name for messages: without its folder, at most 80 characters."""
    source = source_of(name)
    return source if len(source) <= _DISPLAY_LENGTH else source[: _DISPLAY_LENGTH - 1] + "…"


def display_path(path: str) -> str:
    """Return a path for messages as it was given, of a long one the end: at most 80 characters."""
    shown = _clean(path)
    return shown if len(shown) <= _DISPLAY_LENGTH else "…" + shown[1 - _DISPLAY_LENGTH :]


def suffix_of(source: str) -> str:
    """Return the suffix of a file name in lower case, with its dot; "" if none."""
    return PurePosixPath(source).suffix.lower()


def _clean(name: str) -> str:
    name = replace_surrogates(name)
    kept = (c for c in name if unicodedata.category(c) not in {"Cc", "Zl", "Zp"})
    return _BIDI.sub("", "".join(kept)).strip()


# ---- titles --------------------------------------------------------------------------------------


def title_of(text: str, media_type: str, *candidates: str | None, source: str) -> str:
    """Return the title of a document.

    The first of these that is not empty: the candidates, the front matter and the first heading of
    Markdown, the title of AsciiDoc and Org, the file name without its suffix, and the file name.
    """
    found = list(candidates)
    if media_type == "text/markdown":
        found += [front_matter_title(text) or first_heading(text)]
    elif media_type in _TITLES and (marked := _TITLES[media_type].search(text[:20_000])):
        found.append(marked[1])
    tidied = map(_tidy, filter(None, [*found, PurePosixPath(source).stem]))
    return next(filter(None, tidied), source)


def front_matter_title(text: str) -> str:
    r"""Return the title in the front matter of a Markdown text; "" if there is none.

    >>> front_matter_title("---\ndate: 1 May\ntitle: 'Of bread'\n---\n# One")
    'Of bread'
    """
    text = text[:20_000]
    found = _TITLE_FIELD.search(text, 0, front_matter(text))
    if not found:
        return ""
    if found["plain"]:
        return _COMMENT.split(found["plain"], maxsplit=1)[0].strip()
    return found["double"] or found["single"] or ""


def first_heading(text: str) -> str:
    """Return the first heading of Markdown if it is in its first 20 non-empty lines, or ""."""
    text = text[:20_000]
    _, outline = scan(text)
    if not len(outline.starts):
        return ""
    start = int(outline.starts[0])
    above = text[front_matter(text) : start].splitlines()
    return outline.path_at(start)[-1] if sum(map(bool, above)) < _FIRST_LINES else ""


def _tidy(title: str) -> str:
    """Return a title with normalized whitespace, at most 200 characters."""
    return normalize_text(replace_surrogates(title[: 50 * _TITLE_LENGTH]))[:_TITLE_LENGTH].rstrip()
