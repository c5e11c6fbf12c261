from chunking.analysis.explain import labels
from chunking.core.document import Document
from chunking.engine import chunk, prepare, run
from chunking.strategies import get

TALK = (
    "ANN: One two three.\n\nBOB: Four five.\n\nANN: Six seven eight nine?\n\nBOB: Ten eleven.\n\n"
    "ANN: Twelve.\n"
)


def cut(text: str, **settings: object) -> list[tuple[str, str]]:
    """Return text and reason of each chunk; sizes in words, no merging by default."""
    small: dict[str, object] = {"tokenizer": "words", "merge_below": 0}
    found = chunk(text, get("dialogue")(**{**small, **settings}))
    return [(c.text, c.reason.value) for c in found]


def test_turns_are_packed_while_they_fit() -> None:
    assert cut(TALK, max_tokens=8, questions="ignore") == [
        ("ANN: One two three.\n\nBOB: Four five.", "turn"),
        ("ANN: Six seven eight nine?\n\nBOB: Ten eleven.", "turn"),
        ("ANN: Twelve.", "tail"),
    ]


def test_a_question_stays_with_its_answer_where_both_fit() -> None:
    loose = [text for text, _ in cut(TALK, max_tokens=12, questions="ignore")]
    assert loose[0].endswith("nine?")
    kept = [text for text, _ in cut(TALK, max_tokens=12)]
    assert kept == [
        "ANN: One two three.\n\nBOB: Four five.",
        "ANN: Six seven eight nine?\n\nBOB: Ten eleven.\n\nANN: Twelve.",
    ]
    assert [text for text, _ in cut(TALK, max_tokens=7)][1] == "ANN: Six seven eight nine?"


def test_a_label_can_mark_a_question() -> None:
    text = "Q. State it.\nA. I am Ann Lee.\nQ. Go on.\nA. No.\n"
    assert [t for t, _ in cut(text, max_tokens=9)] == [
        "Q. State it.\nA. I am Ann Lee.", "Q. Go on.\nA. No.",
    ]  # fmt: skip


def test_a_large_turn_is_split_between_sentences_after_its_name() -> None:
    text = "ANN. One two. Three four five. Six.\n\nBOB. Yes.\n\nANN. No.\n\nBOB. So.\n"
    assert cut(text, max_tokens=3)[:3] == [
        ("ANN. One two.", "max_tokens"), ("Three four five.", "max_tokens"), ("Six.", "turn"),
    ]  # fmt: skip


def test_a_name_is_never_a_chunk_of_its_own() -> None:
    text = "ANN:\nOne two three\nfour five\n\nBOB:\nsix\n\nANN:\nseven\n\nBOB:\neight\n"
    assert [t for t, _ in cut(text, max_tokens=3)][:3] == [
        "ANN:\nOne two", "three", "four five",
    ]  # fmt: skip
    assert next(t for t, _ in cut(text, max_tokens=2)) == "ANN:\nOne"


def test_a_heading_stays_with_what_follows() -> None:
    text = "ANN: One two three.\n\nBOB: Four.\n\n# Act\n\nANN: Five.\n\nBOB: Six.\n"
    assert [t for t, _ in cut(text, max_tokens=8)] == [
        "ANN: One two three.\n\nBOB: Four.", "# Act\n\nANN: Five.\n\nBOB: Six.",
    ]  # fmt: skip


def test_a_small_chunk_merges_with_its_neighbor() -> None:
    text = "ANN: " + "one two three four. " * 2 + "\n\nBOB: Five.\n\nANN: Six.\n\nBOB: Seven.\n"
    assert len(cut(text, max_tokens=10, merge_below=0)) == 2
    assert [t for t, _ in cut(text, max_tokens=5)][:2] == ["ANN: one two three four.",
                                                         "one two three four."]  # fmt: skip
    assert len(cut(text, max_tokens=9)) == 2


def test_a_document_without_turns_has_other_reasons() -> None:
    text = "One two three.\n\nFour five six.\n\nSeven."
    assert cut(text, max_tokens=4) == [
        ("One two three.", "paragraph"), ("Four five six.\n\nSeven.", "tail"),
    ]  # fmt: skip


def test_a_boundary_between_turns_has_its_own_label() -> None:
    strategy = get("dialogue")(max_tokens=8, tokenizer="words", questions="ignore", merge_below=0)
    prepared = prepare(Document(TALK), strategy.material)
    assert labels(run(prepared, strategy), prepared) == ["turn, Max tokens 8"] * 2


def test_a_chunk_goes_over_no_heading_day_or_pause_that_it_could_end_at() -> None:
    chat = "".join(
        f"[{day}, {hour}:{minute:02}] {name}: The ferry left at six today.\n"
        for day, hour, name in (("01/05/2024", 9, "Ruth"), ("01/05/2024", 14, "Idris"),
                                ("02/05/2024", 14, "Ruth"))
        for minute in (1, 2, 3)
    )  # fmt: skip
    texts = chunk(chat, get("dialogue")(max_tokens=45, merge_below=20, tokenizer="words")).texts
    assert [text[:18] for text in texts] == [
        "[01/05/2024, 9:01]", "[01/05/2024, 14:01", "[02/05/2024, 14:01"
    ]  # fmt: skip
    play = "# Act {}\n\n" + "RUTH: Is it deep, and cold?\n\nIDRIS: It is very deep.\n\n" * 3
    document = Document(play.format("I") + play.format("II"), media_type="text/markdown")
    texts = chunk(document, get("dialogue")(max_tokens=30, merge_below=12, tokenizer="words")).texts
    assert [text[:5] for text in texts if "# Act" in text] == ["# Act", "# Act"]


def test_the_times_of_a_recording_are_no_pauses() -> None:
    text = "".join(f"[{minute:02}:00] {name}: Is it deep?\n" for minute, name in
                   enumerate(["Ruth", "Idris"] * 4))  # fmt: skip
    assert len(chunk(text, get("dialogue")(max_tokens=40, tokenizer="words")).texts) == 1
