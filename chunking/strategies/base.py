"""Base class of all strategies, and the settings that several share."""

from collections.abc import Mapping
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Protocol,
    Self,
    get_args,
    get_origin,
    runtime_checkable,
)

import numpy as np
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic.fields import FieldInfo

from chunking.core.arrays import Bools, Floats, Ints
from chunking.core.cuts import Cuts, Reason
from chunking.core.errors import ConflictError, SettingsError, shown
from chunking.core.prepared import NONE, Constraints, Material, Prepared, Signal
from chunking.core.text.tokenizers import (
    ESTIMATE,
    MODEL,
    TOKENIZERS,
    TokenizerLike,
    check_tokenizer,
    tokenizer_name,
)
from chunking.core.units import UNIT_KINDS
from chunking.strategies.overlap import Overlap

TokenizerSetting = Annotated[
    TokenizerLike,
    PlainValidator(check_tokenizer),
    PlainSerializer(tokenizer_name),
    WithJsonSchema({"type": "string"}),
]

# The maximum that stands for no maximum.
UNLIMITED = 10_000_000

# What a curve has instead of similarities: the kinds of its signal.
MEASURES = PROBABILITY, DISTANCE, COHESION = "probability", "distance", "cohesion"

# A fence or table of more than so many times the maximum is split.
LARGEST_KEPT = 4


class Strategy(BaseModel):
    """One way to split a document; its fields are its settings.

    A field's `description` is the help text of the setting. `json_schema_extra` may hold `slider`
    (its range), `step`, `relaxed` (the value that disables the setting), `sets` (the setting whose
    default depends on this one) and `published` (that default by value of this one).

    Raises:
        SettingsError: A setting is unknown or out of range.
        ConflictError: Settings that are valid one by one contradict each other.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    source: ClassVar[str] = ""
    size_limit_field: ClassVar[str] = "max_tokens"
    """The setting that limits the size of a chunk while it is filled."""

    tokenizer: TokenizerSetting = Field(
        default=ESTIMATE, description="Tokenizer that sizes are counted with."
    )

    def __init__(self, /, **settings: Any) -> None:  # noqa: ANN401 - validated by the model
        for field, info in type(self).model_fields.items():
            value, published = settings.get(field, info.default), _extra(info).get("published", {})
            if isinstance(value, str) and value in published:
                settings.setdefault(_extra(info)["sets"], published[value])
        try:
            super().__init__(**settings)
        except ValidationError as error:
            of_one_field = any(each["loc"] for each in error.errors())
            kind = SettingsError if of_one_field else ConflictError
            raise kind(_message(type(self), error)) from None

    def __setattr__(self, name: str, value: Any) -> None:  # noqa: ANN401 - of any setting
        if name in type(self).model_fields:
            raise SettingsError(
                f"a strategy does not change; with_({name}={value!r:.40}) returns another one"
            )
        super().__setattr__(name, value)

    @model_validator(mode="after")
    def _check_sizes(self) -> Self:
        if "overlap_tokens" in type(self).model_fields:
            low, high = self.limits
            if low > high:
                raise ValueError(f"max_tokens must be at least min_tokens ({low}), got {high}")
            if self.overlap.tokens >= high:
                raise ValueError(
                    f"overlap_tokens must be below max_tokens ({high}), got {self.overlap.tokens}"
                )
        return self

    @property
    def material(self) -> Material:
        """What must be prepared for this strategy."""
        raise NotImplementedError  # pragma: no cover - overridden by every strategy

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Return the cuts of a prepared document: a pure function that takes milliseconds."""
        raise NotImplementedError  # pragma: no cover - overridden by every strategy

    def cut_below_headings(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Return cuts for use within another strategy, where no chunk may end with a heading.

        The gaps of the verdicts may differ from those of `prepared`.
        """
        return self.cut(prepared, constraints)

    def probabilities(
        self, prepared: Prepared, boundaries: Ints, constraints: Constraints = NONE
    ) -> Floats | None:
        """Return the probability of each boundary, same shape; None for most strategies."""
        del prepared, boundaries, constraints
        return None

    def curve(self, prepared: Prepared, boundaries: Ints) -> Signal | None:
        """Return what decides the boundaries at each gap; None where nothing does.

        For most strategies it is the similarity, else what `MEASURES` has. It may depend on the
        boundaries.
        """
        del boundaries
        return prepared.signal

    def effective_threshold(self, prepared: Prepared) -> float | None:
        """Return the similarity threshold on this document; None where there is no single one."""
        del prepared
        return getattr(self, "threshold", None)

    @property
    def threshold_rule(self) -> str:
        """The rule and value that compute the threshold: `percentile 95`; empty without a rule."""
        return ""

    @property
    def overlap(self) -> Overlap:
        """How much text before its core each chunk repeats."""
        return Overlap(getattr(self, "overlap_tokens", 0))

    @property
    def limits(self) -> tuple[int, int]:
        """The minimum and the maximum size of a chunk, in tokens."""
        return getattr(self, "min_tokens", 0), getattr(self, "max_tokens", UNLIMITED)

    def with_(self, **changes: Any) -> Self:  # noqa: ANN401 - validated by the model
        """Return the strategy with some settings changed.

        A changed setting that `sets` another resets that one to its new default, unless
        `changes` holds it too.

        Raises:
            SettingsError: The resulting settings are not valid.
        """
        fields = type(self).model_fields
        settings = dict(self)
        for field, info in fields.items():
            dependent = _extra(info).get("sets")
            if dependent and changes.get(field, settings[field]) != settings[field]:
                del settings[dependent]
        return type(self)(**{**settings, **changes})

    @classmethod
    def fields(cls) -> dict[str, FieldInfo]:
        """Return the settings in display order: `tokenizer`, which all have, comes last."""
        fields = dict(cls.model_fields)
        fields["tokenizer"] = fields.pop("tokenizer")
        return fields

    @classmethod
    def choices(cls, field: str) -> tuple[str, ...]:
        """Return the values that a setting may be chosen from; empty for numbers and texts."""
        annotation = cls.model_fields[field].annotation
        if field == "tokenizer":
            uses_model = cls.model_fields[field].default == MODEL
            return tuple(name for name in TOKENIZERS if uses_model or name != MODEL)
        return get_args(annotation) if get_origin(annotation) is Literal else ()

    @classmethod
    def label_of(cls, field: str) -> str:
        """Return the label of a setting: `max_tokens` is `Max tokens`."""
        return field.replace("_", " ").capitalize()

    def relaxed(self) -> dict[str, Self]:
        """Return, for each setting that can be disabled, the strategy with it disabled."""
        return {
            field: self.model_copy(update={field: _extra(info)["relaxed"]})
            for field, info in type(self).model_fields.items()
            if "relaxed" in _extra(info)
        }


@runtime_checkable
class MultiLevel(Protocol):
    """Protocol for multi-level strategies; levels are ordered outermost first."""

    @property
    def level_strategies(self) -> tuple[Strategy, ...]:
        """The strategy of each level."""
        ...

    def cut_levels(self, prepared: Prepared, constraints: Constraints = NONE) -> tuple[Cuts, ...]:
        """Return the cuts of each level; every cut of a level is a cut of the next."""
        ...


def _message(strategy: type[Strategy], error: ValidationError) -> str:
    """Return the first error as one sentence: what is wrong, what was given, what is allowed."""
    first = error.errors()[0]
    value = first.get("input")
    field = ".".join(str(part) for part in first["loc"])
    if first["type"] == "value_error":
        return str(first["ctx"]["error"])
    if first["type"] == "extra_forbidden":
        allowed = ", ".join(strategy.fields())
        return f"{strategy.name} has no setting {shown(field)}; it has {allowed}"
    info = strategy.model_fields.get(field)
    if info is not None and first["type"] in {"greater_than_equal", "less_than_equal"}:
        low = next((m.ge for m in info.metadata if hasattr(m, "ge")), None)
        high = next((m.le for m in info.metadata if hasattr(m, "le")), None)
        return f"{field} must be between {low} and {high}, got {shown(value)}"
    if first["type"] == "literal_error":
        return f"{field} must be one of {first['ctx']['expected']}, got {shown(value)}"
    kinds: dict[Any, str] = {
        int: "a whole number",
        float: "a number",
        bool: "true or false",
        str: "a text that is not empty",
    }
    kind = kinds.get(info.annotation) if info is not None else None
    return f"{field} must be {kind or first['msg'].lower()}, got {shown(value)}"


def _extra(info: FieldInfo) -> Mapping[str, Any]:
    return info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}


def size_settings(strategy: Strategy) -> dict[str, int]:
    """Return the settings that are sizes of chunks, or of their overlap or parts."""
    return {
        name: int(getattr(strategy, name))
        for name in type(strategy).model_fields
        if name.endswith("_tokens") or name == "merge_below"
    }


# ---- settings that several strategies share ------------------------------------------------------


def tokens_field(default: int, description: str, **extra: Any) -> Any:  # noqa: ANN401 - pydantic's
    """Return a setting in tokens, at least `ge` (0); the other `extra` is as in `Strategy`."""
    least = extra.pop("ge", 0)
    return Field(default, ge=least, le=UNLIMITED, description=description, json_schema_extra=extra)


def min_field(default: int, description: str) -> Any:  # noqa: ANN401 - pydantic's
    """Return `min_tokens`: the minimum size of a chunk."""
    return tokens_field(default, description, slider=[0, 1000], step=10, relaxed=0)


def max_field(default: int, description: str, *, least: int = 50, relaxed: bool = True) -> Any:  # noqa: ANN401 - pydantic's
    """Return `max_tokens`: the maximum size of a chunk."""
    disabled = {"relaxed": UNLIMITED} if relaxed else {}
    return tokens_field(default, description, ge=1, slider=[least, 4000], step=10, **disabled)


def overlap_field(default: int, description: str = "Overlap with the preceding text.") -> Any:  # noqa: ANN401 - pydantic's
    """Return `overlap_tokens`: the size of the text that a chunk repeats."""
    return tokens_field(default, description, slider=[0, 400], step=5)


def merge_field(default: int, description: str) -> Any:  # noqa: ANN401 - pydantic's
    """Return `merge_below`: the size below which chunks are merged."""
    return tokens_field(default, description, slider=[0, 1000], step=10, relaxed=0)


def resync_field() -> Any:  # noqa: ANN401 - pydantic's
    """Return `resync_interval`: the mean distance of the boundaries that stay after an edit."""
    return tokens_field(
        0, "Limits how far an edit can move boundaries; 0 is off.",
        slider=[0, 8192], step=64, relaxed=0,
    )  # fmt: skip


def oversize_field(default: Literal["keep", "split"]) -> Any:  # noqa: ANN401 - pydantic's
    """Return `oversize`: what happens to a fence or table above the maximum."""
    return Field(
        default,
        description="Keep a fence or table of up to four times the maximum whole, or split it at "
        "lines.",
    )


def kept_whole(prepared: Prepared, max_tokens: int) -> Bools:
    """Return which units `oversize="keep"` keeps whole, (units,).

    These are fences and tables of at most four times the maximum: a larger one would far exceed
    the limit of a model.
    """
    units, sizes = prepared.units, prepared.sizes
    kept = units.atomic.copy()
    rows = np.flatnonzero(kept)
    tokens = sizes.token_counts(units.starts[rows], units.ends[rows])
    kept[rows] = tokens <= LARGEST_KEPT * max_tokens
    return kept


def oversize_reasons(
    prepared: Prepared, cuts: Cuts, start: Ints, end: Ints, rows: Ints
) -> dict[int, str]:
    """Return why the chunks of these rows exceed the maximum, as `Chunking.oversize_reasons`."""
    units = prepared.units
    forbidden = cuts.verdicts == Reason.FORBIDDEN.code
    first = np.searchsorted(units.starts, start[rows])
    after = np.searchsorted(units.starts, end[rows])
    found = {}
    for row, a, b in zip(rows.tolist(), first.tolist(), after.tolist(), strict=True):
        atomic = np.flatnonzero(units.atomic[a:b])
        if forbidden[a : max(a, b - 1)].any():
            found[row] = Reason.MANUAL.value
        elif len(atomic):
            found[row] = UNIT_KINDS[units.kinds[a + int(atomic[-1])]].value
        else:
            found[row] = "character"
    return found


def model_field() -> Any:  # noqa: ANN401 - pydantic's
    """Return `model`: the name of the embedding model."""
    return Field(
        "all-MiniLM-L6-v2",
        min_length=1,
        description="Embedding model: a name, a folder, multilingual, or PROVIDER:NAME.",
    )


def model_tokenizer_field() -> Any:  # noqa: ANN401 - pydantic's
    """Return `tokenizer` of a strategy with a model: by default that of the model."""
    return Field(
        MODEL,
        description="Tokenizer that sizes are counted with; model is that of the selected model.",
    )


class Slider(NamedTuple):
    """The range and the step of a slider; `whole` where its values are integers."""

    low: float
    high: float
    step: float
    whole: bool

    @property
    def steps(self) -> int:
        """The number of steps from the lowest value to the highest."""
        return round((self.high - self.low) / self.step)

    def value(self, step: int) -> float:
        """Return the value a number of steps above the lowest, in the type of the setting."""
        value = round(self.low + step * self.step, 6)
        return int(value) if self.whole else value


def sliders(strategy: type[Strategy]) -> dict[str, Slider]:
    """Return the settings that have a slider, in display order."""
    found = {}
    for name, info in strategy.fields().items():
        extra = _extra(info)
        if "slider" in extra:
            low, high = map(float, extra["slider"])
            step = float(extra.get("step", 1))
            found[name] = Slider(low, high, step, whole=isinstance(info.default, int))
    return found
