"""Which strategy and which settings suit a document, and why."""

from chunking.recommending.choosing import recommend, recommend_prepared
from chunking.recommending.recommendation import (
    READ_PIECES,
    TARGET_PIECES,
    Recommendation,
    to_dict,
)
from chunking.recommending.similarity import by_similarity
from chunking.recommending.structure import by_structure

__all__ = [
    "READ_PIECES",
    "TARGET_PIECES",
    "Recommendation",
    "by_similarity",
    "by_structure",
    "recommend",
    "recommend_prepared",
    "to_dict",
]
