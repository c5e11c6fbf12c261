import pytest

from chunking.core.chunking import Chunking
from chunking.core.cuts import Reason
from chunking.core.errors import SettingsError
from chunking.engine import chunk
from chunking.engine.presets import find
from chunking.strategies import get

pytestmark = pytest.mark.usefixtures("four_characters_per_token")

ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def cut(text: str, **settings: object) -> Chunking:
    """Split a text into windows; sizes in characters ÷ 4."""
    return chunk(text, get("sliding")(**settings))


def test_every_window_ends_one_stride_after_the_one_before() -> None:
    found = cut(ALPHABET, max_tokens=3, stride_tokens=2)
    assert [(c.text, c.overlap, c.reason) for c in found] == [
        ("abcdefghijkl", 0, Reason.SIZE),
        ("ijklmnopqrst", 4, Reason.SIZE),
        ("qrstuvwxyz", 4, Reason.TAIL),
    ]
    assert [c.end for c in found] == [12, 20, 26]


def test_a_stride_as_long_as_the_window_gives_no_overlap() -> None:
    settings = {"max_tokens": 2, "tokenizer": "words"}
    text = "one two three four five"
    found = cut(text, stride_tokens=2, **settings)
    assert found.texts == ["one two", "three four", "five"]
    assert found.texts == chunk(text, get("fixed")(**settings)).texts


def test_a_long_window_with_a_short_stride_holds_each_word_many_times() -> None:
    found = cut("a b c d e f", max_tokens=4, stride_tokens=1, tokenizer="words")
    assert [c.text.split() for c in found] == [
        ["a", "b", "c", "d"], ["b", "c", "d", "e"], ["c", "d", "e", "f"],
    ]  # fmt: skip


def test_a_stride_longer_than_the_window_is_refused() -> None:
    with pytest.raises(SettingsError) as error:
        get("sliding")(max_tokens=100, stride_tokens=101)
    assert str(error.value) == "stride_tokens must be at most max_tokens (100), got 101"


def test_the_windows_of_alexandria_hold_1800_tokens_of_which_1200_are_new() -> None:
    strategy = find("Alexandria windows").strategy
    found = chunk("One, two and three are words. " * 1000, strategy)
    assert found.tokens[:-1].tolist() == [1800] * (len(found) - 1)
    assert len(found) > 4
    news = (found.end - found.start)[1:-1] // 4
    assert all(1199 <= each <= 1200 for each in news.tolist())
