"""Units that manual boundaries inside them split."""

from dataclasses import replace

import numpy as np
import pytest

from chunking.core.document import Document
from chunking.core.prepared import Constraints, Material, Prepared
from chunking.engine import prepare, split_units
from chunking.strategies import get

TEXT = (
    "One is first. Two follows it.  Three is third.\n\n  Four ends it. Five. Six.\n\n```\na b\n```"
)
NAMES = ("One", "Two", "Three", "Four", "Five", "Six", "a b")
AT = {name: TEXT.index(name) for name in NAMES}


def paragraphs(text: str = TEXT) -> Prepared:
    return prepare(Document(text, media_type="text/markdown"), Material("paragraphs"))


def split(required: str = "", forbidden: str = "") -> list[str]:
    """Return the texts of the units; manual boundaries by the words after them."""
    marks = Constraints(
        *(tuple(AT[name] for name in side.split()) for side in (required, forbidden))
    )
    units = split_units(paragraphs(), marks).units
    spans = zip(units.starts.tolist(), units.ends.tolist(), strict=True)
    return [TEXT[start:end] for start, end in spans]


ONE, FOUR, FENCE = split()


def test_without_manual_boundaries_units_stay() -> None:
    prepared = paragraphs()
    assert split_units(prepared, Constraints()) is prepared
    assert ONE.startswith("One")
    assert ONE.endswith("third.")
    assert FOUR.strip().startswith("Four")
    assert FENCE.startswith("```")


@pytest.mark.parametrize(
    ("required", "parts"),
    [
        ("Two", ["One is first.", "Two follows it.  Three is third."]),
        ("Three", ["One is first. Two follows it.", "Three is third."]),
        ("Three Two", ["One is first.", "Two follows it.", "Three is third."]),
        ("One", [ONE]),
    ],
)
def test_a_required_boundary_splits_its_unit_without_the_blank_before(
    required: str, parts: list[str]
) -> None:
    assert split(required) == [*parts, FOUR, FENCE]


def test_several_units_are_split_each_at_its_own_boundaries() -> None:
    assert split("Two Six") == [
        "One is first.", "Two follows it.  Three is third.", FOUR[: -len(" Six.")], "Six.", FENCE,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("forbidden", "parts"),
    [
        ("Two", ["One is first.", "Two follows it.", "Three is third."]),
        ("Three", ["One is first.", "Two follows it.", "Three is third."]),
        ("Two Three", ["One is first.", "Two follows it.", "Three is third."]),
    ],
)
def test_the_sentences_around_a_forbidden_boundary_become_units(
    forbidden: str, parts: list[str]
) -> None:
    assert split(forbidden=forbidden) == [*parts, FOUR, FENCE]


def test_a_forbidden_boundary_before_the_last_sentence_splits_only_its_unit() -> None:
    first = FOUR[: FOUR.index(" Five")]
    assert split(forbidden="Six") == [ONE, first, "Five.", "Six.", FENCE]
    assert split(forbidden="Five") == [ONE, first, "Five.", "Six.", FENCE]


def test_a_forbidden_boundary_in_the_only_unit_splits_it() -> None:
    text = "One is first. Two follows it. Three is third. Four ends it."
    units = split_units(paragraphs(text), Constraints((), (text.index("Four"),))).units
    assert units.starts.tolist() == [0, text.index("Three"), text.index("Four")]
    assert [text[end - 1] for end in units.ends] == ["."] * 3


def test_an_atomic_unit_is_not_split() -> None:
    prepared = prepare(Document(TEXT, media_type="text/markdown"), Material("sentences"))
    assert prepared.units.atomic.tolist()[-1]
    assert split_units(prepared, Constraints((AT["a b"],), (AT["a b"],))) is prepared


def test_an_offset_after_blanks_only_has_no_effect() -> None:
    prepared = paragraphs()
    start = int(prepared.units.starts[1])
    marks = Constraints(tuple(range(start, AT["Four"] + 1)))
    assert split_units(prepared, marks) is prepared


@pytest.mark.parametrize("offset", [AT["Two"] + 1, AT["Two"] - 1, 0, len(TEXT), len(TEXT) + 9])
def test_an_offset_inside_a_word_splits_and_one_at_a_blank_does_not(offset: int) -> None:
    prepared = paragraphs()
    units = split_units(prepared, Constraints((offset,))).units
    expected = [offset] if offset == AT["Two"] + 1 else []
    assert sorted(set(units.starts.tolist()) - set(prepared.units.starts.tolist())) == expected


def test_a_boundary_inside_a_character_has_no_effect() -> None:
    text = "One e\u0301e\u0301 two."
    prepared = paragraphs(text)
    assert split_units(prepared, Constraints((text.index("\u0301"),))) is prepared
    assert len(split_units(prepared, Constraints((text.index("\u0301") + 1,))).units) == 2


def test_units_with_vectors_or_with_features_that_depend_on_them_stay() -> None:
    marks = Constraints((AT["Two"],), (AT["Five"],))
    with_vectors = replace(paragraphs(), vectors=np.zeros((3, 2), np.float32))
    assert split_units(with_vectors, marks) is with_vectors
    material = get("optimal")(lexical_weight=1).material
    with_costs = prepare(Document(TEXT), replace(material, units="paragraphs"))
    assert split_units(with_costs, marks) is with_costs
    empty = paragraphs("")
    assert split_units(empty, marks) is empty


def test_parts_keep_the_kind_of_their_unit() -> None:
    text = "# One two. Three.\n\nFour. Five."
    prepared = paragraphs(text)
    marks = Constraints((text.index("Three"), text.index("Five")))
    units = split_units(prepared, marks).units
    kinds = prepared.units.kinds
    assert units.kinds.tolist() == [kinds[0], kinds[0], kinds[1], kinds[1]]
    assert not units.atomic.any()
