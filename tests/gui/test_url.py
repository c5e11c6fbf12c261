"""Links: every page reproduces itself; what cannot be used is named."""

from pathlib import Path

import pytest

from chunking import Document, get
from chunking.core.prepared import Constraints
from chunking.engine import recent_files
from chunking.gui.library import documents
from chunking.gui.pages import pages
from chunking.gui.results.baseline import drop_unusable_baseline
from chunking.gui.session.session import OPEN, Session, register
from chunking.gui.shell import url
from chunking.loading import load, load_bytes


def read(page: str = "tune", **parameters: str) -> Session:
    session = Session(page=page)
    url.read(session, {name.replace("__", "."): value for name, value in parameters.items()})
    return session


def round_trip(session: Session) -> Session:
    """Return a new session that has read the link of another one."""
    found = Session(page=session.page)
    url.read(found, url.write(session))
    return found


def texts(session: Session) -> list[str]:
    return [each.text for each in session.notices]


@pytest.mark.parametrize("page", pages())
def test_the_link_of_a_new_session_reproduces_it(page: str) -> None:
    session = Session(page=page)
    found = round_trip(session)
    assert found.snapshot() == session.snapshot()
    assert texts(found) == []
    assert url.write(found) == url.write(session)


def test_a_link_of_tune_holds_the_sample_the_view_and_every_changed_setting() -> None:
    session = Session()
    session.documents.choose("guide.md")
    session.apply("tune", get("semantic")(threshold=0.3, tokenizer="words"))
    session.tune.view = "heat map"
    assert url.write(session).items() >= {
        "sample": "guide.md", "threshold": "0.3", "tokenizer": "words", "view": "heat map",
    }.items()  # fmt: skip
    found = round_trip(session)
    assert found.document.source == "guide.md"
    assert found.strategy("tune") == session.strategy("tune")
    assert found.tune.view == "heat map"


def test_a_link_of_tune_holds_another_strategy() -> None:
    session = Session()
    session.apply("tune", get("hierarchical")())
    assert round_trip(session).strategy("tune") == get("hierarchical")()


def test_a_link_of_compare_holds_the_lanes_shown() -> None:
    session = Session(page="compare")
    session.compare.shown = 4
    session.compare.pair = ("a", "c")
    session.compare.differences_only = True
    session.compare.columns = False
    session.apply("a", get("sentence")(max_tokens=96))
    session.apply("d", get("semantic")(threshold=0.2))
    found = round_trip(session)
    assert found.compare == session.compare
    assert found.snapshot() == session.snapshot()


def test_a_link_of_library_holds_the_settings_but_no_sample() -> None:
    session = Session(page="library")
    session.apply("library", get("semantic")(threshold=0.2))
    assert "sample" not in url.write(session)
    assert round_trip(session).strategy("library") == get("semantic")(threshold=0.2)


def test_a_link_of_sweep_holds_the_axes_and_the_metric() -> None:
    session = Session(page="sweep")
    session.apply("sweep", get("sentence")(overlap_tokens=9))
    session.sweep.rows, session.sweep.columns = "max_tokens", "overlap_tokens"
    session.sweep.metric, session.sweep.within_limit = "recall", True
    found = round_trip(session)
    assert found.sweep == session.sweep
    assert found.strategy("sweep") == get("sentence")(overlap_tokens=9)


def test_a_link_holds_name_and_hash_of_a_document_of_the_users_own() -> None:
    session, document = Session(), Document("One is here. Two ïs here.", source="tide <b>.md")
    session.open(document)
    address = url.write(session)
    assert address.items() >= {
        "document": document.sha256[:12], "name": "tide <b>.md", "bytes": "26",
    }.items()  # fmt: skip
    assert "sample" not in address
    assert "One is" not in str(address)
    other = Session()
    other.open(document)
    other.documents.choose("essay.md")
    url.read(other, address)
    assert other.document == document
    assert not other.notices


@pytest.mark.parametrize("digits", ["0123456789ab", ""])
def test_a_link_to_a_document_that_is_not_open_says_so(digits: str) -> None:
    session = Session()
    url.read(session, {"document": digits})
    assert session.documents.chosen == "essay.md"
    assert session.awaits_document
    assert session.awaited is not None
    assert session.awaited.text == (
        "The document of this link is not open: open its file to see the same chunks."
    )
    assert session.awaited.offer == "Open the file"


def test_the_document_of_a_link_stays_in_the_address_until_another_one_is_chosen() -> None:
    document = Document("The pilot waits.", "pilot.txt")
    address = {"document": document.sha256[:12], "name": "pilot.txt", "bytes": "16"}
    session = read(**address)
    assert session.awaited is not None
    assert session.awaited.text.startswith("pilot.txt, the document of this link, is not open")
    assert session.awaited.offer == "Open pilot.txt (16 bytes)"
    session.page = "compare"
    assert url.write(session).items() >= address.items()
    session.choose("essay.md")
    assert not session.awaits_document
    assert url.write(session)["sample"] == "essay.md"
    session.open(document)
    assert url.write(session).items() >= address.items()


@pytest.mark.parametrize("size", ["", "many", "-1", "9" * 99])
def test_a_size_that_is_none_is_not_shown(size: str) -> None:
    session = read(document="0123456789ab", name="pilot.txt", bytes=size)
    assert session.awaited is not None
    assert session.awaited.offer == "Open pilot.txt"
    assert "bytes" not in url.write(session)


def test_a_link_shows_its_answer_and_baseline_once_its_document_is_open() -> None:
    document = Document("The pilot waits. Rain falls on the quay.", "pilot.txt")
    session = Session(page="ask")
    session.open(document)
    session.ask.ask("Where does rain fall?")
    session.ask.select(document, (17, 40))
    session.baseline = {"document": document.sha256, "strategy": "sentence"}
    address = url.write(session)
    assert address.items() >= {"answer": "17-40", "baseline": "sentence"}.items()
    found = Session(page="ask")
    url.read(found, address)
    assert url.write(found) == address
    found.open(document)
    assert url.write(found) == address
    assert found.ask.passages_of(document) == ((17, 40),)
    assert found.baseline == session.baseline


@pytest.mark.parametrize("asked", [True, False])
def test_a_link_holds_the_only_question_of_the_set(*, asked: bool) -> None:
    session = Session(page="ask")
    session.ask.ask("What is demurrage?")
    session.add_question("What is demurrage?", [(3, 9), (22, 40)])
    session.asking.show("questions")
    if not asked:
        session.ask.ask("")
    assert url.questions_left_out(session) == 0
    found = round_trip(session)
    assert found.questions == session.questions
    assert (found.asking.view, found.ask.question) == ("questions", "What is demurrage?")


def test_a_link_holds_no_set_of_several_questions_and_another_question_alone() -> None:
    session = Session(page="ask")
    session.ask.ask("What is demurrage?")
    session.add_question("What is demurrage?", [(3, 9)])
    session.ask.ask("Who lingers?")
    assert url.questions_left_out(session) == 1
    assert round_trip(session).questions == ()
    session.add_question("Who lingers?", [(20, 40)])
    assert url.questions_left_out(session) == 2
    assert round_trip(session).questions == ()
    session.page = "library"
    assert url.questions_left_out(session) == 0


def test_the_only_question_of_a_link_joins_the_set_once_its_document_is_open() -> None:
    document = load_bytes(b"The pilot waits for rain. " * 9, "pilot.txt")
    session = Session(page="ask")
    session.open(document)
    session.ask.ask("Who waits?")
    session.add_question("Who waits?", [(4, 9)])
    found = round_trip(session)
    assert found.questions == ()
    assert url.questions_left_out(found) == 0
    assert url.write(found) == url.write(session)
    found.open(document)
    assert found.questions == session.questions


def test_a_link_of_tune_holds_manual_boundaries_and_shows_them_once_its_document_is_open() -> None:
    document, session = Document("One is here. Two is here. Three.", "own.txt"), Session()
    session.set_boundaries(session.document.sha256, Constraints((30, 120)))
    session.apply_boundaries = False
    found = round_trip(session)
    assert found.boundaries == session.boundaries
    assert not found.apply_boundaries
    session.apply_boundaries = True
    session.open(document)
    session.set_boundaries(document.sha256, Constraints((13,), (26,)))
    address = url.write(session)
    assert address.items() >= {"boundaries": "13", "forbidden": "26"}.items()
    found = Session()
    url.read(found, address)
    assert url.write(found) == address
    found.open(document)
    assert found.boundaries_of(document) == Constraints((13,), (26,))
    assert texts(read(boundaries="here")) == [
        "boundaries and forbidden must be offsets in the text."
    ]


def test_a_link_finds_its_document_in_another_tab_and_in_library() -> None:
    document = Document("The pilot waits.", "pilot.txt")
    address = {"document": document.sha256[:12]}
    for open_it in (Session.open, lambda each, it: documents.use(each, [it])):
        other = Session()
        open_it(other, document)
        register(other)
        session = read(**address)
        assert session.awaited is None
        assert session.document == document
        del other


def test_a_link_finds_a_file_opened_before_unless_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHUNKSCOPE_CONFIG_DIR", str(tmp_path / "config"))
    path = tmp_path / "pilot.txt"
    path.write_text("The pilot waits.")
    document = load(path)
    recent_files.remember(path, document)
    session = read(document=document.sha256[:12])
    assert session.document == document
    assert session.documents.on_disk[session.documents.chosen].path == path
    path.write_text("The pilot left.")
    assert read(document=document.sha256[:12]).awaits_document


def test_the_notice_names_another_document_and_goes_once_that_of_the_link_is_open() -> None:
    document = Document("The pilot waits.", "pilot.txt")
    session = Session()
    url.read(session, {"document": document.sha256[:12]})
    session.open(Document("Another text.", "other.txt"))
    assert texts(session) == ["other.txt is not the document of this link."]
    assert [each.offer for each in session.notices] == [OPEN]
    session.open(document)
    assert texts(session) == ["Same document as in the link."]


@pytest.mark.parametrize("page", ["tune", "compare"])
def test_a_link_holds_the_selected_place(page: str) -> None:
    session, document = Session(page=page), Document("One is here. Two is here.", "own.txt")
    session.documents.place = 120
    assert round_trip(session).documents.place == 120
    session.open(document)
    session.documents.place = 13
    address = url.write(session)
    found = Session(page=page)
    url.read(found, address)
    assert url.write(found).items() >= {"at": "13", "document": document.sha256[:12]}.items()
    found.open(document)
    assert found.documents.place == 13
    assert url.write(found) == address


def test_a_place_beyond_the_text_is_its_end() -> None:
    session = read(at="9" * 9)
    assert session.documents.place == len(session.document.text)
    assert texts(session) == []


@pytest.mark.parametrize("name", ["threshold", "semantic__threshold"])
def test_a_threshold_is_set_with_and_without_its_strategy(name: str) -> None:
    session = read(**{name: "0.3"})
    assert session.strategy("tune") == get("semantic")(threshold=0.3)
    assert (texts(session), session.touched) == ([], {"tune"})


def test_a_setting_of_a_link_is_not_replaced_by_a_recommendation() -> None:
    session = read(threshold="0.55")
    assert not session.recommend("tune", get("semantic")(threshold=0.2), "recommended threshold")
    assert session.strategy("tune") == get("semantic")(threshold=0.55)


@pytest.mark.parametrize(
    ("page", "parameters", "sentence"),
    [
        ("tune", {"strategy": "foo"}, "strategy must be one of "),
        ("tune", {"threshold": "7"}, "threshold must be between -1 and 1"),
        ("tune", {"threshold": "high"}, "threshold"),
        ("tune", {"magic": "1"}, "magic"),
        ("tune", {"at": "-1"}, "at must be an offset in the text, got '-1'."),
        ("tune", {"sample": "nothing.md"}, "'nothing.md', which does not exist."),
        ("compare", {"lanes": "9"}, "lanes must be between 2 and 4, got '9'."),
        ("compare", {"a__max_tokens": "many"}, "max_tokens"),
        ("compare", {"threshold": "0.3"}, "The link has 1 unknown parameter: threshold."),
        ("library", {"strategy": "foo"}, "strategy must be one of "),
        ("sweep", {"strategy": "foo"}, "strategy must be one of "),
    ],
)
def test_what_a_link_cannot_set_is_named_in_one_sentence(
    page: str, parameters: dict[str, str], sentence: str
) -> None:
    session = read(page, **parameters)
    (text,) = texts(session)
    assert sentence in text
    assert session.snapshot() == Session().snapshot()


def test_unknown_views_and_lanes_leave_the_defaults() -> None:
    assert read(view="nothing").tune.view == "text"
    assert read("compare", lanes="x").compare.shown == Session().compare.shown
    assert read("compare", pair="a").compare.pair is None


def test_a_link_opens_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model" / "nested").mkdir(parents=True)
    settings = tmp_path / "settings.toml"
    settings.write_text('[chunking]\nstrategy = "paragraph"\nmax_tokens = 333\n')
    for baseline in (str(settings), "settings.toml", "SETTINGS.TOML", "paragraph:tokenizer=./a"):
        session = read("compare", baseline=baseline)
        drop_unusable_baseline(session)
        assert session.baseline is None
        assert texts(session)[-1].startswith("The baseline was removed: ")
    for model in (
        str(tmp_path),
        "./model",
        "~",
        "model",
        "model/nested",
        "a/b/c",
        "\\\\host\\share",
    ):
        session = read(strategy="semantic", model=model, threshold="0.3")
        assert session.strategy("tune") == Session().strategy("tune")
        [notice] = texts(session)
        assert notice.startswith("The link is not used: model must be a name here, not a folder")
    for tokenizer in (str(tmp_path), "model/nested", "../x", "~/x"):
        session = read(strategy="paragraph", tokenizer=tokenizer)
        assert session.strategy("tune") == Session().strategy("tune")
        assert "tokenizer must be a name here, not a file" in texts(session)[0]
