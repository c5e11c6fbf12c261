"""The documents of one visitor: the samples and their own, which is looked at, and where."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from chunking.loading.samples import SAMPLES, sample

if TYPE_CHECKING:
    from chunking.gui.files import OnDisk
    from chunking.types import Document

# What a pasted text is called.
PASTED = "pasted.md"

# Documents of one's own that are kept; the one that was opened first goes first.
MOST = 8


@dataclass(slots=True)
class Documents:
    """What can be looked at, by the keys of the picker, and what is.

    `own` are the visitor's own, `about` is what was said of documents, `on_disk` the files that
    the program knows them to be. `place` is the offset that is looked at. `turns` counts how
    often something else than the picker has chosen: each turn has a picker of its own, since the
    page may still send what the last one held.
    """

    own: dict[str, Document] = field(default_factory=dict)
    about: dict[str, dict[str, Any]] = field(default_factory=dict)
    on_disk: dict[str, OnDisk] = field(default_factory=dict)
    chosen: str = SAMPLES[0].name
    place: int | None = None
    turns: int = 0

    def titles(self) -> dict[str, str]:
        """The documents to choose from: their keys, and what the picker shows."""
        own = {key: document.source for key, document in self.own.items()}
        return {**{each.name: each.title for each in SAMPLES}, **own}

    def document(self) -> Document:
        """The chosen document, with what was said of it."""
        return self._told(self.chosen)

    def pick(self, key: str) -> None:
        """Look at the document that the picker shows."""
        if key in self.titles():
            self.chosen, self.place = key, None

    def choose(self, key: str) -> None:
        """Look at a document, and have the picker show it. One that is not there is not chosen."""
        if key in self.titles():
            self.pick(key)
            self.turns += 1

    def add(self, found: Document, on_disk: OnDisk | None = None) -> list[Document]:
        """Keep a document of the visitor's own, and look at it; `on_disk` is its file.

        Returns those that had to be closed for it.
        """
        key = key_of(found.source, found.sha256)
        own = {**{k: v for k, v in self.own.items() if k != key}, key: found}
        self.own = dict(list(own.items())[-MOST:])
        if on_disk is not None:
            self.on_disk[key] = on_disk
        self.choose(key)
        return list(own.values())[:-MOST]

    def replace(self, old: Document, new: Document, on_disk: OnDisk) -> None:
        """Put what a file holds now in the place of what it held: its place and what was said."""
        was, place = key_of(old.source, old.sha256), self.place
        self.own.pop(was, None)
        self.add(new, on_disk)
        self.place = place
        if was in self.about:
            self.about[key_of(new.source, new.sha256)] = self.about[was]

    def show(self, found: Document) -> list[Document]:
        """Look at the sample it is, or at it as one of the visitor's own.

        Returns those that had to be closed for it.
        """
        name = next((each.name for each in SAMPLES if _sample(each.name) == found), None)
        if name is None:
            return self.add(found)
        self.choose(name)
        return []

    def close(self, found: Document) -> None:
        """Forget a document of the visitor's own; the one opened last before it is shown then."""
        self.own.pop(key_of(found.source, found.sha256), None)
        self.choose([SAMPLES[0].name, *self.own][-1])

    def say(self, key: str, **about: Any) -> None:  # noqa: ANN401 - fields of Document
        """Set title, language or domain of the document of a key, be it open or not yet."""
        self.about[key] = {**self.about.get(key, {}), **about}

    def is_own(self, found: Document) -> bool:
        """Whether the visitor brought this document."""
        return any(each.sha256 == found.sha256 for each in self.own.values())

    def is_file(self, found: Document) -> bool:
        """Whether the visitor has it as a file: it is no sample and was not pasted."""
        return self.is_own(found) and found.source != PASTED

    def by_hash(self) -> dict[str, Document]:
        """The visitor's own documents by SHA-256, with what was said of them."""
        return {each.sha256: self._told(key) for key, each in self.own.items()}

    def _told(self, key: str) -> Document:
        found = self.own.get(key) or _sample(key)
        return replace(found, **self.about.get(key, {}))


def key_of(source: str, sha256: str) -> str:
    """The key of a document of the visitor's own: two may have one name."""
    return f"{source}:{sha256[:12]}"


@cache
def _sample(name: str) -> Document:
    return sample(name)
