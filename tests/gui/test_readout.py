"""The sentences above the curve: which setting decides, what to do about it, what is broken."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from embedders import HashEmbedder
from planted import prepared

from chunking.engine import prepare, run
from chunking.gui.cached import Reference
from chunking.gui.views.readout import _decided, _share, damage, figures, sentences
from chunking.strategies import get
from chunking.text.tokenizers import token_sizes
from chunking.types import Chunking, Document

if TYPE_CHECKING:
    from chunking.strategies import Strategy


@pytest.mark.parametrize(
    ("decided", "nothing", "said"),
    [
        (
            {"Threshold": 4, "Min tokens": 26},
            ["Max tokens"],
            (
                "Without Min tokens 26 of 30 cuts vanish or move, without Threshold 4. "
                "Max tokens changes nothing here."
            ),
        ),
        (
            {"Threshold": 30, "Min tokens": 28, "Max tokens": 0},
            [],
            (
                "Without Threshold 30 of 30 cuts vanish or move, without Min tokens 28, without "
                "Max tokens none (some need both)."
            ),
        ),
        (
            {"Threshold": 30, "Min tokens": 30},
            [],
            (
                "Without Threshold 30 of 30 cuts vanish or move, without Min tokens 30 "
                "(all need both)."
            ),
        ),
        (
            {"Min tokens": 0},
            ["Overlap tokens", "Max tokens"],
            (
                "Nothing limits the 30 cuts: with Min tokens off they would be the same. "
                "Overlap tokens and Max tokens change nothing here."
            ),
        ),
    ],
)
def test_who_decides_is_said_in_one_sentence(
    decided: dict[str, int], nothing: list[str], said: str
) -> None:
    assert _decided(decided, nothing, 30) == said


@pytest.mark.parametrize(
    ("scores", "limits", "said"),
    [
        # Every gap is wanted, and only each fifth leaves enough tokens before it.
        (
            [0.2] * 24,
            (50, 500),
            (
                "The threshold lies above 100% of the gaps, but Min tokens passes over 20 of the "
                "24 it asks for: lower Min tokens or the threshold, or see Suggestions, to let the "
                "text decide."
            ),
        ),
        # One gap is wanted, the others are cut where a chunk is full.
        (
            [0.2] + [0.9] * 23,
            (0, 50),
            (
                "The threshold lies above 4% of the gaps, but Max tokens places 4 of 5 cuts: raise "
                "Max tokens or the threshold, or see Suggestions, to let the text decide."
            ),
        ),
        (
            ([0.9] * 4 + [0.2]) * 4,
            (20, 500),
            "The threshold lies above 20% of the gaps; a lower one gives fewer cuts.",
        ),
    ],
)
def test_what_to_do_where_the_sizes_place_the_cuts(
    scores: list[float], limits: tuple[int, int], said: str
) -> None:
    ready = prepared(scores)
    strategy = get("semantic")(threshold=0.5, min_tokens=limits[0], max_tokens=limits[1])
    assert said in sentences(run(ready, strategy), ready, strategy)


def test_on_windows_it_is_said_how_many_of_the_gaps_below_are_asked_for() -> None:
    ready = prepared([0.9, 0.4, 0.2, 0.4, 0.9] * 4)
    assert ready.signal is not None
    ready = replace(ready, signal=replace(ready.signal, kind="windowed"))
    strategy = get("semantic")(threshold=0.5, min_tokens=0, max_tokens=500, signal="windowed")
    assert (
        "The threshold lies above 60% of the gaps and asks for a cut at 20%, the low points of the "
        "curve; a lower one gives fewer cuts."
    ) in sentences(run(ready, strategy), ready, strategy)


SPEECH = "Ann: Good morning to all of you.\n\nBob: And to you, whoever you are.\n\n"


@pytest.mark.parametrize(
    ("strategy", "text", "said"),
    [
        (
            get("dialogue")(max_tokens=20, merge_below=0),
            SPEECH * 8,
            ("Without Max tokens 7 of 7 cuts vanish or move; the text says where they fall."),
        ),
        (
            get("dialogue")(max_tokens=20, merge_below=0),
            SPEECH * 8 + "Bob: " + "Many words come one after another. " * 8,
            (
                "Without Max tokens 11 of 11 cuts vanish or move; Max tokens places 3, the text "
                "the others."
            ),
        ),
        (
            get("structure")(target_tokens=20, max_tokens=40),
            "# Talk\n\n" + SPEECH * 8 + "# End\n\nEnough.",
            (
                "Without Max tokens 6 of 7 cuts vanish or move; Target tokens says about how large "
                "the parts are, the text where they end."
            ),
        ),
        (
            get("sentence")(max_tokens=20, overlap_tokens=0, resync_interval=0),
            "Many words come one after another. " * 8,
            "Without Max tokens 3 of 3 cuts vanish or move.",
        ),
    ],
)
def test_a_maximum_that_makes_cuts_necessary_need_not_place_them(
    strategy: Strategy, text: str, said: str
) -> None:
    ready = prepare(Document(text), strategy.material)
    assert " ".join(sentences(run(ready, strategy), ready, strategy)).strip() == said


def test_without_a_maximum_lists_of_any_length_stay_whole() -> None:
    text = "- Sun and rain come and go.\n- Wind comes and goes with them.\n" * 8
    strategy = get("semantic")(keep_whole="lists", threshold=1.0, min_tokens=0, max_tokens=60)
    ready = prepare(Document(text), strategy.material, embedder=HashEmbedder())
    said = sentences(run(ready, strategy), ready, strategy)
    assert said[0].endswith("; without Max tokens lists of any length stay whole.")


def test_every_cut_is_counted_where_the_sizes_place_most_of_them() -> None:
    # A sentence that is cut inside: those cuts lie at no gap.
    text = "word " * 150 + ". " + "Short ones are here. " * 20
    strategy = get("semantic")(threshold=-1.0, min_tokens=0, max_tokens=50)
    ready = prepare(Document(text), strategy.material, embedder=HashEmbedder())
    found = run(ready, strategy)
    assert f"Max tokens places {len(found) - 1} of {len(found) - 1} cuts" in " ".join(
        sentences(found, ready, strategy)
    )


TEXT = (
    "Cats sleep. Dogs bark at cats.\n\n- Sun and rain.\n- Wind\n  and snow.\n\n"
    "|a|b|\n|-|-|\n|1|2|\n"
)


@pytest.mark.parametrize(
    ("at", "said"),
    [
        (["- Sun"], ""),
        (["bark"], "100% of the cuts part a sentence."),
        (["and snow"], "The cuts go through 1 list item; 100% of the cuts part a sentence."),
        (["- Sun", "|-|"], "The cuts go through 1 table."),
        (["rain", "snow", "|1|"], "The cuts go through 2 list items and 1 table; 67% of the cuts"),
    ],
)
def test_what_the_cuts_break_is_said(at: list[str], said: str) -> None:
    document = Document(TEXT)
    known = prepare(document, get("semantic")().material, embedder=HashEmbedder())
    edges = [0, *(TEXT.index(words) for words in at), len(TEXT)]
    chunking = Chunking.from_spans(document, list(pairwise(edges)))
    found = damage(chunking, Reference(known, token_sizes(TEXT, "wordpiece")))
    assert found.startswith(said)
    assert bool(found) == bool(said)


@pytest.mark.parametrize(
    ("strategy", "said"),
    [
        (get("semantic")(), "inside Min and Max tokens"),
        (get("semantic")(min_tokens=0), "inside Max tokens"),
        (get("paragraph")(), "inside Max tokens"),
        (get("fixed")(), "inside Max tokens"),
        (get("hierarchical")(), "inside the maximum of the last level"),
    ],
)
def test_the_share_inside_says_which_limits_are_meant(strategy: Strategy, said: str) -> None:
    chunking = Chunking.from_spans(Document("ab " * 400), [(0, 1200)])
    ready = prepare(chunking.document, get("sentence")().material)
    known = Reference(ready, token_sizes(chunking.document.text, "wordpiece"))
    assert figures(chunking, strategy, known)[2] == (
        "0%" if strategy.limits[1] < 300 else "100%",
        said,
    )


def test_a_median_between_two_sizes_is_rounded_up_as_the_page_does_it() -> None:
    text = "ab " * 400
    chunking = Chunking.from_spans(Document(text), [(0, 40), (40, 88)])
    strategy = get("sentence")()
    ready = prepare(Document(text), get("sentence")().material)
    known = Reference(ready, token_sizes(text, "wordpiece"))
    assert chunking.tokens.tolist() == [10, 12]
    assert figures(chunking, strategy, known)[1][0] == "11"
    odd = Chunking.from_spans(Document(text), [(0, 40), (40, 84)])
    assert odd.tokens.tolist() == [10, 11]
    assert figures(odd, strategy, known)[1][0] == "11"


def test_a_share_is_neither_all_nor_nothing_where_it_only_rounds_to_that() -> None:
    assert [_share(each) for each in (0, 0.003, 0.42, 0.998, 1)] == [
        "0%", "0.3%", "42%", "99.8%", "100%"
    ]  # fmt: skip
