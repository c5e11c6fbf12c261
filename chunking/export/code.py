"""A chunking as a program that makes it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from chunking.engine import as_strategy
from chunking.export.rows import as_chunking
from chunking.types import Reason

if TYPE_CHECKING:
    from chunking.chunks import Chunking
    from chunking.strategies import Strategy
    from chunking.types import Document

_PROGRAM = '''\
"""Cuts one document again: one JSON object a chunk on standard output.

It needs the package chunkscope, and the document in the folder it is run in.
"""

import json
import sys
from dataclasses import replace

from chunking import chunk, get, load
{imports}
SOURCE = {source}

document = load({load})
document = replace(document, media_type={media_type})
if document.sha256 != {sha256}:
    sys.exit(f"{{SOURCE}} is not the text that was cut: its SHA-256 is {{document.sha256}}")

strategy = get({name})({settings})
{constraints}
for part in chunk({chunk}):
    row = {{"index": part.index, "start": part.start, "end": part.end, "text": part.text}}
    print(json.dumps(row))
'''


def to_python(chunking: Chunking, strategy: Strategy) -> str:
    """A Python program that cuts the document again, byte for byte, with the strategy given.

    It reads the file named by `document.source` and refuses one with another text. Cuts and
    joins made by hand are in it, too. Every string goes through `repr`, so that no name can be
    anything but a string there.
    """
    document = as_chunking(chunking).document
    as_strategy(strategy)
    required = _gaps(chunking, Reason.MANUAL)
    forbidden = _gaps(chunking, Reason.FORBIDDEN)
    by_hand = bool(required or forbidden)
    constraints = f"by_hand = Constraints(required={required}, forbidden={forbidden})\n"
    return _PROGRAM.format(
        imports="from chunking.types import Constraints\n" if by_hand else "",
        source=repr(document.source),
        load=", ".join(["SOURCE", *_load(document)]),
        media_type=repr(document.media_type),
        sha256=repr(document.sha256),
        name=repr(strategy.name),
        settings=_lines(_settings(strategy)),
        constraints=constraints if by_hand else "",
        chunk="document, strategy, constraints=by_hand" if by_hand else "document, strategy",
    )


def _load(document: Document) -> list[str]:
    """What is said of the document and not read from it; an empty value says nothing."""
    given = {
        "title": document.title,
        "language": document.language,
        "domain": document.domain,
        "encoding": document.encoding,
    }
    return [f"{name}={value!r}" for name, value in given.items() if value]


def _settings(strategy: Strategy) -> dict[str, Any]:
    """The settings that differ from their defaults; all where one default hangs on another."""
    settings = strategy.model_dump()
    defaults = {name: field.default for name, field in type(strategy).model_fields.items()}
    changed = {name: value for name, value in settings.items() if value != defaults[name]}
    return changed if type(strategy)(**changed) == strategy else settings


def _lines(settings: dict[str, Any]) -> str:
    """The settings as keyword arguments, one a line."""
    lines = "".join(f"    {name}={value!r},\n" for name, value in settings.items())
    return f"\n{lines}" if lines else ""


def _gaps(chunking: Chunking, verdict: Reason) -> tuple[int, ...]:
    """The gaps on which there is this verdict."""
    return tuple(chunking.gaps[np.asarray(chunking.verdicts == verdict.code)].tolist())
