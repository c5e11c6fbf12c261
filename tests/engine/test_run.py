"""Chunks between the cuts of a strategy: cores, overlap, levels."""

import inspect
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
import pytest

from chunking.core.chunking import Chunking
from chunking.core.cuts import Cuts, Reason
from chunking.core.document import Document
from chunking.core.errors import ContractError, ModelError, SettingsError
from chunking.core.prepared import NONE, Constraints, Material, Prepared
from chunking.engine import check_constraints, model_notes, nest, prepare, run, run_levels
from chunking.engine.universal import UniversalChunker
from chunking.strategies import get
from chunking.strategies.base import Strategy
from chunking.strategies.overlap import Overlap

TEXT = "aa bb cc.\n\ndd ee ff.\n\ngg hh ii.\n"


class FixedOffsets(Strategy):
    name: ClassVar[str] = "fixed_offsets"
    title: ClassVar[str] = "Fixed offsets"
    summary: ClassVar[str] = "Cuts at fixed offsets."

    offsets: tuple[int, ...] = ()
    max_tokens: int = 100
    overlap_tokens: int = 0
    share: float | None = None
    within_section: bool = False

    @property
    def material(self) -> Material:
        """Paragraphs and sizes."""
        return Material(units="paragraphs", tokenizer=self.tokenizer)

    @property
    def overlap(self) -> Overlap:
        """An overlap with every limit that there is."""
        return Overlap(self.overlap_tokens, share=self.share, within_section=self.within_section)

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        del constraints
        reasons = np.full(len(self.offsets), Reason.SIZE.code, np.uint8)
        verdicts = np.zeros(len(prepared.units.gaps), np.uint8)
        return Cuts(np.array(self.offsets, np.int64), reasons, verdicts)


def cut(text: str, *offsets: int, **settings: object) -> Chunking:
    """Split a text at offsets; sizes in words."""
    document = Document(text, media_type="text/markdown")
    strategy = FixedOffsets.model_validate({"tokenizer": "words", "offsets": offsets, **settings})
    return run(prepare(document, strategy.material), strategy)


def test_cores_end_without_the_blanks_before_the_next() -> None:
    found = cut(TEXT, 3, 11, 17)
    assert found.texts == ["aa", "bb cc.", "dd ee", "ff.\n\ngg hh ii."]
    assert [c.reason for c in found] == [*[Reason.SIZE] * 3, Reason.TAIL]
    assert found.tokens.tolist() == [1, 2, 2, 4]
    assert found.parent.tolist() == [-1] * 4
    assert not found.overlap.any()


def test_a_text_without_cuts_is_one_chunk_and_an_empty_one_has_none() -> None:
    assert cut(TEXT).texts == [TEXT.strip()]
    assert cut(" \n").texts == []


@pytest.mark.parametrize("offsets", [(0,), (11, 11), (17, 11), (len(TEXT) - 1,), (len(TEXT) + 5,)])
def test_cuts_that_do_not_ascend_within_the_text_are_an_error(offsets: tuple[int, ...]) -> None:
    with pytest.raises(ContractError, match="cuts that do not ascend within the text"):
        cut(TEXT, *offsets)


@pytest.mark.parametrize(("most", "oversize"), [(2, [False, True]), (3, [False, False])])
def test_a_chunk_above_the_maximum_is_oversize(most: int, oversize: list[bool]) -> None:
    assert cut("aa bb.\n\ncc dd ee.", 8, max_tokens=most).oversize.tolist() == oversize


def test_overlap_is_at_most_what_the_maximum_leaves() -> None:
    assert cut(TEXT, 11, 22, overlap_tokens=2).texts[1:] == [
        "bb cc.\n\ndd ee ff.",
        "ee ff.\n\ngg hh ii.",
    ]
    assert cut(TEXT, 11, 22, overlap_tokens=2, max_tokens=4).overlap.tolist() == [0, 5, 5]
    assert cut(TEXT, 11, 22, overlap_tokens=2, max_tokens=3).overlap.tolist() == [0, 0, 0]
    assert cut(TEXT, 3, 11, overlap_tokens=2, max_tokens=4).overlap.tolist() == [0, 3, 0]


def test_overlap_is_at_most_a_share_of_the_chunk_before() -> None:
    found = cut(TEXT, 11, 17, overlap_tokens=9, share=0.67)
    assert found.overlap.tolist() == [0, 8, 3]
    assert not cut(TEXT, 11, 17, overlap_tokens=9, share=0.3).overlap.any()


def test_overlap_stays_within_its_section() -> None:
    text = "# A\n\naa bb.\n\n# B\n\ncc dd.\n\nee ff."
    offsets = text.index("# B"), text.index("cc"), text.index("ee")
    free = cut(text, *offsets, overlap_tokens=9)
    assert [chunk.text.split()[0] for chunk in free] == ["#", "#", "#", "#"]
    assert free.overlap.tolist() == [0, *offsets]
    found = cut(text, *offsets, overlap_tokens=9, within_section=True)
    assert found.overlap.tolist() == [0, 0, *(offset - offsets[0] for offset in offsets[1:])]


@pytest.mark.parametrize("side", ["required", "forbidden"])
def test_manual_boundaries_are_a_column_of_whole_numbers(side: str) -> None:
    for right in ((), [], [0, 5], np.array([3], np.uint8), np.zeros(0)):
        check_constraints(Constraints(**{side: right}))  # type: ignore[arg-type] # arrays, too
    for wrong in (3, [[1]], [1.5], ["a"], [True]):
        with pytest.raises(SettingsError, match=f"{side} boundaries must be a sequence of offsets"):
            check_constraints(Constraints(**{side: wrong}))  # type: ignore[arg-type] # the point


def test_a_material_without_a_model_has_no_notes() -> None:
    assert model_notes(Material("sentences")) == ()


def test_only_several_levels_can_be_nested() -> None:
    with pytest.raises(SettingsError, match="got optimal with one level"):
        nest(TEXT, get("optimal")(lexical_weight=1, level="coarse"))
    with pytest.raises(SettingsError, match="got fixed"):
        nest(TEXT, get("fixed")())
    with pytest.raises(SettingsError, match="got 'fixed'"):
        nest(TEXT, "fixed")  # type: ignore[arg-type] # the point of the test


def test_the_innermost_level_refers_to_the_one_above() -> None:
    text = " ".join(["The tide pulls water."] * 4 + ["Bread rises slowly here."] * 4) + "\n\n"
    strategy = get("optimal")(level="fine", lexical_weight=1, min_tokens=0)
    prepared = prepare(Document(text * 2), strategy.material)
    outermost, outer, inner = run_levels(prepared, strategy)
    assert outermost.parent.tolist() == [-1] * len(outermost)
    rows = [max(i for i, start in enumerate(outer.start) if start <= at) for at in inner.start]
    assert inner.parent.tolist() == rows
    assert run(prepared, strategy).parent.tolist() == rows
    assert len(set(rows)) > 1


class Topics:
    """Model of two topics."""

    def encode(self, texts: Sequence[str]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
        """Return how much of each topic is in each text."""
        return np.array([[("river" in text) + 0.1, ("bread" in text) + 0.1] for text in texts])


RIVER = "The river rose and the river fell. " * 20
BREAD = "The bread is warm and the bread is good. " * 20


def chunker(**settings: float) -> UniversalChunker:
    return UniversalChunker(Topics(), **settings)  # type: ignore[arg-type]  # any model that encodes


def test_the_signature_is_the_published_one() -> None:
    parameters = inspect.signature(UniversalChunker).parameters
    assert {name: p.default for name, p in parameters.items()} == {
        "embedding_model": inspect.Parameter.empty,
        "threshold": 0.5,
        "min_chunk_size": 200,
        "max_chunk_size": 1200,
    }


def test_a_text_is_split_where_its_topic_changes() -> None:
    chunks = chunker(min_chunk_size=50).chunk(RIVER + BREAD)
    assert chunks == [RIVER.strip(), BREAD.strip()]


def test_attributes_are_settings() -> None:
    changed = chunker(min_chunk_size=50)
    changed.threshold = -1
    assert changed.chunk(RIVER + BREAD) == [(RIVER + BREAD).strip()]


@pytest.mark.parametrize("text", ["", " \n "])
def test_a_blank_text_has_no_chunks(text: str) -> None:
    assert chunker().chunk(text) == []


def test_a_short_text_is_one_chunk() -> None:
    assert chunker(min_chunk_size=0).chunk("A river. Bread.") == ["A river. Bread."]


def test_a_setting_out_of_range_is_refused() -> None:
    with pytest.raises(SettingsError, match="threshold must be between -1 and 1, got 2"):
        chunker(threshold=2)
    with pytest.raises(SettingsError, match="max_chunk_size"):
        chunker(min_chunk_size=300, max_chunk_size=200)


def test_the_model_is_read_only() -> None:
    made = chunker()
    with pytest.raises(AttributeError):
        made.model = made.model  # type: ignore[misc] # what is refused


def test_an_object_that_cannot_encode_is_refused() -> None:
    with pytest.raises(ModelError, match="encode"):
        UniversalChunker("all-MiniLM-L6-v2")  # type: ignore[arg-type]  # a name is no model
