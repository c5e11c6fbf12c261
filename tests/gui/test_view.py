"""Viewing a session changes nothing in it, on every page."""

import dataclasses
import threading
from collections.abc import Callable
from typing import Any

import pytest
from session_page import SessionPage

from chunking import engine
from chunking.core.document import Document
from chunking.core.errors import StoppedError
from chunking.core.prepared import Material, Prepared
from chunking.gui.pages import pages
from chunking.gui.session.session import Session

ON = True

pytestmark = pytest.mark.usefixtures("small_model")


def state_of(value: object) -> Any:
    """Return everything that a session holds as plain values that can be compared."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [each.name for each in dataclasses.fields(value)]
        return type(value).__name__, {name: state_of(getattr(value, name)) for name in names}
    if isinstance(value, dict):
        return [(key, state_of(each)) for key, each in value.items()]
    if isinstance(value, list | tuple | set | frozenset):
        return [state_of(each) for each in value]
    return value if isinstance(value, str | bytes | int | float | None) else repr(value)


def tune(page: SessionPage) -> None:
    page.do("view", "outcome").do("outcomes").do("recall", ON)
    page.do("boundary", page.session.document.sha256, 400, "required").do("pin")
    page.do("signals", ["windowed", "depth"])


def compare(page: SessionPage) -> None:
    page.do("add_lane").do("pin_lane", "a").do("pair", "a", "b").do("scale", "quantile")


def ask(page: SessionPage) -> None:
    page.do("ask_view", "questions").do("add_question", 0, 40).do("evaluate")


def library(page: SessionPage) -> None:
    page.do("library_select", page.session.library.documents[1].sha256)


def sweep(page: SessionPage) -> None:
    page.do("sweep_rows", "max_tokens").do("sweep_within_limit", ON).do("sweep_cell", 3)


@pytest.mark.parametrize("use", [tune, compare, ask, library, sweep])
def test_a_view_changes_nothing_in_the_session(
    use: Callable[[SessionPage], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A quarter of the cells: this is not about their number.
    monkeypatch.setattr("chunking.analysis.settings_search.axis_choice._ROWS", 11)
    monkeypatch.setattr("chunking.analysis.settings_search.axis_choice._COLUMNS", 6)
    session = Session(page=use.__name__)
    page = SessionPage(session)
    session.documents.choose("essay.md")
    session.ask.ask("What waits for the tide?")
    page.show()
    use(page)
    page.finish()
    before, handling = state_of(session), session.handling
    for _ in range(2):
        pages()[session.page].view(session)
        assert state_of(session) == before
    assert session.handling is handling


def test_a_view_while_the_model_works_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    free = threading.Event()

    prepare_at_once = engine.prepare

    def prepare(document: Document, material: Material, **options: Any) -> Prepared:
        if material.model is None:
            return prepare_at_once(document, material, **options)
        free.wait()
        raise StoppedError("stopped")

    monkeypatch.setattr("chunking.engine.prepare", prepare)
    for name in pages():
        session = Session(page=name)
        SessionPage(session).show_at_once()
        before = state_of(session)
        found = pages()[name].view(session)
        assert [each for each in found.waiting if not each.job.finished.is_set()]
        assert state_of(session) == before
    free.set()
