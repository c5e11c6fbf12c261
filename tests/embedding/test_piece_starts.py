"""Word pieces start where the model's tokenizer says, in code points of the text as it is."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from embedders import bare_folder
from hypothesis import example, given
from hypothesis import strategies as st

from chunking.embedding import DEFAULT_MODEL, lengths, piece_starts, pieces, starts
from chunking.embedding.bundled import bundled_folder
from chunking.errors import ModelError
from chunking.normalize import encodable

if TYPE_CHECKING:
    from pathlib import Path

TOKENIZER, VOCABULARY = pieces._tokenizer(bundled_folder() / "tokenizer.json")
# What is hard for a tokenizer, to be mixed by Hypothesis.
HARD = (
    " \t\n\r\x00\x1c\x85\xa0\u3000\u2028\u200b\ufffd\u0301"
    "ée\u0301ß한글漢字かな👩\u200d👧\U00020000aAzZ09.,'[MASK]#-"
)


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("", []),
        (" \n\t ", []),
        ("hello world", [0, 6]),
        ("embeddings", [0, 2, 5, 9]),
        ("  a,b", [2, 3, 4]),
        ("Ünï wörld", [0, 2, 4]),
        ("e\u0301a b", [0, 4]),
        ("漢字 x", [0, 1, 3]),
        ("👍 ok", [0, 2]),
        ("a \udc80 b", [0, 4]),
        ("t\x00he z", [0, 5]),
    ],
)
def test_pieces_start_at_code_points_of_the_original(text: str, starts: list[int]) -> None:
    found = piece_starts(text)
    assert found.dtype == np.int64
    assert found.tolist() == starts


def test_nothing_is_cut_off_and_nothing_is_padded() -> None:
    assert piece_starts("a " * 1000).tolist() == list(range(0, 2000, 2))
    assert len(piece_starts("a")) == 1


@given(st.text(st.sampled_from(HARD) | st.characters(), max_size=80), st.integers(1, 20))
@example("a\x1cz a", 1)
@example("a\x85z[MASK]a\u3000z", 1)
def test_reading_in_parts_is_reading_in_one_go(text: str, part: int) -> None:
    text = encodable(text)
    whole = starts.starts_in(text, TOKENIZER, part=len(text) + 1)
    assert starts.starts_in(text, TOKENIZER, part=part).tolist() == whole.tolist()
    assert (np.diff(whole) >= 0).all()


def test_a_long_text_in_its_usual_parts_is_the_same_as_in_one_go() -> None:
    line = "The quick (brown) fox — “naïve”, 漢字, e\u0301, 👩‍👩‍👧 — jumped:\r\n\r\n"
    text = line * 3000
    whole = starts.starts_in(text, TOKENIZER, part=len(text) + 1)
    assert VOCABULARY
    assert np.array_equal(piece_starts(text), whole)
    assert len(text) > 10 * pieces.PART


def test_the_tokenizer_of_a_folder_is_used(tmp_path: Path) -> None:
    folder = bare_folder(tmp_path / "model", "model.safetensors")
    content = json.loads((bundled_folder() / "tokenizer.json").read_text("utf-8"))
    content["normalizer"]["lowercase"] = False
    (folder / "tokenizer.json").write_text(json.dumps(content))
    # Capitals are not in this vocabulary, so the word is one unknown piece.
    assert piece_starts("EMBEDDINGS now", str(folder)).tolist() == [0, 11]
    assert piece_starts("EMBEDDINGS now").tolist() == [0, 2, 5, 9, 11]


def test_a_tokenizer_that_looks_beyond_blanks_reads_in_one_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = bare_folder(tmp_path / "model", "model.safetensors")
    content = json.loads((bundled_folder() / "tokenizer.json").read_text("utf-8"))
    content["added_tokens"].append({**content["added_tokens"][0], "content": "two words", "id": 5})
    (folder / "tokenizer.json").write_text(json.dumps(content))
    monkeypatch.setattr(pieces, "PART", 1)
    assert piece_starts("x two words y", str(folder)).tolist() == [0, 2, 12]


@pytest.mark.parametrize("name", ["no/such-model", "/nowhere/at/all"])
def test_a_tokenizer_that_is_not_here_is_one_sentence(name: str) -> None:
    with pytest.raises(ModelError, match="is not on this machine: give a model") as caught:
        piece_starts("text", name)
    assert repr(name) in str(caught.value)


def test_a_folder_without_a_tokenizer_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"a folder that holds tokenizer\.json"):
        piece_starts("text", str(bare_folder(tmp_path / "model", "model.safetensors")))


def test_a_damaged_tokenizer_file_is_one_sentence(tmp_path: Path) -> None:
    folder = bare_folder(tmp_path / "model", "model.safetensors")
    shutil.copy(bundled_folder() / "config.json", folder / "tokenizer.json")
    with pytest.raises(ModelError, match="cannot be read as a tokenizer"):
        piece_starts("text", str(folder))


def test_the_tokenizer_is_read_once() -> None:
    piece_starts("a")
    before = pieces._tokenizer.cache_info().misses
    piece_starts("b", DEFAULT_MODEL)
    assert pieces._tokenizer.cache_info().misses == before


PLAIN = (
    *(
        "embeddings ",
        "naïve ",
        "Ünï",
        "ПРИВЕТ мир",
        "ἀρχή",
        "αρχή",
        "“so,” ",
        "it’s ",
        "– ",
        "a\n\n",
    ),
    *("x" * 101, " ", "## ", "#", "[MASK]", "[UNK]", "$5 ", "©", "\xa0", "\t", "é́", "İ", "ß", "ŉ"),
)


@given(st.lists(st.sampled_from(PLAIN) | st.characters(max_codepoint=0x52F)).map("".join))
def test_pieces_start_where_their_lengths_say(text: str) -> None:
    text = encodable(text)
    whole = starts.starts_in(text, TOKENIZER, part=len(text) + 1)
    told = starts.starts_in(text, TOKENIZER, part=7, vocabulary=VOCABULARY)
    assert told.tolist() == whole.tolist()


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("", True),
        ("It’s “so” naïve – άρα, Привет.\r\n\t", True),
        *(("a\x00", False), ("e\u0301", False), ("İ", True), ("漢", False), ("👍", False)),
    ],
)
def test_a_text_of_characters_that_stay_one_is_told_by_lengths(text: str, plain: bool) -> None:  # noqa: FBT001
    assert lengths.readable(text) is plain


@pytest.mark.parametrize(
    ("text", "read"), [("plain words, “so” it is. " * 40, 0), ("a [MASK] here", 1), ("字 a", 1)]
)
def test_the_tokenizer_keeps_track_only_where_lengths_do_not_tell(
    text: str, read: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    told = starts._told

    def counted(*given: Any) -> Any:
        asked.append(1)
        return told(*given)

    monkeypatch.setattr(starts, "_told", counted)
    expected = starts.starts_in(text, TOKENIZER, part=len(text) + 1)
    asked.clear()
    assert piece_starts(text).tolist() == expected.tolist()
    assert len(asked) == read


def test_a_word_is_asked_for_once_and_again_where_its_lengths_did_not_add_up() -> None:
    asked: list[str] = []

    class Choosy(lengths.Vocabulary):
        def starts(self, text: str) -> Any:
            asked.append(text)
            return None if "odd" in text else super().starts(text)

    reader = lengths.Reader(Choosy(TOKENIZER))
    for text in ("embeddings, one", "an odd one", "an embeddings one", "odd"):
        found = reader.starts(text)
        expected = None if "odd" in text else piece_starts(text).tolist()
        assert (found if found is None else found.tolist()) == expected
    assert asked == ["embeddings , one", "an odd", "an", "odd"]
