"""Documents of a session: which are open, which is shown, and their details."""

from dataclasses import replace
from pathlib import Path

import pytest
from session_page import SessionPage
from topical import topical

from chunking.analysis.recommend.threshold import recommended_threshold
from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.core.text.numbers import format_threshold
from chunking.engine import prepare
from chunking.gui.session.documents import (
    MOST,
    PASTED,
    Documents,
    OnDisk,
    is_sample,
    key_of,
)
from chunking.gui.session.session import UNDO, Session
from chunking.loading import load, load_bytes
from chunking.loading.samples import SAMPLES, sample

FILE = OnDisk(Path("notes.md"), None)


def text(number: int, name: str = "notes.md") -> Document:
    """Return a document that differs from those of other numbers."""
    return load_bytes(f"This is text {number}.".encode(), name)


@pytest.fixture
def documents() -> Documents:
    """Return the documents of a new session."""
    return Documents()


def test_a_session_starts_with_the_first_sample(documents: Documents) -> None:
    assert documents.current == sample(SAMPLES[0].name)
    assert list(documents.titles()) == [each.name for each in SAMPLES]


def test_an_added_document_is_shown_from_its_start(documents: Documents) -> None:
    documents.place = 12
    documents.add(text(1))
    assert documents.current == text(1)
    assert documents.place is None
    assert list(documents.titles().values())[-1] == "notes.md"


def test_two_documents_of_one_name_are_two(documents: Documents) -> None:
    documents.add(text(1))
    documents.add(text(2))
    assert list(documents.titles().values())[-2:] == ["notes.md"] * 2
    assert documents.current == text(2)


def test_the_document_opened_first_is_closed_for_a_new_one(documents: Documents) -> None:
    for number in range(MOST):
        documents.add(text(number))
    assert documents.add(text(0)) == []
    assert documents.add(text(MOST)) == [text(1)]
    assert [each.text[-2:-1] for each in documents.own.values()] == [*"234567", "0", "8"]


def test_only_open_documents_can_be_chosen(documents: Documents) -> None:
    assert documents.choose(SAMPLES[2].name)
    assert not documents.choose("nothing.md")
    assert documents.chosen == SAMPLES[2].name


def test_choosing_the_document_on_screen_keeps_the_selection(documents: Documents) -> None:
    documents.place = 5
    documents.choose(SAMPLES[0].name)
    assert documents.place == 5


def test_a_closed_document_gives_way_to_the_one_opened_before(documents: Documents) -> None:
    for number in (1, 2, 3):
        documents.add(text(number))
    documents.close(key_of("notes.md", text(3).sha256))
    assert documents.current == text(2)
    documents.close(key_of("notes.md", text(1).sha256))
    assert documents.current == text(2)
    documents.close(documents.chosen)
    documents.close(SAMPLES[0].name)
    assert (documents.chosen, documents.own) == (SAMPLES[0].name, {})


def test_a_file_that_is_read_again_keeps_its_place_and_details(documents: Documents) -> None:
    documents.add(text(1), FILE)
    documents.describe(documents.chosen, title="Notes", domain="law")
    documents.place = 5
    documents.replace(documents.chosen, text(2), FILE)
    assert documents.current == replace(text(2), title="Notes", domain="law")
    assert documents.place == 5
    assert list(documents.own.values()) == [text(2)]
    assert documents.on_disk[documents.chosen] is FILE


def test_a_sample_is_shown_as_one_and_another_document_is_added(documents: Documents) -> None:
    documents.show(sample(SAMPLES[2].name))
    assert (documents.chosen, documents.own) == (SAMPLES[2].name, {})
    documents.show(text(1))
    assert documents.is_own(documents.current)
    assert not documents.is_own(sample(SAMPLES[0].name))


def test_details_come_with_the_documents_by_hash(documents: Documents) -> None:
    documents.add(text(1, PASTED))
    documents.describe(documents.chosen, language="de")
    documents.describe(documents.chosen, title="Notes")
    found = replace(text(1, PASTED), language="de", title="Notes")
    assert documents.by_hash() == {text(1).sha256: found}


def test_an_unknown_language_is_rejected_and_changes_nothing(documents: Documents) -> None:
    with pytest.raises(SettingsError, match="got 'klingon'"):
        documents.describe(documents.chosen, language="klingon")
    assert documents.current.language == "en"


def test_samples_are_known_by_their_name() -> None:
    assert is_sample("essay.md")
    assert not is_sample("notes.md:0123456789ab")


def test_a_file_has_changed_when_it_is_written_or_gone(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("One.")
    found = OnDisk.of(path)
    assert not found.changed
    path.write_text("One. Two.")
    assert found.changed
    path.unlink()
    assert found.changed
    assert not OnDisk.of(path).changed


# ---- settings of each document ------------------------------------------------------------------


def settings_of(page: SessionPage) -> tuple[str, object]:
    """Return the strategy and the threshold on Tune."""
    strategy = page.session.strategy("tune")
    return strategy.name, strategy.model_dump().get("threshold")


def two_documents() -> SessionPage:
    """Return Tune with two documents, of which the first has a strategy that the user chose."""
    page = SessionPage(Session()).finish()
    page.do("strategy", "tune", "paragraph").do("set", "tune", "max_tokens", 90)
    return page.do("open", "single-topic.txt").finish()


@pytest.mark.usefixtures("small_model")
def test_each_document_keeps_its_strategy_and_settings() -> None:
    page = two_documents()
    first, second = SAMPLES[0].name, "single-topic.txt"
    assert settings_of(page)[0] == "paragraph"  # a new document starts as the one before
    page.do("strategy", "tune", "semantic").do("set", "tune", "threshold", 0.4)
    page.do("open", first).finish()
    assert settings_of(page) == ("paragraph", None)
    assert page.session.strategy("tune").limits[1] == 90
    page.do("open", second).finish()
    assert settings_of(page) == ("semantic", 0.4)


@pytest.mark.usefixtures("small_model")
def test_the_threshold_of_a_new_document_is_recommended_and_not_that_of_the_one_before() -> None:
    page = SessionPage(Session()).finish()
    page.do("set", "tune", "threshold", 0.93).finish()
    page.do("open", "single-topic.txt").finish()
    assert settings_of(page) != ("semantic", 0.93)
    assert [each.text for each in page.session.notices if each.offer == UNDO]
    page.do("undo").finish()
    assert settings_of(page) == ("semantic", 0.93)
    page.do("redo").finish()
    assert settings_of(page) != ("semantic", 0.93)


def notices(page: SessionPage) -> list[str]:
    """Return the notices, of which none is left."""
    found = [each.text for each in page.session.notices]
    page.do("dismiss")
    return found


@pytest.mark.usefixtures("small_model")
def test_settings_of_the_user_are_kept_for_a_new_document_with_a_notice() -> None:
    page = SessionPage(Session()).finish()
    page.do("set", "tune", "threshold", 0.93).do("open", "contract.md").finish()
    assert not [text for text in notices(page) if "keeps" in text]  # it has its own threshold
    page.do("set", "tune", "min_tokens", 0).do("open", "single-topic.txt").finish()
    offers = {each.text: each.offer for each in page.session.notices}
    offer = offers["Tune keeps the settings of contract.md."]
    assert page.session.strategy("tune").limits[0] == 0
    assert offer is not None
    page.do(*map(str, offer.event)).finish()
    assert page.sent["details"]["recommended"]["used"]
    notices(page)
    page.do("open", SAMPLES[0].name).finish()
    assert not [text for text in notices(page) if "keeps" in text]


@pytest.mark.usefixtures("small_model")
def test_what_is_recommended_for_a_document_that_is_not_analyzed_is_offered() -> None:
    page = SessionPage(Session())
    page.session.open(topical("topical.md", 1))
    page.do("use_recommended")
    offers = [each.offer for each in page.session.notices]
    assert ("Suggestions", ("dialog", "suggestions")) in offers


@pytest.mark.usefixtures("small_model")
def test_the_threshold_of_a_lane_belongs_to_the_document_too() -> None:
    page = SessionPage(Session()).finish()
    page.do("set", "tune", "threshold", 0.93)
    page.session.page = "ask"
    page.finish().do("open", "contract.md").finish()
    strategy = page.session.strategy("a")
    assert strategy == page.session.strategy("tune")
    found = recommended_threshold(prepare(sample("contract.md"), strategy.material), strategy)
    assert settings_of(page) == ("semantic", found.value or found.by_size)
    # One that the user has set stays, and that recommended for another document is offered.
    page.do("set", "a", "threshold", 0.5).finish()
    notices(page)
    page.do("open", "single-topic.txt").finish()
    strategy = page.session.strategy("a")
    found = recommended_threshold(prepare(page.session.document, strategy.material), strategy)
    assert found.value is None
    assert not [each for each in notices(page) if "Lane A keeps" in each]
    page.session.open(topical("topical.md", 1))
    page.finish()
    suits = recommended_threshold(prepare(page.session.document, strategy.material), strategy).value
    assert suits is not None
    told = f"Lane A keeps threshold 0.50; {format_threshold(suits)} suits this document."
    (offer,) = (each.offer for each in page.session.notices if each.text == told)
    assert offer is not None
    action, *arguments = offer.event
    page.do(str(action), *arguments).finish()
    assert page.session.strategy("a") == strategy.with_(threshold=suits)
    notices(page)
    page.do("open", "contract.md").finish()
    assert not [each for each in notices(page) if "Lane A keeps" in each]


@pytest.mark.usefixtures("small_model")
def test_a_strategy_that_is_chosen_for_a_document_gets_its_threshold_and_no_other() -> None:
    page = two_documents()
    text = page.session.document
    page.do("strategy", "tune", "semantic").finish()
    strategy = page.session.strategy("tune")
    found = recommended_threshold(prepare(text, strategy.material), strategy)
    assert settings_of(page) == ("semantic", found.value or found.by_size)
    page.do("set", "tune", "threshold", 0.4).do("strategy", "tune", "paragraph")
    page.do("strategy", "tune", "semantic").finish()
    assert settings_of(page) == ("semantic", 0.4)


@pytest.mark.usefixtures("small_model")
def test_undo_names_another_document_whose_settings_it_takes_back() -> None:
    page = two_documents()
    session, first = page.session, SAMPLES[0].name
    history = session.history
    assert history.undo_label("single-topic.txt") == f"max tokens on {first}"
    assert history.undo_label(first) == "max tokens"
    page.do("undo")
    assert session.notices[-1].text == f"Undone: max tokens on {first}"
    assert session.strategy("tune").limits[1] == 90  # the document on screen is unchanged
    assert history.redo_label("single-topic.txt") == f"max tokens on {first}"
    page.do("open", first).finish()
    assert session.strategy("tune").limits[1] != 90
    page.do("redo")
    assert session.strategy("tune").limits[1] == 90


@pytest.mark.usefixtures("small_model")
def test_a_closed_document_has_its_settings_when_it_is_opened_again() -> None:
    page = SessionPage(Session()).finish()
    page.session.open(text(1))
    page.do("strategy", "tune", "fixed")
    page.do("close", page.session.documents.chosen)
    assert settings_of(page)[0] == "semantic"
    page.session.open(text(1))
    assert settings_of(page)[0] == "fixed"


@pytest.mark.usefixtures("small_model")
def test_another_version_of_a_file_keeps_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("One. Two. Three.")
    page = SessionPage(Session()).finish()
    page.session.open(load(path), OnDisk.of(path))
    page.do("set", "tune", "threshold", 0.93).finish()
    path.write_text("One. Two. Three. Four.")
    page.do("read_again").finish()
    assert settings_of(page) == ("semantic", 0.93)
    page.do("undo")
    assert settings_of(page) != ("semantic", 0.93)
    assert page.session.documents.current.text.endswith("Four.")


@pytest.mark.usefixtures("small_model")
def test_undo_leaves_what_the_program_has_set_for_other_documents() -> None:
    session = Session()
    session.record()
    page = SessionPage(session).finish()
    first = session.documents.chosen
    started = session.strategy("tune").model_dump()["threshold"]
    page.do("set", "library", "overlap_tokens", 9)
    page.do("open", "guide.md").finish().do("open", "contract.md").finish()
    page.do("set", "tune", "max_tokens", 333).finish().do("open", first).finish()
    known = {key: each.settings.strategy for key, each in session.left.items()}
    assert len({started, *(each.model_dump()["threshold"] for each in known.values())}) == 3
    labels = []
    while label := session.history.undo_label(first):
        page.do("undo")
        labels.append(label)
    assert labels == [
        "max tokens on contract.md",
        "overlap tokens of library",
        "starting threshold",
    ]
    page.do("open", "guide.md").finish()
    assert session.strategy("tune") == known["guide.md"]
    page.do("open", "contract.md").finish()
    limit = {"max_tokens": known["guide.md"].limits[1]}
    assert session.strategy("tune") == known["contract.md"].with_(**limit)
    # What was set for the document on screen can be undone there.
    assert session.history.undo_label("contract.md") == "recommended threshold"


@pytest.mark.usefixtures("small_model")
def test_a_strategy_is_undone_elsewhere_with_the_threshold_set_for_it() -> None:
    page = two_documents()
    session, first = page.session, SAMPLES[0].name
    page.do("strategy", "tune", "semantic").finish()
    after = session.strategy("tune")
    page.do("open", first).finish()
    assert session.history.undo_label(first) == "strategy on single-topic.txt"
    page.do("undo").do("open", "single-topic.txt").finish()
    assert settings_of(page)[0] == "paragraph"
    assert session.history.undo_label("single-topic.txt") == f"max tokens on {first}"
    page.do("redo").finish()
    assert session.strategy("tune") == after


@pytest.mark.usefixtures("small_model")
def test_a_demonstration_gives_back_the_settings_of_each_document() -> None:
    page = two_documents().do("strategy", "tune", "fixed").finish()
    page.do("demo", 1).finish().do("set", "tune", "threshold", 0.4).do("demo", 0).finish()
    assert settings_of(page)[0] == "fixed"
    page.do("open", SAMPLES[0].name).finish()
    assert settings_of(page)[0] == "paragraph"


@pytest.mark.usefixtures("small_model")
def test_a_lane_that_follows_tune_follows_it_to_the_next_document() -> None:
    page = SessionPage(Session()).finish()
    page.do("strategy", "tune", "paragraph").do("page", "compare")
    page.session.page = "compare"
    page.finish()
    lane = page.session.compare.follower
    assert page.session.strategy(lane).name == "paragraph"
    page.do("open", "single-topic.txt").finish()
    assert page.session.compare.follower == lane
    assert lane not in page.session.touched
