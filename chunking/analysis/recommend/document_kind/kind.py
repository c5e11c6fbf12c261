"""Which kind of document it is, with the evidence."""

from collections.abc import Callable
from dataclasses import dataclass

from chunking.analysis.recommend.document_kind import (
    data_rules,
    legal_terms,
    message_rules,
)
from chunking.analysis.recommend.document_kind.features import SAMPLE, Features
from chunking.core.document import Document
from chunking.core.layout import Layout
from chunking.core.text.numbers import count_of

# What a sentence calls each kind.
KINDS = {
    "notebook": "a notebook",
    "subtitles": "subtitles",
    "table": "a table",
    "records": "data records",
    "code": "source code",
    "email": "email",
    "chat": "a chat",
    "log": "a log file",
    "play": "a play or script",
    "transcript": "a transcript",
    "faq": "questions and answers",
    "changelog": "a changelog",
    "configuration": "a configuration file",
    "legal": "a contract, license or law",
    "text": "text",
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
        if self.name == "text":
            return f"Text of {self.evidence}."
        return f"Detected {KINDS[self.name]}: {self.evidence}."


# Kinds whose evidence counts lines of the sample.
_COUNTED = frozenset({"changelog", "configuration", "faq", "table"})
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
    "faq": message_rules.faq,
    "legal": legal_terms.legal,
    "changelog": message_rules.changelog,
    "configuration": data_rules.configuration,
}


def identify(document: Document, layout: Layout) -> DocumentKind:
    """Return the kind of a document; text if nothing shows another.

    A wrong kind is worse than none: only what has marks of its own is a kind, such as columns,
    labels of speakers or numbered articles. Manuals, papers and stories have none, and are text.
    Of a long text the beginning, the middle and the end are read.
    """
    features = Features(document, layout)
    for name, rule in _RULES.items():
        evidence = rule(features)
        if evidence:
            read = (
                f", in {SAMPLE:,} characters of it" if features.is_cut and name in _COUNTED else ""
            )
            return DocumentKind(name, evidence + read)
    return DocumentKind("text", _length(features))


def _length(features: Features) -> str:
    words = count_of(len(features.document.text.split()), "word")
    headings = len(features.headings)
    return f"{words} with {count_of(headings, 'heading') if headings else 'no headings'}"
