"""Words that refer to what is not in the text."""

import pytest

from chunking.analysis.unresolved_references import has_reference_words, starts_with_reference


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("This is why.", "en", True),
        ("“They left.", "en-GB", True),
        ("> - It follows.", "en", True),
        ("The former is older.", "en", True),
        ("This chapter describes tides.", "en", False),
        ("Thistles grow here.", "en", False),
        ("# This heading", "en", False),
        ("Dieser Hafen ist alt.", "de", True),
        ("Dieses Kapitel beschreibt Häfen.", "de", False),
        ("Es regnet.", "de", False),
        ("Il pleut.", "fr", False),
    ],
)
def test_reference_words_at_the_start(text: str, language: str, *, expected: bool) -> None:
    assert starts_with_reference(text, language) is expected
    assert has_reference_words(language) is (language != "fr")
