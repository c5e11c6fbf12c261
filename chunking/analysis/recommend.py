"""Recommend a strategy and its settings for a document."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from chunking.analysis.coverage import Coverage, coverage
from chunking.analysis.document_kind import DocumentKind, identify
from chunking.analysis.recommended_sizes import MOST_TOKENS, chunk_sizes
from chunking.analysis.recommended_threshold import recommended_threshold
from chunking.analysis.thresholds.selector import flat_note, no_threshold
from chunking.core.document import as_document
from chunking.core.errors import SettingsError
from chunking.core.text.numbers import count_of
from chunking.core.text.tokenizers import token_sizes
from chunking.core.units import UnitKind
from chunking.embedding import DEFAULT_MODEL, get_embedder, sizes_for
from chunking.engine import compute_features, prepare, run, serialization
from chunking.strategies import get
from chunking.strategies.signals.similarity import candidate_scores
from chunking.units.dialogue import conversation
from chunking.units.grammars import syntax_of
from chunking.units.layout import layout

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunking.analysis.recommended_sizes import ChunkSizes
    from chunking.core.document import Document
    from chunking.core.layout import Layout
    from chunking.core.prepared import Prepared
    from chunking.embedding import Embedder, OnBatch
    from chunking.strategies import Strategy


@dataclass(frozen=True, slots=True, eq=False)
class Recommendation:
    """A strategy with its settings, and why.

    Attributes:
        strategy: The strategy with its settings.
        summary: Its name and chunk size: "optimal, about 128 tokens per chunk (...)."
        reason: One or two sentences on why, with the kind of the document and its evidence.
        kind: The kind of the document, `kind.name`, and what shows it, `kind.evidence`.
        alternative: `semantic` with the recommended threshold; None where no similarities are
            known or they carry no information.
        alternative_summary: One sentence on the alternative, empty without one.
        facts: Figures of the document, by name.
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


def to_dict(found: Recommendation) -> dict[str, Any]:
    """Return a recommendation as values for JSON.

    `kind` has the `name` of the kind of the document, and its `evidence`.
    """
    other = found.alternative
    return {
        "strategy": found.strategy.name,
        "settings": found.settings,
        "summary": found.summary,
        "reason": found.reason,
        "kind": {"name": found.kind.name, "evidence": found.kind.evidence},
        "threshold": found.threshold,
        "alternative": None if other is None else serialization.to_dict(other),
        "alternative_summary": found.alternative_summary,
        "facts": dict(found.facts),
        "coverage": None if found.coverage is None else asdict(found.coverage),
    }


def recommend(
    document: Document | str,
    *,
    embedder: Embedder | None = None,
    model: str | None = None,
    on_batch: OnBatch | None = None,
) -> Recommendation:
    """Recommend a strategy for a document.

    Only prose is embedded. The recommended strategy uses the same model, and its sizes are those
    that suit the model, in its tokens.

    Args:
        document: The document, or its text.
        embedder: Replaces the model for embedding.
        model: Name of the model; the bundled one by default.
        on_batch: Called with the numbers of embedded texts and of all texts.

    Raises:
        ModelError: The model cannot be loaded.
        SettingsError: It is not a document.
        StoppedError: `on_batch` raised it.
    """
    document = as_document(document)
    material = get("semantic")(**({} if model is None else {"model": model})).material
    used = embedder or get_embedder(str(material.model))
    sizes = chunk_sizes(used)
    found = recommend_by_structure(document, layout(document), sizes)
    if found is None:
        prepared = prepare(document, material, embedder=embedder, on_batch=on_batch)
        found = recommend_by_similarity(prepared, sizes=sizes)
    return replace(found, coverage=coverage(document, used))


def recommend_prepared(prepared: Prepared, semantic: Strategy | None = None) -> Recommendation:
    """Recommend a strategy for a document that is prepared with sentences and vectors.

    The recommended strategy uses the same model. Where the structure decides, the alternative is
    for those who prefer a threshold.

    Args:
        prepared: The document.
        semantic: The settings of the alternative, of which only the threshold is replaced;
            by default those of `semantic`.

    Raises:
        SettingsError: It is prose and was prepared without vectors, or `semantic` has no threshold.
    """
    sizes = _sizes_for(prepared)
    found = recommend_by_structure(prepared.document, prepared.layout, sizes)
    if found is None:
        return recommend_by_similarity(prepared, semantic, sizes)
    is_prose = found.strategy.name != "sentence" and found.facts["code"] < CODE_SHARE
    if prepared.vectors is None or not is_prose or _why_flat(prepared):
        return found
    return _with_alternative(found, prepared, semantic)


def _sizes_for(prepared: Prepared) -> ChunkSizes:
    return chunk_sizes(get_embedder(prepared.material.model or DEFAULT_MODEL))


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
_IN_BLOCKS = frozenset({"changelog", "faq", "reference"})
_IN_LINES = frozenset({"log"})
_SPOKEN_KINDS = frozenset({"play", "chat", "transcript"})


def recommend_by_structure(
    document: Document, layout: Layout, sizes: ChunkSizes
) -> Recommendation | None:
    """Recommend a strategy by length, kind of document or blocks; None for prose."""
    is_long = len(document.text) > _LONG_CHARACTERS
    pieces = sizes.most + 1 if is_long else _count_tokens(document.text, sizes)
    facts = document_facts(document, layout)
    kind = identify(document, layout)
    if pieces <= sizes.most:
        return Recommendation(
            get("sentence")(max_tokens=sizes.most, overlap_tokens=0, **sizes.settings),
            "sentence, one chunk." if pieces else "sentence, nothing to split.",
            f"The text has {count_of(pieces, 'token')} and {sizes.statement}."
            if pieces
            else "The text is empty.",
            kind,
            facts=facts,
        )
    if facts["code"] >= CODE_SHARE:
        return _for_code(document, kind, facts, sizes)
    spoken = conversation(document.text, layout) if kind.name in _SPOKEN_KINDS else None
    facts["spoken"] = 0.0 if spoken is None else spoken.share
    if facts["spoken"] >= SPOKEN_SHARE:
        return Recommendation(
            get("dialogue")(max_tokens=sizes.most, **sizes.settings),
            f"dialogue, {sizes.at_most}.",
            f"{kind.sentence} Turns stay whole, and questions stay with their answers.",
            kind,
            facts=facts,
        )
    if kind.name in _IN_LINES:
        return Recommendation(
            get("recursive")(max_tokens=sizes.most, overlap_tokens=0, **sizes.settings),
            f"recursive, {sizes.at_most}.",
            f"{kind.sentence} Boundaries are between lines.",
            kind,
            facts=facts,
        )
    limited = _structure_limit(facts, kind, sizes.limit)
    if not limited:
        return None
    reason = f"{kind.sentence} {limited}"
    return Recommendation(
        _structure(sizes), f"structure, {sizes.about_target}.", reason, kind, facts=facts
    )


def _structure_limit(facts: Mapping[str, float], kind: DocumentKind, limit: str) -> str:
    """Return a sentence on what exceeds the limit where structure decides; empty otherwise."""
    headings, protected = int(facts["headings"]), facts["protected"]
    section_tokens = facts["tokens"] / (headings + 1)
    if headings >= 2 and (section_tokens <= SECTION_TOKENS or protected >= PROTECTED_SHARE):
        return (
            f"Sections have {section_tokens:,.0f} tokens on average, and only fences and tables "
            f"may exceed {limit}."
        )
    if facts["listed"] >= LISTED_SHARE:
        return (
            f"{facts['listed']:.0%} of the text is list items, and only items above {limit} "
            "are split."
        )
    if kind.name in _IN_BLOCKS:
        return f"Only paragraphs above {limit} are split."
    return ""


def _for_code(
    document: Document, kind: DocumentKind, facts: Mapping[str, float], sizes: ChunkSizes
) -> Recommendation:
    syntax = syntax_of(document)
    if syntax:
        return Recommendation(
            get("code")(max_tokens=sizes.most, **sizes.settings),
            f"code, {sizes.at_most}.",
            f"The text is source code ({syntax}). Only functions and classes above "
            f"{sizes.limit} are split.",
            kind,
            facts=facts,
        )
    are_rows = kind.name in {"table", "records"}
    if not are_rows and (facts["headings"] >= 2 or facts["protected"]):
        reason = f"{kind.sentence} Only code above {sizes.limit} is split."
        return Recommendation(
            _structure(sizes), f"structure, {sizes.about_target}.", reason, kind, facts=facts
        )
    where = "between rows or records" if are_rows else "at blank lines"
    return Recommendation(
        get("paragraph")(max_tokens=sizes.most, overlap_tokens=0, **sizes.settings),
        f"paragraph, {sizes.at_most}.",
        f"{kind.sentence} Boundaries are {where}.",
        kind,
        facts=facts,
    )


def _structure(sizes: ChunkSizes) -> Strategy:
    return get("structure")(
        overlap_share=0,
        lead_ins="keep",
        target_tokens=sizes.target,
        max_tokens=sizes.most,
        **sizes.settings,
    )


def _count_tokens(text: str, sizes: ChunkSizes) -> int:
    return token_sizes(text, sizes.tokenizer).tokens(0, len(text))


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


# Least probability of a boundary that is more likely than not.
_CLEAR = 0.5
# Without a target, at most this share of the chunks may exceed the model limit.
_OVER_LIMIT_SHARE = 0.1


def recommend_by_similarity(
    prepared: Prepared, semantic: Strategy | None = None, sizes: ChunkSizes | None = None
) -> Recommendation:
    """Recommend `optimal` for prose, with the recommended threshold as the alternative.

    Args:
        prepared: The document.
        semantic: The settings of the alternative, as for `recommend_prepared`.
        sizes: Sizes of chunks; by default those for the model that the document was prepared with.

    Raises:
        SettingsError: The document was prepared without vectors of its sentences, or `semantic` has
            no threshold.
    """
    sizes = sizes or _sizes_for(prepared)
    document = prepared.document
    facts = {**document_facts(document, prepared.layout), "sentences": float(len(prepared.units))}
    kind = identify(document, prepared.layout)
    cause = _why_flat(prepared)
    if cause:
        return Recommendation(
            get("sentence")(max_tokens=sizes.target, overlap_tokens=0, **sizes.settings),
            f"sentence, {sizes.about_target.replace('about', 'at most')}.",
            f"{cause[:1].upper()}{cause[1:]}.",
            kind,
            facts=facts,
        )
    sentences = count_of(len(prepared.units), "sentence")
    prose = f"Prose of {sentences}" if kind.name == "prose" else f"{kind.sentence[:-1]}"
    optimal, summary, clause, size_reason = _optimal(prepared, sizes)
    reason = f"{prose}{clause}. {size_reason}"
    found = Recommendation(optimal, summary, reason, kind, facts=facts)
    return _with_alternative(found, prepared, semantic)


def _why_flat(prepared: Prepared) -> str:
    """Return why similarities carry no information, as a clause; empty where they do."""
    if prepared.signal is None:
        raise SettingsError(
            "a recommendation by similarity needs similarities, got none; prepare with the "
            "material of semantic"
        )
    scores = candidate_scores(prepared.signal)
    return no_threshold(scores) or flat_note(scores)


def _with_alternative(
    found: Recommendation, prepared: Prepared, semantic: Strategy | None
) -> Recommendation:
    """Return a recommendation with the recommended threshold of `semantic`."""
    if semantic is None:
        semantic = get("semantic")(model=prepared.material.model)
    selected = recommended_threshold(prepared, semantic)
    if selected.value is None:
        return found
    return replace(
        found,
        alternative=semantic.with_(threshold=selected.value),
        alternative_summary=f"{semantic.name}, threshold {selected.reason}.",
    )


def _optimal(prepared: Prepared, limits: ChunkSizes) -> tuple[Strategy, str, str, str]:
    """`optimal`, its summary, a clause about its boundaries, and the reason for its chunk size.

    It has a target size only where without one many chunks exceed the largest size.
    """
    free = get("optimal")(keep_whole="lists", model=prepared.material.model)
    counted = sizes_for(prepared, free.material)
    prepared = compute_features(replace(prepared, material=free.material, sizes=counted))
    sizes = run(prepared, free).tokens
    probabilities = free.probabilities(prepared, prepared.units.gaps)
    is_clear = probabilities is not None and np.any(probabilities >= _CLEAR)
    clause = "" if is_clear else "; no boundary is more likely than not"
    without_target = f"{count_of(len(sizes), 'chunk')} of up to {sizes.max():,} tokens"
    if np.mean(sizes > limits.most) <= _OVER_LIMIT_SHARE:
        summary = "optimal, number of chunks determined by the text."
        return free, summary, clause, f"It makes {without_target}; {limits.statement}."
    with_target = free.with_(target_tokens=limits.target, max_tokens=limits.most)
    reason = f"Without a target size optimal makes {without_target}."
    return with_target, f"optimal, {limits.about_target}.", clause, reason
