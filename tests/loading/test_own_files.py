"""Files that this program has written are no documents."""

import io
from pathlib import Path

import pytest
from pyarrow import parquet
from typer.testing import CliRunner

from chunking import chunk, get
from chunking.cli.app import app
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.prepared import Constraints
from chunking.engine import manual_boundaries, workspace
from chunking.engine.serialization import to_toml
from chunking.library.stores.manifest import Manifest
from chunking.library.stores.parquet_folder import METADATA
from chunking.library.stores.protocol import Description
from chunking.loading import SkippedFile, find_files, load_folder
from chunking.loading.files import OWN
from chunking.loading.own_files import PARQUET_KEY
from chunking.output.comparison import compare
from chunking.output.export import EXPORTS, to_python
from chunking.output.export.csv_table import NESTED_EXPORTS
from chunking.output.export.files import SUFFIXES, ChunkOutput
from chunking.output.report import to_html
from chunking.retrieval.questions import Question, to_json_lines

STRATEGY = get("paragraph")(max_tokens=8, overlap_tokens=0)


def document() -> Document:
    """Return a document whose name and text need quoting in every format."""
    text = '# A "quoted", title\n\nTides come twice.\n\nThe moon, they say,\npulls.\n'
    return Document(text, source='a "b",c.md', route='x/a "b",c.md', title="Tides")


def write_alone(folder: Path, chunking: Chunking) -> None:
    """Write every format of one document."""
    for name, export in EXPORTS.items():
        with (folder / f"alone-{name}.{export.suffix}").open("w", newline="") as file:
            file.write(export.write(chunking))
    for name, write in NESTED_EXPORTS.items():
        (folder / f"levels.{name}").write_text(write([chunking, chunking]), newline="")
    made = {
        "settings.toml": to_toml(STRATEGY, document()),
        "program.py": to_python(chunking, STRATEGY),
        "report.html": to_html(compare(document(), [STRATEGY])),
        "questions.jsonl": to_json_lines([Question('What "pulls"?', "a.md", ((3, 9),))]),
        "marks.json": manual_boundaries.to_json(document(), Constraints((21,), ())),
        "none.json": manual_boundaries.to_json(document(), Constraints()),
        "workspace.json": workspace.to_json(workspace.Workspace()),
        "manifest.json": Manifest(Description("m", "1", 64)).to_json(),
    }
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """Return a folder with one file of every format, and one document."""
    chunking = chunk(document(), STRATEGY)
    write_alone(tmp_path, chunking)
    for name, suffix in SUFFIXES.items():
        output = ChunkOutput(name, tmp_path / f"many{suffix}")
        with output.open(io.BytesIO(), titles=True) as add:
            add("", output.encode(chunk(Document("", route="empty.md"), STRATEGY)))
            add("", output.encode(chunking))
    settings = to_toml(STRATEGY).replace("\n", "\r\n")
    (tmp_path / "windows.toml").write_text(settings, encoding="utf-8-sig", newline="")
    (tmp_path / "mine.md").write_text("# Mine\n")
    return tmp_path


def test_own_files_of_every_format_are_skipped_in_folders_and_patterns(written: Path) -> None:
    own = {str(path) for path in written.iterdir() if path.name != "mine.md"}
    assert len(own) == 18
    for source in (written, f"{written}/*"):
        found, skipped = find_files([source])
        assert [each.path.name for each in found] == ["mine.md"]
        assert set(skipped) == {SkippedFile(name, OWN) for name in own}


@pytest.mark.model
def test_the_results_of_commands_are_skipped(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "mine.md").write_text("# Mine\n\nOne is here. Two is here.\n")
    source, store = str(folder / "mine.md"), str(tmp_path / "store")
    CliRunner().invoke(app, ["sync", source, "--to", store, "--strategy", "paragraph"])
    commands = (
        ["recommend", source],
        ["compare", source, "--strategy", "paragraph", "--strategy", "headings"],
        ["check", source, "--strategy", "paragraph"],
        ["plan", source, source, "--strategy", "paragraph"],
        ["strategies"],
        ["search", store, "one"],
    )
    for words in commands:
        written = CliRunner().invoke(app, [*words, "--json"]).stdout
        assert written.startswith(("{", "["))
        (folder / f"{words[0]}.json").write_text(written)
    found, skipped = find_files([folder])
    assert [each.path.name for each in found] == ["mine.md"]
    assert {each.reason for each in skipped} == {OWN}


def test_a_named_file_is_found(written: Path) -> None:
    named = [written / "many.csv", written / "settings.toml"]
    assert [each.path for each in find_files(named).found] == named


def test_the_folder_of_a_library_names_how_many_are_skipped(written: Path) -> None:
    found = load_folder(written)
    assert [each.source for each in found.documents] == ["mine.md"]
    assert found.problems == ("Skipped: 18 written by Chunkscope",)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.jsonl", '{"id": "1", "index": 0, "text": "mine"}\n'),
        ("a.jsonl", '{"route": "a", "text": "\\"id\\": \\"0123456789abcdef\\""}\n'),
        ("a.csv", "id,index,parent,start,end\n1,2,3,4,5\n"),
        ("a.toml", "[chunking]\nmax_tokens = 700\noverlap_tokens = 80\n"),
        ("a.json", '{"kind": "session", "document": "mine"}'),
        ("a.html", "<!doctype html>\n<title>About Chunkscope</title>\n"),
        ("a.txt", "── 1 of 3 ──\nThe first of three.\n"),
        ("a.py", '"""Split one document."""\n'),
        ("a.md", '```toml\n[chunking]\nstrategy = "semantic"\n```\n'),
        ("a.md", ""),
    ],
)  # fmt: skip
def test_files_of_other_programs_are_found(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert [each.path.name for each in find_files([tmp_path]).found] == [name]


def test_chunks_of_version_0_1_0_are_skipped(tmp_path: Path) -> None:
    row = (
        '{"id": "0123456789abcdef", "index": 0, "parent": null, "start": 0, "end": 9, "overlap": 0'
    )
    (tmp_path / "a.jsonl").write_text(row + "}\n")
    header = "id,index,parent,start,end,overlap,tokens,reason,heading_path,content_hash\r\n"
    (tmp_path / "a.csv").write_text(header)
    assert [each.reason for each in find_files([tmp_path]).skipped] == [OWN, OWN]


def test_a_file_that_is_rewritten_is_looked_at_again(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text(to_toml(STRATEGY))
    assert find_files([tmp_path]).found == ()
    file.write_text("[mine]\n")
    assert len(find_files([tmp_path]).found) == 1


def test_parquet_files_are_marked_in_their_schema(written: Path) -> None:
    assert PARQUET_KEY == METADATA
    assert PARQUET_KEY in parquet.read_schema(written / "many.parquet").metadata
    table = parquet.read_table(written / "many.parquet").replace_schema_metadata()
    parquet.write_table(table, written / "other.parquet")
    (written / "damaged.parquet").write_bytes(b"PAR1 and no more")
    reasons = {each.name: each.reason for each in find_files([written]).skipped}
    for name in ("other.parquet", "damaged.parquet"):
        assert reasons[str(written / name)] == "unsupported format"
