"""Types for those who write strategies or read chunkings in detail."""

from chunking.core.chunking import Chunk, Chunking
from chunking.core.cuts import REASONS, Cuts, Reason
from chunking.core.document import Document
from chunking.core.layout import Layout, Outline
from chunking.core.prepared import (
    NONE,
    CodeUnits,
    Constraints,
    Feature,
    Material,
    Prepared,
    Signal,
)
from chunking.core.units import UNIT_KINDS, UnitKind, Units

__all__ = [
    "NONE",
    "REASONS",
    "UNIT_KINDS",
    "Chunk",
    "Chunking",
    "CodeUnits",
    "Constraints",
    "Cuts",
    "Document",
    "Feature",
    "Layout",
    "Material",
    "Outline",
    "Prepared",
    "Reason",
    "Signal",
    "UnitKind",
    "Units",
]
