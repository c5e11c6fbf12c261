"""Workspace file: documents, settings, manual boundaries and questions.

Of the text of documents it has only what the questions quote.
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from chunking.core.errors import SettingsError
from chunking.core.text.languages import is_language
from chunking.engine.manual_boundaries import BoundariesFile, Offset, invalid_file, parse_object
from chunking.engine.serialization import from_dict
from chunking.strategies import Strategy

KIND: Literal["chunkscope session"] = "chunkscope session"
VERSION: Literal[1] = 1
_FILE = "workspace file"

# Enough for the manual boundaries of many books.
MAX_BYTES = 16_000_000

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", strict=True)]
ShortText = Annotated[str, Field(max_length=2000, strict=True)]
Lane = Literal["a", "b", "c", "d"]


class _Part(BaseModel):
    """Part of a workspace file; unknown fields are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class DocumentEntry(_Part):
    """Document of a workspace, without its text.

    `source` is its path or name, `characters` its length, `sample` the name of a bundled sample,
    `tune` its settings of Tune where they are not those of the workspace.
    """

    sha256: Sha256
    source: ShortText
    characters: Annotated[int, Field(ge=0, strict=True)]
    sample: ShortText | None = None
    title: ShortText = ""
    language: ShortText = "en"
    domain: ShortText = ""
    tune: dict[str, Any] | None = None

    @field_validator("language")
    @classmethod
    def _check_language(cls, code: str) -> str:
        if not is_language(code):
            raise ValueError(f"language must be a code of ISO 639, got {code!r:.60}")
        return code


class BaselineEntry(_Part):
    """Baseline: the spec of a strategy, or imported chunks as pairs of offsets.

    `required` and `forbidden` are the manual boundaries of the strategy.
    """

    document: Sha256
    strategy: Annotated[str, Field(max_length=4000)] | None = None
    chunks: tuple[tuple[Offset, Offset], ...] | None = None
    required: tuple[Offset, ...] = ()
    forbidden: tuple[Offset, ...] = ()
    title: ShortText | None = None

    @model_validator(mode="after")
    def _check_source(self) -> BaselineEntry:
        if (self.strategy is None) == (self.chunks is None):
            raise ValueError("a baseline must have either a strategy or chunks")
        if self.strategy is not None and self.strategy.lower().endswith(".toml"):
            raise ValueError("a baseline must hold the spec of its strategy, not a file name")
        return self


class QuestionEntry(_Part):
    """Question, with the half-open spans and the quotes of the passages that answer it.

    `document` is the source of its document, `synthetic` how it was drafted, `masked` text that is
    removed from chunks before they are ranked for it.
    """

    question: ShortText
    document: ShortText = ""
    evidence: tuple[tuple[Offset, Offset], ...]
    quotes: tuple[str, ...] = ()
    synthetic: ShortText = ""
    masked: str = ""

    @model_validator(mode="after")
    def _check_passages(self) -> QuestionEntry:
        if not self.evidence or any(start >= end for start, end in self.evidence):
            raise ValueError("evidence must be at least one span with its start before its end")
        if self.quotes and len(self.quotes) != len(self.evidence):
            raise ValueError("quotes must be as many as the spans of evidence")
        return self


class RunEntry(_Part):
    """Run: settings tried on a document at a time in seconds, with sizes, metrics and a note."""

    number: Annotated[int, Field(ge=1, strict=True)]
    document: Sha256
    strategy: dict[str, Any]
    at: Annotated[int, Field(ge=0, le=2**40, strict=True)]
    metrics: dict[ShortText, Annotated[float, Field(allow_inf_nan=False)]] = {}
    sizes: Annotated[tuple[Annotated[int, Field(ge=0)], ...], Field(max_length=100)] = ()
    note: ShortText = ""


class Workspace(_Part):
    """Content of a workspace file.

    Attributes:
        documents: The open documents; `chosen` is the one on screen.
        tune: The settings of Tune for the documents without settings of their own, as
            `serialization.to_dict` returns them.
        lanes: The settings of each lane of Compare, of which `side_by_side` are shown.
        marks: The manual boundaries of each document, which `apply_marks` enables.
        baseline: The chunking that others are compared with.
        runs: The settings tried on the documents, newest first.
    """

    kind: Literal["chunkscope session"] = KIND
    version: Literal[1] = VERSION
    documents: tuple[DocumentEntry, ...] = ()
    chosen: Sha256 | None = None
    preset: ShortText | None = None
    tune: dict[str, Any] | None = None
    lanes: dict[Lane, dict[str, Any]] = {}
    side_by_side: Annotated[int, Field(ge=2, le=4, strict=True)] = 3
    library: dict[str, Any] | None = None
    marks: tuple[BoundariesFile, ...] = ()
    apply_marks: Annotated[bool, Field(strict=True)] = True
    baseline: BaselineEntry | None = None
    questions: tuple[QuestionEntry, ...] = ()
    runs: tuple[RunEntry, ...] = ()

    @model_validator(mode="after")
    def _check_unique(self) -> Workspace:
        for what, noun, names in (
            ("documents", "document", [each.sha256 for each in self.documents]),
            ("marks", "document", [each.document for each in self.marks]),
            ("runs", "number", [f"{each.number} of {each.document}" for each in self.runs]),
        ):
            twice, count = Counter(names).most_common(1)[0] if names else ("", 0)
            if count > 1:
                raise ValueError(f"{what} must list each {noun} once, got {twice[:12]} twice")
        return self

    def strategies(self) -> dict[str, Strategy]:
        """Return the strategies by scope: "tune", the letters of the lanes, "library"."""
        pages = {"tune": self.tune, "library": self.library}
        saved = {scope: each for scope, each in pages.items() if each is not None}
        saved.update(self.lanes.items())
        return {
            scope: _strategy(settings, f"lanes.{scope}" if scope in self.lanes else scope)
            for scope, settings in saved.items()
        }

    def tune_of(self, entry: DocumentEntry) -> Strategy | None:
        """Return the settings of Tune for a document; None if there are none."""
        found = entry.tune or self.tune
        return None if found is None else _strategy(found, f"documents.{entry.source:.60}.tune")

    def tried(self) -> list[Strategy]:
        """Return the strategy of each run."""
        return [_strategy(each.strategy, f"runs.{each.number}") for each in self.runs]


def _strategy(settings: dict[str, Any], where: str) -> Strategy:
    try:
        return from_dict(settings)
    except SettingsError as error:
        raise SettingsError(f"{_FILE}: {where}: {error}") from None


def to_json(workspace: Workspace) -> str:
    """Return the content of a workspace file, without fields that have no value."""
    return workspace.model_dump_json(indent=1, exclude_none=True)


def from_json(text: str | bytes) -> Workspace:
    """Return the workspace of an untrusted file.

    Raises:
        SettingsError: It is not a workspace file, has an unknown version, or settings that are
            not valid.
    """
    values = parse_object(text, _FILE, MAX_BYTES)
    if values.get("kind") != KIND:
        raise SettingsError(
            f"not a Chunkscope {_FILE}: its kind must be {KIND!r}, got {values.get('kind')!r:.60}"
        )
    if values.get("version") != VERSION:
        raise SettingsError(
            f"the version of a {_FILE} must be {VERSION}, got {values.get('version')!r:.40}"
        )
    try:
        found = Workspace.model_validate(values)
    except ValidationError as error:
        raise invalid_file(_FILE, error) from None
    found.strategies()
    found.tried()
    for each in found.documents:
        found.tune_of(each)
    return found
