"""Documents: an immutable text and its origin."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace

from chunking.core.errors import expect
from chunking.core.origin import REMOVED_NOTE, Locations, Removed, restore
from chunking.core.text.languages import check_language
from chunking.core.text.numbers import count_of


@dataclass(frozen=True, slots=True)
class Document:
    """An immutable text and its origin.

    `route`, a relative path or URL path, is what location ids are made of; it defaults to
    `source`. `media_type` is normalized to lower case without parameters. `notes` are remarks of
    the loader; `locations` are the pages, chapters or rows of the file, and `removed` is what the
    loader left out, unless the document `is_restored`.

    Raises:
        SettingsError: `text` is not a str, or `language` is not a language code.
    """

    text: str
    source: str = "text"
    media_type: str = "text/markdown"
    route: str = ""
    title: str = ""
    language: str = "en"
    domain: str = ""
    encoding: str = "utf-8"
    notes: tuple[str, ...] = ()
    locations: Locations | None = field(default=None, repr=False)
    removed: tuple[Removed, ...] = field(default=(), repr=False)
    is_restored: bool = field(default=False, repr=False)
    sha256: str = field(init=False)

    def __post_init__(self) -> None:
        expect(self.text, str, "the text of a document must be a str, as `load` reads it")
        check_language(self.language)
        object.__setattr__(self, "media_type", self.media_type.partition(";")[0].strip().lower())
        object.__setattr__(self, "route", self.route or self.source)
        object.__setattr__(self, "sha256", sha256_of(self.text))

    def restored(self) -> Document:
        """Return the document including its removed text; itself if there is none."""
        if not self.removed:
            return self
        text, locations = restore(self.text, self.removed, self.locations)
        notes = tuple(note for note in self.notes if not note.startswith(REMOVED_NOTE))
        return replace(
            self, text=text, locations=locations, removed=(), is_restored=True, notes=notes
        )

    def __repr__(self) -> str:
        return f"<Document {self.source!r}: {count_of(len(self.text), 'character')}>"


def as_document(document: Document | str) -> Document:
    """Return a document; a text becomes one.

    Raises:
        SettingsError: It is neither a document nor a text.
    """
    requirement = "a document must be a text or a Document, as `load` makes one of a file"
    expect(document, (str, Document), requirement)
    return Document(document) if isinstance(document, str) else document


def sha256_of(text: str) -> str:
    """Return the SHA-256 of a text in hex digits; lone surrogates count as three bytes each."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
