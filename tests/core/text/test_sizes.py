from itertools import pairwise

import numpy as np
import pytest
from hostile import HUGE, PIECES, TEXTS
from hypothesis import given
from hypothesis import strategies as st

from chunking.core.errors import SettingsError
from chunking.core.text.normalization import replace_surrogates
from chunking.core.text.tokenizers import TOKENIZERS, token_sizes

texts = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
names = st.sampled_from(list(TOKENIZERS))


@pytest.mark.parametrize(
    ("tokenizer", "text", "tokens"),
    [
        ("estimate", "", 0),
        ("estimate", "a", 1),
        ("estimate", "abcd", 1),
        ("characters", "abcde", 2),
        ("characters", "x" * 2800, 700),
        ("estimate", "word " * 700, 700),
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
def test_texts_have_the_expected_number_of_tokens(tokenizer: str, text: str, tokens: int) -> None:
    assert token_sizes(text, tokenizer).tokens(0, len(text)) == tokens


def test_characters_are_summed_and_divided_last() -> None:
    sizes = token_sizes("x" * 10, "characters")
    assert [sizes.tokens(0, 5), sizes.tokens(5, 10), sizes.tokens(0, 10)] == [2, 2, 3]


def test_a_token_belongs_to_the_span_in_which_it_starts() -> None:
    sizes = token_sizes("one two", "words")
    assert sizes.tokens(0, 2) == 1
    assert sizes.tokens(2, 5) == 1
    assert sizes.tokens(1, 4) == 0


def test_an_unknown_tokenizer_is_rejected_with_one_sentence() -> None:
    message = (
        "tokenizer must be one of estimate, characters, words, model, wordpiece, cl100k, o200k, a "
        "folder, the owner/name of a Hugging Face tokenizer or a function, got 'bytes'"
    )
    with pytest.raises(SettingsError, match=f"^{message}$"):
        token_sizes("text", "bytes")


@given(texts, names, st.data())
def test_tokens_of_adjacent_spans_add_up(text: str, tokenizer: str, data: st.DataObject) -> None:
    sizes = token_sizes(text, tokenizer)
    inner = data.draw(st.lists(st.integers(0, len(text)), max_size=5))
    edges = [0, *sorted(inner), len(text)]
    parts = [sizes.tick(b) - sizes.tick(a) for a, b in pairwise(edges)]
    assert sum(parts) == sizes.tick(len(text)) - sizes.tick(0)
    if tokenizer not in {"estimate", "model"}:  # the estimate of parts is rounded up
        assert sum(parts) == sizes.tokens(0, len(text))


@given(texts, names, st.data())
def test_columns_and_single_spans_have_the_same_counts(
    text: str, tokenizer: str, data: st.DataObject
) -> None:
    sizes = token_sizes(text, tokenizer)
    offset = st.integers(0, len(text))
    pairs = data.draw(st.lists(st.tuples(offset, offset).map(sorted), min_size=1, max_size=5))
    starts, ends = (np.array(column) for column in zip(*pairs, strict=True))
    one_by_one = [sizes.tokens(a, b) for a, b in pairs]
    assert sizes.token_counts(starts, ends).tolist() == one_by_one


@given(texts, names, st.integers(0, 20), st.data())
def test_max_end_min_end_and_min_start_are_the_extreme_offsets(
    text: str, tokenizer: str, tokens: int, data: st.DataObject
) -> None:
    sizes = token_sizes(text, tokenizer)
    at = data.draw(st.integers(0, len(text)))
    after, before = range(at, len(text) + 1), range(at + 1)
    assert sizes.max_end(at, tokens) == max(e for e in after if sizes.tokens(at, e) <= tokens)
    assert sizes.min_start(at, tokens) == min(s for s in before if sizes.tokens(s, at) <= tokens)
    least = sizes.min_end(at, tokens)
    assert least == min((e for e in after if sizes.tokens(at, e) >= tokens), default=least)
    assert least <= len(text) or sizes.tokens(at, len(text)) < tokens


@given(texts, names)
def test_every_token_starts_inside_the_text_in_order(text: str, tokenizer: str) -> None:
    starts = token_sizes(text, tokenizer).token_starts
    if starts is not None and len(starts):
        assert starts[0] >= 0
        assert starts[-1] < len(text)
        assert np.all(np.diff(starts) >= 0)


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_hostile_texts_can_be_tokenized(text: str, tokenizer: str) -> None:
    sizes = token_sizes(text, tokenizer)
    assert 0 <= sizes.tokens(0, len(text)) <= 4 * len(text)


def in_one_go(text: str, encoding: str) -> list[int]:
    """Where each token starts, from its bytes alone."""
    import bpe_openai

    tokenizer = bpe_openai.get_encoding(encoding)
    values = tokenizer.token_byte_values()
    safe = replace_surrogates(text)
    character = [i for i, c in enumerate(safe) for _ in c.encode()]
    starts, at = [], 0
    for token in tokenizer.encode_ordinary(safe):
        starts.append(character[at])
        at += len(values[token])
    return starts


@pytest.mark.parametrize("name", ["cl100k", "o200k"])
@given(texts)
def test_bpe_tokens_in_parts_equal_those_of_the_whole_text(name: str, text: str) -> None:
    starts = token_sizes(text, name).token_starts
    assert starts is not None
    assert starts.tolist() == in_one_go(text, f"{name}_base")


@pytest.mark.parametrize("name", ["cl100k", "o200k"])
def test_a_long_mixed_text_has_the_tokens_of_the_whole(name: str) -> None:
    mixed = "\n\n".join(text for key, text in TEXTS.items() if "surrogate" not in key)
    text = mixed * (160_000 // len(mixed))
    assert len(text) > 120_000
    starts = token_sizes(text, name).token_starts
    assert starts is not None
    assert starts.tolist() == in_one_go(text, f"{name}_base")


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_a_word_of_megabytes_can_be_tokenized(tokenizer: str) -> None:
    text = HUGE["one word"]()
    assert token_sizes(text, tokenizer).tokens(0, len(text)) >= 1
