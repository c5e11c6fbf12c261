import itertools
import math

import pytest
from evaluations import Span, evaluation, spans

from chunking.analysis.metrics import compute_metrics
from chunking.core.units import UnitKind

SENTENCES = "First one. Second one. Third one."


@pytest.mark.parametrize(
    ("chunks", "share"),
    [
        ([(0, 10), (11, 22), (23, 33)], 0),
        ([(0, 14), (15, 22), (23, 33)], 0.5),
        ([(0, 14), (15, 28), (29, 33)], 1),
        # Made elsewhere: the first core ends inside a sentence whose rest is left out.
        ([(0, 14), (23, 33)], 1),
        # The blank before a sentence is not in it.
        ([(0, 10), (10, 33)], 0),
    ],
)
def test_boundaries_inside_sentences_are_counted(chunks: list[Span], share: float) -> None:
    sentences = spans(SENTENCES, "First one.", "Second one.", "Third one.")
    shown = evaluation(SENTENCES, chunks, sentences=sentences)
    assert compute_metrics(shown)["sentence_cuts"] == share


def test_without_sentences_the_share_is_undefined() -> None:
    shown = evaluation("x = 1\ny = 2", [(0, 3), (3, 11)])
    shown.sentences.units.kinds[:] = UnitKind.CODE.code
    assert math.isnan(compute_metrics(shown)["sentence_cuts"])


MARKDOWN = "# A\n\n```\ncode\n```\n\n| a |\n|---|\n\n- item\n  more\n- item\n\n## B\n\nText."
PARTS = spans(
    MARKDOWN, "# A", "```\ncode\n```", "| a |\n|---|", "- item\n  more", "- item", "## B", "Text."
)
KINDS = [
    UnitKind.HEADING,
    UnitKind.FENCE,
    UnitKind.TABLE,
    UnitKind.LIST_ITEM,
    UnitKind.LIST_ITEM,
    UnitKind.HEADING,
    UnitKind.PARAGRAPH,
]
BLOCKS = list(zip(PARTS, KINDS, strict=True))


def cut_before(*places: str) -> dict[str, float]:
    """The structure metrics of the Markdown above, cut before each of these strings."""
    offsets = [0, *(start for start, _ in spans(MARKDOWN, *places)), len(MARKDOWN)]
    chunks = [(a, a + len(MARKDOWN[a:b].rstrip())) for a, b in itertools.pairwise(offsets)]
    found = compute_metrics(evaluation(MARKDOWN, chunks, blocks=BLOCKS))
    names = ("broken_fences", "broken_tables", "broken_lists", "stranded_headings")
    return {name: found[name] for name in names if found[name]}


def test_boundaries_between_blocks_break_nothing() -> None:
    assert cut_before("```\ncode", "| a |", "- item\n  more", "- item\n\n", "## B") == {
        "stranded_headings": 1  # "# A" alone is a chunk
    }
    assert cut_before("| a |", "- item\n  more", "- item\n\n", "## B") == {}


def test_a_block_with_several_boundaries_counts_once() -> None:
    assert cut_before("code", "```\n\n|") == {"broken_fences": 1}


def test_tables_and_list_items_are_broken_inside() -> None:
    assert cut_before("|---|") == {"broken_tables": 1}
    assert cut_before("more") == {"broken_lists": 1}


def test_a_heading_at_the_end_of_a_chunk_is_stranded() -> None:
    assert cut_before("Text.") == {"stranded_headings": 1}


def test_a_blank_chunk_after_a_heading_has_no_heading() -> None:
    shown = evaluation(MARKDOWN, [(0, 3), (3, 5), (5, len(MARKDOWN))], blocks=BLOCKS)
    assert compute_metrics(shown)["stranded_headings"] == 1


def test_a_heading_at_the_end_of_the_text_is_not_stranded() -> None:
    text = "Text.\n\n# End"
    blocks = list(
        zip(spans(text, "Text.", "# End"), [UnitKind.PARAGRAPH, UnitKind.HEADING], strict=True)
    )
    assert (
        compute_metrics(evaluation(text, [(0, 5), (7, 12)], blocks=blocks))["stranded_headings"]
        == 0
    )


def test_a_fence_that_is_partly_left_out_is_broken() -> None:
    start, end = PARTS[1]
    shown = evaluation(MARKDOWN, [(0, end - 3)], blocks=BLOCKS)
    assert compute_metrics(shown)["broken_fences"] == 1
    shown = evaluation(MARKDOWN, [(start + 4, len(MARKDOWN))], blocks=BLOCKS)
    assert compute_metrics(shown)["broken_fences"] == 1
