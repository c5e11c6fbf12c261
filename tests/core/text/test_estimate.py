"""Estimated tokens by the shapes of words."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.core.text.estimate import LETTERS, TICKS, TOKENS_PER_SIGN, estimated_sizes, tables
from chunking.core.text.tokenizers import token_sizes

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


def estimated(text: str) -> float:
    sizes = estimated_sizes(text)
    return sizes.tick(len(text)) / TICKS


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("harbour", 1),
        ("harbours", 1.4),
        ("a sea and an island", 5),
        ("naïve", 1),
        ("readLine", 2),
        ("READ", 1),
        ("123", 1),
        ("1234567", 3),
        ("page 12", 3),
        ("(a)", 2),
        ("a  b", 3),
        ("a\n\nb", 3),
        ("a.\n\nb", 2.5),
        ("漢漢", 1.56),
        ("łódź", 2.45),
        ("море", 1.2),
        ("", 0),
    ],
)
def test_words_numbers_signs_and_blanks_have_their_tokens(text: str, tokens: float) -> None:
    assert estimated(text) == pytest.approx(tokens)


def test_code_is_estimated_within_a_sixth() -> None:
    code = Path(__file__).read_text(encoding="utf-8")
    tokens = token_sizes(code, "o200k").tokens(0, len(code))
    assert estimated(code) == pytest.approx(tokens, rel=1 / 6)


def test_all_values_are_whole_ticks_and_other_values_can_be_tried() -> None:
    for letters in LETTERS.values():
        further = TOKENS_PER_SIGN if letters is None else letters.further
        assert further * TICKS == pytest.approx(round(further * TICKS))
    dearer = {start: each and each._replace(further=2.0) for start, each in LETTERS.items()}
    sizes = estimated_sizes("harbours", tables(dearer))
    assert sizes.tick(8) / TICKS == pytest.approx(3)


@given(st.text(max_size=40))
def test_no_character_has_less_than_nothing(text: str) -> None:
    sizes = estimated_sizes(text)
    ticks = np.diff([sizes.tick(each) for each in range(len(text) + 1)])
    assert (ticks >= 0).all()


@given(st.text(max_size=40), st.data())
def test_columns_equal_single_spans(text: str, data: st.DataObject) -> None:
    sizes = estimated_sizes(text)
    ends = data.draw(st.lists(st.integers(0, len(text)), min_size=1, max_size=6))
    tokens = data.draw(st.lists(st.integers(0, 12), min_size=len(ends), max_size=len(ends)))
    found = sizes.min_starts(np.array(ends), np.array(tokens))
    assert found.tolist() == [sizes.min_start(*each) for each in zip(ends, tokens, strict=True)]
