"""The settings that several strategies have, each declared once."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import Field

from chunking.strategies.base import LIMITLESS, tokens_field

Precision: TypeAlias = Literal["exact", "fast"]


def min_field(default: int, description: str) -> Any:  # noqa: ANN401 - pydantic's own
    """The size below which a chunk is not cut."""
    return tokens_field(default, description, "Min tokens", slider=[0, 1000], step=10, relaxed=0)


def max_field(
    default: int,
    description: str,
    label: str = "Max tokens",
    *,
    least: int = 50,
    relaxed: bool = True,
) -> Any:  # noqa: ANN401 - pydantic's own
    """The size that no chunk passes; it may be switched off where `relaxed`."""
    off = {"relaxed": LIMITLESS} if relaxed else {}
    return tokens_field(default, description, label, ge=1, slider=[least, 4000], step=10, **off)


def overlap_field(
    default: int, description: str = "How much of the text just before each chunk repeats."
) -> Any:  # noqa: ANN401 - pydantic's own
    """How much is carried over from the chunk before."""
    return tokens_field(default, description, "Overlap", slider=[0, 400], step=5)


def join_field(default: int, description: str) -> Any:  # noqa: ANN401 - pydantic's own
    """The size below which a chunk joins its neighbour."""
    return tokens_field(default, description, "Join below", slider=[0, 1000], step=10, relaxed=0)


def model_field() -> Any:  # noqa: ANN401 - pydantic's own
    """The embedding model."""
    return Field(
        "all-MiniLM-L6-v2",
        min_length=1,
        description="The embedding model: the bundled one, or any sentence-transformers model.",
        json_schema_extra={"label": "Model"},
    )


def precision_field() -> Any:  # noqa: ANN401 - pydantic's own
    """How that model computes."""
    return Field(
        "exact",
        description="How the model computes: fast takes half the time, and may move a close gap.",
        json_schema_extra={"label": "Precision"},
    )
