"""Query parameters of links: `strategy=semantic&threshold=0.3`.

| parameter | sets |
|---|---|
| `strategy=NAME` | the strategy |
| `NAME.field=value` | a setting of that strategy, and the strategy if `strategy` is not given |
| `field=value` | a setting of the strategy |

Tokenizers may be given by name or title.
"""

from collections.abc import Iterable, Mapping

from chunking.core.errors import ConflictError, SettingsError
from chunking.core.text.tokenizers import TOKENIZERS
from chunking.engine.spec import changed_settings
from chunking.strategies import Strategy, available, get

STRATEGY = "strategy"
# Preferred where only the name of a setting tells the strategy.
_PREFERRED = "semantic"
_TOKENIZER_NAMES = {
    label.casefold(): each.name for each in TOKENIZERS.values() for label in (each.name, each.title)
}


def parse_query(
    parameters: Mapping[str, str], start: Strategy | None = None
) -> tuple[Strategy, list[str]]:
    """Return the strategy of query parameters, and one sentence for each that cannot be used.

    Without `strategy` and `NAME.field`, settings change `start`. If it lacks them, the strategy is
    the first that has most of them, `semantic` preferred. A strategy other than `start`, and one
    that is named, begins with its defaults.

    Args:
        parameters: Values by name. A parameter that cannot be used is left out.
        start: The strategy without parameters; `semantic` with its defaults if not given.
    """
    start = get(_PREFERRED)() if start is None else start
    bare: dict[str, str] = {}
    qualified: dict[str, dict[str, str]] = {}
    problems: list[str] = []
    named = None
    for key, value in parameters.items():
        owner, dot, field = key.rpartition(".")
        try:
            if key == STRATEGY:
                named = get(value).name
            elif dot:
                name = get(owner).name
                qualified.setdefault(name, {})[field.replace("-", "_")] = value
            else:
                bare[field.replace("-", "_")] = value
        except SettingsError as error:
            problems.append(str(error))
    named = named or next(iter(qualified), None)
    own = qualified.pop(named, {}) if named else {}
    for other, settings in qualified.items():
        problems += [f"{other}.{field} is for {other}, but {named} is chosen" for field in settings]
    problems += [
        f"{field} must be given once, got {bare[field]} and {value}: {value} is used"
        for field, value in own.items()
        if bare.get(field, value) != value
    ]
    settings = {**bare, **own}
    if named is not None:
        base = get(named)()
    else:
        name = _best_strategy(settings, start)
        base = start if name == start.name else get(name)()
    strategy, more = _apply(base, settings)
    return strategy, problems + more


def to_query(strategy: Strategy) -> dict[str, str]:
    """Return the query parameters of a strategy: its name, and settings other than the default.

    >>> to_query(get("sentence")(max_tokens=200))
    {'strategy': 'sentence', 'max_tokens': '200'}
    """
    changed = changed_settings(strategy)
    return {STRATEGY: strategy.name, **{field: _text(value) for field, value in changed.items()}}


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _best_strategy(settings: Iterable[str], start: Strategy) -> str:
    """Return the strategy that has most of these settings, `start` and `semantic` preferred."""

    def count(name: str) -> int:
        fields = get(name).fields()
        return sum(field in fields for field in settings)

    return max((start.name, _PREFERRED, *available()), key=count)


def _apply(base: Strategy, settings: Mapping[str, str]) -> tuple[Strategy, list[str]]:
    """Return a strategy with the usable settings changed, and a sentence for each of the others."""
    usable: dict[str, str] = {}
    problems: list[str] = []
    for name, value in settings.items():
        if name == "tokenizer":
            value = _TOKENIZER_NAMES.get(value.casefold(), value)  # noqa: PLW2901 - its name
        try:
            type(base)(**{name: value})
        except ConflictError:  # with the default of another setting, which may change, too
            usable[name] = value
        except SettingsError as error:
            problems.append(str(error))
        else:
            usable[name] = value
    while True:
        try:
            return base.with_(**usable), problems
        except SettingsError as error:
            ignored = _contradicting(base, usable)
            problems.append(f"{error}: {ignored}={usable.pop(ignored)} is ignored")


def _contradicting(base: Strategy, settings: dict[str, str]) -> str:
    """Return the last setting without which the others agree, or else the last."""
    for name in reversed(settings):
        try:
            base.with_(**{field: value for field, value in settings.items() if field != name})
        except SettingsError:
            continue
        return name
    return next(reversed(settings))
