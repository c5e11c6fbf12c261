"""The tokenizer in Python has the results of the library."""

import json
import unicodedata

import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from chunking.core.text.bert_tokenizer import BertTokenizer
from chunking.core.text.tokenizers import bundled_folder

CONTENT = (bundled_folder() / "tokenizer.json").read_text(encoding="utf-8")
OWN = BertTokenizer.from_str(CONTENT)
LIBRARY = tokenizers.Tokenizer.from_str(CONTENT)
LIBRARY.no_padding()
LIBRARY.no_truncation()


def is_same(text: str, *, special: bool = True) -> bool:
    """Return whether both tokenizers give the same tokens with the same spans."""
    own = OWN.encode(text, add_special_tokens=special)
    [fast] = OWN.encode_batch_fast([text], add_special_tokens=special)
    other = LIBRARY.encode(text, add_special_tokens=special)
    return own.ids == fast.ids == other.ids and own.offsets == other.offsets


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t ",
        "The tides' unbelievable re-enactment, at 5 p.m.",
        "Ça va, naïve Å ﬁne Straße ΑΣ İstanbul",
        "潮の満ち干は月による。 조수 간만",
        "a[MASK]b [mask] [UNK][SEP] ##ing",
        "e\u0301 a\u0300\u0301 \u0301",
        "x" * 100 + " " + "x" * 101,
        "zero\u200bwidth\ufeff nul\0 \ufffd bell\a",
        "👩‍👩‍👧 🇩🇪 €5 ½ №",
    ],
)
def test_tokens_and_spans_are_those_of_the_library(text: str) -> None:
    assert is_same(text)
    assert is_same(text, special=False)


# Characters of the library's tables; it maps later ones to its unknown token.
KNOWN = st.characters(max_codepoint=0x2FFF, exclude_categories=["Cs", "Cn"]).filter(
    lambda each: (
        LIBRARY.encode(f"a{each}", add_special_tokens=False).tokens != ["[UNK]"]
        or unicodedata.category(each) not in {"Mn", "Mc", "Po", "Cf"}
    )
)


@given(st.text(KNOWN) | st.text("abeings#'- é日\u0301[MASK]"))
def test_any_text_has_the_tokens_of_the_library(text: str) -> None:
    assert is_same(text)


def test_only_characters_younger_than_the_tables_of_the_library_differ() -> None:
    codes = [code for code in range(0x30000) if not 0xD800 <= code < 0xE000]
    texts = [f"ab{chr(code)}cd {chr(code)}" for code in codes]
    encoded = zip(codes, texts, LIBRARY.encode_batch(texts), strict=True)
    differ = [code for code, text, other in encoded if OWN.encode(text).ids != other.ids]
    assert len(differ) < 600
    assert min(differ) == 0x61D  # ARABIC END OF TEXT MARK, of Unicode 14
    assert not any(0x3040 <= code < 0xA000 or 0xAC00 <= code < 0xD7A4 for code in differ)


def test_another_kind_of_tokenizer_needs_the_library() -> None:
    settings = json.loads(CONTENT)
    settings["normalizer"]["lowercase"] = False
    with pytest.raises(ValueError, match="not that of a BERT model"):
        BertTokenizer.from_str(json.dumps(settings))


def test_the_vocabulary_and_the_special_tokens_are_those_of_the_library() -> None:
    assert OWN.get_vocab() == LIBRARY.get_vocab()
    added = LIBRARY.get_added_tokens_decoder()
    assert {i: each.content for i, each in OWN.get_added_tokens_decoder().items()} == {
        i: each.content for i, each in added.items()
    }
    assert OWN.num_special_tokens_to_add(is_pair=False) == 2
    assert OWN.token_to_id("tide") == LIBRARY.token_to_id("tide")
    assert BertTokenizer.from_str(OWN.to_str()).encode("tide").ids == OWN.encode("tide").ids
