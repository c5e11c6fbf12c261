"""Language detection for documents that declare none."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from chunking.core.text.languages import is_language

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

_SAMPLE = 10_000
_DEFAULT = "en"
# A shorter text may be a list of names.
_FEWEST_LETTERS = 1000
_NOT_LINGUISTIC = "zxx"
_LETTER = re.compile(r"[^\W\d_]")
# From 4 to 7% of English words, and a word of no other language: most texts need no model.
_THE = re.compile(r"\bthe\b", re.IGNORECASE)
_THE_SHARE = 0.03
_THE_COUNT = 3


class _Script(NamedTuple):
    """A script, the most common language written in it, and how its letters count.

    A Chinese word is one or two characters, a Korean one two or three, an English one five: the
    weights make a quoted function name count as one word, not as five. The detector may choose
    another language of the script from a certain `confidence` on; 1 means never.
    """

    language: str
    letter: re.Pattern[str]
    confidence: float = 1
    weight: int = 1


_LATIN = _Script(_DEFAULT, re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]"), confidence=0.3)
_KANA = _Script("ja", re.compile("[\u3041-\u309f\u30a1-\u30ff]"), weight=3)
_HAN = _Script("zh", re.compile("[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002a6df]"), weight=3)
_SCRIPTS = (
    _LATIN,
    _KANA,
    _HAN,
    _Script("ko", re.compile("[\uac00-\ud7a3\u1100-\u11ff]"), weight=2),
    _Script("ru", re.compile("[\u0400-\u052f]"), confidence=0.3),
    _Script("ar", re.compile("[\u0620-\u064a\u066e-\u06d3]"), confidence=0.6),
    _Script("hi", re.compile("[\u0904-\u0939\u0958-\u0961]"), confidence=0.6),
    _Script("el", re.compile("[\u0370-\u03ff\u1f00-\u1fff]")),
    _Script("he", re.compile("[\u05d0-\u05ea]")),
    _Script("th", re.compile("[\u0e01-\u0e3a\u0e40-\u0e4d]")),
)
# A Japanese text is about half kana, and a Chinese one may quote a Japanese word.
_KANA_SHARE = 0.05
_TAG = re.compile(r"\s*([A-Za-z]{2,3})(?![A-Za-z])")


def guess_language(text: str) -> str:
    """Return the code of the language of a text, judged by its first 10,000 characters.

    Scripts of one language decide by themselves. Text in which the detector finds no language
    with confidence has the most common one of its script, so a few Latin letters are "en".

    >>> guess_language("Καλημέρα κόσμε")
    'el'
    """
    head = text[:_SAMPLE]
    letters = len(_LETTER.findall(head))
    if not letters or _is_english(head):
        return _DEFAULT
    script = _main_script(head, letters)
    if script is not None and script.confidence == 1:
        return script.language
    language, confidence = _detector().classify(head)
    if language == _NOT_LINGUISTIC:
        return _DEFAULT
    uncertain = script is not None and confidence < script.confidence
    return script.language if script is not None and uncertain else str(language)


def language_of(declared: str, text: str) -> str:
    """Return the declared language of a text, or a guess where the declaration is unusable.

    Templates often declare their own language for any text. A declared one is ignored if it is
    written in Latin letters and the text in others, and in a text of some length also if one of
    the two is English and the other is not.
    """
    tag = _TAG.match(declared)
    if not tag or not is_language(tag[1]):
        return guess_language(text)
    code = tag[1].lower()
    head = text[:_SAMPLE]
    letters = len(_LETTER.findall(head))
    if _main_script(head, letters) is not _LATIN:
        return guess_language(text) if _is_latin(code) else code
    if letters < _FEWEST_LETTERS or not _is_latin(code) or (code == _DEFAULT) == _is_english(head):
        return code
    return guess_language(text) if code == _DEFAULT else _DEFAULT


def _is_english(head: str) -> bool:
    count = len(_THE.findall(head))
    return count >= max(_THE_COUNT, _THE_SHARE * len(head.split()))


def _main_script(head: str, letters: int) -> _Script | None:
    """Return the script of most words; None if it is not in the table."""
    counts = {script: len(script.letter.findall(head)) for script in _SCRIPTS}
    others = letters - sum(counts.values())
    words = {script: script.weight * count for script, count in counts.items()}
    kana = words.pop(_KANA)
    words[_HAN] += kana
    main = max(words, key=words.__getitem__)
    if words[main] < others:
        return None
    return _KANA if main is _HAN and kana >= _KANA_SHARE * words[main] else main


def _is_latin(code: str) -> bool:
    """Return whether a language is usually written in Latin letters."""
    from langcodes import Language

    return Language.get(code).maximize().script == "Latn"


@lru_cache(maxsize=1)
def _detector() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    detector = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    # Without the languages and varieties that have no code of two letters: Yue is read as Chinese.
    common = [code for code in detector.labels if len(code) == 2]
    detector.set_languages([*common, _NOT_LINGUISTIC])
    return detector
