import json
import math

import pytest
from embedders import HashEmbedder

from chunking import Document, chunk, get
from chunking.analysis.metrics import METRICS
from chunking.core.errors import ChunkingError
from chunking.loading.chunk_files import load_chunks
from chunking.output.comparison import Comparison, compare
from chunking.output.export import to_jsonl
from chunking.output.summaries.comparison import to_dict, to_table

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
    return compare(DOCUMENT, [STRUCTURE, SENTENCE], [imported], as_set=True)


def test_every_lane_is_split_and_measured(found: Comparison) -> None:
    assert [lane.title for lane in found.lanes] == ["structure", "sentence", "theirs"]
    for lane, strategy in zip(found.lanes, (STRUCTURE, SENTENCE), strict=False):
        alone = chunk(DOCUMENT, strategy)
        assert lane.chunking.texts == alone.texts
        assert lane.metrics["chunks"] == len(alone)
        assert sum(lane.reasons.values()) == len(alone) - 1
    assert set(found.lanes[0].metrics) == {metric.name for metric in METRICS}


def test_imported_chunks_are_a_lane(found: Comparison) -> None:
    theirs = found.lanes[2]
    assert theirs.strategy is None
    assert theirs.reasons == {"imported": 3}
    assert theirs.metrics["broken_fences"] == 1
    assert [each.text for each in theirs.unplaced] == ["Not there."]


def test_exported_chunks_agree_with_their_strategy() -> None:
    data = to_jsonl(chunk(DOCUMENT, SENTENCE)).encode()
    found = compare(DOCUMENT, [SENTENCE], [load_chunks(data, DOCUMENT)])
    assert found.agreement.tolist() == [[1, 1], [1, 1]]
    ours, theirs = (lane.metrics for lane in found.lanes)
    same = set(ours) - {"inside_limits"}
    assert {n: ours[n] for n in same if not math.isnan(ours[n])} == {
        n: theirs[n] for n in same if not math.isnan(theirs[n])
    }


def test_without_a_model_cohesion_is_undefined(found: Comparison) -> None:
    assert math.isnan(found.lanes[0].metrics["cohesion"])
    assert "Cohesion" not in to_table(found)
    assert to_dict(found)["lanes"][0]["metrics"]["cohesion"] is None


def test_json_has_all_values(found: Comparison) -> None:
    plain = json.loads(json.dumps(to_dict(found), allow_nan=False))
    assert plain["source"] == "page.md"
    assert plain["lanes"][0]["settings"]["target_tokens"] == 20
    assert [lane["imported"] for lane in plain["lanes"]] == [False, False, True]
    assert plain["lanes"][2]["unplaced"] == [
        {"index": 3, "text": "Not there.", "why": "its text is not in the document"}
    ]
    assert plain["agreement"] == found.agreement.tolist()


def test_the_table_names_lanes_and_changed_settings(found: Comparison) -> None:
    shown = to_table(found)
    assert "A  structure target_tokens=20 max_tokens=40\n" in shown
    assert "B  sentence max_tokens=12 overlap_tokens=0\n" in shown
    assert "C  theirs (imported)\n" in shown
    rows = {tuple(line.split()) for line in shown.splitlines()}
    lanes = found.lanes
    assert ("Chunks", *(str(len(lane.chunking)) for lane in lanes)) in rows
    structural = str(lanes[0].reasons["structure"])
    assert ("boundaries:", "structure", structural, "0", "0") in rows
    assert ("Broken", "fences", "0", "0", "1", "lower") in rows
    assert "Tokenizer" in shown
    agreed = [f"{value:.2f}" for value in found.agreement[1].tolist()]
    assert ("B", *agreed) in rows


def test_a_single_lane_has_no_agreement() -> None:
    assert "agreement" not in to_table(compare(DOCUMENT, [STRUCTURE]))


def test_nothing_to_compare_and_chunks_of_another_document_raise() -> None:
    with pytest.raises(
        ChunkingError, match="a comparison needs at least one strategy or chunk file, got none"
    ):
        compare(DOCUMENT, [])
    other = load_chunks(b'"One."', Document("One."))
    with pytest.raises(ChunkingError, match="must be of the document that is compared"):
        compare(DOCUMENT, [STRUCTURE], [other])


def test_an_empty_document_can_be_compared() -> None:
    found = compare(Document(""), [STRUCTURE, SENTENCE])
    assert [len(lane.chunking) for lane in found.lanes] == [0, 0]
    assert "Chunks" in to_table(found)


def test_the_rank_correlation_of_curves_is_printed_where_they_differ() -> None:
    windowed = SEMANTIC.with_(signal="windowed")
    found = compare(DOCUMENT, [SEMANTIC, STRUCTURE, windowed], embedder=HashEmbedder())
    value = found.rank_correlation[0, 2]
    assert -1 < value < 1
    assert to_table(found).endswith(f"\nB     -  -     -\nC  {value:.2f}  -  1.00\n")
    plain = json.loads(json.dumps(to_dict(found), allow_nan=False))
    assert plain["rank_correlation"][0] == [pytest.approx(1), None, value]
    assert plain["rank_correlation"][1] == [None] * 3
    same = compare(DOCUMENT, [SEMANTIC, SEMANTIC.with_(threshold=0.2)], embedder=HashEmbedder())
    assert "rank correlation" not in to_table(same)


def test_lanes_are_scaled_to_the_smallest_mean_size_unless_as_set() -> None:
    text = "A sentence of seven words stands here. " * 60
    strategies = [get("sentence")(max_tokens=size, overlap_tokens=0) for size in (120, 40)]
    found = compare(text, strategies)
    larger, smaller = [lane.metrics["chunks"] for lane in found.lanes]
    assert larger == smaller
    assert found.equal_size.startswith("Equal size: ")
    assert found.as_set == tuple(strategies)
    assert found.equal_size in found._repr_html_()
    larger, smaller = [
        lane.metrics["chunks"] for lane in compare(text, strategies, as_set=True).lanes
    ]
    assert larger < smaller
