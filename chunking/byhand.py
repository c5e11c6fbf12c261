"""Boundaries marked by hand: made, kept in a file, and what of them had no effect."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from chunking.errors import SettingsError, why_unreadable
from chunking.numerals import count_of
from chunking.types import Constraints

if TYPE_CHECKING:
    from chunking.chunks import Chunking
    from chunking.types import Document

Offset = Annotated[int, Field(ge=0, strict=True)]

# A file of a hundred thousand marks is smaller.
MOST_BYTES = 4_000_000


class MarksFile(BaseModel):
    """The marks of one document as a file holds them; offsets in code points."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    document: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", strict=True)]
    required: tuple[Offset, ...] = ()
    forbidden: tuple[Offset, ...] = ()

    @model_validator(mode="after")
    def _disjoint(self) -> MarksFile:
        both = sorted({*self.required} & {*self.forbidden})
        if both:
            raise ValueError(f"an offset is either required or forbidden, got {both[0]} as both")
        return self

    @property
    def constraints(self) -> Constraints:
        """The marks as every strategy takes them, in order and each once."""
        return Constraints(tuple(sorted({*self.required})), tuple(sorted({*self.forbidden})))


def marked(
    marks: Constraints, offset: int, how: Literal["required", "forbidden"] | None
) -> Constraints:
    """The marks with this offset required or forbidden, or with no mark on it."""
    required, forbidden = {*marks.required} - {offset}, {*marks.forbidden} - {offset}
    if how == "required":
        required.add(offset)
    elif how == "forbidden":
        forbidden.add(offset)
    return Constraints(tuple(sorted(required)), tuple(sorted(forbidden)))


def unmet(marks: Constraints, chunking: Chunking) -> Constraints:
    """The marks a chunking does not follow.

    No chunk begins at a required one, or one begins at a forbidden one.

    So it is where it lies inside a block that stays whole, or inside a unit with a vector.
    """
    begins = np.asarray(chunking.start)
    required = np.array(marks.required, dtype=np.int64)
    forbidden = np.array(marks.forbidden, dtype=np.int64)
    return Constraints(
        tuple(required[~np.isin(required, begins)].tolist()),
        tuple(forbidden[np.isin(forbidden, begins)].tolist()),
    )


def to_json(document: Document, marks: Constraints) -> str:
    """The marks of a document as a small JSON object, with its SHA-256."""
    values = {
        "document": document.sha256,
        "required": list(marks.required),
        "forbidden": list(marks.forbidden),
    }
    return json.dumps(values, indent=1)


def from_json(text: str | bytes, document: Document) -> Constraints:
    """The marks that `to_json` wrote of this document.

    Raises:
        SettingsError: it is no such object, or of another document.
    """
    found = _parsed(text)
    if found.document != document.sha256:
        raise SettingsError(
            f"these marks belong to another document: its SHA-256 begins with "
            f"{found.document[:12]}, this one's with {document.sha256[:12]}"
        )
    largest = max((*found.required, *found.forbidden), default=0)
    if largest > len(document.text):
        raise SettingsError(
            f"marks must lie in the document's {count_of(len(document.text), 'character')}, "
            f"got {largest:,}"
        )
    return found.constraints


def _parsed(text: str | bytes) -> MarksFile:
    try:
        return MarksFile.model_validate(json_object(text, "marks"))
    except ValidationError as error:
        raise refused("marks", error) from None


def json_object(text: str | bytes, what: str, most: int = MOST_BYTES) -> dict[str, object]:
    """The JSON object of a file, whatever is in the file.

    Raises:
        SettingsError: it is too large or no JSON object; `what` names it.
    """
    size = len(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
    if size > most:
        raise SettingsError(f"{what} must be a file of at most {most:,} bytes, got {size:,}")
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError(
            f"{what} must be a JSON file; this one is none or is damaged: {_damage(error)}"
        ) from None
    if not isinstance(values, dict):
        raise SettingsError(f"{what} must be a JSON object, got {type(values).__name__}")
    return values


def _damage(error: ValueError | RecursionError) -> str:
    """Where and why a text is no JSON."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno}, column {error.colno}: {error.msg}"
    return why_unreadable(error) if isinstance(error, UnicodeDecodeError) else str(error)


def refused(what: str, error: ValidationError) -> SettingsError:
    """The first thing that is wrong in a file, as one sentence."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])[:80]
    if first["type"] == "value_error":
        return SettingsError(f"{what}: {first['ctx']['error']}")
    if first["type"] == "extra_forbidden":
        return SettingsError(f"{what} must hold nothing but what this program knows, got {place!r}")
    said = first["msg"][:1].lower() + first["msg"][1:]
    return SettingsError(f"{what}: {place or 'it'} is wrong: {said}, got {first['input']!r:.60}")
