import copy
import hashlib
import pickle
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from embedders import HashEmbedder
from hypothesis import given
from hypothesis import strategies as st

from chunking.analysis.recommend.strategy import recommend
from chunking.core.chunking import Chunking
from chunking.core.cuts import Cuts, Reason
from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.engine import chunk
from chunking.engine.universal import UniversalChunker
from chunking.strategies import get

pytestmark = pytest.mark.usefixtures("four_characters_per_token")

PAGE = "# A\n\nOne.\n\n# B\n\nTwo.\n\n# A\n\nThree.\n"


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def by_section(text: str, **settings: object) -> Chunking:
    """Split a page at its headings."""
    return chunk(Document(text, route="docs/page"), get("structure")(**settings))


def test_a_location_id_is_route_heading_path_and_part() -> None:
    found = by_section("# A\n\nx\n\n## B\n\nText.")
    assert found.heading == (("A",), ("A", "B"))
    assert found.location_ids == (
        sha256("docs/page\nA\n#0")[:16],
        sha256("docs/page\nA > B\n#0")[:16],
    )
    assert found[1].location_id == found.location_ids[1]


def test_parts_count_on_under_the_same_heading_path() -> None:
    assert by_section(PAGE).location_ids == (
        sha256("docs/page\nA\n#0")[:16],
        sha256("docs/page\nB\n#0")[:16],
        sha256("docs/page\nA\n#1")[:16],
    )


def test_before_the_first_heading_the_path_is_empty() -> None:
    assert by_section("Text.").location_ids == (sha256("docs/page\n\n#0")[:16],)


def test_a_location_id_stays_when_the_text_there_is_edited_and_the_content_hash_changes() -> None:
    before, after = by_section(PAGE), by_section(PAGE.replace("One", "Other"))
    assert before.location_ids == after.location_ids
    assert before[0].content_hash != after[0].content_hash
    assert before[1].content_hash == after[1].content_hash


def test_another_route_gives_other_location_ids() -> None:
    other = chunk(Document(PAGE, route="docs/other"), get("structure")())
    assert not set(other.location_ids) & set(by_section(PAGE).location_ids)


def test_the_content_hash_is_of_the_normalized_text_and_the_sha256_of_the_exact_text() -> None:
    found = chunk("One  two\n three. ", get("paragraph")())[0]
    assert found.content_hash == sha256("One two three.")
    assert found.sha256 == sha256("One  two\n three.")


def test_the_content_hash_covers_the_overlap() -> None:
    strategy = get("paragraph")(tokenizer="words", max_tokens=3, overlap_tokens=1)
    found = chunk("one two three four five six seven", strategy)
    assert found[1].text == "three four five"
    assert found[1].content_hash == sha256(found[1].text)


def test_an_id_depends_on_the_span_and_the_text() -> None:
    found = chunk(PAGE, get("structure")())
    assert len({c.id for c in found}) == len(found)
    assert found[0].id == sha256(f"{sha256(PAGE)}:{found[0].start}:{found[0].end}")[:16]
    assert chunk(PAGE + " ", get("structure")())[0].id != found[0].id


def test_lone_surrogates_can_be_hashed() -> None:
    found = chunk("a \ud800 b", get("paragraph")())[0]
    assert len(found.sha256) == len(found.content_hash) == 64


def test_a_chunking_is_a_sequence_of_chunks() -> None:
    found = chunk(PAGE, get("structure")())
    assert len(found) == len(found.chunks) == 3
    assert found[-1] == found[2] == found.chunks[2]
    assert [c.index for c in found] == [0, 1, 2]
    with pytest.raises(IndexError):
        found[3]


def test_reasons_of_cuts_become_verdicts_of_their_gaps() -> None:
    gaps = np.array([5, 10, 15], dtype=np.int64)
    fits = np.full(3, Reason.FITS.code, dtype=np.uint8)
    cuts = Cuts.of([(7, Reason.MAX_TOKENS), (10, Reason.PARAGRAPH)], gaps, fits)
    assert cuts.offsets.tolist() == [7, 10]
    assert cuts.verdicts.tolist() == [Reason.FITS.code, Reason.PARAGRAPH.code, Reason.FITS.code]


def test_imported_chunks_are_unchanged() -> None:
    found = Chunking.from_spans(Document("One two three."), [(4, 7), (0, 3), (8, 14)], source="x")
    assert found.texts == ["One", "two", "three."]
    assert found.strategy == "x"
    assert {c.reason for c in found} == {Reason.IMPORTED}
    assert found.tokens.tolist() == [1, 1, 2]
    assert found.notes == ()


def test_repeated_text_of_imported_chunks_is_overlap() -> None:
    found = Chunking.from_spans(Document("One two three."), [(0, 7), (4, 14)])
    assert found.texts == ["One two", "two three."]
    assert (found.start.tolist(), found.overlap.tolist()) == ([0, 7], [0, 3])


def test_irregular_imported_chunks_are_noted() -> None:
    spans = [(-2, 3), (5, 5), (20, 30), (8, 15), (8, 14)]
    found = Chunking.from_spans(Document("One two three."), spans)
    assert found.texts == ["One", "three.", "three."]
    assert found.notes == (
        "spans that are empty or outside the text: 2 places",
        "spans that extend beyond the text: 2 places",
        "text that is in no chunk: 1 place",
        "spans within earlier spans: 1 place",
    )


def test_an_imported_chunk_within_another_has_no_overlap() -> None:
    found = Chunking.from_spans(Document("0123456789"), [(0, 8), (2, 4), (3, 10)])
    assert found.texts == ["01234567", "23", "3456789"]
    assert found.overlap.tolist() == [0, 0, 5]
    assert found.notes == ("spans within earlier spans: 1 place",)


def test_a_chunking_may_have_no_chunks() -> None:
    found = Chunking.from_spans(Document("One."), [])
    assert len(found) == 0
    assert found.notes == ("text that is in no chunk: 1 place",)


@given(st.text(max_size=30), st.lists(st.tuples(st.integers(-5, 40), st.integers(-5, 40))))
def test_imported_chunks_are_exact_slices_in_order(text: str, spans: list[tuple[int, int]]) -> None:
    found = Chunking.from_spans(Document(text), spans)
    for each, whole in zip(found, found.texts, strict=True):
        assert each.text == whole == text[each.start - each.overlap : each.end]
        assert 0 <= each.start - each.overlap <= each.start < each.end <= len(text)
    assert found.start.tolist() == sorted(found.start)
    assert {c.text for c in found} == {
        text[max(0, a) : b] for a, b in spans if max(0, a) < min(b, len(text))
    }


def test_imported_chunks_that_split_a_character_or_a_line_end_are_noted() -> None:
    found = Chunking.from_spans(Document("e\u0301x\r\ny"), [(0, 1), (1, 4), (4, 6)])
    assert found.notes == ("boundaries inside a character or a line end: 2 places",)


def test_different_heading_paths_with_the_same_text_have_different_locations() -> None:
    text = "# A > B\n\nx\n\n# A\n\nz\n\n## B\n\ny\n"
    found = chunk(Document(text), get("structure")())
    assert found.heading == (("A > B",), ("A",), ("A", "B"))
    assert len(set(found.location_ids)) == 3


@pytest.mark.parametrize("given", ["semantic", get("semantic"), None])
def test_a_wrong_strategy_argument_is_refused(given: Any) -> None:
    with pytest.raises(SettingsError, match=r'as get\("semantic"\)\(\), got'):
        chunk("Some text.", given)


def test_heading_paths_behave_like_a_tuple() -> None:
    found = chunk("# A\n\nOne.\n\n## B\n\nTwo.", get("headings")(merge_below=0)).heading
    assert len(found) == 2
    assert found != [("A",)]
    assert found[1] == ("A", "B")
    assert found[:1] == (("A",),)
    assert list(found) == [("A",), ("A", "B")]
    assert found == (("A",), ("A", "B"))
    assert hash(found) == hash((("A",), ("A", "B")))


def test_a_chunking_can_be_pickled_and_copied() -> None:
    found = by_section(PAGE)
    sent = pickle.loads(pickle.dumps(found))  # noqa: S301 - what was written just now
    for other in (sent, copy.deepcopy(found)):
        assert other.chunks == found.chunks
        assert other.location_ids == found.location_ids
        assert other.gaps.tolist() == found.gaps.tolist()


def test_the_repr_does_not_contain_the_text() -> None:
    found = by_section(PAGE)
    assert repr(found.document) == "<Document 'text': 34 characters>"
    assert repr(found) == "<Chunking of 'text' by structure: 3 chunks>"
    assert repr(by_section("One.")) == "<Chunking of 'text' by structure: 1 chunk>"


@pytest.mark.parametrize("given", [b"Some text.", None, Path("book.md"), ["Some text."]])
def test_a_wrong_document_argument_is_refused(given: Any) -> None:
    universal = UniversalChunker(cast("Any", HashEmbedder()))
    for use in (partial(chunk, strategy=get("sentence")()), recommend, universal.chunk):
        with pytest.raises(SettingsError, match=r"must be a text or a Document, .* got "):
            use(given)


@pytest.mark.parametrize("span", [(0.5, 3), (1, 2, 3), "abc", 7, (None, 3)])
def test_a_wrong_span_is_refused(span: Any) -> None:
    with pytest.raises(SettingsError, match="two whole numbers, start and end; got "):
        Chunking.from_spans(Document("Some text."), [span])


def test_spans_may_be_rows_of_an_array() -> None:
    found = Chunking.from_spans(Document("Some text."), np.array([[0, 4], [5, 10]]))
    assert found.texts == ["Some", "text."]
