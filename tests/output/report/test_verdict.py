"""The sentence on top of a report: literal counts in, one literal sentence out."""

import pytest
from lanes import comparison, lane

from chunking.output.report.verdict import lane_names, verdict


def test_two_lanes_agree_on_some_boundaries_and_one_exceeds_the_model_limit() -> None:
    found = comparison(
        lane("structure", [0, 11, 22, 55]),
        lane("semantic", [0, 11, 55, 66, 77], {"truncated": 3}, letter="B"),
    )
    assert verdict(found) == (
        "Structure and semantic agree on 2 of 5 boundaries; "
        "semantic exceeds the model limit in 3 of 5 chunks, structure in none."
    )


def test_a_boundary_in_blank_space_is_that_of_the_next_word() -> None:
    found = comparison(lane("structure", [0, 10]), lane("semantic", [0, 11], letter="B"))
    assert verdict(found) == (
        "Structure and semantic have the same boundary; no chunk exceeds the model limit."
    )


def test_lanes_without_a_common_boundary_share_none() -> None:
    found = comparison(
        lane("structure", [0, 11], {"truncated": 2}),
        lane("semantic", [0, 22], {"truncated": 2}, letter="B"),
        lane("fixed", [0], {"truncated": 1}, letter="C"),
    )
    assert verdict(found) == (
        "None of 2 boundaries is shared by all 3 lanes; structure exceeds the model limit in all 2 "
        "chunks, semantic in all 2, fixed in its only chunk."
    )


def test_lanes_of_one_chunk_have_no_boundary() -> None:
    found = comparison(lane("fixed", [0], {"truncated": 1}), lane("sentence", [0], letter="B"))
    assert verdict(found) == (
        "No lane has a boundary; fixed exceeds the model limit in its only chunk, sentence in none."
    )


def test_the_most_frequently_broken_kind_of_block_is_counted() -> None:
    found = comparison(
        lane("structure", [0, 11], {"broken_tables": 1}),
        lane("semantic", [0, 11], {"broken_lists": 9}, letter="B"),
        lane("fixed", [0, 11], {"broken_lists": 1}, letter="C"),
    )
    assert verdict(found).endswith("; semantic breaks 9 list items, fixed 1, structure none.")
    found = comparison(
        lane("semantic", [0, 11], {"broken_fences": 1}),
        lane("fixed", [0], {"broken_fences": 1}, letter="B"),
    )
    assert verdict(found).endswith("; each lane breaks 1 fenced code block.")


def test_of_more_than_three_lanes_only_the_highest_count_has_a_name() -> None:
    found = comparison(
        lane("fixed", [0, 11, 22, 33], {"truncated": 1, "broken_lists": 3}),
        lane("sentence", [0, 11, 22, 33], {"truncated": 2, "broken_lists": 2}, letter="B"),
        lane("paragraph", [0, 11, 22, 33], {"broken_lists": 7}, letter="C"),
        lane("structure", [0, 11, 22, 33], letter="D"),
    )
    assert verdict(found) == (
        "All 4 lanes have the same 3 boundaries; "
        "sentence exceeds the model limit in 2 of 4 chunks, the other 3 lanes in at most 25%; "
        "paragraph breaks 7 list items, the other 3 lanes at most 3."
    )


@pytest.mark.parametrize(
    ("starts", "metrics", "expected"),
    [
        ([0, 11, 22], {"tokens_median": 227, "truncated": 2},
         "3 chunks, median 227 tokens; 2 exceed the model limit."),
        ([0, 11], {"tokens_median": 1251, "truncated": 1},
         "2 chunks, median 1,251 tokens; 1 exceeds the model limit."),
        ([0, 11], {"truncated": 2}, "2 chunks, median 100 tokens; all exceed the model limit."),
        ([0], {"tokens_median": 1}, "1 chunk, median 1 token; none exceeds the model limit."),
        ([0], {"truncated": float("nan"), "broken_tables": 2},
         "1 chunk, median 100 tokens; 2 tables are broken."),
        ([0], {"truncated": float("nan"), "broken_lists": 1},
         "1 chunk, median 100 tokens; 1 list item is broken."),
        ([], {"tokens_median": float("nan")}, "There are no chunks."),
    ],
)  # fmt: skip
def test_one_lane_has_sizes(starts: list[int], metrics: dict[str, float], expected: str) -> None:
    assert verdict(comparison(lane("semantic", starts, metrics))) == expected


def test_lanes_with_one_title_are_named_with_their_letters() -> None:
    titles = {"A": "semantic", "B": "fixed", "C": "semantic"}
    lanes = [lane(title, [0], letter=letter) for letter, title in titles.items()]
    assert lane_names(lanes) == ["semantic A", "fixed", "semantic C"]


def test_a_file_name_keeps_its_case_and_becomes_one_short_line() -> None:
    name = "their\n\N{RIGHT-TO-LEFT OVERRIDE}chunks.jsonl"
    found = comparison(lane(name, [0, 11]), lane("x" * 60, [0, 11], letter="B"))
    assert verdict(found).startswith(f"Their chunks.jsonl and {'x' * 39}… have the same")
    found = comparison(lane("a.jsonl", [0, 11]), lane("b.csv", [0, 11], letter="B"))
    assert verdict(found).startswith("a.jsonl and b.csv have the same boundary;")
