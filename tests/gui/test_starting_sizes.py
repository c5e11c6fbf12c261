"""Sizes follow the selected model as long as they are those for another one."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from embedders import HashEmbedder
from session_page import SessionPage

import chunking.embedding
from chunking.embedding import DEFAULT_MODEL, tokenization
from chunking.gui.core.jobs import JOBS
from chunking.gui.session import model_sizes
from chunking.gui.session.model_sizes import start_of
from chunking.gui.session.session import Session
from chunking.loading.samples import sample


def short() -> HashEmbedder:
    """Return a model with a limit of 100 tokens."""
    found = HashEmbedder("short")
    found.max_pieces = 102
    return found


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Iterator[SessionPage]:
    start_of("semantic")
    models = {DEFAULT_MODEL: HashEmbedder("wide"), "short": short()}
    for module in (chunking.embedding, tokenization):
        monkeypatch.setattr(module, "get_embedder", models.__getitem__)
    monkeypatch.setattr(model_sizes, "_KNOWN", dict(model_sizes._KNOWN))
    JOBS.clear()
    session = Session()
    # A text of no other test: results of this model are cached by its name.
    essay = sample("essay.md")
    session.open(replace(essay, text=f"{essay.text}\nThe last line, of no other test.\n"))
    yield SessionPage(session).finish()
    JOBS.clear()


def default_of(page: SessionPage, name: str) -> object:
    """Return the default of a control of Tune, which a double-click sets."""
    fields = page.sent["tune"]["form"]["fields"]
    return next(each["default"] for each in fields if each["name"] == name)


def test_a_strategy_starts_with_sizes_within_the_limit_of_its_model(page: SessionPage) -> None:
    assert page.session.strategy("tune").limits == (42, 254)
    for letter, most in {"a": 254, "b": 254, "c": 254, "d": 254}.items():
        assert page.session.strategy(letter).limits[1] == most
    assert start_of("structure").model_dump()["target_tokens"] == 128


def test_sizes_follow_the_model_with_a_notice_and_undo(page: SessionPage) -> None:
    page.do("set", "tune", "model", "short").finish()
    assert page.session.strategy("tune").limits == (16, 100)
    texts = [each.text for each in page.session.notices]
    assert "Max tokens set to 100, which fits short." in texts
    assert default_of(page, "max_tokens") == 100
    page.do("set", "tune", "model", DEFAULT_MODEL).finish()
    assert page.session.strategy("tune").limits == (42, 254)


def test_sizes_that_the_user_has_set_stay(page: SessionPage) -> None:
    page.do("set", "tune", "max_tokens", 180).do("set", "tune", "model", "short").finish()
    assert page.session.strategy("tune").limits == (42, 180)


def test_tune_and_library_show_what_exceeds_the_limit(page: SessionPage) -> None:
    page.do("set", "tune", "max_tokens", 900).do("set", "tune", "min_tokens", 800)
    page.do("set", "tune", "model", "short").finish()
    beyond = "exceed the model limit (short: 100): most programs truncate them. Set max_tokens=100"
    assert any(beyond in note for note in page.sent["details"]["notes"])
    page.session.page = "library"
    page.session.library.documents = (page.session.document,)
    page.session.apply("library", page.session.strategy("tune"))
    page.finish()
    assert any(beyond in note for note in page.sent["library_text"]["notes"])
    assert page.sent["library_text"]["notes"] == page.sent["details"]["notes"]


def test_the_default_model_is_the_bundled_one(page: SessionPage) -> None:
    page.do("set", "tune", "model", "short").finish()
    assert default_of(page, "model") == DEFAULT_MODEL


def test_sizes_of_library_follow_its_model(page: SessionPage) -> None:
    page.session.page = "library"
    page.session.library.documents = (page.session.document,)
    page.finish().do("set", "library", "model", "short").finish()
    assert page.session.strategy("library").limits == (16, 100)
