"""The folder of Parquet files: what survives, and one sentence for what goes wrong."""

import errno
import json
import os
from contextlib import closing
from pathlib import Path
from typing import cast

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from stored import ToyEmbedder, document, together

from chunking.core.errors import StoreError
from chunking.embedding import Embedder
from chunking.library.stores import Store, open_store, parquet
from chunking.library.stores.protocol import SCHEMA_VERSION, Query, vectors_of

MODEL = cast("Embedder", ToyEmbedder())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a store with two documents in two files."""
    with writing(tmp_path / "store") as store:
        store.put(*together(document("x.md", "apple", "bread"), document("y.md", "cake")))
        store.put(*document("z.md", "date"))
    return tmp_path / "store"


def writing(folder: Path) -> closing[Store]:
    return closing(open_store(str(folder), MODEL))


def texts(folder: Path) -> list[str]:
    """Return the texts in a store, read without writing."""
    with closing(open_store(str(folder))) as store:
        found: list[str] = store.chunks(store.documents())["text"].to_pylist()
    return found


def test_other_programs_read_exactly_the_current_chunks(folder: Path) -> None:
    with writing(folder) as store:
        store.put(*document("x.md", "almond"))
        store.remove(["z.md"])
        store.optimize()
    table = pq.read_table(folder / "chunks")
    assert sorted(table["text"].to_pylist()) == ["almond", "cake"]
    assert table.schema.field("vector").type == pa.list_(pa.float32(), 4)
    assert vectors_of(table).sum() == 2


def test_many_small_files_become_one(folder: Path) -> None:
    with writing(folder) as store:
        for i in range(parquet.MAX_SMALL_FILES):
            store.put(*document(f"n{i:02}.md", "almond"))
        store.optimize()
    assert len(list((folder / "chunks").iterdir())) == 1
    assert len(texts(folder)) == 4 + parquet.MAX_SMALL_FILES


def test_files_are_merged_in_parts_of_whole_documents(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "ROW_GROUP", 3)
    monkeypatch.setattr(parquet, "MAX_SMALL_FILES", 0)
    with writing(folder) as store:
        before = store.chunks(store.documents())
        store.optimize()
        assert store.chunks(store.documents()).equals(before)
    [path] = (folder / "chunks").glob("*.parquet")
    with pq.ParquetFile(path) as file:
        assert file.num_row_groups > 1
        assert file.read().replace_schema_metadata().equals(before)


def test_files_that_are_newer_than_the_manifest_count(folder: Path) -> None:
    before = (folder / "manifest.json").read_bytes()
    with writing(folder) as store:
        store.put(*document("x.md", "almond"))
        store.put(*document("new.md", "beans"))
    (folder / "manifest.json").write_bytes(before)
    expected = ["beans", "almond", "cake", "date"]
    assert texts(folder) == expected
    with writing(folder) as store:
        assert store.chunks(store.documents())["text"].to_pylist() == expected
    assert texts(folder) == expected


def test_obsolete_files_that_a_killed_process_left_do_not_count(folder: Path) -> None:
    left = folder / "chunks" / "00000001.parquet"
    data = left.read_bytes()
    with writing(folder) as store:
        store.remove(["y.md"])
        store.put(*document("x.md", "almond"))
        store.optimize()
    assert not left.exists()
    left.write_bytes(data)
    (folder / "chunks" / ".00000009.parquet.unfinished").write_bytes(b"PAR1")
    assert texts(folder) == ["almond", "date"]
    with writing(folder):
        assert not left.exists()
        assert not list((folder / "chunks").glob(".*"))


def test_a_manifest_that_is_deleted_is_restored(folder: Path) -> None:
    (folder / "manifest.json").unlink()
    with writing(folder) as store:
        assert store.description.model == "toy"
        assert store.chunks(store.documents())["text"].to_pylist() == [
            "apple",
            "bread",
            "cake",
            "date",
        ]


@pytest.mark.parametrize("damage", ["", "{", "[]", "{}", '{"format": "other"}', "\udcff"])
def test_a_damaged_manifest_is_one_sentence_and_loses_nothing(folder: Path, damage: str) -> None:
    path = folder / "manifest.json"
    path.write_bytes(damage.encode(errors="surrogateescape"))
    for model in (None, MODEL):
        with pytest.raises(StoreError, match=r"manifest\.json (is damaged: delete it|cannot be)"):
            open_store(str(folder), model)
    path.unlink()
    with writing(folder):
        pass
    assert texts(folder) == ["apple", "bread", "cake", "date"]


def test_a_file_that_is_deleted_takes_only_its_documents(folder: Path) -> None:
    (folder / "chunks" / "00000002.parquet").unlink()
    with pytest.raises(StoreError, match="changed while it was read: repeat it"):
        texts(folder)
    with writing(folder) as store:
        assert sorted(store.documents()) == ["x.md", "y.md"]
    assert texts(folder) == ["apple", "bread", "cake"]


def test_a_damaged_file_is_one_sentence(folder: Path) -> None:
    path = folder / "chunks" / "00000002.parquet"
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(StoreError, match=r"00000002\.parquet is damaged or cannot be read: delete"):
        texts(folder)
    (folder / "manifest.json").unlink()
    with pytest.raises(StoreError, match=r"00000002\.parquet is damaged, or not a file of this"):
        open_store(str(folder), MODEL)


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    with pytest.raises(StoreError, match="this one holds other files"):
        open_store(str(tmp_path), MODEL)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("name", ["chunks/.00000003.parquet", ".manifest.json"])
def test_a_full_disk_is_one_sentence_and_loses_nothing(folder: Path, name: str) -> None:
    store = open_store(str(folder), MODEL)
    (folder / f"{name}.unfinished").symlink_to("/dev/full")
    with pytest.raises(StoreError, match="the disk is full; what is stored remains"):
        put_and_close(store)
    stored = ["apple", "bread", "cake", "date"]
    assert texts(folder) in (stored, ["almond", *stored])
    with writing(folder) as again:
        again.put(*document("new.md", "almond"))
    assert texts(folder) == ["almond", *stored]


def put_and_close(store: Store) -> None:
    with closing(store):
        store.put(*document("new.md", "almond"))


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (errno.EACCES, "no permission to write there"),
        (errno.EROFS, "the file system is read-only"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_what_cannot_be_written_is_one_sentence(
    folder: Path, code: int, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_handle: int) -> None:
        raise OSError(code, os.strerror(code))

    store = open_store(str(folder), MODEL)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(StoreError, match=f"written: {reason}; "):
            put_and_close(store)
    assert texts(folder) == ["apple", "bread", "cake", "date"]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_one_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(StoreError, match="no permission to write there"):
            open_store(str(tmp_path / "store"), MODEL)
    finally:
        tmp_path.chmod(0o700)


def test_each_file_lists_its_documents(folder: Path) -> None:
    footer = pq.read_metadata(folder / "chunks" / "00000001.parquet")
    note = json.loads(footer.metadata[b"chunkscope"])
    assert note["documents"] == {"x.md": ["apple bread", "s", 2, ""], "y.md": ["cake", "s", 1, ""]}
    assert (note["model"], note["dimension"], note["version"]) == ("toy", 4, SCHEMA_VERSION)


def test_words_are_saved_once_and_made_again_where_they_are_damaged(folder: Path) -> None:
    with closing(open_store(str(folder), MODEL)) as store:
        store.optimize()
    saved = folder / "words" / "00000001.npz"
    before = saved.stat().st_mtime_ns
    with closing(open_store(str(folder), MODEL)) as store:
        store.optimize()
        assert saved.stat().st_mtime_ns == before
        saved.write_bytes(b"damaged")
        assert [hit.chunk["text"] for hit in store.search(Query(None, ["bread"]), 1)] == ["bread"]


def test_words_of_files_that_are_gone_are_removed(folder: Path) -> None:
    with closing(open_store(str(folder), MODEL)) as store:
        store.optimize()
        store.put(*document("x.md", "apricot"))
        store.put(*document("y.md", "date"))
        store.optimize()
    names = {path.stem for path in (folder / "chunks").glob("*.parquet")}
    assert {path.stem for path in (folder / "words").glob("*")} == names


def test_a_manifest_names_no_file_outside_of_its_store(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.parquet"
    manifest = folder / "manifest.json"
    content = json.loads(manifest.read_text())
    first, *_ = content["files"]
    (folder / "chunks" / first).rename(outside)
    for name in ("../../outside.parquet", str(outside), "..", "", "0.parquet", "1.parquet/x"):
        files = {name if each == first else each: value for each, value in content["files"].items()}
        manifest.write_text(json.dumps({**content, "files": files}))
        with pytest.raises(StoreError, match="is damaged: delete it, and the next sync"):
            texts(folder)


@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("text", pa.array([[1], [2]])),
        ("text", pa.array([None, None], pa.string())),
        ("heading_path", pa.array(["x", "y"])),
        ("heading_path", pa.array([None, None], pa.list_(pa.string()))),
        ("route", pa.array([None, None], pa.string())),
        ("vector", pa.array([[1.0], [1.0]], pa.list_(pa.float32()))),
        ("vector", pa.array([[1.0] * 5] * 2, pa.list_(pa.float32(), 5))),
        ("vector", pa.array(["a", "b"])),
        ("metadata", pa.array(["{", "}"])),
    ],
)
def test_columns_that_another_program_has_changed_are_an_error(
    tmp_path: Path, column: str, values: pa.Array
) -> None:
    with writing(tmp_path / "store") as store:
        store.put(*document("x.md", "apple", "bread"))
    [file] = (tmp_path / "store" / "chunks").iterdir()
    table = pq.read_table(file)
    place = table.column_names.index(column)
    pq.write_table(table.set_column(place, column, values), file)
    query = Query(MODEL.encode(["apple"])[0])

    def read() -> None:
        with closing(open_store(str(tmp_path / "store"))) as store:
            store.search(query, 5)
            store.chunks(["x.md"])

    with pytest.raises(StoreError, match="is damaged or cannot be read: delete it, and the next"):
        read()


@pytest.mark.parametrize("dimension", [0, -1, 10**6, 10**30])
def test_a_manifest_with_another_dimension_is_an_error(folder: Path, dimension: int) -> None:
    manifest = folder / "manifest.json"
    content = json.loads(manifest.read_text())
    manifest.write_text(json.dumps({**content, "dimension": dimension}))
    with pytest.raises(StoreError), closing(open_store(str(folder))) as store:
        store.search(Query(MODEL.encode(["apple"])[0]), 5)
