"""The strategy for a document by its length, its kind and its blocks; no model."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from chunking.analysis.coverage import Coverage
from chunking.analysis.recommend.document_kind.kind import DocumentKind, identify
from chunking.analysis.recommend.sizes import MOST_TOKENS, ChunkSizes, starting
from chunking.core.document import Document
from chunking.core.layout import Layout
from chunking.core.text.numbers import count_of
from chunking.core.text.tokenizers import token_sizes
from chunking.core.units import UnitKind
from chunking.engine import serialization
from chunking.strategies import Strategy, get
from chunking.units.conversation import conversation
from chunking.units.grammars import syntax_of
from chunking.units.indented_code import indented_type


@dataclass(frozen=True, slots=True, eq=False)
class Recommendation:
    """A strategy with its settings, and why.

    Attributes:
        summary: Its name and chunk size: "optimal, about 128 tokens per chunk (...)."
        alternative: `semantic` with the recommended threshold; None where none suits the text or
            no similarities are known.
        alternative_summary: One sentence on the alternative, or on why no threshold suits the
            text; empty where no similarities are known.
        coverage: What the model misses of the document; `recommend` determines it.
    """

    strategy: Strategy
    summary: str
    reason: str
    kind: DocumentKind
    alternative: Strategy | None = None
    alternative_summary: str = ""
    facts: Mapping[str, float] = field(default_factory=dict)
    coverage: Coverage | None = None

    @property
    def threshold(self) -> float | None:
        """The recommended threshold, that of the alternative; None without one."""
        found = getattr(self.alternative, "threshold", None)
        return None if found is None else float(found)

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the strategy, by name."""
        return self.strategy.model_dump()

    def to_dict(self) -> dict[str, Any]:
        """Return the recommendation as values for JSON.

        `kind` has the `name` of the kind of the document, and its `evidence`.
        """
        other, coverage = self.alternative, self.coverage
        return {
            "strategy": self.strategy.name,
            "settings": self.settings,
            "summary": self.summary,
            "reason": self.reason,
            "kind": {"name": self.kind.name, "evidence": self.kind.evidence},
            "threshold": self.threshold,
            "alternative": None if other is None else serialization.to_dict(other),
            "alternative_summary": self.alternative_summary,
            "facts": dict(self.facts),
            "coverage": None if coverage is None else asdict(coverage),
        }


# A text of more characters always exceeds the largest chunk.
_LONG_CHARACTERS = 20 * MOST_TOKENS
# Headings decide if their sections have at most so many tokens, or fences and tables this share.
SECTION_TOKENS = 1000
PROTECTED_SHARE = 0.15
# From these shares of the text on it is code, a dialogue or a list.
CODE_SHARE = 0.5
SPOKEN_SHARE = 0.5
LISTED_SHARE = 0.5
# Kinds whose parts are lines or blocks even where no headings are found.
_IN_BLOCKS = frozenset({"changelog", "faq"})
_IN_LINES = frozenset({"log"})
_SPOKEN_KINDS = frozenset({"play", "chat", "transcript"})


def recommend_by_structure(
    document: Document, layout: Layout, sizes: ChunkSizes
) -> Recommendation | None:
    """Recommend a strategy by length, kind of document or blocks; None for other text."""
    is_long = len(document.text) > _LONG_CHARACTERS
    pieces = sizes.most + 1
    if not is_long:
        pieces = token_sizes(document.text, sizes.tokenizer).tokens(0, len(document.text))
    facts = document_facts(document, layout)
    kind = identify(document, layout)
    if pieces <= sizes.most:
        reason = f"The text has {count_of(pieces, 'token')} and {sizes.statement}."
        return Recommendation(
            _plain("sentence", sizes, overlap_tokens=0),
            "sentence, one chunk." if pieces else "sentence, nothing to split.",
            reason if pieces else "The text is empty.",
            kind,
            facts=facts,
        )
    if (facts["code"] >= CODE_SHARE and kind.name != "email") or indented_type(document):
        strategy, reason = _for_code(document, kind, facts, sizes)
        return _described(strategy, reason, kind, facts, sizes)
    spoken = conversation(document.text, layout) if kind.name in _SPOKEN_KINDS else None
    facts["spoken"] = 0.0 if spoken is None else spoken.share
    if facts["spoken"] >= SPOKEN_SHARE:
        strategy = _plain("dialogue", sizes)
        reason = (
            f"Turns above {sizes.limit} are split; the others stay whole, and questions stay with "
            "their answers where both fit."
        )
    elif kind.name in _IN_LINES:
        strategy = _plain("recursive", sizes, overlap_tokens=0)
        reason = "Boundaries are between lines."
    else:
        strategy, reason = (
            _structure(sizes),
            _structure_limit(facts, kind, sizes.limit),
        )
    if not reason:
        return None
    return _described(strategy, f"{kind.sentence} {reason}", kind, facts, sizes)


def recommend_for_text(document: Document, layout: Layout, sizes: ChunkSizes) -> Recommendation:
    """Recommend paragraphs packed to the target for a document whose structure does not decide.

    The questions are those of Chroma's evaluation set; `docs/thresholds.md` has the differences.
    """
    kind = identify(document, layout)
    known = "" if kind.name == "text" else f"{kind.sentence} "
    reason = (
        f"{known}Chunks end at paragraphs; a longer paragraph is split at sentences, and a "
        f"sentence inside only above {sizes.limit}. With 472 English test questions, no other "
        "strategy found clearly more answers at this size."
    )
    return _described(_structure(sizes), reason, kind, document_facts(document, layout), sizes)


def _described(
    strategy: Strategy,
    reason: str,
    kind: DocumentKind,
    facts: Mapping[str, float],
    sizes: ChunkSizes,
) -> Recommendation:
    size = sizes.about_target if strategy.name == "structure" else sizes.at_most
    return Recommendation(strategy, f"{strategy.name}, {size}.", reason, kind, facts=facts)


def _structure_limit(facts: Mapping[str, float], kind: DocumentKind, limit: str) -> str:
    """Return a sentence on what is split where structure decides; empty otherwise."""
    headings, protected = int(facts["headings"]), facts["protected"]
    section_tokens = facts["tokens"] / (headings + 1)
    if headings >= 2 and (section_tokens <= SECTION_TOKENS or protected >= PROTECTED_SHARE):
        return (
            "Chunks end at headings and paragraphs, and inside a longer paragraph at sentences; "
            f"fences and tables are split only above {limit}."
        )
    if facts["listed"] >= LISTED_SHARE:
        listed = int(100 * facts["listed"])  # 100 only if all of it is
        return f"{listed}% of the text is list items, and only items above {limit} are split."
    if kind.name in _IN_BLOCKS:
        return f"Only paragraphs and list items above {limit} are split."
    return ""


def _for_code(
    document: Document, kind: DocumentKind, facts: Mapping[str, float], sizes: ChunkSizes
) -> tuple[Strategy, str]:
    syntax = syntax_of(document)
    if syntax:
        return _plain("code", sizes), (
            f"The text is source code ({syntax}). Chunks end at functions and classes, and inside "
            f"of those above {sizes.limit}."
        )
    if indented_type(document):
        return _plain("code", sizes), f"{kind.sentence} Only blocks above {sizes.limit} are split."
    are_rows = kind.name in {"table", "records"}
    if not are_rows and (facts["headings"] >= 2 or facts["protected"]):
        return starting(
            "structure", sizes=sizes
        ), f"{kind.sentence} Only code above {sizes.limit} is split."
    where = (
        "between rows or records" if are_rows else "at blank lines, or between lines of long blocks"
    )
    reason = f"{kind.sentence} Boundaries are {where}."
    return _plain("paragraph", sizes, overlap_tokens=0), reason


def _plain(name: str, sizes: ChunkSizes, **settings: int) -> Strategy:
    return get(name)(max_tokens=sizes.most, **settings, **sizes.settings)


def _structure(sizes: ChunkSizes) -> Strategy:
    return starting("structure", sizes=sizes)


def document_facts(document: Document, layout: Layout) -> dict[str, float]:
    """Return tokens, headings, and the shares of text in code, fences or tables, and lists."""
    blocks = layout.blocks
    lengths = blocks.ends - blocks.starts
    total = max(1, int(lengths.sum()))
    protected = int((layout.protected_ends - layout.protected_starts).sum())

    def share(kind: UnitKind) -> float:
        return int(lengths[blocks.kinds == kind.code].sum()) / total

    return {
        "tokens": float(token_sizes(document.text).tokens(0, len(document.text))),
        "headings": float(len(layout.outline.starts)),
        "code": share(UnitKind.CODE),
        "protected": protected / total,
        "listed": share(UnitKind.LIST_ITEM),
    }
