"""The level of `optimal` that suits a kind of document and a use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from chunking.strategies.optimal.constants import Level

Use: TypeAlias = Literal["reading", "retrieval"]

# Speech, and text that explains.
_COARSE = frozenset({"play", "subtitles", "text", "transcript"})


def default_level(kind: str, use: Use) -> Level:
    """Return the level of documents of a kind, a key of `KINDS`.

    Readers divide speech, and text that explains, into few sections: on labeled texts of these
    kinds the coarse level agrees better with them than no boundary does, except in meetings, and
    the medium level often worse. Chats and statutes change their topic more often, and a short chat
    has no sections at all. Retrieval finds sections worse than passages of half the model limit:
    topics are near that size in a short text, and a longer one gets a target size.
    """
    return "coarse" if use == "reading" and kind in _COARSE else "medium"
