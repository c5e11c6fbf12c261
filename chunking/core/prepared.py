"""Prepared documents: what strategies of one material need to split a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, Protocol, TypeAlias, TypeVar, cast

from chunking.core.arrays import (
    Floats,
    Ints,
    Vectors,
)
from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.core.layout import Layout
from chunking.core.text.sizes import Sizes
from chunking.core.text.tokenizers import ESTIMATE, MODEL, TokenizerLike, tokenizer_title
from chunking.core.units import Units


@dataclass(frozen=True, slots=True)
class Signal:
    """The similarity across each gap: `scores[i]` at offset `gaps[i]`, both (n - 1,)."""

    gaps: Ints
    scores: Floats
    kind: str = "adjacent"


@dataclass(frozen=True, slots=True)
class CodeUnits:
    """Units of source code in a programming language; "auto" detects it from the document."""

    syntax: str = "auto"


UnitSource: TypeAlias = Literal["sentences", "paragraphs", "turns"] | CodeUnits

Value_co = TypeVar("Value_co", covariant=True)


class Feature(Protocol[Value_co]):
    """An additional computation, done once per document; hashable.

    A frozen dataclass whose fields are the parameters of the computation.
    """

    @property
    def depends_on_units(self) -> bool:
        """Whether the value is void once units are split or incomplete."""
        ...

    def compute(self, prepared: Prepared) -> Value_co:
        """Return the value; `prepared.features` holds values that may be reused."""
        ...


Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Material:
    """What a strategy needs prepared; with the document's hash it is the cache key.

    Without a model, the tokenizer `model` becomes the estimate.
    """

    units: UnitSource
    tokenizer: TokenizerLike = ESTIMATE
    model: str | None = None
    signal: str | None = None
    features: tuple[Feature[object], ...] = ()

    def __post_init__(self) -> None:
        if self.model is None and self.tokenizer == MODEL:
            object.__setattr__(self, "tokenizer", ESTIMATE)

    @property
    def size_unit(self) -> str:
        """What sizes count, such as `words` or `tokens of all-MiniLM-L6-v2`."""
        return tokenizer_title(str(self.model) if self.tokenizer == MODEL else self.tokenizer)

    @property
    def needs_complete_units(self) -> bool:
        """Whether a feature depends on all units of the document."""
        return any(each.depends_on_units for each in self.features)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document with everything that strategies of one material need.

    `vectors` are the unit vectors of the units, (n, d) float32; they and `signal` are None
    without a model.
    """

    document: Document
    material: Material
    layout: Layout
    units: Units
    sizes: Sizes
    vectors: Vectors | None = None
    signal: Signal | None = None
    features: Mapping[Feature[object], object] = field(
        default_factory=lambda: MappingProxyType({}), compare=False
    )

    def feature(self, feature: Feature[Value]) -> Value:
        """Return the value of a feature.

        Raises:
            SettingsError: The material did not include it.
        """
        if feature not in self.features:
            raise SettingsError(f"{feature} is not prepared; prepare with the strategy's material")
        return cast("Value", self.features[feature])


@dataclass(frozen=True, slots=True)
class Constraints:
    """Offsets of manual boundaries: `required` ones and `forbidden` ones, both at gaps.

    `Strategy.cut` ignores offsets that are not gaps. The engine first splits units at offsets
    inside them, except units that are atomic or have a vector.
    """

    required: Sequence[int] = ()
    forbidden: Sequence[int] = ()


NONE = Constraints()
