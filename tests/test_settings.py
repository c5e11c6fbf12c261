"""Settings as TOML."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking import Document, available, get, settings
from chunking.errors import SettingsError
from chunking.specs import parse_spec


@pytest.mark.parametrize("name", available())
def test_settings_come_back_from_toml_as_they_were(name: str) -> None:
    strategy = get(name)(count_in="words")
    assert settings.from_toml(settings.to_toml(strategy)) == strategy


@given(st.floats(-1, 1), st.integers(0, 500), st.integers(500, 9999), st.text(min_size=1))
def test_any_allowed_value_comes_back(threshold: float, low: int, high: int, model: str) -> None:
    strategy = get("semantic")(threshold=threshold, min_tokens=low, max_tokens=high, model=model)
    assert settings.from_toml(settings.to_toml(strategy)) == strategy


def test_toml_says_which_text_the_settings_were_made_on() -> None:
    document = Document("One.", source="a.md", title="A", language="de", domain="law")
    text = settings.to_toml(get("sentence")(), document)
    assert tomllib.loads(text)["document"] == {
        "source": "a.md", "sha256": document.sha256, "title": "A", "language": "de",
        "domain": "law", "encoding": "utf-8",
    }  # fmt: skip
    assert settings.from_toml(text) == get("sentence")()


def test_toml_holds_everything_in_the_chunking_table() -> None:
    found = tomllib.loads(settings.to_toml(get("structure")()))
    assert list(found) == ["chunking"]
    assert found["chunking"]["strategy"] == "structure"
    assert set(found["chunking"]) == {"strategy", *get("structure").model_fields}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nonsense", "settings are not TOML"),
        ("x = " + "1" * 5000, "settings are not TOML: "),
        ("x = " + "[" * 100_000, "settings are not TOML that can be read: nested too deeply"),
        ('[chunking]\nstrategy = "sentence"\nself = 1\n', "has no setting 'self'"),
        ("[other]\n[more]\n", r"must hold a \[chunking\] table, got 'other, more'"),
        ("[chunking]\nmax_tokens = 3\n", "must name a strategy, got None"),
        ('[chunking]\nstrategy = "x"\n', "strategy must be one of"),
        ('[chunking]\nstrategy = "sentence"\nmax_tokens = "many"\n', "must be a whole number"),
        ('[chunking]\nstrategy = "sentence"\nthreshold = 1\n', "has no setting 'threshold'"),
    ],
)
def test_settings_that_are_not_allowed_get_one_sentence(text: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says) as caught:
        settings.from_toml(text)
    assert "\n" not in str(caught.value).strip()


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("semantic", "threshold 0.55, 200 to 1,200 tokens"),
        ("semantic:threshold=0.5,min_tokens=0", "threshold 0.5, at most 1,200 tokens"),
        ("semantic:threshold=0.334,max_tokens=10000000", "threshold 0.334, at least 200 tokens"),
        ("breakpoint:max_tokens=10000000,min_tokens=0", ""),
        ("breakpoint:rule=gradient,buffer=2", "rule gradient, at most 2,000 tokens, buffer 2"),
        ("breakpoint:amount=97.5", "amount 97.5, at most 2,000 tokens"),
        ("sentence:max_tokens=1,overlap_tokens=0", "at most 1 token, overlap 0 tokens"),
        ("structure:target_tokens=400", "target 400 tokens, at most 800 tokens"),
        ("fixed:count_in=words", "size 512 tokens, counted in words"),
        ("sliding:stride_tokens=200", "window 512 tokens, stride 200 tokens"),
    ],
)
def test_settings_in_words_name_what_decides_and_what_was_set(spec: str, said: str) -> None:
    strategy = parse_spec(spec)
    assert settings.in_words(strategy) == ", ".join(filter(None, [strategy.name, said]))


def test_levels_in_words_are_counted_in_one_way() -> None:
    levels = "headings:max_tokens=900 > sentence:max_tokens=90,overlap_tokens=0"
    assert settings.in_words(get("hierarchical")(levels=levels, count_in="words")) == (
        "hierarchical, headings (at most 900 tokens), "
        "in it sentence (at most 90 tokens, overlap 0 tokens), counted in words"
    )


@pytest.mark.parametrize("name", available())
def test_no_settings_in_words_look_like_those_of_a_command(name: str) -> None:
    said = settings.in_words(get(name)())
    assert said.startswith(name)
    assert not {":", "=", ">", "_"} & set(said)


def test_names_that_are_no_text_get_one_sentence() -> None:
    with pytest.raises(SettingsError, match="the names of settings must be text, got 1"):
        settings.from_dict({"strategy": "paragraph", 1: 2})  # type: ignore[dict-item] # as asked
