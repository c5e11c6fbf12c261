"""What was made, handed on: chunks, settings, code."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui import state
from chunking.output.export import EXPORTS, to_python
from chunking.settings import manual_boundaries as byhand
from chunking.settings.serialization import to_toml

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.gui.shown import Cut, Latest
    from chunking.output.export import Export
    from chunking.types import Document


def downloads(document: Document, latest: Latest, key: str) -> None:
    """A menu of files of what is shown; each is made only when it is asked for."""
    if latest.cut is None:
        return
    name = latest.cut.strategy.name
    files: list[tuple[str, str, str, Callable[[Cut], str]]] = [
        *(
            (f"Chunks as {each.title}", each.suffix, each.media_type, partial(_chunks, each))
            for each in EXPORTS.values()
        ),
        (
            "Settings as TOML",
            "toml",
            "application/toml",
            lambda cut: to_toml(cut.strategy, document),
        ),
        (
            "A Python program",
            "py",
            "text/x-python",
            lambda cut: to_python(cut.chunking, cut.strategy),
        ),
        (
            "Marks as JSON",
            "marks.json",
            "application/json",
            lambda _: byhand.to_json(document, latest.marks),
        ),
    ]
    with st.popover("Export", width="stretch"):
        for label, ending, mime, made in files:
            st.download_button(
                label,
                partial(_encoded, latest, made),
                f"{stem(document)}.{name}.{ending}",
                mime,
                key=f"{key}.{ending}",
                on_click="ignore",
                width="stretch",
            )
        if not state.documents().is_file(document):
            st.download_button(
                "The document",
                document.text.encode("utf-8", "replace"),
                document.source,
                "text/plain",
                key=f"{key}.document",
                on_click="ignore",
                width="stretch",
            )
        st.caption(
            "The program makes the same chunks again, byte for byte, "
            "in a folder that holds the document."
        )


def stem(document: Document) -> str:
    """What files of this document are called, without an ending."""
    # The name of the document is the visitor's: only letters and digits of it name a file.
    return re.sub(r"\W+", "-", document.source.rsplit(".", 1)[0]).strip("-")[:60] or "document"


def _chunks(export: Export, cut: Cut) -> str:
    return export.write(cut.chunking)


def _encoded(latest: Latest, made: Callable[[Cut], str]) -> bytes:
    return b"" if latest.cut is None else made(latest.cut).encode("utf-8", "replace")
