from typing import Literal

import numpy as np
import pytest
from hostile import PIECES, TEXTS
from hypothesis import given
from hypothesis import strategies as some

from chunking.core.document import Document
from chunking.core.prepared import Material
from chunking.engine import chunk, prepare
from chunking.strategies import get
from chunking.strategies.overlap import Overlap, OverlapStarts

pytestmark = pytest.mark.usefixtures("four_characters_per_token")


def carried(text: str, core: int, overlap: Overlap, tokens: int | None = None) -> str:
    """Return the overlap of a chunk whose core starts at `core`; sizes in words."""
    prepared = prepare(Document(text), Material("sentences", tokenizer="words"))
    return text[OverlapStarts(prepared, overlap).start(core, tokens) : core]


def test_overlap_starts_at_a_word() -> None:
    prepared = prepare(Document("alpha beta gamma"), Material("sentences"))
    assert OverlapStarts(prepared, Overlap(2)).start(11) == 6


def test_overlap_is_at_most_the_setting() -> None:
    text = "one two three four five"
    assert carried(text, 19, Overlap(2)) == "three four "
    assert carried(text, 19, Overlap(20)) == "one two three four "


def test_overlap_respects_a_smaller_limit() -> None:
    assert carried("one two three four", 14, Overlap(3), tokens=1) == "three "


@pytest.mark.parametrize("tokens", [0, -3])
def test_a_limit_of_0_gives_no_overlap(tokens: int) -> None:
    assert carried("one two three four", 14, Overlap(3), tokens=tokens) == ""


def test_the_first_chunk_has_no_overlap() -> None:
    assert carried("one two", 0, Overlap(5)) == ""


def test_without_the_start_of_a_word_there_is_no_overlap() -> None:
    prepared = prepare(Document("x" * 100), Material("sentences"))
    assert OverlapStarts(prepared, Overlap(5)).start(50) == 50


def test_in_scripts_without_spaces_every_character_starts_a_word() -> None:
    text = "今天天气很好我们去公园"
    assert carried(text, 6, Overlap(2)) == "很好"


def test_overlap_never_starts_inside_a_fence_or_a_table() -> None:
    fence = "one\n\n```\na b c\nd e f\n```\n\nlast word next"
    core = fence.index("next")
    assert carried(fence, core, Overlap(6)) == "last word "
    assert carried(fence, core, Overlap(10)) == fence[fence.index("```") : core]
    table = "one\n\n| a | b |\n|---|---|\n| c | d |\n\nlast next"
    assert carried(table, table.index("next"), Overlap(5)) == "last "


def test_overlap_in_sentences_is_whole_sentences() -> None:
    text = "One is here. Two is here. Three is here. Four."
    core = text.index("Four")
    assert carried(text, core, Overlap(8, align="sentence")) == "Two is here. Three is here. "
    assert carried(text, core, Overlap(5, align="sentence")) == "Three is here. "
    assert carried(text, core, Overlap(2, align="sentence")) == ""


def test_exact_overlap_is_to_the_character() -> None:
    text = "alpha beta gamma"
    prepared = prepare(Document(text), Material("sentences"))
    assert OverlapStarts(prepared, Overlap(2, align="exact")).start(11) == 3


def test_exact_overlap_starts_after_a_cluster_it_would_split() -> None:
    text = "abce\u0301\u0301\u0301fg next"
    prepared = prepare(Document(text), Material("sentences"))
    core = text.index("next")
    assert OverlapStarts(prepared, Overlap(1, align="exact")).start(core) == text.index("f")


def test_overlap_never_starts_at_a_combining_mark() -> None:
    text = "one two \u0301three four"
    prepared = prepare(Document(text), Material("sentences"))
    core = text.index("four")
    assert OverlapStarts(prepared, Overlap(2)).start(core) == core
    assert OverlapStarts(prepared, Overlap(3)).start(core) == text.index("two")


def test_a_share_limits_the_overlap_by_the_previous_chunk() -> None:
    strategy = get("structure")(
        tokenizer="words", target_tokens=20, max_tokens=24, overlap_share=0.15
    )
    text = " ".join(f"w{i}" for i in range(60))
    chunking = chunk(text, strategy)
    assert [chunk.text.split()[0] for chunk in chunking] == ["w0", "w17", "w37"]
    assert [chunking.document.text[c.start :].split()[0] for c in chunking] == ["w0", "w20", "w40"]


@given(
    text=some.one_of(
        some.sampled_from(sorted(TEXTS.values())),
        some.lists(some.sampled_from(PIECES), max_size=12).map("".join),
    ),
    tokens=some.integers(0, 12),
    align=some.sampled_from(["word", "sentence", "exact"]),
    tokenizer=some.sampled_from(["estimate", "words"]),
    data=some.data(),
)
def test_starts_agrees_with_start_for_each_core(
    text: str,
    tokens: int,
    align: Literal["word", "sentence", "exact"],
    tokenizer: str,
    data: some.DataObject,
) -> None:
    prepared = prepare(Document(text), Material("sentences", tokenizer=tokenizer))
    starts = OverlapStarts(prepared, Overlap(tokens, align))
    cores = np.append(prepared.units.starts, len(text))
    allowed = np.array(
        data.draw(some.lists(some.integers(-1, 14), min_size=len(cores), max_size=len(cores))),
        dtype=np.int64,
    )
    assert starts.starts(cores).tolist() == [starts.start(core) for core in cores.tolist()]
    pairs = zip(cores.tolist(), allowed.tolist(), strict=True)
    assert starts.starts(cores, allowed).tolist() == [starts.start(*pair) for pair in pairs]
