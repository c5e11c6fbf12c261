"""The threshold that stands for another one under another model, or on other documents.

A threshold belongs to a model: similarities of one lie around 0.3 where those of another lie around
0.85. It belongs to the documents it was chosen on, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from chunking.analysis.metrics.boundaries import NEAR_MISS, near_miss_gaps, nearest_gaps
from chunking.core.arrays import Bools, Floats, Ints
from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.core.prepared import Prepared
from chunking.core.text.numbers import format_threshold
from chunking.embedding import Embedder, OnBatch
from chunking.engine import check_strategy, prepare
from chunking.strategies import Strategy
from chunking.strategies.signals.similarity import candidate_scores

# Thresholds that are tried, below which equal shares of the gaps lie.
_TRIED = 200
# The range comes from random draws of stretches of this many gaps, since neighbors are similar.
_DRAWS, _STRETCH = 400, 25
_RANGE = (5.0, 95.0)
_SEED = 20260101
_DECIMALS = 3


@dataclass(frozen=True, slots=True)
class Agreement:
    """Boundary similarity B with the boundaries of the original settings, 0 to 1.

    Attributes:
        by_share: With the threshold below which the same share of gaps lies.
    """

    transferred: float
    by_share: float
    unchanged: float


@dataclass(frozen=True, slots=True)
class Transfer:
    """A threshold in place of that of a strategy.

    Attributes:
        original: The threshold before.
        low: Lower end of the 90% range: the 5th percentile of the threshold over random draws of
            stretches of the text.
        share: Share of the gaps below the original threshold.
        agreement: With the boundaries before; None for other documents, which have none.
    """

    strategy: Strategy
    original: float
    threshold: float
    low: float
    high: float
    share: float
    agreement: Agreement | None = None

    @property
    def summary(self) -> str:
        """The figures in one sentence."""
        low, high = format_threshold(self.low), format_threshold(self.high)
        original = format_threshold(self.original)
        text = f"{original} → {format_threshold(self.threshold)} (90% range {low} to {high})"
        if self.agreement is None:
            return f"{text}: {self.share:.0%} of the gaps below, as before"
        found = self.agreement
        return (
            f"{text}: boundary similarity with the boundaries before {found.transferred:.2f}, "
            f"{found.unchanged:.2f} if the threshold stays {original}"
        )


def can_transfer(before: Prepared, after: Prepared) -> bool:
    """Return whether two prepared documents have the same gaps under different models."""
    return (
        before.material.model != after.material.model
        and len(after.units) > 1
        and np.array_equal(before.units.gaps, after.units.gaps)
    )


def transfer_to_model(
    documents: Sequence[Document | str],
    strategy: Strategy,
    model: str,
    *,
    embedder: Embedder | None = None,
    other_embedder: Embedder | None = None,
    on_batch: OnBatch | None = None,
) -> Transfer:
    """Return the threshold under another model that gives the most similar boundaries.

    Boundaries are compared within the limits of the strategy. Of equally good thresholds it is the
    one nearest to that below which the same share of gaps lies.

    Args:
        documents: Documents, or their texts, with two sentences or more in at least one.

    Raises:
        SettingsError: The strategy has no threshold, or no document has two sentences.
        ModelError: A model cannot be loaded.
    """
    check_threshold(strategy)
    other = strategy.with_(model=model)
    before = _prepared(documents, strategy, embedder, on_batch)
    after = _prepared(documents, other, other_embedder, on_batch)
    return transfer_prepared(before, after, strategy, other)


def transfer_prepared(
    before: Sequence[Prepared], after: Sequence[Prepared], strategy: Strategy, other: Strategy
) -> Transfer:
    """Return the same as `transfer_to_model` for documents that are prepared for both models.

    Args:
        before: Documents of two sentences or more, prepared for the strategy.

    Raises:
        SettingsError: The strategy has no threshold, or no document has two sentences.
    """
    threshold = check_threshold(strategy)
    before, after = _splittable(before), _splittable(after)
    scores = _pooled_scores(after)
    share = float(np.mean(_pooled_scores(before) < threshold))
    by_share = _rounded(np.quantile(scores, share))
    shares = np.linspace(0, 1, _TRIED)
    tried = np.unique([*np.round(np.quantile(scores, shares), _DECIMALS), by_share, threshold])
    errors, edits = [], []
    for one, another in zip(before, after, strict=True):
        reference = _boundaries(one, strategy)
        found = [_boundaries(another, other.with_(threshold=float(each))) for each in tried]
        counts = _edits(reference, np.array(found))
        errors.append(counts[0])
        edits.append(counts[1])
    draws = _draws(sum(each.shape[1] for each in errors))
    agreement = 1 - _ratio(np.concatenate(errors, 1), np.concatenate(edits, 1), draws)
    nearness = np.abs(tried - by_share)
    best = np.array([np.lexsort((nearness, -np.round(each, 9)))[0] for each in agreement])
    low, high = np.percentile(tried[best[1:]], _RANGE)
    chosen = float(tried[best[0]])
    all_text = agreement[0]
    return Transfer(
        other.with_(threshold=chosen),
        threshold,
        chosen,
        _rounded(min(low, chosen)),
        _rounded(max(high, chosen)),
        share,
        Agreement(
            float(all_text[best[0]]),
            float(all_text[np.searchsorted(tried, by_share)]),
            float(all_text[np.searchsorted(tried, threshold)]),
        ),
    )


def transfer_to_documents(
    source: Document | str,
    strategy: Strategy,
    documents: Sequence[Document | str],
    *,
    embedder: Embedder | None = None,
    on_batch: OnBatch | None = None,
) -> Transfer:
    """Return the threshold below which as large a share of other documents' candidates lies.

    Args:
        source: The document that the threshold of the strategy suits, or its text.

    Raises:
        SettingsError: The strategy has no threshold, or no document has two sentences.
        ModelError: The model cannot be loaded.
    """
    check_threshold(strategy)
    before = _prepared([source], strategy, embedder, on_batch)
    after = _prepared(documents, strategy, embedder, on_batch)
    return transfer_by_share(before, after, strategy, strategy)


def transfer_by_share(
    before: Sequence[Prepared], after: Sequence[Prepared], strategy: Strategy, other: Strategy
) -> Transfer:
    """Return the same as `transfer_to_documents` for documents prepared under one or two models.

    Raises:
        SettingsError: The strategy has no threshold, or no document has two sentences.
    """
    threshold = check_threshold(strategy)
    known, scores = _pooled_scores(_splittable(before)), _pooled_scores(_splittable(after))
    found = []
    rng = np.random.default_rng(_SEED)
    for draw in range(_DRAWS + 1):
        share = float(np.mean((_redrawn(known, rng) if draw else known) < threshold))
        found.append(np.quantile(_redrawn(scores, rng) if draw else scores, share))
    chosen = _rounded(found[0])
    low, high = np.percentile(found[1:], _RANGE)
    return Transfer(
        other.with_(threshold=chosen),
        threshold,
        chosen,
        _rounded(min(low, chosen)),
        _rounded(max(high, chosen)),
        float(np.mean(known < threshold)),
    )


def check_threshold(strategy: Strategy) -> float:
    """Return the threshold of a strategy, which must have one."""
    threshold = getattr(check_strategy(strategy), "threshold", None)
    if threshold is None:
        raise SettingsError(
            f"transfer needs a strategy with a threshold, such as semantic; got {strategy.name}"
        )
    return float(threshold)


def _prepared(
    documents: Sequence[Document | str],
    strategy: Strategy,
    embedder: Embedder | None,
    on_batch: OnBatch | None,
) -> list[Prepared]:
    """Return the documents with two sentences or more."""
    return _splittable(
        [
            prepare(document, strategy.material, embedder=embedder, on_batch=on_batch)
            for document in documents
        ]
    )


def _splittable(documents: Sequence[Prepared]) -> list[Prepared]:
    """Return the documents with two sentences or more."""
    found = [each for each in documents if len(each.units) > 1]
    if not found:
        raise SettingsError("transfer needs a document with two sentences or more; got none")
    return found


def _pooled_scores(documents: Sequence[Prepared]) -> Floats:
    """Return the similarities at the gaps of all documents."""
    signals = [each.signal for each in documents if each.signal is not None]
    return np.concatenate([candidate_scores(signal) for signal in signals])


def _boundaries(prepared: Prepared, strategy: Strategy) -> Bools:
    """Return which gaps are boundaries, (gaps,); those inside units count at the nearest."""
    found = np.zeros(len(prepared.units.gaps), np.bool_)
    found[nearest_gaps(strategy.cut(prepared).offsets, prepared.units.gaps)] = True
    return found


def _edits(reference: Bools, found: Bools) -> tuple[Floats, Floats]:
    """Return the edits between boundaries in each stretch, weighted and counted, both (t, s).

    The boundary similarity B is 1 minus their ratio.

    Args:
        reference: Whether each gap is a boundary, (gaps,).
        found: The same at each threshold, (t, gaps).
    """
    thresholds, gaps = found.shape
    # A column between the rows, so that no pair of near misses spans two.
    width = gaps + 1
    rows = np.zeros((2, thresholds, width), np.bool_)
    rows[0, :, :-1], rows[1, :, :-1] = reference, found
    flat = rows.reshape(2, -1)
    only = [np.flatnonzero(one & ~another) for one, another in (flat, flat[::-1])]
    near = near_miss_gaps(*only)
    stretches = -(-gaps // _STRETCH)

    def per_stretch(places: Ints) -> Floats:
        row, gap = np.divmod(places, width)
        cells = row * stretches + np.minimum(gap, gaps - 1) // _STRETCH
        counts = np.bincount(cells, minlength=thresholds * stretches)
        return counts.reshape(thresholds, stretches).astype(np.float64)

    both = per_stretch(np.flatnonzero(flat[0] & flat[1]))
    single = per_stretch(np.concatenate(only))
    pairs = per_stretch(near)
    return single - (2 - NEAR_MISS) * pairs, both + single - pairs


def _draws(stretches: int) -> Floats:
    """Return how often each stretch counts: once, then in each random draw, (draws + 1, s)."""
    rng = np.random.default_rng(_SEED)
    chosen = rng.integers(stretches, size=(_DRAWS, stretches))
    counts = np.stack([np.bincount(row, minlength=stretches) for row in chosen])
    return np.concatenate([np.ones((1, stretches)), counts])


def _ratio(errors: Floats, edits: Floats, draws: Floats) -> Floats:
    """Return the weighted edits over the number of edits, by draw and threshold, (draws, t)."""
    total = draws @ edits.T
    found: Floats = np.divide(draws @ errors.T, total, out=np.zeros_like(total), where=total > 0)
    return found


def _redrawn(values: Floats, rng: np.random.Generator) -> Floats:
    """Return as many values, in stretches drawn at random."""
    starts = rng.integers(len(values), size=-(-len(values) // _STRETCH))
    rows = (starts[:, None] + np.arange(min(_STRETCH, len(values)))) % len(values)
    found: Floats = values[rows.ravel()]
    return found


def _rounded(threshold: float) -> float:
    return round(float(threshold), _DECIMALS)
