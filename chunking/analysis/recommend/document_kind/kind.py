"""Which kind of document it is, with the evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from chunking.analysis.recommend.document_kind import (
    data_rules,
    manual_rules,
    message_rules,
    publication_rules,
)
from chunking.analysis.recommend.document_kind.features import Features
from chunking.core.text.numbers import count_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.core.document import Document
    from chunking.core.layout import Layout

# What a sentence calls each kind.
KINDS = {
    "notebook": "a notebook",
    "subtitles": "subtitles",
    "table": "a table",
    "records": "data records",
    "code": "source code",
    "email": "an email",
    "chat": "a chat",
    "log": "a log file",
    "play": "a play or script",
    "transcript": "a transcript",
    "faq": "questions and answers",
    "changelog": "a changelog",
    "configuration": "a configuration file",
    "legal": "a contract or license",
    "specification": "a specification",
    "paper": "a scientific paper",
    "reference": "a reference manual",
    "manual": "a manual",
    "prose": "prose",
}


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """The kind of a document.

    Attributes:
        name: A key of `KINDS`.
        evidence: What shows it, without a full stop: "1,203 turns of 14 speakers".
    """

    name: str
    evidence: str

    @property
    def sentence(self) -> str:
        """One sentence that names the kind and the evidence."""
        return f"Detected {KINDS[self.name]}: {self.evidence}."


# In order: the first that finds evidence decides.
_RULES: dict[str, Callable[[Features], str]] = {
    "notebook": data_rules.notebook,
    "subtitles": data_rules.subtitles,
    "table": data_rules.table,
    "records": data_rules.records,
    "code": data_rules.code,
    "email": message_rules.email,
    "chat": message_rules.chat,
    "log": message_rules.log,
    "play": message_rules.play,
    "transcript": message_rules.transcript,
    "faq": manual_rules.faq,
    "legal": publication_rules.legal,
    "specification": publication_rules.specification,
    "paper": publication_rules.paper,
    "changelog": manual_rules.changelog,
    "configuration": data_rules.configuration,
    "reference": manual_rules.reference,
    "manual": manual_rules.manual,
}


def identify(document: Document, layout: Layout) -> DocumentKind:
    """Return the kind of a document; prose if nothing shows another.

    Of a long text the beginning, the middle and the end are read.
    """
    features = Features(document, layout)
    for name, rule in _RULES.items():
        evidence = rule(features)
        if evidence:
            return DocumentKind(name, evidence)
    return DocumentKind("prose", _prose(features))


def _prose(features: Features) -> str:
    words = count_of(len(features.document.text.split()), "word")
    headings = len(features.headings)
    return f"{words} with {count_of(headings, 'heading') if headings else 'no headings'}"
