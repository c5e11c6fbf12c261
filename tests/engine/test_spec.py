from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking import get
from chunking.core.errors import SettingsError
from chunking.core.text.tokenizers import TOKENIZERS
from chunking.engine.presets import Preset, published
from chunking.engine.spec import parse_query, parse_spec, to_query, to_spec
from chunking.strategies import Strategy, available

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


START = get("semantic")(threshold=0.31, min_tokens=90)


def changed(name: str, field: str, value: object) -> Strategy | None:
    try:
        return get(name)(**{field: value})
    except SettingsError:
        return None


def every_change() -> list[Strategy]:
    """Return each strategy with its defaults, and with each single setting changed."""
    values = [0, 1, 3, 0.1, 1 / 3, 60, 150, 900, "a model, with = & +", "split", "ignore", "auto"]
    found = [get(name)() for name in available()]
    for name in available():
        for field in get(name).fields():
            options = get(name).choices(field) or values
            found += filter(None, (changed(name, field, value) for value in options))
    return found


@pytest.mark.parametrize("strategy", every_change(), ids=str)
def test_the_parameters_of_a_strategy_make_that_strategy(strategy: Strategy) -> None:
    assert parse_query(to_query(strategy), START) == (strategy, [])


@pytest.mark.parametrize("preset", published(), ids=lambda preset: preset.name)
def test_so_do_those_of_a_preset(preset: Preset) -> None:
    assert parse_query(to_query(preset.strategy)) == (preset.strategy, [])


@given(
    st.floats(-1, 1),
    st.integers(0, 500),
    st.integers(501, 10_000),
    st.sampled_from(list(TOKENIZERS)),
    st.sampled_from(["default", "philosophy"]),
)
def test_any_threshold_and_limits_survive(
    threshold: float, low: int, high: int, tokenizer: str, domain: str
) -> None:
    strategy = get("semantic")(
        threshold=threshold, min_tokens=low, max_tokens=high, tokenizer=tokenizer, domain=domain
    )
    assert parse_query(to_query(strategy), get("sentence")()) == (strategy, [])


def test_only_what_differs_from_the_defaults_is_in_a_link() -> None:
    assert to_query(get("semantic")()) == {"strategy": "semantic"}
    assert to_query(get("semantic")(threshold=0.3)) == {"strategy": "semantic", "threshold": "0.3"}
    # The domain sets another threshold than that of the link.
    found = to_query(get("semantic")(domain="philosophy", threshold=0.55))
    assert found == {"strategy": "semantic", "domain": "philosophy", "threshold": "0.55"}


@pytest.mark.parametrize(
    ("parameters", "strategy"),
    [
        ({}, START),
        ({"threshold": "0.3"}, START.with_(threshold=0.3)),
        ({"strategy": "semantic"}, get("semantic")()),
        ({"strategy": "sentence", "max_tokens": "200"}, get("sentence")(max_tokens=200)),
        ({"strategy": "sentence", "max-tokens": "200"}, get("sentence")(max_tokens=200)),
        (
            {"semantic.threshold": "0.3", "tokenizer": "cl100k"},
            get("semantic")(threshold=0.3, tokenizer="cl100k"),
        ),
        (
            {"sentence.max_tokens": "90", "strategy": "sentence", "overlap_tokens": "0"},
            get("sentence")(max_tokens=90, overlap_tokens=0),
        ),
        # Only another strategy has the setting.
        ({"stride_tokens": "128"}, get("sliding")(stride_tokens=128)),
        ({"level": "fine", "max_tokens": "300"}, get("optimal")(level="fine", max_tokens=300)),
        ({"tokenizer": "MiniLM word pieces"}, START.with_(tokenizer="wordpiece")),
        ({"tokenizer": "CL100K tokens"}, START.with_(tokenizer="cl100k")),
        # Each is valid only with the other.
        (
            {"strategy": "semantic", "min_tokens": "1500", "max_tokens": "2000"},
            get("semantic")(min_tokens=1500, max_tokens=2000),
        ),
        ({"strategy": "semantic", "domain": "philosophy"}, get("semantic")(domain="philosophy")),
    ],
)
def test_parameters_choose_a_strategy_and_its_settings(
    parameters: dict[str, str], strategy: Strategy
) -> None:
    assert parse_query(parameters, START) == (strategy, [])


def test_a_setting_that_the_start_lacks_selects_semantic_where_that_has_it() -> None:
    found = parse_query({"threshold": "0.3"}, get("sentence")())
    assert found == (get("semantic")(threshold=0.3), [])


@pytest.mark.parametrize(
    ("parameters", "strategy", "problem"),
    [
        ({"strategy": "foo"}, START, "strategy must be one of breakpoint, cluster"),
        ({"foo.threshold": "0.3"}, START, "strategy must be one of breakpoint, cluster"),
        ({"foo": "1"}, START, "semantic has no setting 'foo'; it has domain, threshold"),
        ({"threshold": "3"}, START, "threshold must be between -1 and 1, got '3'"),
        ({"threshold": "low"}, START, "threshold must be a number, got 'low'"),
        ({"threshold": "nan"}, START, "threshold must be"),
        (
            {"tokenizer": "gpt"},
            START,
            "tokenizer must be one of estimate, characters, words, model",
        ),
        ({"signal": "wide"}, START, "signal must be one of 'adjacent' or 'windowed', got 'wide'"),
        (
            {"min_tokens": "900", "max_tokens": "300"},
            START.with_(min_tokens=900),
            "max_tokens must be at least min_tokens (900), got 300: max_tokens=300 is ignored",
        ),
        (
            {"max_tokens": "80", "threshold": "0.2"},
            START.with_(threshold=0.2),
            "max_tokens must be at least min_tokens (90), got 80: max_tokens=80 is ignored",
        ),
        (
            {"strategy": "sentence", "semantic.threshold": "0.3"},
            get("sentence")(),
            "semantic.threshold is for semantic, but sentence is chosen",
        ),
        (
            {"threshold": "0.2", "semantic.threshold": "0.3"},
            get("semantic")(threshold=0.3),
            "threshold must be given once, got 0.2 and 0.3: 0.3 is used",
        ),
        (
            {"strategy": "hierarchical", "levels": "sentence"},
            get("hierarchical")(),
            "levels: there must be two or three strategies, got 1: levels=sentence is ignored",
        ),
    ],
)
def test_what_cannot_be_used_is_named_and_left_out(
    parameters: dict[str, str], strategy: Strategy, problem: str
) -> None:
    found, problems = parse_query(parameters, START)
    assert found == strategy
    assert len(problems) == 1
    assert problems[0].startswith(problem)


@given(
    st.dictionaries(
        st.sampled_from(
            ["strategy", "threshold", "min_tokens", "max_tokens", "overlap_tokens", "levels"]
        )
        | st.text(max_size=12),
        st.sampled_from(["semantic", "optimal", "0", "1", "400", "-1", "true", ""])
        | st.text(max_size=12),
        max_size=6,
    )
)
def test_no_parameters_raise_an_error(parameters: dict[str, str]) -> None:
    strategy, problems = parse_query(parameters, START)
    assert isinstance(strategy, Strategy)
    assert all("\n\n" not in problem for problem in problems)
