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
        ("Унесите исправну адресу.", "sr"),
        ("Ова поле е задолжително. Внесете правилна адреса и обидете се повторно.", "mk"),
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
        ("Kedi kanepede uyuyor, köpek ise masanın altında yatıyor.", "tr"),
        ("Katten sover på soffan och hunden ligger under bordet.", "sv"),
        ("Kot śpi na kanapie.", "pl"),
        ("Con mèo ngủ trên ghế sofa.", "vi"),
        ("Кіт спить на дивані, а собака лежить під столом.", "uk"),
        ("گربه روی مبل خوابیده است.", "fa"),
        ("বিড়ালটি সোফায় ঘুমাচ্ছে।", "bn"),
        ("経済成長率の見通し", "ja"),
        ("# TODO\n\nfor i in range(10):\n    print(i)", "en"),
        ('{"id": 12, "name": "x", "tags": []}', "en"),
    ],
)
def test_undeclared_text_has_a_detected_language_or_english(text: str, language: str) -> None:
    assert guess_language(text) == language


def test_detection_reads_only_the_start_of_a_text() -> None:
    assert guess_language("x " * 5_000 + "Привет " * 100_000) == "en"
    assert guess_language("Привет, " * 2500 + "the and of " * 100_000) == "ru"


def test_english_and_scripts_of_one_language_need_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chunking.loading.language._detector", None)
    assert guess_language("The cat is on the mat, and the dog is under the table.") == "en"
    assert guess_language("今日はいい天気ですね") == "ja"
    assert guess_language("12 + 30") == "en"


GERMAN = "Das Boot liegt im Hafen, und der Wind kommt aus dem Norden, wie an jedem Tag. " * 20
ENGLISH = "The boat lies in the harbour, and the wind is from the north, as on every day. " * 20


@pytest.mark.parametrize(
    ("declared", "text", "language"),
    [
        ("pt-BR", "x", "pt"),
        ("EN", "Der Hund und die Katze sind nicht im Haus.", "en"),
        ("en", "Привет, как дела?", "ru"),
        ("uk", "Привіт, як справи?", "uk"),
        ("", "Привет", "ru"),
        ("english", "Привет", "ru"),
        ("pl", "今日はいい天気ですね", "ja"),
        ("en", GERMAN, "de"),
        ("fr", ENGLISH, "en"),
        ("en-GB", ENGLISH, "en"),
        ("de", ENGLISH[:300], "de"),
        ("sr", "Mačka spava na kauču, a pas leži ispod stola.", "sr"),
    ],
)
def test_a_declared_language_wins_unless_the_text_contradicts(
    declared: str, text: str, language: str
) -> None:
    assert language_of(declared, text) == language
