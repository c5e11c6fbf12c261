"""A visit kept in a file: which documents, what was set, what was marked; no document's text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from chunking.byhand import MarksFile, Offset, json_object, refused
from chunking.errors import SettingsError
from chunking.languages import is_language
from chunking.settings import from_dict

if TYPE_CHECKING:
    from chunking.strategies import Strategy

KIND: Literal["chunkscope session"] = "chunkscope session"
VERSION: Literal[1] = 1

# The marks of many books fit.
MOST_BYTES = 16_000_000

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", strict=True)]
Words = Annotated[str, Field(max_length=2000, strict=True)]
Lane = Literal["a", "b", "c", "d"]


class _Part(BaseModel):
    """A part of a session: what it does not know, it refuses."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Kept(_Part):
    """A document: `sample` is the name of one that comes with the program, else it is a file.

    `source` is its path or name, `characters` its length; its text is not kept.
    """

    sha256: Sha256
    source: Words
    characters: Annotated[int, Field(ge=0, strict=True)]
    sample: Words | None = None
    title: Words = ""
    language: Words = "en"
    domain: Words = ""

    @field_validator("language")
    @classmethod
    def _of_a_language(cls, code: str) -> str:
        if not is_language(code):
            raise ValueError(f"language must be a code of ISO 639, got {code!r:.60}")
        return code


class Pinned(_Part):
    """The baseline: a strategy as one word, or chunks made elsewhere as pairs of offsets.

    `required` and `forbidden` are the marks by hand that the strategy cut with.
    """

    document: Sha256
    strategy: Annotated[str, Field(max_length=4000)] | None = None
    chunks: tuple[tuple[Offset, Offset], ...] | None = None
    required: tuple[Offset, ...] = ()
    forbidden: tuple[Offset, ...] = ()
    title: Words | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Pinned:
        if (self.strategy is None) == (self.chunks is None):
            raise ValueError("a baseline must have a strategy or chunks, and not both")
        if self.strategy is not None and self.strategy.lower().endswith(".toml"):
            raise ValueError("a baseline must name its strategy itself and no file")
        return self


class Session(_Part):
    """All of a visit that can be taken up again.

    `tune` and `lanes` are settings as `settings.to_dict` writes them, of Tune and of the lanes
    of Compare, of which `side_by_side` are shown. `baseline` is what was pinned, `questions`
    are those asked of the documents.
    """

    kind: Literal["chunkscope session"] = KIND
    version: Literal[1] = VERSION
    documents: tuple[Kept, ...] = ()
    chosen: Sha256 | None = None
    preset: Words | None = None
    tune: dict[str, Any] | None = None
    lanes: dict[Lane, dict[str, Any]] = {}
    side_by_side: Annotated[int, Field(ge=2, le=4, strict=True)] = 3
    marks: tuple[MarksFile, ...] = ()
    apply_marks: Annotated[bool, Field(strict=True)] = True
    baseline: Pinned | None = None
    questions: tuple[Words, ...] = ()

    @model_validator(mode="after")
    def _once(self) -> Session:
        for what, names in (
            ("documents", [each.sha256 for each in self.documents]),
            ("marks", [each.document for each in self.marks]),
        ):
            twice = next((name for name in names if names.count(name) > 1), None)
            if twice is not None:
                raise ValueError(f"{what} must name each document once, got {twice[:12]} twice")
        return self

    def strategies(self) -> dict[str, Strategy]:
        """The strategy of Tune under "" and those of the lanes under their letters.

        Raises:
            SettingsError: there is no such strategy, or a setting is not allowed.
        """
        given: dict[str, dict[str, Any]] = {} if self.tune is None else {"": self.tune}
        given.update(self.lanes.items())
        found: dict[str, Strategy] = {}
        for letter, settings in given.items():
            try:
                found[letter] = from_dict(settings)
            except SettingsError as error:
                where = f"lanes.{letter}" if letter else "tune"
                raise SettingsError(f"a session: {where}: {error}") from None
        return found


def to_json(session: Session) -> str:
    """The session as a JSON object that `from_json` reads again."""
    return session.model_dump_json(indent=1)


def from_json(text: str | bytes) -> Session:
    """The session of a file, whatever is in the file.

    Raises:
        SettingsError: it is none, is damaged, of a version this program does not know, or asks
            for settings that are not allowed.
    """
    values = json_object(text, "a session", MOST_BYTES)
    if values.get("kind") != KIND:
        raise SettingsError(f"a session must say it is a {KIND!r}, got {values.get('kind')!r:.60}")
    if values.get("version") != VERSION:
        raise SettingsError(
            f"this session is of version {values.get('version')!r:.40}, "
            f"and this program reads version {VERSION}"
        )
    try:
        found = Session.model_validate(values)
    except ValidationError as error:
        raise refused("a session", error) from None
    found.strategies()
    return found
