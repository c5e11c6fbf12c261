"""Dialogs, run without a browser."""

import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
from session_page import ended
from streamlit.testing.v1 import AppTest
from topical import topical
from waiting import TIME_LIMIT

from chunking import get
from chunking.analysis.recommend.suggested_thresholds import RECOMMENDED_ROW, SuggestedThreshold
from chunking.analysis.thresholds import SELECTORS
from chunking.core.errors import ChunkingError
from chunking.core.prepared import NONE, Constraints
from chunking.embedding import DEFAULT_MODEL
from chunking.engine import presets
from chunking.engine.run import Split
from chunking.engine.workspace import to_json
from chunking.gui.compare.report import report
from chunking.gui.pages import pages
from chunking.gui.results import engine_calls
from chunking.gui.results.chunks import split
from chunking.gui.results.recommendations import recommendation, recommended_threshold
from chunking.gui.session.model_sizes import start_of
from chunking.gui.session.session import Session
from chunking.gui.shell import workspace
from chunking.gui.shell.dialogs import boundaries_and_questions as boundaries_dialog
from chunking.gui.shell.dialogs import chunk_file, details, export, open_document
from chunking.gui.shell.dialogs.parts import File
from chunking.gui.shell.dialogs.thresholds import base_split, rows
from chunking.loading import load_bytes
from chunking.loading.chunk_files import Unplaced
from chunking.output.export import EXPORTS

pytestmark = pytest.mark.usefixtures("small_model", "script_runs")

TEXT = b"# Tides\n\nThe tide goes out. It comes in again."
MARKUP = '<img src=x onerror=alert(1)>"![b](b.png).md'


def shown(session: Session, *what: str) -> AppTest:
    """Return a run that shows a dialog of a session."""

    def script() -> None:
        import streamlit as st

        from chunking.gui.shell import dialogs

        dialogs.show(st.session_state["session"])

    session.open_dialog(*what)
    app = AppTest.from_function(script, default_timeout=TIME_LIMIT)
    app.session_state["session"] = session
    return run(app)


def run(app: AppTest) -> AppTest:
    # The framework makes its script the main module, which processes of other tests would import.
    main = sys.modules["__main__"]
    app.run()
    sys.modules["__main__"] = main
    assert not app.exception, app.exception
    return app


def press(app: AppTest, key: str) -> None:
    app.button(key=key).click()
    run(app)


def upload(app: AppTest, key: str, name: str, content: bytes) -> None:
    app.file_uploader(key=key).upload(name, content, "application/octet-stream")
    run(app)


def texts(app: AppTest) -> list[str]:
    return [each.value for each in app.text]


def problem(app: AppTest) -> str:
    return " ".join(str(each.proto.body) for each in app.get("html"))


def complete(session: Session) -> Split:
    """Return what Tune shows, once it is complete."""
    ended(lambda: engine_calls.prepared(session.document, session.strategy("tune").material))
    return ended(lambda: split(session))


def analyzed(session: Session) -> Any:
    complete(session)
    ended(lambda: engine_calls.reference(session.document, DEFAULT_MODEL))
    return ended(lambda: recommendation(session.document, DEFAULT_MODEL, asked=True))


# ---- all dialogs ---------------------------------------------------------------------------------


def test_an_unknown_dialog_is_closed() -> None:
    session = Session()
    shown(session, "nothing")
    assert session.dialog is None


DIALOGS = [
    "open", "details", "export", "workspace", "presets", "boundaries", "import_chunks",
    "library_files", "questions", "share", "sync", "suggestions",
]  # fmt: skip


@pytest.mark.parametrize("page", pages())
@pytest.mark.parametrize("name", DIALOGS)
def test_every_dialog_opens_and_shows_the_name_of_a_document_as_text_alone(
    name: str, page: str
) -> None:
    session = Session(page=page)
    session.open(load_bytes(TEXT, MARKUP))
    app = shown(session, name)
    assert session.dialog == (name,)
    # Labels, captions and buttons are Markdown, and HTML is markup.
    others = [each.proto for each in app._tree if each.type != "text" and hasattr(each, "proto")]
    read = [str(getattr(each, field, "")) for each in others for field in ("label", "body", "help")]
    assert not any(MARKUP in each for each in read)


def test_the_shared_file_holds_the_text_and_the_curve_of_tune() -> None:
    session = Session()
    session.open(load_bytes(TEXT * 9, MARKUP))
    complete(session)
    app = shown(session, "share")
    assert any(MARKUP in each for each in texts(app))
    made = report(session).decode()
    assert made.count("It comes in again.") >= 9
    assert "<img" not in made
    assert "<polyline" in made


def test_export_on_library_says_which_document_it_is_about() -> None:
    session = Session(page="library")
    session.open(load_bytes(TEXT * 9, "tides.md"))
    complete(session)
    ended(lambda: split(session, "library"))
    app = shown(session, "export")
    assert any(each.startswith("tides.md: ") for each in texts(app))
    about = "The document in the bar. *Sync to a store…* writes all documents of Library."
    assert about in [each.value for each in app.caption]
    session.page = "tune"
    assert about not in [each.value for each in shown(session, "export").caption]


# ---- opening documents ---------------------------------------------------------------------------


def test_a_file_is_opened_and_the_dialog_closes() -> None:
    session = Session()
    upload(shown(session, "open"), "open.file", "tides.md", TEXT)
    assert session.document == load_bytes(TEXT, "tides.md")
    assert session.dialog is None


def test_a_file_that_cannot_be_read_is_named_and_nothing_is_lost() -> None:
    session = Session()
    session.open(load_bytes(TEXT, "tides.md"))
    app = shown(session, "open")
    upload(app, "open.file", MARKUP, b"\x89PNG\r\n\x1a\n")
    assert session.dialog_problem.startswith(f"{MARKUP}: a PNG image")
    assert "<img" not in problem(app)
    assert 'role="alert"' in problem(app)
    assert session.document.source == "tides.md"
    upload(app, "open.file", "quay.txt", b"The quay is empty.")
    assert (session.document.source, session.dialog_problem) == ("quay.txt", "")


def test_a_file_is_read_in_the_encoding_that_is_given() -> None:
    session, text = Session(), "Море уходит дважды в день. Гавань пустеет."
    app = shown(session, "open")
    app.text_input(key="open.encoding").set_value("klingon")
    upload(app, "open.file", "sea.txt", text.encode("cp866"))
    assert "klingon" in session.dialog_problem
    app.text_input(key="open.encoding").set_value("cp866")
    run(app)
    assert session.document.text == text


def test_a_document_is_read_again_in_another_encoding() -> None:
    session, text = Session(), "Море уходит дважды в день. Гавань пустеет."
    open_document.open_file(session, File("sea.txt", text.encode("cp866")), "koi8-r")
    session.documents.place = 5
    app = shown(session, "details")
    app.text_input(key="details.encoding").set_value("cp866")
    app.text_input(key="details.title").set_value("The sea")
    press(app, "details.save")
    assert (session.document.text, session.document.title) == (text, "The sea")
    assert len(session.documents.own) == 1
    assert session.documents.place == 5
    assert details.content_of(session) == text.encode("cp866")


def test_text_that_was_left_out_is_kept_if_the_user_wants_it_and_left_out_again() -> None:
    session = Session()
    page = b"<nav>Contents</nav><main><h1>Tides</h1><p>The sea rises.</p></main>"
    session.open(load_bytes(page, "tides.html"))
    app = shown(session, "details")
    app.checkbox(key="details.keep_removed").check()
    press(app, "details.save")
    assert session.document.text == "Contents\n\n# Tides\n\nThe sea rises."
    app = shown(session, "details")
    app.checkbox(key="details.keep_removed").uncheck()
    press(app, "details.save")
    assert session.document.text == "# Tides\n\nThe sea rises."
    assert [each.text for each in session.document.removed] == ["Contents"]


def test_a_sample_has_no_encoding() -> None:
    app = shown(Session(), "details")
    assert [each.key for each in app.text_input] == ["details.title", "details.domain"]


def test_details_are_saved_and_an_unknown_language_is_named() -> None:
    session = Session()
    app = shown(session, "details")
    app.selectbox(key="details.language").select("de")
    app.text_input(key="details.domain").set_value("law")
    press(app, "details.save")
    assert (session.document.language, session.document.domain) == ("de", "law")
    with pytest.raises(ChunkingError, match="language must be a code"):
        details.save(session, {"language": "klingon"})


def test_text_is_pasted_and_no_text_is_named() -> None:
    session = Session()
    app = shown(session, "open")
    press(app, "open.use")
    assert session.dialog_problem == "there is no text to open: paste some first."
    app.text_area(key="open.text").set_value("One. Two.\n\nThree.")
    press(app, "open.use")
    assert session.document.text == "One. Two.\n\nThree."
    assert session.dialog is None


def test_a_document_opened_on_library_is_shown_on_tune() -> None:
    session = Session(page="library")
    open_document.open_text(session, "One.")
    assert session.go == "tune"


def test_files_for_library_are_opened_together_and_others_are_named() -> None:
    session = Session(page="library")
    files = [File("a.md", b"One."), File("bad.pdf", b"%PDF-1.4 x"), File("b.md", b"Two.")]
    assert open_document.open_in_library(session, files)
    assert [each.source for each in session.library.documents] == ["a.md", "b.md"]
    assert [each.text for each in session.notices] == ["bad.pdf: the PDF is damaged or cut off."]
    assert not open_document.open_in_library(session, files[1:2])
    assert session.dialog_problem == "bad.pdf: the PDF is damaged or cut off."
    assert len(session.library.documents) == 2


# ---- export --------------------------------------------------------------------------------------


def contents(files: list[export.Download]) -> dict[str, str]:
    return {each.ending: str(each.make()) for each in files}


def test_chunks_are_exported_in_every_format() -> None:
    session = Session()
    session.apply("tune", get("paragraph")())
    found = complete(session)
    files = contents(export.chunk_files(found))
    assert list(files) == [each.suffix for each in EXPORTS.values()]
    assert files["txt"] == EXPORTS["text"].write(found.chunking)
    assert len(files["jsonl"].splitlines()) == len(found.chunking)


def test_all_levels_of_a_multi_level_strategy_are_exported() -> None:
    session = Session()
    session.apply("tune", get("hierarchical")())
    files = contents(export.chunk_files(complete(session)))
    levels = [json.loads(line)["level"] for line in files["levels.jsonl"].splitlines()]
    assert set(levels) == {0, 1, 2}
    assert files["levels.csv"].partition("\r\n")[0].endswith(",level,parent_id")


def test_settings_are_exported_as_toml_and_python() -> None:
    session = Session()
    session.apply("tune", get("paragraph")(max_tokens=300))
    job = export.checked_settings(session, complete(session)).job
    job.finished.wait()
    files = contents(export.settings_files(job.result))
    assert "max_tokens = 300" in files["toml"]
    assert "max_tokens=300" in files["py"]


def test_settings_that_a_fresh_process_does_not_reproduce_are_refused() -> None:
    session = Session()  # its model is a stand-in, which the fresh process does not have
    session.apply("tune", get("semantic")())
    job = export.checked_settings(session, complete(session)).job
    job.finished.wait()
    assert export.settings_files(job.result) == []
    dialog = shown(session, "export")
    refused = [text for text in texts(dialog) if "not exported" in text]
    assert len(refused) == 2
    assert refused[0].startswith("The settings are not exported: a fresh process")


def test_the_document_is_exported_unless_it_is_a_file_of_the_users_own() -> None:
    session = Session()
    assert list(contents(export.document_files(session))) == ["marks.json", "md"]
    session.open(load_bytes(TEXT, "tides.md"))
    assert list(contents(export.document_files(session))) == ["marks.json"]
    open_document.open_text(session, "One.")
    assert contents(export.document_files(session))["md"] == "One."


@pytest.mark.parametrize(
    ("source", "stem"),
    [
        ("essay.md", "essay"),
        ("my notes (2).final.md", "my-notes-2-final"),
        ("../../etc/passwd", "passwd"),
        ("雨の駅で.md", "雨の駅で"),
        ("***", "document"),
        ("x" * 90, "x" * 60),
    ],
)
def test_a_file_is_named_by_letters_and_digits_of_the_document(source: str, stem: str) -> None:
    assert export.stem(load_bytes(b"One.", source)) == stem


def test_the_chunks_of_the_chosen_lane_are_exported() -> None:
    session = Session(page="compare")
    session.apply("a", start_of("paragraph"))
    app = shown(session, "export")
    settings = "paragraph, at most 254 tokens, overlap 29 tokens, tokenizer wordpiece"
    assert texts(app)[0] == f"essay.md: 12 chunks, {settings}"
    app.button_group[0].set_value("b")
    run(app)
    assert "structure" in texts(app)[0]


# ---- workspace -----------------------------------------------------------------------------------


@pytest.fixture
def file() -> bytes:
    """Return a workspace file with a document that has a manual boundary."""
    session = Session()
    session.open(load_bytes(TEXT, "tides.md"))
    session.set_boundaries(session.document.sha256, Constraints((9,)))
    session.apply("tune", get("sentence")())
    return to_json(workspace.build(session)).encode()


def _locator(session: Session) -> str:
    return f"workspace.{session.missing()[0].sha256}"


def test_a_workspace_is_opened_and_its_document_located(file: bytes) -> None:
    session = Session()
    app = shown(session, "workspace")
    upload(app, "workspace.file", "w.json", file)
    assert session.strategy("tune") == get("sentence")()
    assert texts(app) == [
        "Opened: settings, 1 manual boundary. Missing: tides.md.",
        "Locate tides.md (46 characters)",
    ]
    upload(app, _locator(session), "tides.md", TEXT)
    assert (session.document.source, session.dialog) == ("tides.md", None)
    assert session.boundaries_of(session.document) == Constraints((9,))
    (notice,) = session.notices
    assert notice.text == "Opened: settings, 1 document, 1 manual boundary."
    assert not notice.problem


def test_another_version_of_a_document_is_opened_only_if_the_user_agrees(file: bytes) -> None:
    session = Session()
    app = shown(session, "workspace")
    upload(app, "workspace.file", "w.json", file)
    key = _locator(session)
    upload(app, key, "tides.md", TEXT + b" More.")
    assert session.dialog_problem == (
        "tides.md differs from the saved tides.md: its manual boundaries do not apply."
    )
    assert texts(app) == ["Locate tides.md (46 characters)"]
    assert session.document.source == "essay.md"
    press(app, f"{key}.anyway")
    assert session.document.text.endswith("More.")
    assert session.boundaries_of(session.document) == NONE
    assert (session.missing(), session.dialog) == ([], None)


def test_a_file_that_is_no_workspace_leaves_one_sentence_and_no_success(file: bytes) -> None:
    session = Session()
    app = shown(session, "workspace")
    upload(app, "workspace.file", "w.json", file)
    upload(app, "workspace.file", "other.json", b"[1]")
    assert "not a Chunkscope workspace file" in problem(app)
    assert texts(app) == ["Locate tides.md (46 characters)"]
    assert session.strategy("tune") == get("sentence")()


# ---- presets, manual boundaries, imported chunks -------------------------------------------------


def test_settings_are_saved_used_and_deleted_as_a_preset() -> None:
    session = Session()
    session.apply("tune", get("paragraph")(max_tokens=330))
    app = shown(session, "presets")
    app.text_input(key="presets.name").set_value("Mine")
    press(app, "presets.save")
    assert [(each.name, each.strategy) for each in presets.saved()] == [
        ("Mine", get("paragraph")(max_tokens=330))
    ]
    session.apply("tune", get("sentence")())
    press(shown(session, "presets"), "presets.use.Mine")
    assert session.strategy("tune") == get("paragraph")(max_tokens=330)
    app = shown(session, "presets")
    press(app, "presets.delete.Mine")
    assert presets.saved() == ()
    assert session.dialog == ("presets",)


def test_a_name_that_is_taken_is_named() -> None:
    session = Session()
    app = shown(session, "presets")
    app.text_input(key="presets.name").set_value("Alexandria")
    press(app, "presets.save")
    assert "comes with the program" in problem(app)


def test_manual_boundaries_are_imported_and_cleared_and_undone() -> None:
    session = Session()
    session.record()
    sha256 = session.document.sha256
    found = json.dumps({"document": sha256, "required": [40], "forbidden": [90]}).encode()
    upload(shown(session, "boundaries"), "boundaries.file", "b.json", found)
    assert session.boundaries == {sha256: Constraints((40,), (90,))}
    assert session.notices[-1].text == "Imported: 1 manual boundary, 1 forbidden."
    press(shown(session, "boundaries"), "boundaries.clear")
    assert session.boundaries == {}
    session.restore(session.history.undo(session.documents.chosen))
    assert session.boundaries == {sha256: Constraints((40,), (90,))}


def test_manual_boundaries_of_another_document_are_rejected() -> None:
    content = json.dumps({"document": "a" * 64, "required": [40]}).encode()
    with pytest.raises(ChunkingError, match="belong to another document"):
        boundaries_dialog.import_boundaries(Session(), File("marks.json", content))


def test_chunks_without_a_place_are_listed_as_plain_text() -> None:
    session = Session(page="compare")
    app = shown(session, "import_chunks")
    chunks = ["Twice a day the sea goes out of a tidal harbour", "![x](http://example.invalid/x)"]
    upload(app, "chunks.file", "theirs.json", json.dumps(chunks).encode())
    assert texts(app) == [
        "theirs.json: 1 of 2 chunks located",
        "2. its text is not in the document: ![x](http://example.invalid/x)",
    ]
    assert not any("example.invalid" in str(each.value) for each in app.markdown)
    press(app, "chunks.remove")
    assert session.compare.imported == {}


def test_a_file_without_chunks_is_named() -> None:
    session = Session(page="compare")
    upload(shown(session, "import_chunks"), "chunks.file", "theirs.json", b"[1]")
    assert session.dialog_problem.startswith("theirs.json: ")
    assert session.compare.imported == {}


def test_at_most_twenty_records_are_listed_and_long_ones_shortened() -> None:
    records = tuple(Unplaced(row, "word " * 99, "not in the document") for row in range(25))
    lines = chunk_file.unplaced_lines(records)
    assert (len(lines), lines[-1]) == (21, "and 5 more")
    assert lines[0].startswith("1. not in the document: word word")
    assert len(lines[0]) < 200
    assert lines[0].endswith("…")


# ---- suggestions ---------------------------------------------------------------------------------


def suggested(session: Session) -> tuple[Split, list[SuggestedThreshold]]:
    base = base_split(session, analyzed(session))
    assert base is not None
    return base, rows(base)


def test_the_recommended_threshold_is_first_and_the_others_are_sorted() -> None:
    session = Session()
    base, found = suggested(session)
    best = recommended_threshold(base.prepared, base.strategy)
    assert best is not None
    assert (found[0].name, found[0].threshold) == (RECOMMENDED_ROW, best.value)
    assert sorted(each.name for each in found[1:]) == sorted(SELECTORS)
    values = [each.threshold for each in found[1:] if each.threshold is not None]
    assert values == sorted(values)
    assert [each.title for each in found].count("Recommended") == 1


def test_the_number_of_chunks_is_that_under_the_present_limits() -> None:
    session = Session()
    session.apply("tune", get("semantic")(min_tokens=20, max_tokens=300))
    _, found = suggested(session)
    for each in found:
        if each.threshold is not None:
            session.settings["tune"].set("threshold", each.threshold)
            assert each.chunks == len(complete(session).chunking)


def test_thresholds_are_those_of_the_alternative_where_the_strategy_has_none() -> None:
    session = Session()
    session.open(topical())
    session.apply("tune", get("sentence")())
    base, found = suggested(session)
    assert base.strategy == analyzed(session).alternative
    assert found[0].threshold == analyzed(session).threshold


@pytest.mark.parametrize("use", [lambda found: found.strategy, lambda found: found.alternative])
def test_recommended_settings_and_their_alternative_are_used(use: Callable[[Any], Any]) -> None:
    session = Session()
    session.open(topical())
    session.apply("tune", get("sentence")())
    expected = use(analyzed(session))
    key = "recommended" if expected == analyzed(session).strategy else "alternative"
    press(shown(session, "suggestions"), f"suggestions.use.{key}")
    assert session.strategy("tune") == expected
    assert session.dialog is None


def test_a_threshold_is_used_with_the_other_settings_unchanged() -> None:
    session = Session()
    session.apply("tune", get("semantic")(min_tokens=50))
    _, found = suggested(session)
    row = next(each for each in found[1:] if each.threshold is not None)
    press(shown(session, "suggestions"), f"suggestions.use.row.{row.name}")
    assert session.strategy("tune") == get("semantic")(min_tokens=50, threshold=row.threshold)


def test_the_selected_method_shows_its_evidence() -> None:
    session = Session()
    _, found = suggested(session)
    app = shown(session, "suggestions")
    assert any(found[0].summary in each for each in texts(app))
    assert any("Recommended strategy: “" in each for each in texts(app))
    assert [each.value for each in app.caption] == ["Method", "Threshold", "Chunks"]
    press(app, "suggestions.otsu")
    assert session.dialog == ("suggestions", "otsu")
    assert any(SELECTORS["otsu"].summary in each for each in texts(app))
    assert any(SELECTORS["otsu"].source in each for each in texts(app))


@pytest.mark.parametrize(("dialog", "kept"), [((), 0), (("open",), 1)])
def test_uploaded_files_are_dropped_when_the_dialog_is_closed(
    dialog: tuple[str, ...], kept: int
) -> None:
    def script() -> None:
        import streamlit as st
        from streamlit.runtime.scriptrunner import get_script_run_ctx
        from streamlit.runtime.uploaded_file_manager import UploadedFileRec

        from chunking.gui.shell import dialogs

        context = get_script_run_ctx()
        assert context is not None
        uploads: Any = context.uploaded_file_mgr
        tab = context.session_id
        uploads.add_file(tab, UploadedFileRec("1", "a.md", "text/markdown", b"Tides."))
        dialogs.show(st.session_state["session"])
        st.session_state["kept"] = len(uploads.get_files(tab, ["1"]))

    session = Session()
    session.open_dialog(*dialog)
    app = AppTest.from_function(script, default_timeout=TIME_LIMIT)
    app.session_state["session"] = session
    run(app)
    assert app.session_state["kept"] == kept
