"""The documents of a session: samples and the user's own, and which one is shown."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from chunking.core.document import Document
from chunking.core.text.languages import check_language
from chunking.loading.samples import SAMPLES, sample

PASTED = "pasted.md"
"""The name of a pasted text."""

MOST = 8
"""Own documents that are open at a time; the one opened first is closed for a new one."""


@dataclass(frozen=True, slots=True)
class OnDisk:
    """The file of a document, and its state when it was read: modification time and size."""

    path: Path
    state: tuple[int, int] | None

    @classmethod
    def of(cls, path: Path) -> OnDisk:
        """Return the file as it is now; its state is None if it is gone."""
        try:
            found = path.stat()
        except OSError:
            return cls(path, None)
        return cls(path, (found.st_mtime_ns, found.st_size))

    @property
    def changed(self) -> bool:
        """Whether the file is another one now than when it was read."""
        return OnDisk.of(self.path).state != self.state


@dataclass(slots=True)
class Documents:
    """The documents to choose from, by key, and the chosen one.

    Attributes:
        own: The user's own documents.
        details: Title, language and domain that the user set, by key.
        on_disk: The files of documents that were opened from the command line.
        chosen: The key of the document on screen.
        as_loaded: Documents that now include removed text, as they were loaded, by key.
        place: The selected offset in it, in code points; None without a selection.
    """

    own: dict[str, Document] = field(default_factory=dict)
    details: dict[str, dict[str, Any]] = field(default_factory=dict)
    on_disk: dict[str, OnDisk] = field(default_factory=dict)
    as_loaded: dict[str, Document] = field(default_factory=dict)
    chosen: str = SAMPLES[0].name
    place: int | None = None

    def titles(self) -> dict[str, str]:
        """Return the titles of all documents by key: samples, then the user's own."""
        own = {key: document.source for key, document in self.own.items()}
        return {**{each.name: each.title for each in SAMPLES}, **own}

    @property
    def current(self) -> Document:
        """The chosen document, with the user's details."""
        return self.with_details(self.chosen)

    def choose(self, key: str) -> bool:
        """Show a document; return whether there is one of that key."""
        if key not in self.titles():
            return False
        if key != self.chosen:
            self.chosen, self.place = key, None
        return True

    def add(self, document: Document, on_disk: OnDisk | None = None) -> list[Document]:
        """Add a document of the user's own and show it.

        Returns:
            The documents that were closed for it.
        """
        key = key_of(document.source, document.sha256)
        own = {**{k: v for k, v in self.own.items() if k != key}, key: document}
        self.own = dict(list(own.items())[-MOST:])
        if on_disk is not None:
            self.on_disk[key] = on_disk
        self.choose(key)
        return list(own.values())[:-MOST]

    def replace(self, old: str, new: Document, on_disk: OnDisk | None = None) -> None:
        """Replace a document by another version of it, keeping place and details."""
        place = self.place
        self.own.pop(old, None)
        details = self.details.get(old)
        self.add(new, on_disk or self.on_disk.pop(old, None))
        self.place = place
        if details is not None:
            self.details[self.chosen] = details

    def show(self, document: Document) -> list[Document]:
        """Show a document, adding it unless it is a sample; return those closed for it."""
        name = next((each.name for each in SAMPLES if _sample(each.name) == document), None)
        if name is None:
            return self.add(document)
        self.choose(name)
        return []

    def keep_removed(self, *, keep: bool) -> None:
        """Show the chosen document with its removed text, or without it."""
        key = self.chosen
        document = self.own[key]
        if keep and document.removed:
            self.replace(key, document.restored())
            self.as_loaded[self.chosen] = document
        elif not keep and key in self.as_loaded:
            self.replace(key, self.as_loaded.pop(key))

    def close(self, key: str) -> None:
        """Close one of the user's own documents; the one opened last before it is shown."""
        if self.own.pop(key, None) is not None and self.chosen == key:
            self.choose([SAMPLES[0].name, *self.own][-1])

    def describe(self, key: str, **details: Any) -> None:  # noqa: ANN401 - fields of Document
        """Set title, language or domain of a document.

        Raises:
            SettingsError: The language is no language code.
        """
        if "language" in details:
            check_language(details["language"])
        self.details[key] = {**self.details.get(key, {}), **details}

    def is_own(self, document: Document) -> bool:
        """Return whether it is one of the user's own."""
        return any(each.sha256 == document.sha256 for each in self.own.values())

    def by_hash(self) -> dict[str, Document]:
        """Return the user's own documents by SHA-256, with the user's details."""
        return {each.sha256: self.with_details(key) for key, each in self.own.items()}

    def with_details(self, key: str) -> Document:
        """Return the document of a key with the details that the user set."""
        found, details = self.own.get(key) or _sample(key), self.details.get(key)
        return replace(found, **details) if details else found


def key_of(source: str, sha256: str) -> str:
    """Return the key of one of the user's own documents: two may have one name."""
    return f"{source}:{sha256[:12]}"


def name_of(key: str) -> str:
    """Return the name of the document of a key."""
    return key if is_sample(key) else key.rpartition(":")[0]


def is_sample(key: str) -> bool:
    """Return whether a key is that of a sample."""
    return any(each.name == key for each in SAMPLES)


@cache
def _sample(name: str) -> Document:
    return sample(name)
