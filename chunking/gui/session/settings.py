"""Settings being edited: the valid strategy, and why the last value was not taken."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from functools import cache, lru_cache

from pydantic.fields import FieldInfo

from chunking.core.errors import ChunkingError
from chunking.core.text.tokenizers import ESTIMATE, MODEL, TOKENIZERS
from chunking.embedding import DEFAULT_MODEL
from chunking.embedding.installed import InstalledModel, installed_models
from chunking.engine import presets
from chunking.gui.session.messages import (
    AnyControl,
    Choice,
    Control,
    DescribedChoice,
    Form,
    GroupedChoice,
    PresetChoice,
    SettingValue,
)
from chunking.gui.session.model_sizes import start_of
from chunking.gui.session.servers import unconfirmed_settings
from chunking.strategies import Strategy, available, get
from chunking.strategies.base import sliders

# Settings without a slider that are not folded.
_PRIMARY = ("level", "tokenizer", "model")


@dataclass(slots=True)
class Settings:
    """The settings of one strategy, as a form shows them.

    Attributes:
        strategy: The settings, which are valid.
        problem: Why the last value was not taken, until the next act; else None.
        others: The last settings of the other strategies, by name.
        model: The model selected last; strategies without one keep it.
        servers: Servers that text may be sent to; one set for all settings of a session.
        unconfirmed: Settings that send text to another server or download a model or tokenizer,
            until the user confirms it.
    """

    strategy: Strategy
    problem: str | None = None
    others: dict[str, Strategy] = field(default_factory=dict)
    model: str = DEFAULT_MODEL
    servers: set[str] = field(default_factory=set)
    unconfirmed: Strategy | None = None

    def __post_init__(self) -> None:
        self.model = self.strategy.material.model or self.model

    def copy(self) -> Settings:
        """Return the same valid settings for another document."""
        return Settings(self.strategy, model=self.model, servers=self.servers)

    def set(self, name: str, value: object) -> None:
        """Set one field; with an invalid value nothing changes, and `problem` says why.

        Raises:
            ChunkingError: The strategy has no such field.
        """
        info = self.strategy.fields().get(name)
        if info is None:
            raise ChunkingError(f"{self.strategy.name} has no setting {name!r}")
        wanted = _typed(info, value)
        try:
            self.apply(self.strategy.with_(**{name: wanted}))
        except ChunkingError as error:
            sentence, label = _labelled(self.strategy, str(error)), self.strategy.label_of(name)
            about_other = not sentence.lower().startswith(label.lower())
            self.problem = f"{label} {wanted} was not taken: " * about_other + sentence

    def choose(self, name: str) -> None:
        """Choose a strategy, with the settings it had when it was left.

        One that is chosen for the first time uses the selected model.

        Raises:
            ChunkingError: There is no such strategy.
        """
        self.apply(self.others.get(name) or start_of(get(name).name, self.model))

    def apply(self, strategy: Strategy) -> None:
        """Set all settings."""
        self.problem = None
        self._set(strategy)

    def _set(self, strategy: Strategy) -> None:
        """Set the strategy; a model or tokenizer without consent waits as `unconfirmed`."""
        waiting = unconfirmed_settings(strategy, self.servers)
        if waiting:
            self.unconfirmed = strategy
            if not waiting <= strategy.fields().keys():  # the model of a nested strategy
                return
            others = {"model": self.model, "tokenizer": self._start.tokenizer}
            strategy = strategy.with_(**{each: others[each] for each in waiting})
        if strategy.name != self.strategy.name:
            self.others[self.strategy.name] = self.strategy
        self.strategy = strategy
        self.model = strategy.material.model or self.model

    @property
    def _start(self) -> Strategy:
        """The settings that the strategy starts with."""
        return start_of(self.strategy.name, self.model)

    @property
    def preset(self) -> str:
        """The name of the preset with these settings; empty if there is none."""
        found = (each.name for each in presets.available() if each.strategy == self.strategy)
        return next(found, "")

    def form(self) -> Form:
        """Return the form as values for JSON: the strategy, and each field with its control."""
        strategy, start = self.strategy, self._start
        values = strategy.model_dump()
        return {
            "strategy": strategy.name,
            "summary": strategy.summary,
            "source": strategy.source,
            "problem": self.problem or "",
            "fields": [
                _control(strategy, name, info, values[name], _default(strategy, name, start))
                for name, info in strategy.fields().items()
            ],
        }


def strategy_choices() -> list[DescribedChoice]:
    """Return the names and summaries of all strategies."""
    return [{"value": name, "title": name, "help": get(name).summary} for name in available()]


def preset_choices() -> list[PresetChoice]:
    """Return the names of all presets, with strategy and source."""
    return [
        {
            "value": each.name,
            "title": each.name,
            "help": f"{each.strategy.name}, {each.source}" if each.source else each.strategy.name,
            "saved": "" if each.source else "yes",
        }
        for each in presets.available()
    ]


def _control(
    strategy: Strategy, name: str, info: FieldInfo, value: SettingValue, default: SettingValue
) -> AnyControl:
    """Return one field with the control that its type asks for."""
    options = strategy.choices(name)
    slider = sliders(type(strategy)).get(name)
    found: Control = {
        "name": name,
        "label": strategy.label_of(name),
        "help": info.description or "",
        "value": value,
        "default": default,
        "primary": slider is not None or name in _PRIMARY,
    }
    if options:
        titles = {key: each.title for key, each in TOKENIZERS.items()}
        if strategy.material.model is None:
            titles[MODEL] = f"{titles[ESTIMATE]} (no model)"
        choices: list[Choice] = [
            {"value": each, "title": titles.get(each, each) if name == "tokenizer" else str(each)}
            for each in dict.fromkeys((*options, str(value)))
        ]
        return {**found, "kind": "choice", "options": choices}
    if slider is not None:
        step = slider.step
        return {
            **found,
            "kind": "slider",
            "low": slider.low,
            "high": slider.high,
            "step": step,
            "decimals": 0 if slider.whole else max(2, len(f"{step:g}") - 2),
            "whole": slider.whole,
        }
    if name == "model":
        return {**found, "kind": "model", "options": model_choices(str(value))}
    if isinstance(info.default, bool):
        return {**found, "kind": "switch"}
    if isinstance(info.default, int | float):
        return {**found, "kind": "number", "whole": isinstance(info.default, int)}
    return {**found, "kind": "text"}


def _default(strategy: Strategy, name: str, start: Strategy) -> SettingValue:
    """Return the value that a field starts with, which may depend on another field."""
    # The model that it starts with is the present one.
    owner = start
    if name == "model" or name in _dependent(type(strategy)):
        others = {key: value for key, value in strategy.model_dump().items() if key != name}
        owner = type(strategy)(**others)
    found: SettingValue = getattr(owner, name)
    return str(found) if name == "tokenizer" else found


@cache
def _dependent(strategy: type[Strategy]) -> frozenset[object]:
    """Return the fields of a strategy whose defaults depend on another field."""
    extras = (each.json_schema_extra for each in strategy.fields().values())
    return frozenset(each.get("sets") for each in extras if isinstance(each, dict))


def _typed(info: FieldInfo, value: object) -> object:
    """Return a value from the page in the type of the field: JSON has one type of numbers."""
    if isinstance(info.default, bool) or isinstance(value, bool):
        return value
    if isinstance(info.default, int) and isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(info.default, float) and isinstance(value, int):
        return float(value)
    return value


def _labelled(strategy: Strategy, sentence: str) -> str:
    """Return a sentence of the engine with the labels of settings in place of their fields."""
    names = [name for name in strategy.fields() if "_" in name]
    if not names:
        return sentence
    pattern = re.compile(rf"\b({'|'.join(names)})\b")
    return pattern.sub(lambda found: strategy.label_of(found[0]), sentence)


# Seconds until models are looked up again: forms are sent while a slider is dragged.
_FRESH = 20
_SAVED = "Saved presets"


def model_choices(current: str) -> list[GroupedChoice]:
    """Return the usable models by origin, with those of saved presets and the selected one."""
    found = [*_installed(int(time.monotonic()) // _FRESH)]
    used = (each.strategy.material.model for each in presets.saved())
    found += [InstalledModel(name, _SAVED) for name in used if name]
    found.append(InstalledModel(current, "Selected"))
    named = {each.name: each for each in reversed(found)}
    order = dict.fromkeys(each.name for each in found)
    return [
        {"value": name, "title": name, "group": named[name].origin, "help": name} for name in order
    ]


@lru_cache(1)
def _installed(_: int) -> tuple[InstalledModel, ...]:
    return tuple(installed_models())
