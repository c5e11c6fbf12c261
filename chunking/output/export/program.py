"""A Python program that reproduces a chunking."""

from typing import Any

import numpy as np

from chunking.core.chunking import Chunking, check_chunking
from chunking.core.cuts import Reason
from chunking.core.document import Document
from chunking.engine import check_strategy
from chunking.strategies import Strategy

_PROGRAM = '''\
"""Split one document and print its chunks as JSON lines.

Requires the package chunkscope, and the document in the current folder.
"""

import sys
from dataclasses import replace

from chunkscope import {imports}chunk, get, load, to_jsonl

SOURCE = {source}

document = load({load}){restored}
document = replace(document, media_type={media_type})
if document.sha256 != {sha256}:
    sys.exit(f"{{SOURCE}} has changed: its SHA-256 is {{document.sha256}}")

strategy = get({name})({settings})
{constraints}
chunking = chunk({chunk})
sys.stdout.buffer.write(to_jsonl(chunking).encode())
'''


def to_python(chunking: Chunking, strategy: Strategy) -> str:
    """Return a Python program that reproduces the chunks of a document, byte for byte.

    It reads the file `document.source` and stops if the text differs. Manual boundaries are
    included. Every string passes through `repr`, so that no name can be code.
    """
    document = check_chunking(chunking).document
    check_strategy(strategy)
    required = _gaps(chunking, Reason.MANUAL)
    forbidden = _gaps(chunking, Reason.FORBIDDEN)
    manual = bool(required or forbidden)
    constraints = f"manual = Constraints(required={required}, forbidden={forbidden})\n"
    return _PROGRAM.format(
        imports="Constraints, " if manual else "",
        source=repr(document.source),
        restored=".restored()" if document.is_restored else "",
        load=", ".join(["SOURCE", *_load(document)]),
        media_type=repr(document.media_type),
        sha256=repr(document.sha256),
        name=repr(strategy.name),
        settings=_lines(_settings(strategy)),
        constraints=constraints if manual else "",
        chunk="document, strategy, constraints=manual" if manual else "document, strategy",
    )


def _load(document: Document) -> list[str]:
    """Return the arguments of `load` for metadata that is not in the text."""
    metadata = {
        "title": document.title,
        "language": document.language,
        "domain": document.domain,
        "encoding": document.encoding,
        "route": "" if document.route == document.source else document.route,
    }
    return [f"{name}={value!r}" for name, value in metadata.items() if value]


def _settings(strategy: Strategy) -> dict[str, Any]:
    """Return the settings that are not default; all where a default depends on another setting."""
    settings = strategy.model_dump()
    defaults = {name: field.default for name, field in type(strategy).model_fields.items()}
    changed = {name: value for name, value in settings.items() if value != defaults[name]}
    return changed if type(strategy)(**changed) == strategy else settings


def _lines(settings: dict[str, Any]) -> str:
    """Return settings as keyword arguments, one per line."""
    lines = "".join(f"    {name}={value!r},\n" for name, value in settings.items())
    return f"\n{lines}" if lines else ""


def _gaps(chunking: Chunking, verdict: Reason) -> tuple[int, ...]:
    """Return the gaps with this verdict."""
    return tuple(chunking.gaps[np.asarray(chunking.verdicts == verdict.code)].tolist())
