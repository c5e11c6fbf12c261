"""Errors of settings: what is wrong, what was given, what is allowed."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.core.errors import ChunkingError, SettingsError
from chunking.strategies import available, get

SIZES = (
    "estimate, characters, words, model, wordpiece, cl100k, o200k, a folder, the owner/name of a "
    "Hugging Face tokenizer or a function"
)


@pytest.mark.parametrize(
    ("name", "settings", "says"),
    [
        (
            "semantic",
            {"min_tokens": 300, "max_tokens": 200},
            "max_tokens must be at least min_tokens (300), got 200",
        ),
        (
            "semantic",
            {"overlap_tokens": 1200},
            "overlap_tokens must be below max_tokens (1200), got 1200",
        ),
        (
            "paragraph",
            {"max_tokens": 80},
            "overlap_tokens must be below max_tokens (80), got 80",
        ),
        (
            "sentence",
            {"overlap_tokens": 600},
            "overlap_tokens must be below max_tokens (512), got 600",
        ),
        (
            "structure",
            {"target_tokens": 800},
            (
                "target_tokens must be at most 696, which leaves room for the largest overlap "
                "below max_tokens (800), got 800"
            ),
        ),
        ("structure", {"overlap_share": 0.2}, "overlap_share must be between 0 and 0.15, got 0.2"),
        ("semantic", {"threshold": 1.5}, "threshold must be between -1 and 1, got 1.5"),
        ("semantic", {"threshold": -1.01}, "threshold must be between -1 and 1, got -1.01"),
        ("semantic", {"threshold": math.nan}, "threshold must be between -1 and 1, got nan"),
        ("semantic", {"threshold": math.inf}, "threshold must be between -1 and 1, got inf"),
        ("semantic", {"threshold": "high"}, "threshold must be a number, got 'high'"),
        ("semantic", {"threshold": None}, "threshold must be a number, got None"),
        ("semantic", {"min_tokens": 1.5}, "min_tokens must be a whole number, got 1.5"),
        ("semantic", {"min_tokens": "many"}, "min_tokens must be a whole number, got 'many'"),
        ("semantic", {"max_tokens": math.nan}, "max_tokens must be a whole number, got nan"),
        ("semantic", {"max_tokens": [1]}, "max_tokens must be a whole number, got [1]"),
        ("semantic", {"min_tokens": -1}, "min_tokens must be between 0 and 10000000, got -1"),
        ("paragraph", {"max_tokens": 0}, "max_tokens must be between 1 and 10000000, got 0"),
        (
            "semantic",
            {"domain": "poetry"},
            "domain must be one of 'default' or 'philosophy', got 'poetry'",
        ),
        (
            "semantic",
            {"domain": ["poetry"]},
            "domain must be one of 'default' or 'philosophy', got ['poetry']",
        ),
        ("semantic", {"model": ""}, "model must be a text that is not empty, got ''"),
        (
            "paragraph",
            {"overlap_starts_at": "all"},
            "overlap_starts_at must be one of 'word' or 'exact', got 'all'",
        ),
        (
            "structure",
            {"oversize": "drop"},
            "oversize must be one of 'keep' or 'split', got 'drop'",
        ),
        ("sentence", {"tokenizer": "bytes"}, f"tokenizer must be one of {SIZES}, got 'bytes'"),
    ],
)
def test_an_invalid_setting_is_named(name: str, settings: dict[str, Any], says: str) -> None:
    with pytest.raises(SettingsError) as error:
        get(name)(**settings)
    assert str(error.value) == says


def test_an_unknown_setting_error_lists_the_settings() -> None:
    with pytest.raises(SettingsError) as error:
        get("sentence")(size=3)  # type: ignore[call-arg] # the point of the test
    said, allowed = str(error.value).split("; it has ")
    assert said == "sentence has no setting 'size'"
    assert set(allowed.split(", ")) == {
        "max_tokens",
        "overlap_tokens",
        "oversize",
        "resync_interval",
        "tokenizer",
    }


def test_an_unknown_strategy_error_lists_the_strategies() -> None:
    with pytest.raises(SettingsError) as error:
        get("semantics")
    assert str(error.value) == f"strategy must be one of {', '.join(available())}, got 'semantics'"


def test_with_validates_the_changed_settings() -> None:
    with pytest.raises(ChunkingError, match=r"^max_tokens must be at least min_tokens \(200\)"):
        get("semantic")().with_(max_tokens=100)


anything = st.one_of(
    st.none(), st.integers(), st.floats(), st.text(max_size=5), st.lists(st.integers(), max_size=2)
)


@pytest.mark.parametrize("name", available())
@given(data=st.data())
def test_any_value_is_accepted_or_refused_in_one_line(name: str, data: st.DataObject) -> None:
    kind = get(name)
    field = data.draw(st.sampled_from(list(kind.model_fields)))
    value = data.draw(anything)
    try:
        strategy = kind(**{field: value})
    except SettingsError as error:
        message = str(error)
        assert message.startswith(tuple(kind.model_fields)), message
        assert " must " in message
        assert "got " in message
        assert "\n" not in message
    else:
        assert kind(**strategy.model_dump()) == strategy


@pytest.mark.parametrize("name", available())
def test_every_setting_has_a_short_label_and_one_sentence_of_help(name: str) -> None:
    for field, info in get(name).model_fields.items():
        assert len(get(name).label_of(field).split()) <= 3, field
        assert info.description, field
        assert info.description.count(". ") == 0, field
        assert info.description.endswith("."), field
        assert len(info.description) <= 90, field
