"""Providers of models and of stores: those of this package, and entry points of others."""

from collections.abc import Callable, Mapping
from importlib import import_module, metadata
from typing import Any, NamedTuple

from chunking.core.errors import ChunkingError


class Providers(NamedTuple):
    """The providers of one kind of thing.

    Attributes:
        noun: What they open, such as "model".
        own: Module and function of each provider of this package, imported when it is used.
        group: The group of entry points by which other packages add some.
        error: What is raised if there is no such provider.
    """

    noun: str
    own: Mapping[str, tuple[str, str]]
    group: str
    error: type[ChunkingError]

    def names(self) -> list[str]:
        """Return the names of all providers."""
        added = (each.name for each in metadata.entry_points(group=self.group))
        return sorted({*self.own, *added})

    def function(self, provider: str) -> Callable[..., Any]:
        """Return the function of a provider.

        Raises:
            ChunkingError: Of the type `error`: there is no such provider, or its package cannot be
                imported.
        """
        if provider in self.own:
            module, function = self.own[provider]
            found: Callable[..., Any] = getattr(import_module(module), function)
            return found
        entries = [*metadata.entry_points(group=self.group, name=provider)]
        if not entries:
            known = ", ".join(self.names())
            raise self.error(
                f"the provider of a {self.noun} must be one of {known}, got {provider!r:.60}"
            )
        try:
            function_of_entry: Callable[..., Any] = entries[0].load()
        except Exception as error:  # code of another package
            raise self.error(f"the provider {provider!r} cannot be imported: {error}") from error
        return function_of_entry


def split_address(address: str) -> tuple[str | None, str]:
    """Return the provider before the colon, None without one, and the rest of an address."""
    provider, colon, rest = address.partition(":")
    # A path of Windows has one letter before the colon.
    if not colon or len(provider) < 2 or "/" in provider or "\\" in provider:
        return None, address
    return provider, rest
