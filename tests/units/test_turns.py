from typing import SupportsIndex

import pytest

from chunking.core.document import Document
from chunking.units.layout import layout
from chunking.units.speaker_labels import find_labels, label_at, speaker_labels, speech_start
from chunking.units.turns import turns


@pytest.mark.parametrize(
    ("line", "form", "name"),
    [
        ("Ruth: There is.", "colon", "Ruth"),
        ("MRS. LOWRY: Which weekend?", "colon", "MRS. LOWRY"),
        ("[12:03] Ruth: There is.", "colon", "Ruth"),
        ("12:03:07 Ruth: There is.", "colon", "Ruth"),
        ("Ruth (12:03): There is.", "colon", "Ruth"),
        ("12/03/2024, 12:03 - Ruth: There is.", "colon", "Ruth"),
        ("[12/03/24, 12:03:11 PM] Ruth: There is.", "colon", "Ruth"),
        ("**Ruth:** There is.", "colon", "Ruth"),
        ("**Ruth**: There is.", "colon", "Ruth"),
        ("Q: Why?", "colon", "Q"),
        ("阿Q：为什么？", "colon", "阿Q"),
        (
            "Right Hon. Ruth Lowry (Minister, Ely): There is.",
            "colon",
            "Right Hon. Ruth Lowry (Minister, Ely)",
        ),
        (
            "The Chair (Mr. R. Lowry (Ely, Ind.)): There is.",
            "colon",
            "The Chair (Mr. R. Lowry (Ely, Ind.))",
        ),
        ("RUTH. There is.", "stop", "RUTH"),
        ("*RUTH.* There is.", "stop", "RUTH"),
        ("<ruth> there is", "angle", "ruth"),
        ("12:03 <@ruth> there is", "angle", "ruth"),
        ("Ruth Lowry  12:03 PM", "timed", "Ruth Lowry"),
        ("    RUTH (V.O.)\nThere is.", "cue", "RUTH"),
    ],
)
def test_labels_are_recognized_in_all_forms(line: str, form: str, name: str) -> None:
    found = label_at(line)
    assert found is not None
    assert (found.form, found.name) == (form, name)


@pytest.mark.parametrize(
    "line",
    [
        "There is one. Two: three", "https://example.org", "12:03", "Ruth said. No.",
        "<b>bold</b>", "- a", "RUTH", "see: ", "",
    ],
)  # fmt: skip
def test_other_lines_have_no_label(line: str) -> None:
    found = label_at(line)
    assert found is None or found.name == "see"


def names(text: str) -> list[str]:
    """The speakers of a text, in order."""
    found = speaker_labels(find_labels(text), 2)
    return [found.spellings[name] for name in found.names]


def test_a_form_needs_two_recurring_names() -> None:
    assert names("A: a\nB: b\nA: c\nB: d\n") == ["A", "B", "A", "B"]
    assert names("A: a\nB: b\nC: c\nD: d\n") == []
    assert names("A: a\nA: b\nA: c\n") == []


def test_a_single_name_counts_in_unambiguous_forms() -> None:
    chat = "<a> hi\n<b> hi\n<a> well\n<b> so\n<c> hm\n"
    assert names(chat) == ["a", "b", "a", "b", "c"]
    assert names("ANN: hi\nBOB: hi\nANN: well\nBOB: so\nCY: hm\nNote: none\n") == [
        "ANN", "BOB", "ANN", "BOB", "CY",
    ]  # fmt: skip
    assert names("Ann: hi\nBob: hi\nAnn: well\nBob: so\nNote: none\n") == [
        "Ann", "Bob", "Ann", "Bob",
    ]  # fmt: skip


def test_speech_starts_after_the_label() -> None:
    assert speech_start("Ruth:  There is.", 0) == 7
    assert speech_start("There is.", 0) == 0


class Watched(str):
    """A text that notes how long the pieces are that are taken from it."""

    __slots__ = ("taken",)

    def __init__(self, text: str) -> None:
        del text
        self.taken: list[int] = []

    def __getitem__(self, place: SupportsIndex | slice) -> str:
        piece = super().__getitem__(place)
        self.taken.append(len(piece))
        return piece


def test_the_rest_of_a_document_is_not_copied_per_turn() -> None:
    text = Watched("Ruth: There is.\n" * 100)
    assert speech_start(text, 0) == 6
    assert 0 < max(text.taken) <= 200


def units(text: str, media_type: str = "text/markdown") -> list[str]:
    document = Document(text, media_type=media_type)
    found, _ = turns(text, layout(document), "en")
    return [text[a:b] for a, b in zip(found.starts, found.ends, strict=True)]


def test_a_turn_extends_to_the_next_one_or_to_a_heading() -> None:
    text = (
        "A play.\n\n# Act\n\nA room.\n\nA: a.\n\nMore of a.\n\nB: b.\nA: c.\nB: d.\n\n"
        "# Act\n\nRain.\n\nA: e.\n"
    )
    assert units(text) == [
        "A play.", "# Act", "A room.", "A: a.\n\nMore of a.", "B: b.", "A: c.", "B: d.",
        "# Act", "Rain.", "A: e.",
    ]  # fmt: skip


def test_a_fence_holds_no_turns() -> None:
    text = "A: a.\n\n```\nB: b\nB: c\n```\n\nC: d.\n\nA: e.\n\nC: f.\n"
    assert units(text) == ["A: a.\n\n```\nB: b\nB: c\n```", "C: d.", "A: e.", "C: f."]


def test_prose_has_no_turns() -> None:
    assert units("One thing: it rains.\n\nAnother.\n\nAnd one thing: no.\n") == []
    assert units("") == []


def test_the_turns_of_a_fortune_are_one_unit() -> None:
    text = "".join(f"<ada> Is it ebb {n}?\n<ben> No, ada.\n%\n" for n in range(5))
    units, points = turns(text, layout(Document(text)), "en")
    assert len(units) == 5
    assert [text[at : at + 5] for at in points[0].offsets] == ["<ben>"] * 5


def test_the_verse_of_a_turn_is_split_between_its_lines() -> None:
    verse = "Low tide. Nobody\nsaw.\nSo it was.\nThe pier was far. Still\nwe sailed.\n"
    document = Document(f"ANNA\n{verse}\nBEN\n{verse}\nANNA\n{verse}\nBEN\n{verse}")
    points = turns(document.text, layout(document), "en")[1]
    assert {document.text[at:].split()[0] for at in points[0].offsets.tolist()} == {"So", "The"}
