import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking import chunk, get
from chunking.core.cuts import Reason
from chunking.core.document import Document
from chunking.core.errors import LoadError, SettingsError
from chunking.loading.chunk_files import Record, load_chunks, place_records
from chunking.output.export import to_csv, to_jsonl

TEXT = (
    "# Tides\n\nThe sea goes out. The sea comes in.\n\nTwice a day, every day.\n\n"
    "# Bread\n\nDough rises. Bake it hot. Eat it warm.\n"
)
DOCUMENT = Document(TEXT, "page.md")


def test_chunks_of_strings_become_a_chunking_with_headings_and_sizes() -> None:
    lines = ["The sea goes out. The sea comes in.", "Twice a day, every day.", "Dough  rises."]
    found = load_chunks("\n".join(map(json.dumps, lines)).encode(), DOCUMENT, name="theirs")
    chunking = found.chunking
    assert chunking.texts == [lines[0], lines[1], "Dough rises."]
    assert chunking.heading == (("Tides",), ("Tides",), ("Bread",))
    assert chunking.strategy == "theirs"
    assert {each.reason for each in chunking} == {Reason.IMPORTED}
    assert found.methods == {"exact": 2, "whitespace": 1}
    assert found.unplaced == ()
    assert chunking.notes == (
        "chunks with other whitespace than the document: 1",
        "text that is in no chunk: 3 places",
    )


def test_sizes_are_counted_with_the_tokenizer() -> None:
    data = json.dumps(["Twice a day, every day."]).encode()
    assert load_chunks(data, DOCUMENT).chunking.tokens.tolist() == [6]
    assert load_chunks(data, DOCUMENT, tokenizer="words").chunking.tokens.tolist() == [5]
    with pytest.raises(SettingsError, match="tokenizer must be one of"):
        load_chunks(data, DOCUMENT, tokenizer="pounds")


def test_unplaced_records_are_listed_and_noted() -> None:
    lines = ["Dough rises.", "Nobody wrote this.", "", "Eat it warm."]
    found = place_records([Record(line) for line in lines], DOCUMENT)
    assert [(each.index, each.text, each.reason) for each in found.unplaced] == [
        (1, "Nobody wrote this.", "its text is not in the document"),
        (2, "", "it holds no text"),
    ]
    assert [each.index for each in found.placed] == [0, 3]
    assert found.chunking.notes[0] == "chunks not found in the document: 2 of 4 (2, 3)"


def test_overlapping_chunks_keep_their_overlap() -> None:
    found = place_records(
        [Record("The sea goes out. The sea"), Record("The sea comes in.")], DOCUMENT
    )
    assert found.chunking.texts == ["The sea goes out. The sea", "The sea comes in."]
    assert found.chunking.overlap.tolist() == [0, 8]


def test_a_file_without_matches_is_an_empty_chunking() -> None:
    found = place_records([Record("Nobody wrote this.")], DOCUMENT)
    assert len(found.chunking) == 0
    assert len(found.unplaced) == 1


@pytest.mark.parametrize("name", ["paragraph", "structure", "sentence"])
@pytest.mark.parametrize("write", [to_jsonl, to_csv])
def test_exported_chunks_can_be_imported(name: str, write: object) -> None:
    kind = get(name)
    sizes = {"max_tokens": 12, "overlap_tokens": 4, "target_tokens": 10}
    given_ = {field: size for field, size in sizes.items() if field in kind.model_fields}
    made = chunk(DOCUMENT, kind(**given_, tokenizer="estimate"))
    assert len(made) >= 3
    found = load_chunks(write(made).encode(), DOCUMENT)  # type: ignore[operator]
    assert found.chunking.texts == made.texts
    assert found.chunking.start.tolist() == made.start.tolist()
    assert found.chunking.tokens.tolist() == made.tokens.tolist()
    assert found.chunking.heading == made.heading
    assert found.chunking.location_ids == made.location_ids
    assert found.methods == {"offsets": len(made)}


def test_a_file_is_named_in_the_chunking_and_in_errors(tmp_path: Path) -> None:
    path = tmp_path / "theirs.jsonl"
    path.write_text('"Dough rises."\n', encoding="utf-8")
    assert load_chunks(path, DOCUMENT).chunking.strategy == "theirs.jsonl"
    assert load_chunks(str(path), DOCUMENT, name="rival").chunking.strategy == "rival"
    path.write_text("[7]", encoding="utf-8")
    with pytest.raises(LoadError, match=r"theirs\.jsonl: chunk 1 must be"):
        load_chunks(path, DOCUMENT)
    with pytest.raises(LoadError, match=r"missing\.csv: there is no such file"):
        load_chunks(tmp_path / "missing.csv", DOCUMENT)
    with pytest.raises(LoadError, match="a folder, where a file is expected"):
        load_chunks(tmp_path, DOCUMENT)
    path.write_bytes(b'"Dough rises."\n"\xe4"')
    with pytest.raises(LoadError, match=r"theirs\.jsonl: it must be UTF-8; byte 16 is not"):
        load_chunks(path, DOCUMENT)


short = st.text("ab \n.", max_size=8)


@given(st.text("ab \n.", max_size=40), st.lists(short, max_size=8))
def test_imported_chunks_are_exact_slices_in_order(text: str, passages: list[str]) -> None:
    found = place_records([Record(passage) for passage in passages], Document(text))
    assert len(found.placed) + len(found.unplaced) == len(passages)
    assert len(found.chunking) == len(found.placed)
    for each, whole in zip(found.chunking, found.chunking.texts, strict=True):
        assert each.text == whole == text[each.start - each.overlap : each.end]
        assert each.start < each.end
    assert found.chunking.start.tolist() == sorted(found.chunking.start)
