"""Servers that embedding models send text to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.core.errors import ModelError

if TYPE_CHECKING:
    from chunking.strategies import Strategy


def server_of(strategy: Strategy) -> str | None:
    """Return the server that the model of a strategy sends text to; None if it runs here.

    A model that cannot be opened sends nothing, and raises its error when it is used.
    """
    return server_of_model(strategy.material.model)


def server_of_model(model: str | None) -> str | None:
    """Return the server that a model sends text to; None if it runs here."""
    if model is None:
        return None
    from chunking import embedding

    try:
        # Embedders of tests and other packages need not be behind the cache.
        remote = getattr(embedding.get_embedder(model), "remote", None)
    except ModelError:
        return None
    return None if remote is None else str(remote.host)


def check_server(strategy: Strategy, servers: set[str]) -> None:
    """Check that the model of a strategy sends text to no other than these servers.

    Raises:
        ModelError: It does.
    """
    check_model_server(strategy.material.model, servers)


def check_model_server(model: str | None, servers: set[str]) -> None:
    """Check that a model sends text to no other than these servers.

    Raises:
        ModelError: It does.
    """
    server = server_of_model(model)
    if server is not None and server not in servers:
        raise ModelError(
            f"its model {model} sends text to {server}, "
            "which you have not confirmed: choose the model first"
        )
