"""Words that refer to something before a text, at its start."""

import regex

# Quotation marks and marks of Markdown before the first word.
_OPENING = r"[\s>*_\-–—\"'“”„‘’«»(\[]*+"
_WORDS = {
    "en": r"(?:he|she|it|they|his|her|its|their|this|that|these|those|such|"
    r"the\s+(?:former|latter))",
    "de": r"(?:er|dies(?:e[rmns]?)?|jene[rmns]?|solch(?:e[rmns]?)?|deren|dessen|"
    r"(?:erstere|letztere)[rmns]?)",
}
# A text may name itself: "This chapter describes …".
_ITSELF = {
    "en": r"(?:this|these)\s+(?:agreement|appendix|article|book|chapter|document|guide|manual|"
    r"page|paper|part|report|section|specification|terms|tutorial)",
    "de": r"dies(?:e[rmns]?)?\s+(?:abschnitt|anhang|artikel|bericht|buch|dokument|handbuch|"
    r"kapitel|seite|teil|vereinbarung|vertrag)",
}
_PATTERNS = {
    language: regex.compile(
        rf"{_OPENING}(?!{_ITSELF[language]}\b){words}\b",
        regex.IGNORECASE,
    )
    for language, words in _WORDS.items()
}


def has_reference_words(language: str) -> bool:
    """Return whether the reference words of a language, such as `en` or `de-AT`, are known."""
    return _base(language) in _PATTERNS


def starts_with_reference(text: str, language: str) -> bool:
    """Return whether a text starts with a word that refers to something before it.

    >>> starts_with_reference("This is why.", "en"), starts_with_reference("Tides are high.", "en")
    (True, False)
    """
    pattern = _PATTERNS.get(_base(language))
    return pattern is not None and pattern.match(text) is not None


def _base(language: str) -> str:
    return language.partition("-")[0].lower()
