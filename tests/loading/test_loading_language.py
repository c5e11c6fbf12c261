from __future__ import annotations

import time

import pytest

from chunking.loading import guess_language
from chunking.loading.language import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The tide comes in and the boat is lifted from the sand.", "en"),
        ("Der Hund und die Katze sind nicht im Haus, sagt das Kind.", "de"),
        ("Le chat est sur la table et les enfants sont dans le jardin avec lui.", "fr"),
        ("El perro y los gatos están en la casa, pero no se ven muy bien.", "es"),
        ("Il cane è nella casa e non sono sicuro che questo sia della donna.", "it"),
        ("O cão e os gatos não são da mulher, mas ela foi com eles ao mar.", "pt"),
        ("De hond en het kind zijn niet in het huis, maar op de straat.", "nl"),
        ("Привет, как дела?", "ru"),
        ("Καλημέρα κόσμε", "el"),
        ("مرحبا بالعالم", "ar"),
        ("שלום עולם", "he"),
        ("नमस्ते दुनिया", "hi"),
        ("สวัสดีชาวโลก", "th"),
        ("안녕하세요 세계", "ko"),
        ("今日はいい天気ですね", "ja"),
        ("今天天气很好", "zh"),
        ("用 numpy 计算向量的相似度，然后切分文本", "zh"),
        ("x = 1\ny = 2", "en"),
        ("", "en"),
        ("Der", "en"),
        ("12 345 — ☃", "en"),
    ],
)
def test_the_language_is_guessed_from_letters_and_words(text: str, language: str) -> None:
    assert guess_language(text) == language


def test_no_more_than_the_first_twenty_thousand_characters_count() -> None:
    assert guess_language("x " * 10_000 + "Привет " * 100_000) == "en"
    assert guess_language("Привет, " * 2500 + "the and of " * 100_000) == "ru"
    start = time.process_time()
    guess_language("я" * 10_000_000)
    assert time.process_time() - start < 1


@pytest.mark.parametrize(
    ("declared", "text", "language"),
    [
        ("pt-BR", "x", "pt"),
        ("EN", "Der Hund und die Katze sind nicht im Haus.", "en"),
        ("en", "Привет, как дела?", "ru"),
        ("uk", "Привіт, як справи?", "uk"),
        ("", "Привет", "ru"),
        ("english", "Привет", "ru"),
    ],
)
def test_a_declared_language_counts_unless_the_letters_contradict(
    declared: str, text: str, language: str
) -> None:
    assert language_of(declared, text) == language
