"""Why chunks exceed the maximum."""

from chunking import chunk, get
from chunking.core.chunking import Chunking
from chunking.core.prepared import NONE, Constraints
from chunking.output.summaries.notes import oversize_summary

FENCE = "```\n" + "a b c d\n" * 4 + "```"
TABLE = "| a | b |\n|---|---|\n" + "| one | two |\n" * 4
TEXT = f"# T\n\nSome text.\n\n{FENCE}\n\nMore.\n\n{TABLE}\n\n{FENCE}\n\nThe end."


def cut(text: str = TEXT, *, constraints: Constraints = NONE, **settings: object) -> Chunking:
    """Split a text into sentences; sizes in words."""
    small: dict[str, object] = {"tokenizer": "words", "max_tokens": 8, "overlap_tokens": 0}
    strategy = get("sentence")(**{**small, **settings})
    return chunk(text, strategy, constraints=constraints)


def test_a_block_kept_whole_is_the_reason() -> None:
    found = cut(oversize="keep")
    reasons = [each.oversize_reason for each in found if each.oversize]
    assert reasons == ["fence", "table", "fence"]
    assert all(not each.oversize_reason for each in found if not each.oversize)
    assert oversize_summary(found) == "2: a fence is kept whole; 1: a table is kept whole"


def test_units_joined_by_hand_are_the_reason() -> None:
    text = "One two three four five.\n\nSix seven eight nine."
    found = cut(text, constraints=Constraints(forbidden=(text.index("Six"),)))
    assert [each.oversize_reason for each in found] == ["manual"]
    assert oversize_summary(found) == "manual boundaries join units"


def test_a_character_of_several_tokens_is_the_reason() -> None:
    found = cut("𒀀 a", tokenizer="cl100k", max_tokens=2)
    assert [each.oversize_reason for each in found if each.oversize] == ["character"]


def test_without_such_chunks_there_is_none() -> None:
    found = cut(oversize="split")
    assert found.oversize_reasons == {}
    assert oversize_summary(found) == ""
