"""Estimated tokens by script."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.text.estimate import CHARACTERS_PER_TOKEN, TICKS, estimated_sizes
from chunking.text.tokenizers import token_sizes

TEXTS = {
    "Chinese": "昨天下午，我们一起去公园散步，看见许多孩子在湖边放风筝。天气很好，大家都很高兴。",
    "Japanese": "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。",
    "Thai": "เมื่อวานนี้เราไปเดินเล่นในสวนสาธารณะด้วยกัน และเห็นเด็กหลายคนเล่นอยู่ริมทะเลสาบ",
    "Hindi": "कल दोपहर हम सब पार्क में घूमने गए और वहाँ बहुत सारे बच्चों को खेलते हुए देखा।",
    "Arabic": "ذهبنا أمس إلى الحديقة معًا، ورأينا كثيرًا من الأطفال يلعبون قرب البحيرة.",
    "Russian": "Вчера днём мы вместе гуляли в парке и видели много детей, которые играли у озера.",
    "German": "Gestern gingen wir zusammen im Park spazieren und sahen Kinder am See.",
    "Polish": "Wczoraj po południu poszliśmy na spacer do parku i patrzyliśmy na łódki.",
    "English": "The harbour lay quiet under a thin fog, and the fishermen mended their nets.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_a_sentence_is_estimated_within_a_quarter(language: str) -> None:
    text = TEXTS[language]
    tokens = token_sizes(text, "o200k").tokens(0, len(text))
    assert estimated_sizes(text).tokens(0, len(text)) == pytest.approx(tokens, rel=0.26)


def test_latin_text_has_four_characters_per_token_whatever_its_quotes() -> None:
    for text in ("x" * 400, "“naïve” — " * 40):
        sizes = estimated_sizes(text)
        assert sizes.tick_sums is None
        assert sizes.tokens(0, 400) == 100


def test_a_mixed_text_counts_each_script() -> None:
    sizes = estimated_sizes("word" * 10 + "漢" * 12)
    assert [sizes.tokens(0, 40), sizes.tokens(40, 52), sizes.tokens(0, 52)] == [10, 10, 20]


def test_every_value_is_close_to_a_whole_number_of_ticks() -> None:
    for characters in CHARACTERS_PER_TOKEN.values():
        assert round(TICKS / characters) * characters / TICKS == pytest.approx(1, abs=0.02)
    assert list(CHARACTERS_PER_TOKEN) == sorted(CHARACTERS_PER_TOKEN)


@given(st.text(max_size=40), st.data())
def test_columns_equal_single_spans(text: str, data: st.DataObject) -> None:
    sizes = estimated_sizes(text)
    ends = data.draw(st.lists(st.integers(0, len(text)), min_size=1, max_size=6))
    tokens = data.draw(st.lists(st.integers(0, 12), min_size=len(ends), max_size=len(ends)))
    found = sizes.min_starts(np.array(ends), np.array(tokens))
    assert found.tolist() == [sizes.min_start(*each) for each in zip(ends, tokens, strict=True)]
