"""Strategies with their sizes adjusted to one mean size of chunks."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.core.prepared import Material, Prepared
from chunking.core.text.numbers import format_setting
from chunking.core.text.sizes import Sizes
from chunking.core.text.tokenizers import TokenizerLike, token_sizes
from chunking.embedding import Embedder, OnBatch
from chunking.engine import prepare, run
from chunking.engine.spec import to_spec
from chunking.retrieval.evaluation import mean_tokens
from chunking.strategies import Strategy
from chunking.strategies.base import UNLIMITED, size_settings

# Largest deviation of the mean size from the one asked for.
TOLERANCE = 0.02
# Halvings of the factor's range: sizes are whole tokens, so more change nothing.
_STEPS = 24
# Factors by which sizes may change.
_LARGEST = 64.0
# Logarithm of the factors that are tried around the best one, and their number.
_NEAR, _NEAR_STEPS = 0.15, 61


@dataclass(frozen=True, slots=True)
class EqualSize:
    """A strategy whose chunks have a mean size as near as possible to the one asked for.

    Attributes:
        strategy: The adjusted strategy; the original one if it has no size setting.
        mean_tokens: The mean size of its chunks, overlap included.
        note: Why it could not be adjusted, in one sentence; empty if it could.
    """

    strategy: Strategy
    mean_tokens: float
    note: str = ""


def at_equal_size(
    documents: Sequence[Document],
    strategy: Strategy,
    tokens: int,
    *,
    tokenizer: TokenizerLike | None = None,
    embedder: Embedder | None = None,
    on_batch: OnBatch | None = None,
) -> EqualSize:
    """Adjust the sizes of a strategy until its chunks have a mean size, within 2%.

    All sizes of the strategy are multiplied by one factor: its target, minimum, maximum and
    overlap. A target of 0, which stands for none, is replaced by the size asked for. The maximum
    above a target is a limit: it shrinks only where the other sizes alone do not reach the mean.

    Args:
        tokens: The mean size, overlap included.
        tokenizer: Tokenizer of `tokens`; that of the strategy if it is None.
        on_batch: Called with the numbers of embedded texts and of all texts; once for each size
            that is tried, too.
    """
    if tokens < 1:
        raise SettingsError(f"the mean size must be at least 1 token, got {tokens}")
    sizes = [None if tokenizer is None else token_sizes(e.text, tokenizer) for e in documents]
    return _Search(documents, strategy, sizes, embedder, on_batch).found(tokens)


class Way(NamedTuple):
    """One way to split a document: its name, its settings if known, and its chunks.

    `prepared` is the document as its strategy needs it; without it, it is prepared again.
    """

    name: str
    strategy: Strategy | None
    chunking: Chunking
    prepared: Prepared | None = None


def at_smallest_size(
    ways: Sequence[Way],
    on_batch: OnBatch | None = None,
    unit: Sizes | None = None,
    unit_title: str = "tokens",
) -> tuple[list[Way], str]:
    """Return ways whose chunks have the smallest of their mean sizes, and that size in words.

    So no way grows beyond the limit of a model that it is within.

    Sizes are counted in `unit`, as each way counts them if it is None, and named by `unit_title`.
    Imported chunks, and strategies without a size setting, stay; the words name those of another
    size.
    """
    document, sizes = ways[0].chunking.document, [unit]
    smallest = max(1.0, min(mean_tokens([each.chunking], sizes) for each in ways))
    tokens = round(smallest)
    found = list[Way]()
    for way in ways:
        if way.strategy is None:
            found.append(way)
            continue
        search = _Search([document], way.strategy, sizes, None, on_batch)
        if way.prepared is not None:
            search.prepared[way.prepared.material] = [way.prepared]
        adjusted = search.found(tokens)
        [chunking] = search.chunks(adjusted.strategy)
        found.append(way._replace(strategy=adjusted.strategy, chunking=chunking))
    fixed = [(way.name, way.chunking) for way in found if not _has_size(way.strategy)]
    means = [(name, mean_tokens([chunking], sizes)) for name, chunking in fixed]
    apart = [f"{name} ({mean:,.0f})" for name, mean in means if mean / smallest > 1 + TOLERANCE]
    unscaled = f"; not scaled: {', '.join(apart)}" if apart else ""
    return found, f"Equal size: {tokens:,} {unit_title} on average{unscaled}"


def scaled_settings(strategy: Strategy, as_set: Strategy) -> str:
    """Return the settings that were scaled in words, with the values as they were set.

    >>> from chunking.strategies import get
    >>> as_set = get("fixed")(max_tokens=128, overlap_tokens=0)
    >>> scaled_settings(as_set.with_(max_tokens=30), as_set)
    'Max tokens 30 (scaled from 128)'
    """
    pairs = {name: (getattr(strategy, name), getattr(as_set, name)) for name in strategy.fields()}
    return ", ".join(
        f"{strategy.label_of(name)} {scaled_text(value, before)}"
        for name, (value, before) in pairs.items()
        if value != before
    )


def scaled_text(value: object, as_set: object) -> str:
    """Return the value of a setting as text, with that before it was scaled if it is another."""
    text = _formatted(value)
    return text if value == as_set else f"{text} (scaled from {_formatted(as_set)})"


def _formatted(value: object) -> str:
    if value == UNLIMITED:
        return "none"
    if isinstance(value, float):
        return format_setting(value)
    return f"{value:,}" if isinstance(value, int) else str(value)


def _has_size(strategy: Strategy | None) -> bool:
    return strategy is not None and bool(size_settings(strategy))


class _Search:
    """Search for the factor of the sizes of one strategy."""

    def __init__(
        self,
        documents: Sequence[Document],
        strategy: Strategy,
        sizes: Sequence[Sizes | None],
        embedder: Embedder | None,
        on_batch: OnBatch | None,
    ) -> None:
        self._documents, self._strategy = documents, strategy
        self._embedder, self._on_batch = embedder, on_batch
        self._token_sizes = sizes
        self.prepared: dict[Material, list[Prepared]] = {}
        self.sizes = size_settings(strategy)

    def found(self, tokens: int) -> EqualSize:
        """Return the strategy with chunks of a mean size, or with a note where it has no size."""
        if self.sizes:
            return self.nearest(tokens)
        note = f"{to_spec(self._strategy)} has no size setting"
        return EqualSize(self._strategy, self.mean(self._strategy), note)

    def mean(self, strategy: Strategy) -> float:
        """Return the mean size of the chunks of a strategy."""
        return mean_tokens(self.chunks(strategy), self._token_sizes)

    def chunks(self, strategy: Strategy) -> list[Chunking]:
        """Return the chunks of each document."""
        material = strategy.material
        if material not in self.prepared:
            self.prepared[material] = [
                prepare(each, material, embedder=self._embedder, on_batch=self._on_batch)
                for each in self._documents
            ]
        ready = self.prepared[material]
        if self._on_batch is not None:
            texts = sum(len(each.units) for each in ready)
            self._on_batch(texts, texts)  # all are embedded; it may stop the search
        return [run(each, strategy) for each in ready]

    def nearest(self, tokens: int) -> EqualSize:
        """Return the strategy with the mean size nearest to one."""
        own = self.mean(self._strategy)
        if tokens < own and "target_tokens" in self.sizes:
            tried = {self._strategy: own}
            self._bisect(tokens, tried, keeps_maximum=True)
            if _is_near(tried, tokens):
                return _nearest_of(tried, tokens)
        tried = {self._strategy: own}
        middle = self._bisect(tokens, tried)
        # The mean may jump and turn back: near the jump, some factor may still give it.
        for step in np.linspace(-_NEAR, _NEAR, _NEAR_STEPS).tolist():
            if _is_near(tried, tokens):
                break
            candidate = self._scaled(math.exp(middle + step), tokens)
            if candidate is not None and candidate not in tried:
                tried[candidate] = self.mean(candidate)
        best = _nearest_of(tried, tokens)
        if _is_near(tried, tokens):
            return best
        return replace(
            best,
            note=f"{to_spec(best.strategy)} has chunks of {best.mean_tokens:.0f} tokens: "
            f"{self._strategy.name} does not reach {tokens:,}",
        )

    def _bisect(
        self, tokens: int, tried: dict[Strategy, float], *, keeps_maximum: bool = False
    ) -> float:
        """Return the logarithm of the factor where the mean passes a size; adds to `tried`."""
        low, high = math.log(1 / _LARGEST), math.log(_LARGEST)
        # The first guess: mean sizes are about proportional to the settings.
        middle = math.log(tokens / max(1.0, tried[self._strategy]))
        middle = min(max(middle, low), high)
        for _ in range(_STEPS):
            if _is_near(tried, tokens):
                break
            candidate = self._scaled(math.exp(middle), tokens, keeps_maximum=keeps_maximum)
            if candidate is None:  # rounded sizes contradict each other: go back towards 1
                low, high = (low, middle) if middle > 0 else (middle, high)
            else:
                if candidate not in tried:
                    tried[candidate] = self.mean(candidate)
                low, high = (middle, high) if tried[candidate] < tokens else (low, middle)
            middle = (low + high) / 2
        return middle

    def _scaled(
        self, factor: float, tokens: int, *, keeps_maximum: bool = False
    ) -> Strategy | None:
        """Return the strategy with its sizes multiplied by a factor; None if it is not valid.

        With `keeps_maximum`, the maximum does not shrink.
        """
        changes: dict[str, Any] = {}
        for name, value in self.sizes.items():
            base = tokens if name == "target_tokens" and not value else value
            # Rounded so that a maximum stays above the other sizes.
            scaled = math.ceil(base * factor) if name == "max_tokens" else int(base * factor)
            if name == "max_tokens" and keeps_maximum:
                scaled = max(base, scaled)
            least = 1 if base and name != "overlap_tokens" else 0
            changes[name] = min(UNLIMITED, max(least, scaled))
        try:
            return self._strategy.with_(**changes)
        except SettingsError:
            return None


def _nearest_of(tried: dict[Strategy, float], tokens: int) -> EqualSize:
    """Return the strategy whose mean size is nearest to the one asked for."""
    best = min(tried, key=lambda each: abs(tried[each] / tokens - 1))
    return EqualSize(best, tried[best])


def _is_near(tried: dict[Strategy, float], tokens: int) -> bool:
    """Return whether one of the mean sizes is the one asked for."""
    return any(abs(mean / tokens - 1) <= TOLERANCE for mean in tried.values())
