from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hostile import HUGE, PIECES, TEXTS
from hypothesis import given
from hypothesis import strategies as st

from chunking.errors import SettingsError
from chunking.normalize import encodable
from chunking.sizes import COUNTERS, measure

texts = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
names = st.sampled_from(list(COUNTERS))


@pytest.mark.parametrize(
    ("count_in", "text", "tokens"),
    [
        ("characters", "", 0),
        ("characters", "a", 1),
        ("characters", "abcd", 1),
        ("characters", "abcde", 2),
        ("characters", "x" * 2800, 700),
        ("words", "", 0),
        ("words", "one two, three.", 3),
        ("words", "今天 is 3 words", 5),
        ("words", "\x85\u2028", 0),
        ("wordpiece", "unbelievable", 1),
        ("wordpiece", "Hello, world!", 4),
        ("cl100k", "hello world", 2),
        ("cl100k", "", 0),
        ("o200k", "hello world", 2),
    ],
)
def test_a_text_has_so_many_tokens(count_in: str, text: str, tokens: int) -> None:
    assert measure(text, count_in).tokens(0, len(text)) == tokens


def test_characters_are_summed_and_divided_last() -> None:
    sizes = measure("x" * 10)
    assert [sizes.tokens(0, 5), sizes.tokens(5, 10), sizes.tokens(0, 10)] == [2, 2, 3]


def test_a_token_belongs_to_the_stretch_in_which_it_starts() -> None:
    sizes = measure("one two", "words")
    assert sizes.tokens(0, 2) == 1
    assert sizes.tokens(2, 5) == 1
    assert sizes.tokens(1, 4) == 0


def test_an_unknown_way_to_count_is_refused_in_one_sentence() -> None:
    with pytest.raises(
        SettingsError,
        match=r"^count_in must be one of characters, words, wordpiece, cl100k, o200k, got 'bytes'$",
    ):
        measure("text", "bytes")


@given(texts, names, st.data())
def test_tokens_of_neighbouring_stretches_add_up(
    text: str, count_in: str, data: st.DataObject
) -> None:
    sizes = measure(text, count_in)
    inner = data.draw(st.lists(st.integers(0, len(text)), max_size=5))
    edges = [0, *sorted(inner), len(text)]
    parts = [sizes.tick(b) - sizes.tick(a) for a, b in pairwise(edges)]
    assert sum(parts) == sizes.tick(len(text)) - sizes.tick(0)
    if count_in != "characters":
        assert sum(parts) == sizes.tokens(0, len(text))


@given(texts, names, st.data())
def test_columns_and_single_stretches_are_counted_alike(
    text: str, count_in: str, data: st.DataObject
) -> None:
    sizes = measure(text, count_in)
    offset = st.integers(0, len(text))
    pairs = data.draw(st.lists(st.tuples(offset, offset).map(sorted), min_size=1, max_size=5))
    starts, ends = (np.array(column) for column in zip(*pairs, strict=True))
    one_by_one = [sizes.tokens(a, b) for a, b in pairs]
    assert sizes.between(starts, ends).tolist() == one_by_one


@given(texts, names, st.integers(0, 20), st.data())
def test_reach_least_and_back_are_the_outermost_offsets(
    text: str, count_in: str, tokens: int, data: st.DataObject
) -> None:
    sizes = measure(text, count_in)
    at = data.draw(st.integers(0, len(text)))
    after, before = range(at, len(text) + 1), range(at + 1)
    assert sizes.reach(at, tokens) == max(e for e in after if sizes.tokens(at, e) <= tokens)
    assert sizes.back(at, tokens) == min(s for s in before if sizes.tokens(s, at) <= tokens)
    least = sizes.least(at, tokens)
    assert least == min((e for e in after if sizes.tokens(at, e) >= tokens), default=least)
    assert least <= len(text) or sizes.tokens(at, len(text)) < tokens


@given(texts, names)
def test_every_token_starts_inside_the_text_in_order(text: str, count_in: str) -> None:
    starts = measure(text, count_in).token_starts
    if starts is not None and len(starts):
        assert starts[0] >= 0
        assert starts[-1] < len(text)
        assert np.all(np.diff(starts) >= 0)


@pytest.mark.parametrize("count_in", COUNTERS)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_hostile_texts_can_be_counted(text: str, count_in: str) -> None:
    sizes = measure(text, count_in)
    assert 0 <= sizes.tokens(0, len(text)) <= 4 * len(text)


def in_one_go(text: str, encoding: str) -> list[int]:
    """Where each token starts, from its bytes alone."""
    import bpe_openai

    tokenizer = bpe_openai.get_encoding(encoding)
    values = tokenizer.token_byte_values()
    safe = encodable(text)
    character = [i for i, c in enumerate(safe) for _ in c.encode()]
    starts, at = [], 0
    for token in tokenizer.encode_ordinary(safe):
        starts.append(character[at])
        at += len(values[token])
    return starts


@pytest.mark.parametrize("name", ["cl100k", "o200k"])
@given(texts)
def test_bpe_tokens_start_where_encoding_in_one_go_puts_them(name: str, text: str) -> None:
    starts = measure(text, name).token_starts
    assert starts is not None
    assert starts.tolist() == in_one_go(text, f"{name}_base")


@pytest.mark.parametrize("name", ["cl100k", "o200k"])
def test_a_long_mixed_text_read_in_parts_has_the_tokens_of_one_go(name: str) -> None:
    mixed = "\n\n".join(text for key, text in TEXTS.items() if "surrogate" not in key)
    text = mixed * (160_000 // len(mixed))
    assert len(text) > 120_000
    starts = measure(text, name).token_starts
    assert starts is not None
    assert starts.tolist() == in_one_go(text, f"{name}_base")


@pytest.mark.parametrize("count_in", COUNTERS)
def test_a_word_of_5_mb_can_be_counted(count_in: str) -> None:
    text = HUGE["one word of 5 MB"]()
    assert measure(text, count_in).tokens(0, len(text)) >= 1
