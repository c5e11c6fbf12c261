from typing import Any

import pytest

from chunking import Document, chunk, get
from chunking.core.errors import SettingsError
from chunking.core.text.languages import is_language, primary
from chunking.loading import load_bytes
from chunking.loading.language import language_of

# A full stop behind a number ends no German sentence.
TEXT = "Am 3. Mai kam er. Am 4. Mai ging er."
SENTENCE = get("sentence")(max_tokens=1, overlap_tokens=0)


@pytest.mark.parametrize(
    "code", ["en", "DE", "gsw", "pt-BR", "zh-Hant-TW", "be-tarask", "zh-classical", "sh", "tlh"]
)
def test_codes_of_known_languages_are_accepted(code: str) -> None:
    assert is_language(code)
    assert Document("x", language=code).language == code
    assert load_bytes(b"x", "x.txt", language=code).language == code


@pytest.mark.parametrize(
    "code", ["klingon", "jp", "cz", "zzz", "e", "en_US", "de-", "-de", "en\n", "", None, 7]
)
def test_other_codes_are_rejected_with_one_sentence(code: Any) -> None:
    says = f"language must be a code of ISO 639, such as en, de, gsw or pt-BR, got {code!r}"
    with pytest.raises(SettingsError) as error:
        Document("x", language=code)
    assert str(error.value) == says
    if code:
        with pytest.raises(SettingsError) as error:
            load_bytes(b"x", "x.txt", language=code)
        assert str(error.value) == says


def test_regions_and_scripts_do_not_change_the_sentences() -> None:
    by_language = {
        code: chunk(Document(TEXT, language=code), SENTENCE).gaps.tolist()
        for code in ("de", "de-AT", "DE", "de-Latn-CH", "en")
    }
    assert by_language["de"] == [18]
    assert by_language["de-AT"] == by_language["DE"] == by_language["de-Latn-CH"] == [18]
    assert by_language["en"] != [18]
    assert primary("pt-BR") == "pt"


def test_an_unknown_declared_language_is_ignored() -> None:
    assert language_of("jp", "今日はいい天気ですね") == "ja"
    page = b'<html lang="cz"><p>The tide comes in and the boat is lifted.</p></html>'
    assert load_bytes(page, "x.html").language == "en"
