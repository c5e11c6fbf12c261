from __future__ import annotations

import json
import math

import pytest
from embedders import HashEmbedder

from chunking import Document, chunk, get
from chunking.comparison import Comparison, compare, to_dict, to_table
from chunking.errors import ChunkingError
from chunking.export import to_jsonl
from chunking.imported import load_chunks
from chunking.metrics import MEASURES, boundary_agreement

TEXT = (
    "# Tides\n\nThe sea goes out. The sea comes in.\n\nTwice a day, every day.\n\n"
    "```\nhigh = 1\n\nlow = 0\n```\n\n# Bread\n\nDough rises. Bake it hot. Eat it warm.\n"
)
DOCUMENT = Document(TEXT, "page.md")
STRUCTURE = get("structure")(target_tokens=20, max_tokens=40)
SENTENCE = get("sentence")(max_tokens=12, overlap_tokens=0)
SEMANTIC = get("semantic")(threshold=0.5, min_tokens=0, max_tokens=40)


@pytest.fixture
def found() -> Comparison:
    theirs = ["# Tides", "The sea goes out. The sea comes in.", "high = 1", "Not there.", "low = 0"]
    imported = load_chunks(json.dumps(theirs).encode(), DOCUMENT, name="theirs")
    return compare(DOCUMENT, [STRUCTURE, SENTENCE], [imported])


def test_every_lane_is_cut_and_measured(found: Comparison) -> None:
    assert [lane.title for lane in found.lanes] == ["structure", "sentence", "theirs"]
    for lane, strategy in zip(found.lanes, (STRUCTURE, SENTENCE), strict=False):
        alone = chunk(DOCUMENT, strategy)
        assert lane.chunking.texts == alone.texts
        assert lane.measures["chunks"] == len(alone)
        assert sum(lane.reasons.values()) == len(alone) - 1
    assert set(found.lanes[0].measures) == {measure.name for measure in MEASURES}


def test_chunks_made_elsewhere_are_a_lane_like_any_other(found: Comparison) -> None:
    theirs = found.lanes[2]
    assert theirs.strategy is None
    assert theirs.reasons == {"imported": 3}
    assert theirs.measures["broken_fences"] == 1
    assert [each.text for each in theirs.unplaced] == ["Not there."]


def test_agreement_is_that_of_the_cuts_over_the_gaps_between_sentences(found: Comparison) -> None:
    a, b, _ = (lane.chunking for lane in found.lanes)
    assert found.agreement.shape == (3, 3)
    assert found.agreement.diagonal().tolist() == [1, 1, 1]
    gaps = chunk(DOCUMENT, SENTENCE).gaps
    assert found.agreement[0, 1] == boundary_agreement(a.boundaries, b.boundaries, gaps)
    assert found.sentences == len(gaps) + 1


def test_what_was_exported_agrees_with_what_made_it() -> None:
    data = to_jsonl(chunk(DOCUMENT, SENTENCE)).encode()
    found = compare(DOCUMENT, [SENTENCE], [load_chunks(data, DOCUMENT)])
    assert found.agreement.tolist() == [[1, 1], [1, 1]]
    ours, theirs = (lane.measures for lane in found.lanes)
    same = set(ours) - {"inside_limits"}
    assert {n: ours[n] for n in same if not math.isnan(ours[n])} == {
        n: theirs[n] for n in same if not math.isnan(theirs[n])
    }


def test_the_text_is_prepared_once_for_strategies_of_one_material() -> None:
    embedder = HashEmbedder()
    other = SEMANTIC.with_(threshold=0.2)
    found = compare(DOCUMENT, [SEMANTIC, other, STRUCTURE], embedder=embedder)
    assert len(embedder.calls) == 1
    assert not math.isnan(found.lanes[2].measures["cohesion"])


def test_without_a_model_cohesion_means_nothing(found: Comparison) -> None:
    assert math.isnan(found.lanes[0].measures["cohesion"])
    assert "Cohesion" not in to_table(found)
    assert to_dict(found)["lanes"][0]["measures"]["cohesion"] is None


def test_the_values_for_json_hold_everything(found: Comparison) -> None:
    plain = json.loads(json.dumps(to_dict(found), allow_nan=False))
    assert plain["source"] == "page.md"
    assert plain["lanes"][0]["settings"]["target_tokens"] == 20
    assert [lane["imported"] for lane in plain["lanes"]] == [False, False, True]
    assert plain["lanes"][2]["unplaced"] == [
        {"index": 3, "text": "Not there.", "why": "its text is not in the document"}
    ]
    assert plain["agreement"] == found.agreement.tolist()


def test_the_table_names_the_lanes_and_what_was_set(found: Comparison) -> None:
    shown = to_table(found)
    assert "A  structure target_tokens=20 max_tokens=40\n" in shown
    assert "B  sentence max_tokens=12 overlap_tokens=0\n" in shown
    assert "C  theirs (made elsewhere)\n" in shown
    rows = {tuple(line.split()) for line in shown.splitlines()}
    lanes = found.lanes
    assert ("Chunks", *(str(len(lane.chunking)) for lane in lanes)) in rows
    structural = str(lanes[0].reasons["structure"])
    assert ("cuts", "by", "structure", structural, "0", "0") in rows
    assert ("Broken", "fences", "0", "0", "1", "lower") in rows
    assert "Counted in" in shown
    agreed = [f"{value:.2f}" for value in found.agreement[1].tolist()]
    assert ("B", *agreed) in rows


def test_one_lane_alone_has_no_agreement_to_show() -> None:
    assert "agreement" not in to_table(compare(DOCUMENT, [STRUCTURE]))


def test_what_cannot_be_compared_gets_one_clear_sentence() -> None:
    with pytest.raises(ChunkingError, match="give one strategy at least, or a file of chunks"):
        compare(DOCUMENT, [])
    other = load_chunks(b'"One."', Document("One."))
    with pytest.raises(ChunkingError, match="must be of the document that is compared"):
        compare(DOCUMENT, [STRUCTURE], [other])


def test_an_empty_document_is_compared_too() -> None:
    found = compare(Document(""), [STRUCTURE, SENTENCE])
    assert [len(lane.chunking) for lane in found.lanes] == [0, 0]
    assert "Chunks" in to_table(found)
