"""Sentences to the visitor. They may hold a file's name, so they never become markup."""

from __future__ import annotations

from html import escape

import streamlit as st

_STYLE = (
    "border-left:4px solid {colour};padding:.35rem .75rem;margin:.1rem 0;"
    "background:color-mix(in srgb, {colour} 9%, transparent);overflow-wrap:anywhere"
)


def problem(sentence: str) -> None:
    """What is wrong, what was given, what is allowed."""
    _bar(sentence, "#D55E00", "alert")


def note(sentence: str) -> None:
    """Something to know that is not wrong."""
    _bar(sentence, "#56B4E9", "status")


def _bar(sentence: str, colour: str, role: str) -> None:
    style = _STYLE.format(colour=colour)
    st.html(f'<div role="{role}" style="{style}">{escape(sentence)}</div>')
