"""What a model misses of a text."""

import pytest
from embedders import HashEmbedder

from chunking import chunk, get, recommend
from chunking.analysis.coverage import Coverage, coverage
from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.core.text.tokenizers import bundled_folder
from chunking.embedding import ModelEmbedder, get_embedder
from chunking.loading.samples import sample

THAI = "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ "
RUSSIAN = "Все люди рождаются свободными и равными в своём достоинстве и правах. "
ENGLISH = "All human beings are born free and equal in dignity and rights, née 1948. "
MODEL = get_embedder()


def test_latin_text_is_covered() -> None:
    found = coverage(ENGLISH, MODEL)
    assert (found.unknown, found.spelled, found.script, found.notes) == (0, 0, "", ())


@pytest.mark.parametrize(("language", "noted"), [("fr", True), ("en-GB", False)])
def test_another_language_than_that_of_the_bundled_model_is_noted(
    language: str, *, noted: bool
) -> None:
    text = Document("Tous les êtres humains naissent libres et égaux.", language=language)
    notes = coverage(text, MODEL).notes
    assert any("(fr): in German manuals, multilingual found" in note for note in notes) is noted
    assert coverage(text, HashEmbedder()).language == ""


def test_thai_is_unknown() -> None:
    found = coverage(THAI, MODEL)
    assert found.unknown > 0.9
    [note] = found.notes
    assert note.startswith(f"all-MiniLM-L6-v2 does not cover Thai: {found.unknown:.0%} unknown. ")


def test_russian_is_spelled_letter_by_letter() -> None:
    found = coverage(RUSSIAN, MODEL)
    assert found.unknown == 0
    assert found.spelled > 0.8
    assert found.script == "Cyrillic"
    assert "spelled letter by letter" in found.notes[0]


def test_a_quotation_in_another_script_is_not_noted_until_it_is_a_tenth() -> None:
    assert not coverage(ENGLISH * 12 + RUSSIAN, MODEL).notes
    assert "does not cover Cyrillic" in coverage(ENGLISH * 4 + RUSSIAN, MODEL).notes[0]


def test_symbols_are_named() -> None:
    assert "does not cover symbols" in coverage("one 🜂🜃🜄🜅🜆🜇", MODEL).notes[0]


def test_a_long_text_is_sampled_from_end_to_end() -> None:
    half = coverage(ENGLISH * 10_000 + RUSSIAN * 10_000, MODEL)
    assert half.spelled == pytest.approx(0.45, abs=0.05)


def test_the_share_over_the_limit_is_that_of_the_chunks() -> None:
    document = Document(ENGLISH * 60)
    split = get("sentence")(overlap_tokens=0, tokenizer="wordpiece").with_
    large = chunk(document, split(max_tokens=508))
    found = coverage(large, MODEL)
    assert found.limit == 254
    assert found.truncated == pytest.approx(0.48, abs=0.05)
    [note] = found.notes
    assert note == (
        f"{found.truncated:.0%} of the tokens exceed the model limit (all-MiniLM-L6-v2: 254): "
        "sentence-transformers truncates them. Set max_tokens=254."
    )
    small = chunk(document, split(max_tokens=254))
    assert coverage(small, MODEL).truncated == 0


def test_another_model_is_advised_rather_than_smaller_chunks() -> None:
    long = chunk(Document(RUSSIAN * 60), get("sentence")(overlap_tokens=0, max_tokens=508))
    other_model, too_long = coverage(long, MODEL).notes
    assert other_model.endswith(" Choose the model multilingual.")
    assert too_long.endswith(": sentence-transformers truncates them.")


def test_a_model_in_a_folder_is_judged_by_its_own_tokenizer() -> None:
    assert coverage(THAI, get_embedder(str(bundled_folder()))).unknown > 0.9


def test_the_shares_of_an_unknown_tokenizer_are_zero() -> None:
    class Model:
        """A model without a tokenizer."""

        def encode(self, texts: list[str]) -> list[list[float]]:
            """Return one number per text."""
            return [[1.0] for _ in texts]

    assert coverage(THAI, ModelEmbedder(Model(), "plain")) == Coverage("plain", estimated=True)
    assert coverage(THAI, HashEmbedder()) == Coverage("hash-64", estimated=True)


def test_blank_text_has_no_shares() -> None:
    assert coverage(" \n", MODEL).notes == ()


def test_what_is_no_document_is_refused() -> None:
    with pytest.raises(SettingsError, match="a document must be"):
        coverage(3, MODEL)  # type: ignore[arg-type]


def test_recommend_has_the_coverage_of_the_model() -> None:
    found = recommend(sample("nihongo.md"))
    assert found.coverage is not None
    assert "all-MiniLM-L6-v2 does not cover Chinese characters" in found.coverage.notes[0]
