"""What a visit keeps: lanes to come back to, a baseline with its marks, folders, open documents."""

from __future__ import annotations

from pathlib import Path

import pytest
from embedders import HashEmbedder
from headless import open_menus
from streamlit.testing.v1 import AppTest

import chunking.embedding
from chunking.cli.window import open_library
from chunking.errors import SettingsError
from chunking.gui import cached, folders, pinned
from chunking.gui.jobs import Jobs
from chunking.gui.views import session
from chunking.loading.samples import SAMPLES, sample
from chunking.settings import workspace as sessions
from chunking.types import Constraints

APP = Path(__file__).parent.parent.parent / "app.py"
TEXT = "\n\n".join(f"Paragraph {n} says that the tide goes out and comes in." for n in range(40))


@pytest.fixture(autouse=True)
def jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Jobs:
    """A small deterministic model, folders and jobs of the test's own."""
    model, found = HashEmbedder(), Jobs()
    monkeypatch.setattr(chunking.embedding, "get_embedder", lambda *_: model)
    monkeypatch.setenv("CHUNKSCOPE_CONFIG_DIR", str(tmp_path))
    monkeypatch.setattr(cached, "_jobs", lambda: found)
    return found


def opened(page: str = "", text: str = "") -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=60).run()
    if text:
        app.file_uploader(key="upload").upload("mine.txt", text.encode(), "text/plain").run()
    if page:
        app.switch_page(page).run()
    assert not app.exception, app.exception
    return app


def test_a_change_of_a_lane_is_taken_back_and_made_again() -> None:
    app = open_menus(opened("pages/compare.py"))
    before = app.slider(key="a.paragraph.max_tokens").value
    app.slider(key="a.paragraph.max_tokens").set_value(300).run()
    app.run()  # the slider repaints a part of the page, which the test sees alone
    app.selectbox(key="b.strategy").set_value("sentence").run()
    app.run()
    app.button(key="history.Undo").click().run()
    assert app.selectbox(key="b.strategy").value == "structure"
    assert app.slider(key="a.paragraph.max_tokens").value == 300
    app.button(key="history.Undo").click().run()
    assert app.slider(key="a.paragraph.max_tokens").value == before
    app.button(key="history.Redo").click().run()
    assert app.slider(key="a.paragraph.max_tokens").value == 300
    assert not app.exception


def test_a_baseline_keeps_the_marks_it_was_cut_with() -> None:
    app = opened(text=TEXT)
    visit = app.session_state["visit"]
    document = app.session_state["latest"].cut.chunking.document
    at = TEXT.index("Paragraph 3 ")
    visit.mark(document.sha256, Constraints(required=(at,)))
    app.run()
    cut = app.session_state["latest"].cut.chunking
    assert at in cut.start
    app.button(key="tune.pin").click().run()
    assert app.session_state["visit"].baseline["required"] == [at]
    visit.mark(document.sha256, Constraints())
    app.run()
    assert at not in app.session_state["latest"].cut.chunking.start
    app.switch_page("pages/compare.py").run()
    assert not app.exception
    kept = pinned._marks(app.session_state["visit"].baseline, document)
    assert kept == Constraints(required=(at,))


def test_a_session_is_saved_though_the_library_was_looked_at() -> None:
    app = opened("pages/library.py")
    document = sample(SAMPLES[0].name)
    app.session_state["visit"].library = (document,)
    app.run().switch_page("pages/compare.py").run()
    saved = session._saved(app.session_state["visit"], {}, document, None)
    assert sessions.from_json(saved).lanes.keys() == {"a", "b", "c"}


def test_marks_of_a_baseline_that_lie_outside_of_the_text_are_left_out() -> None:
    app = opened(text=TEXT)
    document = app.session_state["latest"].cut.chunking.document
    value = {"required": [0, 5, len(TEXT)], "forbidden": [10**9]}
    assert pinned._marks(value, document) == Constraints(required=(5,))


def test_the_library_begins_with_the_folder_that_the_program_was_started_with(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    for name in ("one.md", "two.md"):
        (folder / name).write_text(TEXT)
    folders.start_with(folder)
    try:
        app = opened("pages/library.py")
    finally:
        folders.start_with(None)
    assert [each.route for each in app.session_state["visit"].library] == ["one.md", "two.md"]
    (folder / "three.md").write_text(TEXT)
    app.run()
    assert len(app.session_state["visit"].library) == 2


def test_a_library_must_be_a_folder(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"notes\.md: there is no such folder"):
        open_library(tmp_path / "notes.md")


def test_a_document_that_is_closed_leaves_nothing_behind(jobs: Jobs) -> None:
    app = opened(text=TEXT)
    sha256 = app.session_state["latest"].cut.chunking.document.sha256

    def known() -> list[object]:
        return [key for key in jobs._jobs if isinstance(key, tuple) and sha256 in key]

    assert known()
    close = next(each for each in app.button if each.label == "Close this document")
    close.click().run()
    assert not app.exception
    assert known() == []
    assert app.session_state["latest"].cut.chunking.document.sha256 != sha256


def test_what_another_page_set_in_tune_belongs_to_the_visit() -> None:
    app = opened("pages/compare.py")
    app.button(key="b.give").click().run()
    visit = app.session_state["visit"]
    assert visit.adopted.name == "structure"
    assert [each.strategy.name for each in visit.history.done] == ["paragraph", "structure"]
    saved = session._saved(visit, {}, sample(SAMPLES[0].name), None)
    assert (sessions.from_json(saved).tune or {})["strategy"] == "structure"
    app.switch_page("pages/tune.py").run()
    assert app.selectbox(key="strategy").value == "structure"
    app.button(key="history.Undo").click().run()
    assert app.selectbox(key="strategy").value == "paragraph"


def test_a_lane_whose_settings_contradict_each_other_goes_back_to_those_before() -> None:
    app = open_menus(opened("pages/compare.py"))
    app.slider(key="c.semantic.threshold").set_value(0.4).run()
    app.run()
    app.slider(key="c.semantic.max_tokens").set_value(100).run()
    app.run()
    app.button(key="history.Undo").click().run()
    assert app.slider(key="c.semantic.max_tokens").value == 1200
    assert app.slider(key="c.semantic.threshold").value == 0.4


def test_a_session_sets_the_fields_that_say_what_a_document_is() -> None:
    app = opened()
    document = sample(SAMPLES[0].name)
    kept = sessions.DocumentEntry(
        sha256=document.sha256, source=document.source, characters=len(document.text),
        sample=document.source, title="Of harbours", language="de", domain="",
    )  # fmt: skip
    title = next(each for each in app.text_input if each.label == "Title")
    title.set_value("Another title").run()
    app.session_state["visit"].to_open = sessions.to_json(
        sessions.Workspace(documents=[kept], chosen=document.sha256)
    ).encode()
    app.run()
    assert not app.exception
    shown = {each.label: each.value for each in (*app.text_input, *app.selectbox)}
    assert (shown["Title"], shown["Language"]) == ("Of harbours", "de")


@pytest.mark.parametrize("still", [True, False])
def test_what_a_search_found_is_set_only_where_nothing_changed_meanwhile(still: bool) -> None:  # noqa: FBT001 - drawn
    app = opened(text=TEXT)
    visit = app.session_state["visit"]
    document = app.session_state["latest"].cut.chunking.document
    visit.mark(document.sha256, Constraints(required=(TEXT.index("Paragraph 9"),)))
    for _ in range(50):
        app.run()
        fit = next((each for each in app.button if each.key == "marks.fit"), None)
        if fit is not None and not fit.disabled:
            break
    before = app.session_state["latest"].cut.strategy
    assert fit is not None
    fit.click()
    if not still:
        app.slider(key="paragraph.max_tokens").set_value(300)
    for _ in range(50):
        app.run()
        if visit.fit_said[1]:
            break
    now = app.session_state["latest"].cut.strategy
    assert visit.fit_said[0] == document.sha256
    if still:
        assert now != before
        assert visit.fit_said_of(document).startswith("B ")
    else:
        assert now == before.with_(max_tokens=300)
        assert visit.fit_said_of(document).startswith("Nothing was changed")
    assert visit.fit_said_of(sample(SAMPLES[0].name)) == ""
