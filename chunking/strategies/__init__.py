"""Chunking strategies, one file each; a file in this folder registers its strategy.

`get("semantic")` returns a class by name, and `from chunking.strategies import Semantic` imports
it. Both are typed: a misspelled setting is a type error.
"""

from __future__ import annotations

import warnings
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Literal, NamedTuple, overload

from chunking.core.errors import SettingsError
from chunking.strategies.base import Strategy

if TYPE_CHECKING:
    from chunking.strategies.breakpoint import Breakpoint
    from chunking.strategies.cluster import Cluster
    from chunking.strategies.code import Code
    from chunking.strategies.dialogue import Dialogue
    from chunking.strategies.fixed import Fixed
    from chunking.strategies.headings import Headings
    from chunking.strategies.hierarchical import Hierarchical
    from chunking.strategies.optimal import Optimal
    from chunking.strategies.paragraph import Paragraph
    from chunking.strategies.recursive import Recursive
    from chunking.strategies.semantic import Semantic
    from chunking.strategies.sentence import Sentence
    from chunking.strategies.sliding import Sliding
    from chunking.strategies.structure import Structure

__all__ = [
    "Breakpoint",
    "Cluster",
    "Code",
    "Dialogue",
    "Fixed",
    "Headings",
    "Hierarchical",
    "Optimal",
    "Paragraph",
    "Recursive",
    "Semantic",
    "Sentence",
    "Sliding",
    "Strategy",
    "Structure",
    "available",
    "get",
]


class _Registry(NamedTuple):
    """The strategies by name, in alphabetical order, and the modules that failed to import."""

    strategies: dict[str, type[Strategy]]
    failures: dict[str, Exception]


@cache
def _registry() -> _Registry:
    found: dict[str, type[Strategy]] = {}
    failures: dict[str, Exception] = {}
    for module in iter_modules(__path__):
        path = f"{__name__}.{module.name}"
        try:
            members = vars(import_module(path)).values()
        except Exception as error:  # noqa: BLE001 - a broken module must not break the others
            failures[module.name] = error
            warnings.warn(f"strategy left out: {_failure(path, error)}", stacklevel=3)
            continue
        for member in members:
            if isinstance(member, type) and issubclass(member, Strategy) and "name" in vars(member):
                found[member.name] = member
    return _Registry(dict(sorted(found.items())), failures)


def _failure(path: str, error: Exception) -> str:
    return f"{path} cannot be imported ({type(error).__name__}: {error})"


def available() -> tuple[str, ...]:
    """Return the names of all strategies."""
    return tuple(_registry().strategies)


@overload
def get(name: Literal["breakpoint"]) -> type[Breakpoint]: ...
@overload
def get(name: Literal["cluster"]) -> type[Cluster]: ...
@overload
def get(name: Literal["code"]) -> type[Code]: ...
@overload
def get(name: Literal["dialogue"]) -> type[Dialogue]: ...
@overload
def get(name: Literal["fixed"]) -> type[Fixed]: ...
@overload
def get(name: Literal["headings"]) -> type[Headings]: ...
@overload
def get(name: Literal["hierarchical"]) -> type[Hierarchical]: ...
@overload
def get(name: Literal["optimal"]) -> type[Optimal]: ...
@overload
def get(name: Literal["paragraph"]) -> type[Paragraph]: ...
@overload
def get(name: Literal["recursive"]) -> type[Recursive]: ...
@overload
def get(name: Literal["semantic"]) -> type[Semantic]: ...
@overload
def get(name: Literal["sentence"]) -> type[Sentence]: ...
@overload
def get(name: Literal["sliding"]) -> type[Sliding]: ...
@overload
def get(name: Literal["structure"]) -> type[Structure]: ...
@overload
def get(name: str) -> type[Strategy]: ...


def get(name: str) -> type[Strategy]:
    """Return the strategy class of a name; calling it with settings gives a strategy.

    >>> get("sentence")(max_tokens=200).max_tokens
    200

    Raises:
        SettingsError: There is no such strategy, or its module cannot be imported.
    """
    strategies, failures = _registry()
    try:
        return strategies[name]
    except (KeyError, TypeError):  # a list is not hashable
        pass
    if isinstance(name, str) and name in failures:
        raise SettingsError(_failure(f"{__name__}.{name}", failures[name])) from failures[name]
    raise SettingsError(f"strategy must be one of {', '.join(strategies)}, got {name!r:.80}")


def __getattr__(name: str) -> type[Strategy]:
    if name[:1].isupper():
        for strategy in _registry().strategies.values():
            if strategy.__name__ == name:
                return strategy
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
