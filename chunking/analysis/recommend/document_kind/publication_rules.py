"""Rules for contracts, standards and papers: what shows each kind; empty where nothing does."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from chunking.analysis.recommend.document_kind.features import FEWEST
from chunking.core.text.numbers import count_of

if TYPE_CHECKING:
    from chunking.analysis.recommend.document_kind.features import Features

_LEGAL = frozenset([
    "hereby", "herein", "hereof", "hereunder", "hereto", "thereof", "therein", "thereto",
    "notwithstanding", "pursuant", "shall", "license", "licensed", "licensee", "licensor",
    "licenses", "licensing", "sublicense", "agreement", "party", "parties", "warranty",
    "warranties", "warrants", "liability", "liable", "indemnify", "indemnification", "damages",
    "infringement", "infringe", "termination", "terminate", "terminated", "jurisdiction",
    "copyright", "copyrighted", "provisions", "obligations", "breach", "clause", "consent",
    "waiver", "waive", "covenant", "lessee", "lessor", "tenant", "supplier", "grant", "grants",
    "granted", "redistribute", "redistribution", "recipient", "contributor", "merchantability",
])  # fmt: skip
# Legal terms per 1,000 words, and how many distinct ones.
_LEGAL_WORDS, _LEGAL_DISTINCT_WORDS = 20, 5
_PUNCTUATION = ".,;:()[]\"'“”‘’*_"


def legal(features: Features) -> str:
    """Legal terms."""
    if not features.is_written:
        return ""
    counts = Counter[str]()
    for token, number in features.words.items():
        word = token.strip(_PUNCTUATION)
        if word in _LEGAL:
            counts[word] += number
    share = features.per_thousand_words(counts.total())
    if share < _LEGAL_WORDS or len(counts) < _LEGAL_DISTINCT_WORDS:
        return ""
    words = ", ".join(word for word, _ in counts.most_common(FEWEST))
    return f"{share:.0f} legal terms per 1,000 words ({words})"


_REQUIREMENT = re.compile(r"\b(?:MUST|SHALL|SHOULD|MAY|REQUIRED|RECOMMENDED)\b")
_REQUIREMENTS = 2
_STANDARD = re.compile(
    r"Request for Comments|Internet-Draft|Status of This Memo|W3C Recommendation"
    r"|International Standard|Standards Track",
    re.IGNORECASE,
)
_SPECIFICATION = re.compile(
    r"\b(?:specifications?|spec|standard|RFC ?\d+|protocol|(?:bit ?stream|file|data) format)\b",
    re.IGNORECASE,
)
_BEGINNING = 3000


def specification(features: Features) -> str:
    """The name of a standard, or requirements in capitals."""
    if not features.is_written:
        return ""
    standard = _STANDARD.search(features.sample[:_BEGINNING])
    requirements = len(_REQUIREMENT.findall(features.sample))
    if standard:
        return f'the text opens with "{standard[0]}" and has {requirements:,} words such as MUST'
    if requirements > FEWEST and features.per_thousand_words(requirements) >= _REQUIREMENTS:
        return f"{requirements:,} requirements in capitals, such as MUST or SHOULD"
    named = _SPECIFICATION.search(features.title)
    if named and len(features.headings) >= FEWEST:
        headings = count_of(len(features.headings), "heading")
        return f'the title says "{named[0]}", with {headings}'
    return ""


_ABSTRACT = re.compile(r"[\W\d_]*(?:abstract|summary)\b|\\begin\{abstract\}", re.IGNORECASE)
_REFERENCES = re.compile(
    r"^[#=*\d. \t]*(?:references|bibliography|works cited|literature cited)[ \t*:]*$"
    r"|\\(?:bibliography|printbibliography|begin\{thebibliography\})",
    re.IGNORECASE | re.MULTILINE,
)
_CITATION = re.compile(
    r"\\cite\w*|\[@|(?<!\w)@[a-z]+:?\d{2,4}|\[\d{1,3}(?:[,–-] ?\d{1,3})*\]|et al\b"
    r"|\((?:[A-Z][^()\n]{0,60}[, ] ?)?(?:19|20)\d\d[a-z]?\)"
)
_CITATIONS = 1.0


def paper(features: Features) -> str:
    """An abstract, references and citations."""
    if not features.is_written:
        return ""
    has_abstract = any(map(_ABSTRACT.match, features.lines[: max(50, len(features.lines) // 5)]))
    if not has_abstract and "bibliography:" not in features.sample[:_BEGINNING]:
        return ""
    citations = len(_CITATION.findall(features.sample))
    if citations < FEWEST or features.per_thousand_words(citations) < _CITATIONS:
        return ""
    if not _REFERENCES.search(features.document.text):
        return ""
    parts = "an abstract and a list of references" if has_abstract else "a list of references"
    return f"{parts}, with {citations:,} citations"
