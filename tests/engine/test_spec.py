from pathlib import Path

import pytest

from chunking import get
from chunking.core.errors import SettingsError
from chunking.engine.presets import Preset, published
from chunking.engine.spec import parse_spec, to_spec
from chunking.strategies import Strategy

ALEXANDRIA = {"keep_whole": "blocks", "tokenizer": "estimate"}


@pytest.mark.parametrize(
    ("spec", "strategy"),
    [
        ("sentence", get("sentence")()),
        ("sentence:max_tokens=200", get("sentence")(max_tokens=200)),
        (
            " sentence : max-tokens = 200 , overlap_tokens=0 ",
            get("sentence")(max_tokens=200, overlap_tokens=0),
        ),
        (
            "semantic:threshold=0.4,tokenizer=words",
            get("semantic")(threshold=0.4, tokenizer="words"),
        ),
        ("semantic:model=file:model", get("semantic")(model="file:model")),
        (
            "context harness",
            get("paragraph")(overlap_starts_at="exact", tokenizer="characters"),
        ),
        (
            "Context Harness:max_tokens=500",
            get("paragraph")(overlap_starts_at="exact", tokenizer="characters", max_tokens=500),
        ),
        (
            "Alexandria:domain=philosophy",
            get("semantic")(**ALEXANDRIA, domain="philosophy", threshold=0.45),
        ),
        (
            "Alexandria:domain=philosophy,threshold=0.3",
            get("semantic")(**ALEXANDRIA, domain="philosophy", threshold=0.3),
        ),
        (
            "Alexandria for philosophy:min_tokens=9",
            get("semantic")(**ALEXANDRIA, domain="philosophy", min_tokens=9),
        ),
    ],
)
def test_a_spec_is_a_strategy(spec: str, strategy: Strategy) -> None:
    assert parse_spec(spec) == strategy


def test_a_file_of_settings_is_one_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[chunking]\nstrategy = "sentence"\nmax_tokens = 90\n', encoding="utf-8")
    assert parse_spec(str(path)) == get("sentence")(max_tokens=90)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("nonsense", "Context Harness, .* or a TOML file; got 'nonsense'"),
        ("", "or a TOML file; got ''"),
        ("sentence:max_tokens", "settings must be field=value with commas between"),
        ("sentence:max_tokens=9,max_tokens=8", "each field once, got 'sentence:max_tokens=9,max"),
        ("sentence:=9", "settings must be field=value"),
        ("sentence:stride=9", "sentence has no setting 'stride'; it has max_tokens"),
        ("semantic:threshold=high", "threshold must be a number, got 'high'"),
        ("semantic:threshold=2", "threshold must be between -1 and 1, got '2'"),
        ("missing.toml", "missing.toml: there is no such file"),
    ],
)
def test_a_bad_spec_gets_one_clear_sentence(spec: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says) as error:
        parse_spec(spec)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff", "it must be UTF-8; byte 0 is not"),
        (b"[chunking]\nstrategy\n", r"settings are not TOML: .*at line 2, column 9"),
        (b"max_tokens = 3\n", r"settings must have a \[chunking\] table, got 'max_tokens'"),
        (b'[chunking]\nstrategy = "sentence"\nsize = 3\n', "sentence has no setting 'size'; it"),
    ],
)
def test_an_invalid_file_of_settings_is_named(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    with pytest.raises(SettingsError, match=rf"mine\.toml: {says}"):
        parse_spec(str(path))


@pytest.mark.parametrize(
    ("strategy", "spec"),
    [
        (get("sentence")(), "sentence"),
        (
            get("semantic")(domain="philosophy", threshold=0.55),
            "semantic:domain=philosophy,threshold=0.55",
        ),
        (get("semantic")(threshold=0.4, min_tokens=100), "semantic:threshold=0.4,min_tokens=100"),
        (
            get("hierarchical")(levels="headings > sentence:max_tokens=90,overlap_tokens=0"),
            'hierarchical:"levels=headings > sentence:max_tokens=90,overlap_tokens=0"',
        ),
        (get("semantic")(model='a "b", c'), 'semantic:"model=a ""b"", c"'),
    ],
)
def test_a_spec_round_trips(strategy: Strategy, spec: str) -> None:
    assert to_spec(strategy) == spec
    assert parse_spec(spec) == strategy


@pytest.mark.parametrize("preset", published(), ids=lambda preset: preset.name)
def test_the_spec_of_every_preset_round_trips(preset: Preset) -> None:
    assert parse_spec(to_spec(preset.strategy)) == preset.strategy
