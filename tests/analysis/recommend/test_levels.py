"""The level that suits a kind of document and a use."""

from __future__ import annotations

import pytest

from chunking.analysis.recommend.document_kind.kind import KINDS
from chunking.analysis.recommend.levels import _COARSE, default_level


@pytest.mark.parametrize("kind", KINDS)
def test_readers_divide_speech_and_text_that_explains_into_sections(kind: str) -> None:
    coarse = kind in {"play", "subtitles", "text", "transcript"}
    assert default_level(kind, "reading") == ("coarse" if coarse else "medium")
    assert default_level(kind, "retrieval") == "medium"


def test_the_coarse_kinds_exist() -> None:
    assert set(KINDS) >= _COARSE
