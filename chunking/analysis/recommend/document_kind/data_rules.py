"""Rules for data and source code: what shows each kind; empty where nothing does."""

import json
import re
from collections import Counter
from typing import Any

import numpy as np

from chunking.analysis.recommend.document_kind.features import FEWEST, Features
from chunking.core.text.media_types import PLAIN, WRITTEN
from chunking.core.text.numbers import count_of
from chunking.core.units import UnitKind
from chunking.loading import formats
from chunking.units.grammars import syntax_of
from chunking.units.indented_code import indented_type
from chunking.units.table_rows import RECORDS, ROWS

_SUBTITLES = frozenset(formats.SUBTITLES.suffixes) | {".sbv"}
_COLUMNS = ("\t", ";", "|", ",")
_UNIFORM = 0.95
# A larger text is not parsed as JSON.
_LARGEST_JSON = 5_000_000
_STATEMENT_ENDS = (";", "{", "}", "):")
_CODE_SHARE = 0.5
_DATA_TYPES = frozenset({"application/json", "application/toml", "application/yaml"})


def notebook(features: Features) -> str:
    """Blocks of code in a Jupyter file."""
    if features.suffix != ".ipynb":
        return ""
    cells = int(np.count_nonzero(features.layout.blocks.kinds == UnitKind.FENCE.code))
    return f"{count_of(cells, 'block')} of code between texts, in a Jupyter file"


def subtitles(features: Features) -> str:
    """Text with the times of cues."""
    times = features.document.locations
    if times is not None and times.kind == "times":
        return count_of(len(times.starts), "cue") + " with times"
    return f"the file is named {features.suffix}" if features.suffix in _SUBTITLES else ""


def table(features: Features) -> str:
    """Lines with the same number of columns."""
    if features.media_type in ROWS - {RECORDS}:
        return f"{count_of(len(features.layout.blocks), 'row')} of a file with columns"
    if features.media_type != "text/plain" or len(features.lines) < 2 * FEWEST:
        return ""
    for mark in _COLUMNS:
        number, lines = Counter(line.count(mark) for line in features.lines).most_common(1)[0]
        if number >= 2 and lines >= _UNIFORM * len(features.lines):
            return f"{lines:,} lines have {number + 1} columns"
    return ""


def records(features: Features) -> str:
    """Objects of JSON, or elements of XML."""
    if features.media_type == RECORDS:
        return f"{count_of(len(features.layout.blocks), 'line')} of JSON"
    if features.media_type == "application/xml":
        name, number = Counter(_ELEMENT.findall(features.sample)).most_common(1)[0]
        return f"{number:,} elements called {name}" if number >= FEWEST else ""
    if features.media_type != "application/json" and features.document.text.lstrip()[:1] not in {
        "[",
        "{",
    }:
        return ""
    number = _number_of_records(features.document.text)
    return f"{number:,} JSON objects in a list" if number >= FEWEST else ""


_ELEMENT = re.compile(r"<([^\W\d][\w:.-]*)|(?<=\A)")


def _number_of_records(text: str) -> int:
    """Return the length of the longest list of objects in JSON, at most two levels deep."""
    if len(text) > _LARGEST_JSON:
        return text.count("{") if text.lstrip()[:1] == "[" else 0
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return 0
    values = [value, *(value.values() if isinstance(value, dict) else ())]
    return max(map(_objects_in, values))


def _objects_in(value: Any) -> int:  # noqa: ANN401 - any JSON value
    """Return how many objects a list holds, or an object by name; 0 where most are no objects."""
    items = list(value.values()) if isinstance(value, dict) else value
    if not isinstance(items, list):
        return 0
    objects = sum(isinstance(item, dict) for item in items)
    return objects if objects * 2 > len(items) else 0


def code(features: Features) -> str:
    """A programming language, or lines that end like statements."""
    syntax = syntax_of(features.document)
    if syntax:
        return f"{syntax} syntax"
    is_code = features.media_type.startswith("text/") and features.media_type not in ROWS
    if is_code and features.media_type not in WRITTEN:
        return (
            f"the file is named {features.suffix}"
            if features.suffix
            else "the media type is of code"
        )
    if features.media_type != "text/plain":
        return ""
    begins = features.lines and features.lines[0].lstrip("\ufeff").startswith("#!")
    if begins or indented_type(features.document):
        return "the first line names its language"
    lines = sum(line.rstrip().endswith(_STATEMENT_ENDS) for line in features.lines)
    share = lines / max(1, len(features.lines))
    is_many = lines >= FEWEST and share >= _CODE_SHARE
    return f"{share:.0%} of the lines end like statements" if is_many else ""


_SETTING = re.compile(
    r"\s*(?:[\w.\-/\"']+\s*[=:](?!=)|\[[^\]]+\]\s*$|[a-z][\w.-]*(?:[ \t]+\S+){1,4}$)"
)
_ASSIGNED = re.compile(r"\s*[\w.\-/\"']+\s*=(?!=)|\[[^\]]+\]\s*$")
_COMMENT = re.compile(r"\s*(?:#|;|//)")
_SETTINGS_SHARE = 0.8
_CONFIGURATIONS = frozenset([
    ".ini", ".cfg", ".conf", ".cf", ".cnf", ".properties", ".toml", ".yaml", ".yml", ".env",
    ".rc", ".service", ".desktop",
])  # fmt: skip


def configuration(features: Features) -> str:
    """Lines that are settings."""
    is_named = features.suffix in _CONFIGURATIONS or features.media_type in _DATA_TYPES
    is_named = is_named or bool(_CONFIGURATIONS.intersection(features.suffixes))
    is_named &= features.media_type not in WRITTEN - {PLAIN}  # a manual on it
    if not is_named and features.media_type != "text/plain":
        return ""
    comments = features.count(_COMMENT)
    settings = features.count(_SETTING if is_named else _ASSIGNED)
    if is_named:
        name = "".join(features.suffixes[-2:])
        return f"{settings:,} settings and {comments:,} comments in a file named {name}"
    if settings <= FEWEST or settings + comments < _SETTINGS_SHARE * len(features.lines):
        return ""
    return f"{count_of(settings, 'line')} are settings, and {comments:,} comments"
