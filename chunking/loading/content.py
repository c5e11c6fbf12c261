"""What a converter found in a file, before the file's name has a say."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Content:
    """The text of a file and what the file says about itself.

    `title` and `language` are empty where the file is silent; `notes` become the notes
    of the document.
    """

    text: str
    media_type: str = "text/markdown"
    encoding: str = "utf-8"
    title: str = ""
    language: str = ""
    notes: tuple[str, ...] = ()
