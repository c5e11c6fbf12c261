"""Words of a text, as BM25 counts them."""

import re
from collections.abc import Iterator

# Kana, Han and Hangul: no blanks separate their words, or only words with their particles.
_CJK = "\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
# Each two characters of these scripts, one between others, or a run of others.
_WORD = re.compile(
    rf"(?=([{_CJK}]{{2}}))[{_CJK}]|(?<![{_CJK}])[{_CJK}](?![{_CJK}])|[^\W{_CJK}]{{2,}}"
)


def words(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield each word in lower case with its start and end.

    A word has at least two letters, digits or underscores, as bm25s reads words by default; in
    Chinese, Japanese and Korean it is each two characters in a row.

    >>> [word for word, _, _ in words("The 5 tides: 潮の満ち")]
    ['the', 'tides', '潮の', 'の満', '満ち']
    """
    for match in _WORD.finditer(text):
        word = match[1] or match[0]
        yield word.lower(), match.start(), match.start() + len(word)
