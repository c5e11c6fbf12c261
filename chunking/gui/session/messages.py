"""What a form and its choices send to the page."""

from typing import Literal, TypeAlias, TypedDict

SettingValue: TypeAlias = bool | int | float | str


class Choice(TypedDict):
    """One of the values to choose from."""

    value: str
    title: str


class DescribedChoice(Choice):
    """A choice with its description."""

    help: str


class GroupedChoice(DescribedChoice):
    """A choice below the title of its group."""

    group: str


class PresetChoice(DescribedChoice):
    """A preset; one that the user has saved can be deleted."""

    saved: Literal["", "yes"]


class Control(TypedDict):
    """What the controls of all settings have."""

    name: str
    label: str
    help: str
    value: SettingValue
    default: SettingValue
    primary: bool


class ChoiceControl(Control):
    """A setting with some values to choose from."""

    kind: Literal["choice"]
    options: list[Choice]


class SliderControl(Control):
    """A number in a range."""

    kind: Literal["slider"]
    low: float
    high: float
    step: float
    decimals: int
    whole: bool


class ModelControl(Control):
    """The embedding model."""

    kind: Literal["model"]
    options: list[GroupedChoice]


class SwitchControl(Control):
    """A setting that is on or off."""

    kind: Literal["switch"]


class NumberControl(Control):
    """A number without a range."""

    kind: Literal["number"]
    whole: bool


class TextControl(Control):
    """A line of text."""

    kind: Literal["text"]


AnyControl: TypeAlias = (
    ChoiceControl | SliderControl | ModelControl | SwitchControl | NumberControl | TextControl
)


class Form(TypedDict):
    """The settings of one strategy; `problem` is one sentence while they are not valid."""

    strategy: str
    summary: str
    source: str
    problem: str
    fields: list[AnyControl]
