"""Tokenizers in `tokenizer.json` files: of a folder, or of the Hugging Face Hub."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chunking.core.errors import MissingPackageError, ModelError
from chunking.core.text import hub
from chunking.core.text.word_pieces import BREAK, Vocabulary

if TYPE_CHECKING:
    import tokenizers

FILE = "tokenizer.json"


def is_place(name: str) -> bool:
    """Return whether a text can be a path or the `owner/name` of a repository."""
    return "/" in name or "\\" in name


def is_file(name: str) -> bool:
    """Return whether the name of a tokenizer is a file or folder, or can be nothing else."""
    if hub.is_path(name):
        return True
    try:
        return is_place(name) and Path(name).exists()
    except OSError:  # a name too long for a path
        return False


def find_tokenizer(name: str) -> Path:
    """Return the `tokenizer.json` of a folder, a file or a repository, downloaded if necessary."""
    try:
        path = Path(name).expanduser()
        if path.is_dir():
            return tokenizer_path(path)
        if path.is_file():
            return path
    except (OSError, RuntimeError):  # a name too long for a path, or an unknown home
        path = Path(name)
    reason = ""
    if _is_repository(name):
        with suppress(Exception):  # any error means that it is not in the cache
            return tokenizer_path(hub.snapshot(name, [FILE], download=False))
        if not hub.is_allowed(name):
            raise ModelError(f"tokenizer {name!r} is not on this machine: {hub.CONSENT}")
        try:
            return tokenizer_path(hub.snapshot(name, [FILE], download=True))
        except Exception as error:  # noqa: BLE001 - offline, unknown name, no access, no such file
            reason = f" and could not be fetched ({hub.first_line(error)})"
    raise ModelError(
        f"tokenizer {name!r} is not on this machine{reason}: give a folder with a {FILE}, "
        "or the owner/name of a Hugging Face repository that has one"
    )


def missing_tokenizer(name: str) -> bool:
    """Return whether a tokenizer would be downloaded before it can be used."""
    if not _is_repository(name) or is_file(name):
        return False
    with suppress(Exception):  # any error means that it is not in the cache
        return tokenizer_in(hub.snapshot(name, [FILE], download=False)) is None
    return True


def _is_repository(name: str) -> bool:
    return name.count("/") == 1 and not hub.is_path(name)


def tokenizer_path(folder: Path) -> Path:
    """Return the `tokenizer.json` of the folder of a model."""
    found = tokenizer_in(folder)
    if found is None:
        raise ModelError(f"{folder} has no {FILE}")
    return found


def tokenizer_in(folder: Path) -> Path | None:
    """Return the `tokenizer.json` of the folder of a model; None if it has none."""
    # A model of several modules may have its tokenizer in the folder of the first.
    places = (folder, *sorted(folder.glob("0_*")))
    return next((place / FILE for place in places if (place / FILE).is_file()), None)


@lru_cache(maxsize=8)
def load_tokenizer(path: Path) -> tuple[tokenizers.Tokenizer, Vocabulary | None]:
    """Return a tokenizer, and its vocabulary if texts may be tokenized in parts."""
    try:
        content = path.read_text(encoding="utf-8")
        tokenizer = tokenizer_of(content)
        divisible = _divisible(json.loads(content))
    except MissingPackageError:
        raise
    except Exception as error:  # the Rust library raises plain exceptions
        raise ModelError(f"{path} cannot be read as a tokenizer: {error}") from error
    return tokenizer, Vocabulary(tokenizer) if divisible else None


def tokenizer_of(content: str) -> tokenizers.Tokenizer:
    """Return the tokenizer of the content of a `tokenizer.json`, without padding and truncation.

    Raises:
        MissingPackageError: It is no BERT tokenizer, and the library tokenizers is not installed.
        Exception: The content is not valid.
    """
    try:
        from tokenizers import Tokenizer
    except ModuleNotFoundError:
        return _without_library(content)  # type: ignore[no-any-return] # as below
    found = Tokenizer.from_str(content)
    # The padding and the truncation of a file are not those of the model.
    found.no_padding()
    found.no_truncation()
    return found


def _without_library(content: str) -> Any:  # noqa: ANN401 - has the methods that are used
    from chunking.core.text.bert_tokenizer import BertTokenizer

    try:
        return BertTokenizer.from_str(content)
    except ValueError as error:
        raise MissingPackageError("this tokenizer", "tokenizers") from error


def _divisible(settings: dict[str, object]) -> bool:
    """Whether no token depends on text beyond a blank, as for BERT tokenizers."""

    def kind(part: str) -> object:
        found = settings.get(part)
        return found.get("type") if isinstance(found, dict) else None

    normalizer = settings.get("normalizer")
    added = settings.get("added_tokens")
    return (
        kind("pre_tokenizer") == "BertPreTokenizer"
        and isinstance(normalizer, dict)
        and kind("normalizer") == "BertNormalizer"
        and bool(normalizer.get("clean_text"))
        and bool(normalizer.get("handle_chinese_chars"))
        and not any(
            token.get("lstrip") or token.get("rstrip") or BREAK.search(str(token.get("content")))
            for token in (added if isinstance(added, list) else [])
            if isinstance(token, dict)
        )
    )
