"""What every strategy is: a frozen, validated set of settings that can cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, Self, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from chunking.errors import ConflictError, SettingsError
from chunking.overlap import Overlap
from chunking.types import NONE, Constraints, Material, Prepared

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from chunking.chunks import Cuts
    from chunking.types import Floats, Ints

CountIn = Literal["characters", "words", "wordpiece", "cl100k", "o200k"]

# A maximum nobody reaches: what "no maximum" is when one setting is relaxed.
LIMITLESS = 10_000_000


class Strategy(BaseModel):
    """How one document is cut. The fields are its settings.

    A field's `description` is the one line a user reads; its `json_schema_extra` may hold
    `label` (on the screen), `slider` (the range a slider offers), `step`, and `relaxed`: the
    value at which the setting decides nothing.

    Raises:
        SettingsError: a setting is unknown or out of range.
        ConflictError: each is allowed by itself, but not together.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    source: ClassVar[str] = ""
    filled_to: ClassVar[str] = "max_tokens"
    """The setting of how large a chunk may become before it is cut for its size."""

    count_in: CountIn = Field(
        "characters",
        description="What a token is: characters ÷ 4 is an estimate that needs no tokenizer.",
        json_schema_extra={"label": "Count in"},
    )

    def __init__(self, /, **settings: Any) -> None:  # noqa: ANN401 - validated by the model
        try:
            super().__init__(**settings)
        except ValidationError as error:
            of_one = any(each["loc"] for each in error.errors())
            refused = SettingsError if of_one else ConflictError
            raise refused(_sentence(type(self), error)) from None

    @model_validator(mode="after")
    def _sizes_go_together(self) -> Self:
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
        """What must be prepared for it."""
        raise NotImplementedError  # pragma: no cover - every strategy says

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """The cuts of a prepared document: pure, and milliseconds."""
        raise NotImplementedError  # pragma: no cover - every strategy says

    def margins(
        self, prepared: Prepared, boundaries: Ints, constraints: Constraints = NONE
    ) -> Floats | None:
        """How much worse the best cutting without each boundary is; None where nothing is best."""
        del prepared, boundaries, constraints
        return None

    def threshold_on(self, prepared: Prepared) -> float | None:
        """The similarity below which this document is cut; None where no one figure decides."""
        del prepared
        return getattr(self, "threshold", None)

    @property
    def overlap(self) -> Overlap:
        """What each chunk repeats of the text before it: from a word on."""
        return Overlap(getattr(self, "overlap_tokens", 0))

    @property
    def limits(self) -> tuple[int, int]:
        """The smallest and the largest chunk that is wanted, in tokens."""
        return getattr(self, "min_tokens", 0), getattr(self, "max_tokens", LIMITLESS)

    def with_(self, **changes: Any) -> Self:  # noqa: ANN401 - validated by the model
        """The same strategy with some settings changed.

        A setting that sets another (`sets` in its `json_schema_extra`) sets it anew where it
        changes itself and the other one is not given.

        Raises:
            SettingsError: the result is not allowed.
        """
        kept = self.model_dump()
        for field, info in type(self).model_fields.items():
            extra = info.json_schema_extra
            governed = extra.get("sets") if isinstance(extra, dict) else None
            if governed and changes.get(field, kept[field]) != kept[field]:
                del kept[str(governed)]
        return type(self)(**{**kept, **changes})

    @classmethod
    def fields(cls) -> dict[str, FieldInfo]:
        """The settings in the order a user meets them: what a token is comes last."""
        fields = dict(cls.model_fields)
        fields["count_in"] = fields.pop("count_in")
        return fields

    @classmethod
    def label_of(cls, field: str) -> str:
        """What a setting is called on the screen and in reasons: `Max tokens`."""
        extra = cls.fields()[field].json_schema_extra
        return str(extra.get("label", field)) if isinstance(extra, dict) else field

    def relaxed(self) -> dict[str, Self]:
        """For each setting that can be switched off: the strategy with that one alone relaxed."""
        found = {}
        for field, info in type(self).model_fields.items():
            extra = info.json_schema_extra
            if isinstance(extra, dict) and "relaxed" in extra:
                found[field] = self.model_copy(update={field: extra["relaxed"]})
        return found


@runtime_checkable
class Nested(Protocol):
    """What a strategy with levels has beside what all have; both outermost first."""

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """The settings of each level."""
        ...

    def cuts_of_levels(
        self, prepared: Prepared, constraints: Constraints = NONE
    ) -> tuple[Cuts, ...]:
        """The cuts of each level; those of one are all in the next."""
        ...


def tokens_field(default: int, description: str, label: str, **extra: Any) -> Any:  # noqa: ANN401
    """A setting in tokens, 0 or more."""
    return Field(
        default,
        ge=extra.pop("ge", 0),
        le=LIMITLESS,
        description=description,
        json_schema_extra={"label": label, **extra},
    )


def anchor_field() -> Any:  # noqa: ANN401 - pydantic's own
    """How often a strategy that fills chunks begins anew."""
    return tokens_field(
        0, "Begin anew about this often, so that an edit reaches no further; 0: never.",
        "Anchor every", slider=[0, 8192], step=64, relaxed=0,
    )  # fmt: skip


def oversize_field(default: Literal["keep", "split"]) -> Any:  # noqa: ANN401 - pydantic's own
    """What happens to a fence or a table that is larger than a chunk may be."""
    return Field(
        default,
        description="A fence or table above the maximum: keep it whole, or split it at lines.",
        json_schema_extra={"label": "Oversize blocks"},
    )


def _sentence(strategy: type[Strategy], error: ValidationError) -> str:
    """The first thing that is wrong, as: what, what was given, what is allowed."""
    first = error.errors()[0]
    given = first.get("input")
    field = ".".join(str(part) for part in first["loc"])
    if first["type"] == "value_error":
        return str(first["ctx"]["error"])
    if first["type"] == "extra_forbidden":
        allowed = ", ".join(strategy.fields())
        return f"{strategy.name} has no setting {field!r}; it has {allowed}"
    info = strategy.model_fields.get(field)
    if info is not None and first["type"] in {"greater_than_equal", "less_than_equal"}:
        low = next((m.ge for m in info.metadata if hasattr(m, "ge")), None)
        high = next((m.le for m in info.metadata if hasattr(m, "le")), None)
        return f"{field} must be between {low} and {high}, got {given!r}"
    if first["type"] == "literal_error":
        return f"{field} must be one of {first['ctx']['expected']}, got {given!r}"
    wanted: dict[Any, str] = {
        int: "a whole number",
        float: "a number",
        str: "a text that is not empty",
    }
    kind = wanted.get(info.annotation) if info is not None else None
    return f"{field} must be {kind or first['msg'].lower()}, got {given!r}"
