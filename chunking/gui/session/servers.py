"""What needs consent before a model is used: servers that it sends text to, and downloads."""

from typing import Any

from chunking.core.errors import ModelError
from chunking.core.text import hub
from chunking.core.text.tokenizer_files import missing_tokenizer
from chunking.strategies import Strategy


def server_of(strategy: Strategy) -> str | None:
    """Return the server that the model of a strategy sends text to; None if it runs here.

    A model that cannot be opened sends nothing, and raises its error when it is used.
    """
    return server_of_model(strategy.material.model)


def server_of_model(model: str | None) -> str | None:
    """Return the server that a model sends text to; None if it runs here."""
    remote = _of_model(model, "remote")
    return None if remote is None else str(remote.host)


def _of_model(model: str | None, attribute: str) -> Any:  # noqa: ANN401 - that of the embedder
    """Return an attribute of `CachedEmbedder`; None without a model, or where it has none."""
    from chunking import embedding

    try:
        # Embedders of tests and other packages need not be behind the cache.
        return None if model is None else getattr(embedding.get_embedder(model), attribute, None)
    except ModelError:
        return None


def downloads_of(strategy: Strategy) -> dict[str, str]:
    """Return what would be downloaded without consent so far, by the setting that names it."""
    material = strategy.material
    model = _of_model(material.model, "to_download")
    found = {} if model is None else {"model": str(model)}
    if isinstance(material.tokenizer, str) and missing_tokenizer(material.tokenizer):
        found["tokenizer"] = material.tokenizer
    return {setting: name for setting, name in found.items() if not hub.is_allowed(name)}


def unconfirmed_settings(strategy: Strategy, servers: set[str]) -> set[str]:
    """Return the settings, "model" and "tokenizer", that wait for consent.

    Args:
        strategy: The settings.
        servers: Servers that text may be sent to.
    """
    server = server_of(strategy)
    sends = server is not None and server not in servers
    return {*downloads_of(strategy), *(["model"] if sends else [])}


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
