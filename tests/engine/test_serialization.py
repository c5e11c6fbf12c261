"""Settings as TOML."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking import Document, available, get
from chunking.core.errors import SettingsError
from chunking.engine import serialization as settings
from chunking.engine.spec import parse_spec


@pytest.mark.parametrize("name", available())
def test_settings_round_trip_through_toml(name: str) -> None:
    strategy = get(name)(tokenizer="words")
    assert settings.from_toml(settings.to_toml(strategy)) == strategy


@given(st.floats(-1, 1), st.integers(0, 500), st.integers(500, 9999), st.text(min_size=1))
def test_any_valid_value_round_trips(threshold: float, low: int, high: int, model: str) -> None:
    strategy = get("semantic")(threshold=threshold, min_tokens=low, max_tokens=high, model=model)
    assert settings.from_toml(settings.to_toml(strategy)) == strategy


def test_toml_identifies_the_document() -> None:
    document = Document("One.", source="a.md", title="A", language="de", domain="law")
    text = settings.to_toml(get("sentence")(), document)
    assert tomllib.loads(text)["document"] == {
        "source": "a.md", "sha256": document.sha256, "title": "A", "language": "de",
        "domain": "law", "encoding": "utf-8",
    }  # fmt: skip
    assert settings.from_toml(text) == get("sentence")()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nonsense", "settings are not TOML"),
        ("x = " + "1" * 5000, "settings are not TOML: "),
        ("x = " + "[" * 100_000, "settings are not TOML: nested too deeply"),
        ('[chunking]\nstrategy = "sentence"\nself = 1\n', "has no setting 'self'"),
        ("[other]\n[more]\n", r"must have a \[chunking\] table, got 'other, more'"),
        ("[chunking]\nmax_tokens = 3\n", "must name a strategy, got None"),
        ('[chunking]\nstrategy = "x"\n', "strategy must be one of"),
        ('[chunking]\nstrategy = "sentence"\nmax_tokens = "many"\n', "must be a whole number"),
        ('[chunking]\nstrategy = "sentence"\nthreshold = 1\n', "has no setting 'threshold'"),
    ],
)
def test_invalid_settings_get_one_sentence(text: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says) as caught:
        settings.from_toml(text)
    assert "\n" not in str(caught.value).strip()


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("semantic", "threshold 0.55, 200 to 1,200 tokens"),
        ("semantic:threshold=0.5,min_tokens=0", "threshold 0.50, at most 1,200 tokens"),
        ("semantic:threshold=0.334,max_tokens=10000000", "threshold 0.334, at least 200 tokens"),
        ("breakpoint:max_tokens=10000000,min_tokens=0", ""),
        ("breakpoint:rule=gradient,buffer=2", "rule gradient, at most 2,000 tokens, buffer 2"),
        ("breakpoint:amount=97.5", "amount 97.5, at most 2,000 tokens"),
        ("sentence:max_tokens=1,overlap_tokens=0", "at most 1 token, overlap 0 tokens"),
        ("structure:target_tokens=400", "target 400 tokens, at most 800 tokens"),
        ("fixed:tokenizer=words", "at most 512 tokens, tokenizer words"),
        ("sliding:stride_tokens=200", "at most 512 tokens, stride 200 tokens"),
    ],
)
def test_a_summary_has_the_threshold_the_sizes_and_other_changes(spec: str, text: str) -> None:
    strategy = parse_spec(spec)
    assert settings.summarize(strategy) == ", ".join(filter(None, [strategy.name, text]))


def test_a_summary_of_levels_names_the_tokenizer_once() -> None:
    levels = "headings:max_tokens=900 > sentence:max_tokens=90,overlap_tokens=0"
    assert settings.summarize(get("hierarchical")(levels=levels, tokenizer="words")) == (
        "hierarchical, headings (at most 900 tokens), "
        "then sentence (at most 90 tokens, overlap 0 tokens), tokenizer words"
    )


@pytest.mark.parametrize("name", available())
def test_a_summary_does_not_look_like_a_spec(name: str) -> None:
    text = settings.summarize(get(name)())
    assert text.startswith(name)
    assert not {":", "=", ">", "_"} & set(text)


def test_setting_names_must_be_text() -> None:
    with pytest.raises(SettingsError, match="the names of settings must be text, got 1"):
        settings.from_dict({"strategy": "paragraph", 1: 2})  # type: ignore[dict-item] # as asked


@pytest.mark.parametrize("number", ["9" * 20_000, "9" * 4_000, f"0x{'f' * 20_000}"])
def test_a_number_of_any_length_gets_one_short_sentence(number: str) -> None:
    with pytest.raises(SettingsError) as caught:
        settings.from_toml(f'[chunking]\nstrategy = "paragraph"\nmax_tokens = {number}\n')
    assert len(str(caught.value)) < 200
