from chunking.core.chunking import Chunking
from chunking.core.cuts import REASONS, Reason
from chunking.core.prepared import Constraints
from chunking.engine import chunk
from chunking.strategies import get

TEXT = "One two. Three four. Five six. Seven."


def cut(text: str = TEXT, **settings: object) -> Chunking:
    """Split a text by sentences; sizes in words."""
    small: dict[str, object] = {"tokenizer": "words", "max_tokens": 4, "overlap_tokens": 0}
    return chunk(text, get("sentence")(**{**small, **settings}))


def test_sentences_are_packed_while_they_fit() -> None:
    found = cut()
    assert [(c.start, c.end, c.text, c.reason) for c in found] == [
        (0, 20, "One two. Three four.", Reason.MAX_TOKENS),
        (21, 37, "Five six. Seven.", Reason.TAIL),
    ]
    verdicts = [REASONS[code] for code in found.verdicts]
    assert verdicts == [Reason.FITS, Reason.MAX_TOKENS, Reason.FITS]


def test_overlap_is_whole_sentences() -> None:
    found = cut(overlap_tokens=2)
    assert [(c.text, c.overlap) for c in found] == [
        ("One two. Three four.", 0),
        ("Three four. Five six.", 12),
        ("Five six. Seven.", 10),
    ]


def test_a_sentence_larger_than_the_overlap_is_not_repeated() -> None:
    assert cut(overlap_tokens=1).overlap.tolist() == [0, 0]


def test_overlap_is_dropped_for_a_sentence_that_would_not_fit() -> None:
    found = cut("One two. Three four five six. Seven.", overlap_tokens=2)
    assert found.texts == ["One two.", "Three four five six.", "Seven."]


def test_a_sentence_above_the_maximum_is_split_at_spaces() -> None:
    assert cut("one two three four five six.").texts == ["one two three four", "five six."]


def test_sentences_joined_by_hand_stay_whole_and_may_be_oversize() -> None:
    found = chunk(
        TEXT,
        get("sentence")(tokenizer="words", max_tokens=3, overlap_tokens=0),
        constraints=Constraints(forbidden=(9,)),
    )
    assert found.texts == ["One two. Three four.", "Five six. Seven."]
    assert found.oversize.tolist() == [True, False]
