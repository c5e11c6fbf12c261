"""Manual boundaries of a document, and their JSON file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.errors import SettingsError, why_unreadable
from chunking.core.prepared import Constraints, Prepared
from chunking.core.text.characters import is_boundary
from chunking.core.text.numbers import count_of
from chunking.core.units import Units
from chunking.units.sentences import sentences

Offset = Annotated[int, Field(ge=0, strict=True)]

# Enough for a hundred thousand boundaries.
MAX_BYTES = 4_000_000

_KIND = "file of manual boundaries"


class BoundariesFile(BaseModel):
    """Required and forbidden boundaries of one document, as offsets in code points."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    document: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", strict=True)]
    required: tuple[Offset, ...] = ()
    forbidden: tuple[Offset, ...] = ()

    @model_validator(mode="after")
    def _check_disjoint(self) -> BoundariesFile:
        both = sorted({*self.required} & {*self.forbidden})
        if both:
            raise ValueError(f"an offset is either required or forbidden, got {both[0]} as both")
        return self

    @property
    def constraints(self) -> Constraints:
        """The boundaries as constraints of a strategy, sorted and without duplicates."""
        return Constraints(tuple(sorted({*self.required})), tuple(sorted({*self.forbidden})))


def boundaries_before(constraints: Constraints, end: int) -> Constraints:
    """Return the constraints inside a text that ends at an offset."""
    required, forbidden = (
        tuple(each for each in offsets if 0 < each < end)
        for offsets in (constraints.required, constraints.forbidden)
    )
    return Constraints(required, forbidden)


def with_boundary(
    constraints: Constraints, offset: int, rule: Literal["required", "forbidden"] | None
) -> Constraints:
    """Return the constraints with a boundary required, forbidden or (None) free at an offset."""
    required, forbidden = {*constraints.required} - {offset}, {*constraints.forbidden} - {offset}
    if rule == "required":
        required.add(offset)
    elif rule == "forbidden":
        forbidden.add(offset)
    return Constraints(tuple(sorted(required)), tuple(sorted(forbidden)))


def unmet_constraints(constraints: Constraints, chunking: Chunking) -> Constraints:
    """Return the constraints that a chunking does not meet.

    A required boundary is not met inside an atomic block or a unit with a vector.
    """
    starts = np.asarray(chunking.start)
    required = np.array(constraints.required, dtype=np.int64)
    forbidden = np.array(constraints.forbidden, dtype=np.int64)
    return Constraints(
        tuple(required[~np.isin(required, starts)].tolist()),
        tuple(forbidden[np.isin(forbidden, starts)].tolist()),
    )


def to_json(document: Document, constraints: Constraints) -> str:
    """Return the manual boundaries of a document as JSON, with the SHA-256 of its text."""
    values = {
        "document": document.sha256,
        "required": list(constraints.required),
        "forbidden": list(constraints.forbidden),
    }
    return json.dumps(values, indent=1)


def from_json(text: str | bytes, document: Document) -> Constraints:
    """Return the manual boundaries that `to_json` wrote for this document.

    Raises:
        SettingsError: The text is not such a file, or belongs to another document.
    """
    try:
        found = BoundariesFile.model_validate(parse_object(text, _KIND))
    except ValidationError as error:
        raise invalid_file(_KIND, error) from None
    if found.document != document.sha256:
        raise SettingsError(
            "these manual boundaries belong to another document: its SHA-256 begins with "
            f"{found.document[:12]}, this one's with {document.sha256[:12]}"
        )
    largest = max((*found.required, *found.forbidden), default=0)
    if largest > len(document.text):
        raise SettingsError(
            "manual boundaries must be within the document's "
            f"{count_of(len(document.text), 'character')}, got {largest:,}"
        )
    return found.constraints


def parse_object(text: str | bytes, kind: str, max_bytes: int = MAX_BYTES) -> dict[str, object]:
    """Return the JSON object of an untrusted file; `kind` names the file in errors."""
    size = len(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
    if size > max_bytes:
        raise SettingsError(f"a {kind} must have at most {max_bytes:,} bytes, got {size:,}")
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"not a Chunkscope {kind}: {_json_error(error)}") from None
    if not isinstance(values, dict):
        raise SettingsError(
            f"not a Chunkscope {kind}: it must hold a JSON object, got {type(values).__name__}"
        )
    return values


def _json_error(error: ValueError | RecursionError) -> str:
    """Return where and why a text is not JSON."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno}, column {error.colno}: {error.msg}"
    return why_unreadable(error) if isinstance(error, UnicodeDecodeError) else str(error)


def invalid_file(kind: str, error: ValidationError) -> SettingsError:
    """Return the first validation error of a file as one sentence."""
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"])[:80]
    if first["type"] == "value_error":
        return SettingsError(f"{kind}: {first['ctx']['error']}")
    if first["type"] == "extra_forbidden":
        return SettingsError(f"{kind}: unknown field {field!r}")
    message = first["msg"][:1].lower() + first["msg"][1:]
    return SettingsError(
        f"{kind}: {field or 'it'} is invalid: {message}, got {first['input']!r:.60}"
    )


# The start of a unit: the indentation of its first line, which stays with it, or no whitespace.
_UNIT_START = re.compile(r"(?:(?<=[\r\n])[^\S\r\n]+)?\S")


def split_units(prepared: Prepared, constraints: Constraints) -> Prepared:
    """Return the document with a gap at each manual boundary inside a unit that may be split.

    A required offset splits its unit in two. Around a forbidden one, which must be the start of
    a sentence, the two neighboring sentences become units, so that only they stay together.
    An offset that only whitespace precedes in its unit has no effect, and neither has any where
    units have vectors or features depend on them.
    """
    units = prepared.units
    fixed = prepared.material.needs_complete_units
    if prepared.vectors is not None or fixed or len(units) == 0:
        return prepared
    text = prepared.document.text
    edges = {
        offset
        for offset in _inside_units(units, constraints.required)
        if _UNIT_START.match(text, offset) and is_boundary(text, offset)
    }
    edges |= _neighboring_sentences(prepared, _inside_units(units, constraints.forbidden))
    kept = _without_blank_units(units, text, sorted(edges))
    return replace(prepared, units=_split_units(units, text, kept)) if kept else prepared


def _inside_units(units: Units, offsets: Iterable[int]) -> list[int]:
    """Return the offsets that lie inside a unit that is not atomic."""
    column = np.array(sorted(set(offsets)), dtype=np.int64)
    unit = np.searchsorted(units.starts, column, side="right") - 1
    inside = (unit >= 0) & (column > units.starts[unit]) & (column < units.ends[unit])
    found: list[int] = column[inside & ~units.atomic[unit]].tolist()
    return found


def _neighboring_sentences(prepared: Prepared, offsets: list[int]) -> set[int]:
    """Return the starts of the sentences before, at and after each offset, inside its unit."""
    if not offsets:
        return set()
    units, blocks = prepared.units, prepared.layout.blocks
    holders = np.unique(np.searchsorted(units.starts, offsets, side="right") - 1)
    holder = np.searchsorted(units.starts[holders], blocks.starts, side="right") - 1
    kept = (holder >= 0) & (blocks.ends <= units.ends[holders][holder])
    inner = Units(blocks.starts[kept], blocks.ends[kept], blocks.kinds[kept], blocks.atomic[kept])
    starts = sentences(prepared.document.text, inner, prepared.document.language).starts
    at = np.flatnonzero(np.isin(starts, offsets))
    near = np.concatenate([at - 1, at, at + 1])
    found = starts[near[(near >= 0) & (near < len(starts))]]
    return set(_inside_units(units, found.tolist()))


def _without_blank_units(units: Units, text: str, edges: list[int]) -> list[int]:
    """Return the edges, ascending, at which no unit of whitespace would result."""
    column = np.array(edges, dtype=np.int64)
    begins = units.starts[np.searchsorted(units.starts, column, side="right") - 1]
    kept: list[int] = []
    for edge, begin in zip(edges, begins.tolist(), strict=True):
        before = max(begin, kept[-1]) if kept else begin
        if not text[before:edge].isspace():
            kept.append(edge)
    return kept


def _split_units(units: Units, text: str, edges: list[int]) -> Units:
    """Return the units, split at every edge."""
    starts = np.sort(np.concatenate([units.starts, np.array(edges, dtype=np.int64)]))
    unit = np.searchsorted(units.starts, starts, side="right") - 1
    ends = units.ends[unit].copy()
    for i in np.flatnonzero(unit[:-1] == unit[1:]).tolist():
        start, stop = int(starts[i]), int(starts[i + 1])
        ends[i] = start + len(text[start:stop].rstrip())
    return Units(starts, ends, units.kinds[unit], units.atomic[unit])
