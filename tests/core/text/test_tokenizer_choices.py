"""Tokenizers given as folders, objects and functions."""

from pathlib import Path
from typing import Any

import huggingface_hub
import pytest
from tokenizers import Tokenizer

from chunking.core.errors import ModelError, SettingsError
from chunking.core.text.tokenizers import (
    bundled_folder,
    token_sizes,
    tokenizer_title,
)

TEXT = "Unbelievable harbours, naïve fishermen.\n\nThe tide leaves 漢字 and é twice.  End"


def starts(tokenizer: Any, text: str = TEXT) -> list[int]:
    found = token_sizes(text, tokenizer).token_starts
    assert found is not None
    return list(map(int, found))


def test_a_folder_a_file_and_an_object_count_as_the_name_does() -> None:
    expected = starts("wordpiece")
    file = bundled_folder() / "tokenizer.json"
    assert starts(str(bundled_folder())) == expected
    assert starts(str(file)) == expected
    assert starts(Tokenizer.from_file(str(file))) == expected


def test_an_object_keeps_its_padding_and_truncation() -> None:
    tokenizer = Tokenizer.from_file(str(bundled_folder() / "tokenizer.json"))
    tokenizer.enable_truncation(3)
    assert len(starts(tokenizer)) > 3
    assert tokenizer.truncation is not None


def test_a_function_counts_each_word_once() -> None:
    seen: list[str] = []

    def halves(text: str) -> int:
        seen.append(text)
        return 2

    assert starts(halves, "abcd  efgh\n abcd") == [0, 2, 6, 8, 10, 10, 12, 14]
    assert sorted(seen) == ["\n", "  efgh", " abcd", "abcd"]


def test_a_function_may_return_the_tokens() -> None:
    assert starts(str.split, "one two\nthree") == [0, 4, 8]
    assert starts(str.split, "") == []


@pytest.mark.parametrize("answer", [None, 1.5, -1, True])
def test_a_function_that_returns_no_count_is_named(answer: object) -> None:
    with pytest.raises(SettingsError, match="must return the number of tokens of a text, or one"):
        token_sizes("text", lambda _: answer)  # type: ignore[arg-type, return-value]


def test_characters_are_a_quarter_of_a_token_in_every_script() -> None:
    text = "今天天气很好。" * 4
    assert token_sizes(text, "characters").tokens(0, 28) == 7
    assert token_sizes(text, "estimate").tokens(0, 28) > 20


def test_titles_name_what_is_counted() -> None:
    assert tokenizer_title("words") == "words"
    assert tokenizer_title("owner/name") == "tokens of owner/name"
    assert tokenizer_title(str.split) == "tokens of str.split"


def test_a_place_without_a_tokenizer_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"has no tokenizer\.json$"):
        token_sizes("text", str(tmp_path))
    with pytest.raises(ModelError, match="is not on this machine: give a folder"):
        token_sizes("text", str(tmp_path / "none"))


@pytest.mark.usefixtures("downloads")
def test_a_repository_is_looked_up_in_the_cache_and_then_fetched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = []

    def fetch(name: str, *, allow_patterns: list[str], local_files_only: bool) -> str:
        assert allow_patterns == ["tokenizer.json"]
        calls.append((name, local_files_only))
        if local_files_only:
            raise OSError("not cached")
        if name == "owner/none":
            raise OSError("no network.\nmore")
        return str(bundled_folder())

    monkeypatch.setattr(huggingface_hub, "snapshot_download", fetch)
    assert starts("owner/name") == starts("wordpiece")
    assert calls == [("owner/name", True), ("owner/name", False)]
    with pytest.raises(ModelError, match=r"could not be fetched \(no network\): give a folder"):
        token_sizes("text", "owner/none")
