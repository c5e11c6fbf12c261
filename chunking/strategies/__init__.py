"""The ways to cut a document, one file each, registered by being here."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from chunking.errors import SettingsError
from chunking.strategies.base import Strategy

__all__ = ["Strategy", "available", "get"]


@cache
def _registry() -> dict[str, type[Strategy]]:
    """Every strategy class in this folder by its name, in alphabetical order."""
    found = {}
    for module in iter_modules(__path__):
        members = vars(import_module(f"{__name__}.{module.name}")).values()
        for member in members:
            if isinstance(member, type) and issubclass(member, Strategy) and "name" in vars(member):
                found[member.name] = member
    return dict(sorted(found.items()))


def available() -> tuple[str, ...]:
    """The names of all strategies."""
    return tuple(_registry())


def get(name: str) -> type[Strategy]:
    """The strategy class of that name; calling it with settings gives a strategy.

    >>> get("sentence")(max_tokens=200).max_tokens
    200

    Raises:
        SettingsError: there is no such strategy.
    """
    try:
        return _registry()[name]
    except (KeyError, TypeError):  # a list is no key at all
        allowed = ", ".join(available())
        raise SettingsError(f"strategy must be one of {allowed}, got {name!r:.80}") from None
