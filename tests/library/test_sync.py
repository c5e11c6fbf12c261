"""Synchronization of a store with a library."""

import datetime as dt
import json
import os
import pickle
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from libraries import STRATEGY, TOPICS, contents, install, note, run_sync, write_notes

from chunking.core.errors import ChunkingError, LoadError, StoppedError, StoreError
from chunking.embedding import get_embedder
from chunking.embedding.vector_cache import clear_cache
from chunking.engine.serialization import to_toml
from chunking.engine.spec import parse_spec
from chunking.library.parallel_map import DEADLY
from chunking.library.source import Reading, Source, open_source
from chunking.library.sync import Options, dry_run, sync
from chunking.library.sync_report import Report, rows
from chunking.loading.files import OWN

pytestmark = pytest.mark.usefixtures("own_cache")


class Library:
    """A folder of notes, the store for it, and a model that remembers what it embedded."""

    def __init__(self, folder: Path) -> None:
        self.notes = write_notes(folder / "notes")
        self.store = folder / "store"
        self.model = f"hash:{folder.name}"
        self.embedder = get_embedder(self.model)._embedder

    def sync(self, strategy: str = STRATEGY, **options: object) -> Report:
        """Sync the store, with an empty vector cache, so that only the store has vectors."""
        clear_cache()
        self.embedder.calls.clear()  # type: ignore[attr-defined]
        return run_sync(self.notes, self.store, strategy, model=self.model, **options)

    @property
    def embedded(self) -> list[str]:
        """The texts that the last sync embedded."""
        found: list[str] = self.embedder.texts  # type: ignore[attr-defined]
        return found


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """Return a library that is not stored yet."""
    install(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return Library(tmp_path)


def files(library: Library) -> dict[str, int]:
    """Return the files of the store with their times of modification."""
    return {path.name: path.stat().st_mtime_ns for path in library.store.rglob("*.*")}


def test_a_store_holds_the_chunks_of_all_documents(library: Library) -> None:
    report = library.sync()
    rows = contents(library.store)
    assert (report.added, report.counts.chunks) == (6, len(rows)) == (6, 18)
    assert {row["route"] for row in rows} == {
        f"{'more/' if i % 2 else ''}{topic}.md" for i, topic in enumerate(TOPICS)
    }
    first = rows[0]
    text = (library.notes / first["route"]).read_text()
    assert first["text"] == text[first["start"] - first["overlap"] : first["end"]]
    assert (first["route"], first["source"], first["title"]) == (
        "gardens.md",
        "gardens.md",
        "All about gardens",
    )
    assert (first["strategy"], first["settings"]) == ("recursive", STRATEGY)
    assert len({row["key"] for row in rows}) == len(rows)


def test_a_second_run_embeds_and_writes_nothing(library: Library) -> None:
    library.sync()
    before = files(library)
    report = library.sync()
    assert (report.unchanged, report.counts.chunks) == (6, 0)
    assert library.embedded == []
    assert files(library) == before


def test_after_an_edit_only_the_chunks_of_the_paragraph_are_embedded(library: Library) -> None:
    library.sync()
    path = library.notes / "tides.md"
    text = path.read_text().replace("section 1 tells", "section one explains")
    path.write_text(text)
    report = library.sync()
    [embedded] = library.embedded
    assert "section one explains" in embedded
    assert (report.changed, report.counts.embedded, report.counts.reused) == (1, 1, 2)
    assert embedded in {" ".join(row["text"].split()) for row in contents(library.store)}


def test_after_a_change_of_settings_unchanged_texts_keep_their_vectors(library: Library) -> None:
    (library.notes / "short.md").write_text("# A title\n\nOne paragraph, whatever the size.\n")
    library.sync()
    report = library.sync(STRATEGY.replace("max_tokens=30", "max_tokens=60"))
    assert report.changed == 7
    assert 0 < report.counts.reused < report.counts.chunks
    assert not any("whatever the size" in text for text in library.embedded)
    assert len(library.embedded) == report.counts.embedded > 0


def test_a_new_version_of_the_program_splits_again_and_embeds_nothing(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.sync()
    before = contents(library.store)
    monkeypatch.setattr("chunking.library.shard.program_version", lambda: "99")
    assert library.sync().changed == 6
    assert library.embedded == []
    after = contents(library.store)
    assert [row["text"] for row in after] == [row["text"] for row in before]


def test_removed_files_lose_their_chunks(library: Library) -> None:
    library.sync()
    (library.notes / "more" / "whales.md").unlink()
    report = library.sync()
    assert (report.removed, report.counts.deleted) == (1, 3)
    assert not any("whales" in row["text"] for row in contents(library.store))
    rows = sum(len(pq.read_table(path)) for path in (library.store / "chunks").iterdir())
    assert rows == 15


def test_a_moved_file_is_not_embedded_again(library: Library) -> None:
    library.sync()
    (library.notes / "more" / "whales.md").rename(library.notes / "orcas.md")
    report = library.sync()
    assert (report.added, report.removed, library.embedded) == (1, 1, [])


def test_a_file_that_became_unreadable_is_reported_and_keeps_its_chunks(library: Library) -> None:
    library.sync()
    before = contents(library.store)
    (library.notes / "tides.md").write_bytes(b"%PDF-1.7 and nothing else")
    report = library.sync()
    [(name, reason)] = report.problems
    assert name == "tides.md"
    assert reason.startswith("the PDF is ")
    assert contents(library.store) == before


def test_nothing_is_removed_while_a_folder_cannot_be_read(library: Library) -> None:
    library.sync()
    found = open_source([str(library.notes / "more")])
    problems = (("notes", "no permission to read it"),)
    source = Source(found.documents, found.size, problems=problems)
    options = Options(model=library.model)
    report = sync(source, str(library.store), parse_spec(STRATEGY), options)
    assert report.removed == 0
    assert report.problems == [("notes", "no permission to read it")]
    assert {"tides.md", "more/whales.md"} < {row["route"] for row in contents(library.store)}


def test_an_empty_folder_removes_nothing(library: Library, tmp_path: Path) -> None:
    library.sync()
    (tmp_path / "empty").mkdir()
    with pytest.raises(LoadError, match="no document was found"):
        run_sync(tmp_path / "empty", library.store, model=library.model)
    assert len(contents(library.store)) == 18


@pytest.mark.parametrize("stored", [False, True])
def test_a_dry_run_counts_what_the_run_then_does(library: Library, *, stored: bool) -> None:
    if stored:
        library.sync()
        (library.notes / "tides.md").write_text(note("the moon", 2))
        (library.notes / "letters.md").unlink()
        (library.notes / "new.md").write_text(note("novelties"))
        clear_cache()
    source = open_source([str(library.notes)])
    options = Options(model=library.model)
    expected = dry_run(source, str(library.store), parse_spec(STRATEGY), options)
    assert expected.estimated_seconds is not None
    assert expected.estimated_seconds > 0
    assert library.store.exists() == stored
    report = library.sync()
    for name in ("added", "changed", "unchanged", "removed", "counts"):
        assert getattr(report, name) == getattr(expected, name), name


def test_a_dry_run_embeds_nothing_that_the_run_would_find_cached(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chunking.library.sync.SHARD_BYTES", 2_500)
    (library.notes / "copy.md").write_text((library.notes / "tides.md").read_text())
    (library.notes / "zebra.md").write_text((library.notes / "tides.md").read_text())
    options = Options(model=library.model)
    source = [str(library.notes)]
    expected = dry_run(open_source(source), str(library.store), parse_spec(STRATEGY), options)
    report = sync(open_source(source), str(library.store), parse_spec(STRATEGY), options)
    assert expected.counts == report.counts
    assert report.counts.reused > 0


def test_a_stopped_run_continues(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chunking.library.sync.SHARD_BYTES", 2_500)
    calls = 0

    def stop(_done: int, _total: int, _report: Report) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise StoppedError("stopped")

    source = open_source([str(library.notes)])
    options = Options(model=library.model)
    with pytest.raises(StoppedError):
        sync(source, str(library.store), parse_spec(STRATEGY), options, on_progress=stop)
    assert 0 < len(contents(library.store)) < 18
    report = library.sync()
    assert 0 < report.unchanged < 6
    assert len(contents(library.store)) == 18


def test_a_model_that_is_not_that_of_the_store_is_refused(library: Library) -> None:
    library.sync()
    before = files(library)
    with pytest.raises(StoreError, match=r"holds vectors of hash:\S+, not of hash:unlike: use --"):
        run_sync(library.notes, library.store, model="hash:unlike")
    assert files(library) == before


def test_the_number_of_processes_does_not_change_the_result(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chunking.library.sync.SHARD_BYTES", 2_500)
    library.sync()
    run_sync(library.notes, tmp_path / "other", model=library.model, jobs=2)
    assert contents(tmp_path / "other") == contents(library.store)


@pytest.mark.nightly
def test_a_document_that_ends_its_process_is_skipped(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chunking.library.sync.SHARD_BYTES", 2_500)
    (library.notes / "bad.md").write_text(note("deadly nightshade"))
    report = run_sync(library.notes, library.store, model="hash:deadly", jobs=2)
    assert report.problems == [("bad.md", DEADLY)]
    assert report.added == 6


@pytest.mark.nightly
def test_processes_that_never_finish_are_one_sentence(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad").mkdir()
    for i in range(3):
        (tmp_path / "bad" / f"{i}.md").write_text(note(f"deadly nightshade {i}"))
    monkeypatch.setattr("chunking.library.parallel_map.MAX_DEATHS", 1)
    with pytest.raises(ChunkingError, match="worker processes end before they finish a document"):
        run_sync(tmp_path / "bad", library.store, model="hash:deadly", jobs=2)


def test_a_store_in_qdrant_holds_the_same_chunks(library: Library, tmp_path: Path) -> None:
    library.sync()
    for _ in range(2):
        qdrant = f"qdrant:{tmp_path / 'qdrant'}"
        report = run_sync(library.notes, qdrant, model=library.model)
        assert contents(qdrant) == contents(library.store)
    assert report.unchanged == 6


# ---- tables of documents -------------------------------------------------------------------------


ROWS = [
    {"id": f"talks/{topic}", "text": note(topic), "title": topic, "domain": "nature", "year": 1990}
    for topic in TOPICS
]


def test_rows_of_parquet_and_of_jsonl_are_documents(library: Library, tmp_path: Path) -> None:
    pq.write_table(pa.Table.from_pylist(ROWS), tmp_path / "talks.parquet")
    lines = "".join(json.dumps(row) + "\n" for row in ROWS)
    (tmp_path / "talks.jsonl").write_text(lines)
    for kind in ("parquet", "jsonl"):
        source = tmp_path / f"talks.{kind}"
        assert run_sync(source, tmp_path / kind, model=library.model).added == 6
        assert run_sync(source, tmp_path / kind, model=library.model).unchanged == 6
    rows = contents(tmp_path / "jsonl")
    assert rows == contents(tmp_path / "parquet")
    assert (rows[0]["route"], rows[0]["title"], rows[0]["domain"]) == (
        "talks/clocks",
        "clocks",
        "nature",
    )
    assert json.loads(rows[0]["metadata"])["year"] == 1990


def test_the_language_of_a_row_is_its_own_or_detected(library: Library, tmp_path: Path) -> None:
    german = "Der Bäcker backt das Brot, und danach verkauft er es auf dem Markt."
    lines = [{"id": 1, "text": german}, {"id": 2, "text": german, "language": "fr"}]
    source = tmp_path / "rows.jsonl"
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    run_sync(source, tmp_path / "detected", model=library.model)
    run_sync(source, tmp_path / "given", model=library.model, reading=Reading("it"))
    assert [row["language"] for row in contents(tmp_path / "detected")] == ["de", "fr"]
    assert [row["language"] for row in contents(tmp_path / "given")] == ["it", "fr"]


def test_rows_that_are_no_documents_are_reported(library: Library, tmp_path: Path) -> None:
    lines = ['{"id": 1, "text": "One."}', "[]", '{"id": 2}', '{"id": 1, "text": "Again."}', "x"]
    (tmp_path / "rows.jsonl").write_text("\n".join(lines))
    report = run_sync(tmp_path / "rows.jsonl", library.store, model=library.model)
    assert report.added == 1
    assert sorted(report.problems) == [
        ("1", "another document has the same route"),
        ("2", "a document must have a text"),
        ("line 2", "it must be a JSON object"),
        ("line 5", "it must be a JSON object"),
    ]


def test_a_damaged_row_keeps_what_is_stored(library: Library, tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"id": 1, "text": "One."}\n{"id": 2, "text": "Two."}\n')
    run_sync(rows, library.store, model=library.model)
    rows.write_text('{"id": 1, "text": "One."}\n{"id": 2, "te')
    report = run_sync(rows, library.store, model=library.model)
    assert (report.unchanged, report.removed) == (1, 0)
    assert [row["text"] for row in contents(library.store)] == ["One.", "Two."]


class Evil:
    """An object whose pickle writes a file when it is loaded."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return exec, (f"open({str(self.path)!r}, 'w')", "")


@pytest.mark.parametrize(
    "place", ["text", "metadata", "extension type", "pandas index", "metadata of the table"]
)
def test_pickled_objects_in_a_table_are_never_loaded(
    library: Library, tmp_path: Path, place: str
) -> None:
    marker = tmp_path / "executed"
    pickled = pickle.dumps(Evil(marker))
    with pytest.raises(TypeError):  # it is executed where it is loaded
        pickle.loads(pickled)  # noqa: S301 - our own
    column: pa.Array = pa.array(["One."])
    described: dict[bytes, bytes] = {}
    if place == "extension type":
        described = {
            b"ARROW:extension:name": b"arrow.py_extension_type",
            b"ARROW:extension:metadata": pickled,
        }
    if place == "text":
        column = pa.array([pickled])
    fields = [pa.field("id", pa.string()), pa.field("text", column.type, metadata=described)]
    columns: list[pa.Array] = [pa.array(["1"]), column]
    if place == "metadata":
        fields.append(pa.field("object", pa.binary()))
        columns.append(pa.array([pickled]))
    of_table = {b"pandas": pickled} if place == "pandas index" else {b"python": pickled}
    schema = pa.schema(fields, metadata=of_table if "table" in place or "index" in place else None)
    pq.write_table(pa.table(columns, schema=schema), tmp_path / "rows.parquet")
    with suppress(ChunkingError):
        report = run_sync(tmp_path / "rows.parquet", library.store, model=library.model)
        assert report.added + len(report.problems) == 1
    assert not marker.exists()


def test_a_clock_that_was_set_back_changes_nothing_but_the_time(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    tides = library.notes / "tides.md"
    os.utime(tides, (2**31, 2**31))  # in 2038
    library.sync()
    before = contents(library.store)
    past = dt.datetime(1970, 1, 2, tzinfo=dt.UTC)
    clock = SimpleNamespace(UTC=dt.UTC, datetime=SimpleNamespace(now=lambda _: past))
    monkeypatch.setattr("chunking.library.sync.dt", clock)
    assert library.sync().unchanged == len(TOPICS)
    assert library.embedded == []
    tides.write_text(note("ferries"))
    os.utime(tides, (0, 0))
    report = library.sync()
    assert (report.unchanged, report.changed) == (len(TOPICS) - 1, 1)
    after = contents(library.store)
    assert any("ferries" in row["text"] for row in after if row["route"] == "tides.md")
    others = [[row for row in each if row["route"] != "tides.md"] for each in (before, after)]
    assert others[0] == others[1]


def test_a_table_without_text_is_refused(library: Library, tmp_path: Path) -> None:
    pq.write_table(pa.table({"body": ["One."]}), tmp_path / "rows.parquet")
    with pytest.raises(LoadError, match="must have a column text"):
        run_sync(tmp_path / "rows.parquet", library.store, model=library.model)
    (tmp_path / "no.parquet").write_bytes(b"nothing")
    with pytest.raises(LoadError, match="not a readable Parquet file"):
        run_sync(tmp_path / "no.parquet", library.store, model=library.model)


def test_files_that_the_program_has_written_are_skipped_and_counted(library: Library) -> None:
    (library.notes / "settings.toml").write_text(to_toml(parse_spec(STRATEGY)))
    report = library.sync()
    assert [each.reason for each in report.skipped if each.reason == OWN] == [OWN]
    assert report.problems == []
    assert "settings.toml" not in {row["route"] for row in contents(library.store)}
    assert rows(report, dry_run=False)[0][1].endswith("1 written by Chunkscope")
