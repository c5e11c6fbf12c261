"""The language of a text, guessed from its letters."""

from __future__ import annotations

import re
from collections import Counter

from chunking.languages import is_language
from chunking.loading import stopwords

_LOOKED_AT = 20_000

# A Chinese word is one or two characters, a Korean one two or three, an English one five: the
# weights make a quoted function name count as one word, not as five.
_SCRIPTS: tuple[tuple[str, re.Pattern[str], int], ...] = (
    ("latin", re.compile("[A-Za-z\u00c0-\u024f]"), 1),
    ("kana", re.compile("[\u3041-\u309f\u30a1-\u30ff]"), 3),
    ("han", re.compile("[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002a6df]"), 3),
    ("ko", re.compile("[\uac00-\ud7a3\u1100-\u11ff]"), 2),
    ("ru", re.compile("[\u0400-\u052f]"), 1),
    ("el", re.compile("[\u0370-\u03ff\u1f00-\u1fff]"), 1),
    ("ar", re.compile("[\u0620-\u064a\u066e-\u06d3]"), 1),
    ("he", re.compile("[\u05d0-\u05ea]"), 1),
    ("hi", re.compile("[\u0904-\u0939\u0958-\u0961]"), 1),
    ("th", re.compile("[\u0e01-\u0e3a\u0e40-\u0e4d]"), 1),
)
_LATIN = frozenset({"en", "de", "fr", "es", "it", "pt", "nl"})
_TAG = re.compile(r"\s*([A-Za-z]{2,3})(?![A-Za-z])")


def guess_language(text: str) -> str:
    """The two letters of the language that the first 20,000 characters look like; else "en".

    A script stands for the largest language written in it: Cyrillic is "ru", Arabic "ar".
    Latin letters are told apart by their most frequent words.

    >>> guess_language("Καλημέρα κόσμε")
    'el'
    """
    head = text[:_LOOKED_AT]
    if head.isascii():
        return stopwords.vote(head)
    counts = Counter(
        {name: weight * len(found.findall(head)) for name, found, weight in _SCRIPTS},
    )
    kana = counts.pop("kana")
    counts["han"] += kana
    script, count = max(counts.items(), key=lambda item: item[1])
    if not count or script == "latin":
        return stopwords.vote(head)
    if script != "han":
        return script
    # Japanese is about half kana; a Chinese text may quote a word of it.
    return "ja" if 20 * kana >= count else "zh"


def language_of(declared: str, text: str) -> str:
    """What the document declares of itself, unless its letters are plainly of another script.

    Templates declare "en" for whatever is written into them.
    """
    tag = _TAG.match(declared)
    if not tag or not is_language(tag[1]):
        return guess_language(text)
    code = tag[1].lower()
    guess = guess_language(text)
    return guess if code in _LATIN and guess not in _LATIN else code
