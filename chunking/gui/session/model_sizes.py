"""The settings that a strategy starts with under a model whose limit is known."""

from functools import cache

from chunking import embedding
from chunking.analysis.recommend.sizes import ChunkSizes, chunk_sizes, starting
from chunking.embedding import DEFAULT_MODEL
from chunking.strategies import Strategy, get
from chunking.strategies.base import size_settings

_KNOWN: dict[str, ChunkSizes] = {}


def sizes_of(model: str) -> ChunkSizes:
    """Return the sizes for a model; those for the default one until its limit is read."""
    if DEFAULT_MODEL not in _KNOWN:
        read_limit(DEFAULT_MODEL)
    return _KNOWN.get(model, _KNOWN[DEFAULT_MODEL])


def read_limit(model: str) -> None:
    """Read the limit of a model, which may download its files.

    Raises:
        ModelError: The model cannot be found.
    """
    if model not in _KNOWN:
        _KNOWN[model] = chunk_sizes(embedding.get_embedder(model))


def start_of(name: str, model: str = DEFAULT_MODEL) -> Strategy:
    """Return a strategy as the window starts with it; see `starting`."""
    return _start(get(name), model, sizes_of(model))


def start_at_target(name: str, model: str = DEFAULT_MODEL) -> Strategy:
    """Return a strategy as the lanes start with it: of comparable sizes, about the target.

    Optimal, which needs no target, has one, too.
    """
    return _at_target(get(name), model, sizes_of(model))


def resized(strategy: Strategy, model: str) -> Strategy:
    """Return a strategy with the sizes for a model, in place of those for another one."""
    if model not in _KNOWN:
        return strategy
    for start in (_start, _at_target):
        ours = [_sizes(start(type(strategy), model, each)) for each in _KNOWN.values()]
        if _sizes(strategy) in ours:
            return strategy.with_(**_sizes(start(type(strategy), model, _KNOWN[model])))
    return strategy


# Every step of a slider asks for these, and settings that are validated again take a millisecond.
@cache
def _start(strategy: type[Strategy], model: str, sizes: ChunkSizes) -> Strategy:
    return starting(strategy.name, model, sizes)


@cache
def _at_target(strategy: type[Strategy], model: str, sizes: ChunkSizes) -> Strategy:
    start = _start(strategy, model, sizes)
    has_none = size_settings(start).get("target_tokens") == 0
    return start.with_(target_tokens=sizes.target) if has_none else start


def _sizes(strategy: Strategy) -> dict[str, object]:
    return {**size_settings(strategy), "tokenizer": strategy.tokenizer}
