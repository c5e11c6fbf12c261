"""What was made, handed on: chunks, settings, code."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from chunking.export import to_csv, to_jsonl, to_python
from chunking.gui import state
from chunking.settings import to_toml

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.chunks import Chunking
    from chunking.strategies import Strategy


def downloads(chunking: Chunking, strategy: Strategy, key: str) -> None:
    """A menu of files; each is made only when it is asked for."""
    # The name of the document is the visitor's: only letters and digits of it name a file.
    stem = re.sub(r"\W+", "-", chunking.document.source.rsplit(".", 1)[0]).strip("-")[:60]
    files: list[tuple[str, str, str, Callable[[], str]]] = [
        ("Chunks as JSONL", "jsonl", "application/x-ndjson", lambda: to_jsonl(chunking)),
        ("Chunks as CSV", "csv", "text/csv", lambda: to_csv(chunking)),
        (
            "Settings as TOML",
            "toml",
            "application/toml",
            lambda: to_toml(strategy, chunking.document),
        ),
        ("A Python program", "py", "text/x-python", lambda: to_python(chunking, strategy)),
    ]
    with st.popover("Export", width="stretch"):
        for label, ending, mime, made in files:
            st.download_button(
                label,
                partial(_encoded, made),
                f"{stem or 'document'}.{strategy.name}.{ending}",
                mime,
                key=f"{key}.{ending}",
                on_click="ignore",
                width="stretch",
            )
        if not state.is_file(chunking.document):
            st.download_button(
                "The document",
                partial(_encoded, lambda: chunking.document.text),
                chunking.document.source,
                "text/plain",
                key=f"{key}.document",
                on_click="ignore",
                width="stretch",
            )
        st.caption(
            "The program makes the same chunks again, byte for byte, "
            "in a folder that holds the document."
        )


def _encoded(made: Callable[[], str]) -> bytes:
    return made().encode("utf-8", "replace")
