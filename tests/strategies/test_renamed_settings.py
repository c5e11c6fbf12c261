"""Former names of settings still work, each with one warning per process."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from chunking import get
from chunking.core.errors import ConflictError, SettingsError
from chunking.engine.serialization import from_dict, from_toml
from chunking.engine.spec import parse_spec
from chunking.strategies import former_names
from chunking.strategies.former_names import (
    RENAMED_SETTINGS,
    RenamedSettingWarning,
    current_settings,
)


@pytest.fixture(autouse=True)
def _unreported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(former_names, "_reported", set())


@pytest.mark.filterwarnings("ignore::chunking.strategies.former_names.RenamedSettingWarning")
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("sentence", {"count_in": "words"}, {"tokenizer": "words"}),
        ("sentence", {"anchor_tokens": 300}, {"resync_interval": 300}),
        ("code", {"join_tokens": 7}, {"merge_below": 7}),
        ("paragraph", {"carry": "exact"}, {"overlap_starts_at": "exact"}),
        ("optimal", {"words": 1, "heading": 0.1}, {"lexical_weight": 1, "heading_bonus": 0.1}),
        ("optimal", {"paragraph": 1, "speaker": 2}, {"paragraph_bonus": 1, "speaker_bonus": 2}),
        ("headings", {"within": "sentence"}, {"split_with": "sentence"}),
        ("semantic", {"structure": "lists"}, {"keep_whole": "lists"}),
        ("semantic", {"precision": "exact"}, {}),
        ("semantic", {"precision": "fast"}, {"model": "all-MiniLM-L6-v2@bf16"}),
        ("cluster", {"precision": "fast", "model": "other"}, {"model": "other"}),
    ],
)
def test_former_names_are_accepted_everywhere(
    name: str, old: dict[str, Any], new: dict[str, Any]
) -> None:
    strategy = get(name)(**new)
    assert get(name)(**old) == strategy
    assert get(name)().with_(**old) == strategy
    assert from_dict({"strategy": name, **old}) == strategy
    settings = ",".join(f"{field}={value}" for field, value in old.items())
    assert parse_spec(f"{name}:{settings}") == strategy
    lines = "\n".join(f"{field} = {value!r}" for field, value in old.items())
    assert from_toml(f'[chunking]\nstrategy = "{name}"\n{lines}') == strategy


def test_each_former_name_is_reported_once() -> None:
    with pytest.warns(RenamedSettingWarning, match="^count_in is now tokenizer$") as found:
        get("sentence")(count_in="words")  # type: ignore[call-arg] # a former name
    assert len(found) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        get("paragraph")(count_in="words")  # type: ignore[call-arg] # a former name


def test_a_former_precision_is_reported_with_the_name_of_the_model() -> None:
    says = r"^precision is now part of the model name \(all-MiniLM-L6-v2@bf16\)$"
    with pytest.warns(RenamedSettingWarning, match=says):
        get("semantic")(precision="fast")  # type: ignore[call-arg] # a former name


def test_a_setting_by_both_names_is_refused() -> None:
    with pytest.raises(ConflictError, match=r"^words is now lexical_weight: give lexical_weight"):
        get("optimal")(words=1, lexical_weight=1)  # type: ignore[call-arg] # a former name


def test_a_former_name_of_another_strategy_is_refused() -> None:
    with pytest.raises(SettingsError, match="sentence has no setting 'words'"):
        get("sentence")(words=1)  # type: ignore[call-arg] # a former name of another strategy


@pytest.mark.filterwarnings("ignore::chunking.strategies.former_names.RenamedSettingWarning")
def test_a_former_precision_keeps_the_model_of_the_strategy() -> None:
    strategy = get("semantic")(model="other").with_(precision="fast")
    assert strategy.model == "other"
    bf16 = get("semantic")().with_(precision="fast")
    assert bf16.model == "all-MiniLM-L6-v2@bf16"
    assert bf16.with_(precision="fast") == bf16


def test_a_field_is_never_also_a_former_name() -> None:
    assert not set(RENAMED_SETTINGS) & set(RENAMED_SETTINGS.values())
    assert current_settings({"a": 1}, {"a"}) == {"a": 1}
