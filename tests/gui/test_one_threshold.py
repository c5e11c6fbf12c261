"""One recommended threshold, or one reason for none, in the window, the commands and the API."""

import json
from pathlib import Path
from typing import Any

import pytest
from session_page import SessionPage, ended
from topical import topical

from chunking import cli, get, recommend
from chunking.analysis.recommend.by_structure import Recommendation
from chunking.analysis.recommend.sizes import starting
from chunking.analysis.recommend.threshold import recommended_threshold
from chunking.core.document import Document
from chunking.core.text.numbers import format_threshold
from chunking.engine import prepare
from chunking.gui.results.recommendations import recommendation
from chunking.gui.session.session import UNDO, Session
from chunking.gui.shell.dialogs.thresholds import base_split, rows
from chunking.loading.samples import sample

pytestmark = pytest.mark.usefixtures("small_model")

DOCUMENTS = [
    *(topical(f"topical-{seed}.md", seed) for seed in range(3)),
    *(sample(name) for name in ("essay.md", "single-topic.txt")),
]


def printed(
    monkeypatch: pytest.MonkeyPatch, out: pytest.CaptureFixture[bytes], *words: str
) -> dict[str, Any]:
    """Return what a command prints as JSON."""
    monkeypatch.setattr("sys.argv", ["chunkscope", *words, "--json"])
    with pytest.raises(SystemExit):
        cli.main()
    found: dict[str, Any] = json.loads(out.readouterr()[0])
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda each: each.source)
def test_every_place_names_the_same_threshold_or_reason(
    document: Document,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    strategy = starting("semantic")
    own = recommended_threshold(prepare(document, strategy.material), strategy)
    reason = f"{own.reason[:1].upper()}{own.reason[1:]}."
    session = Session()
    session.open(document)
    page = SessionPage(session).finish()
    # Tune and Outcome
    details = page.sent["details"]["threshold"]
    assert (details["value"], details["reason"]) == (own.value, reason)
    # Suggestions
    found = ended(lambda: recommendation(document, session.model(), asked=True))
    assert isinstance(found, Recommendation)
    base = base_split(session, found)
    assert base is not None
    suggested = rows(base)[0]
    assert (suggested.threshold, suggested.selection.reason) == (own.value, own.reason)
    # Library
    session.page = "library"
    page.finish()
    common = page.sent["library"]["common"]
    assert (common["value"], common["reason"]) == (own.value, reason)
    assert page.sent["library"]["rows"][0]["own"] == own.value
    # The API and the commands
    assert recommend(document).threshold == own.value
    path = tmp_path / document.source
    path.write_text(document.text, encoding="utf-8")
    told = printed(monkeypatch, capfdbinary, "recommend", str(path))
    assert told["threshold"] == own.value
    if own.value is None:
        # The recommended strategy takes the place of the advice.
        assert told["alternative_summary"] in {reason.partition("; use ")[0] + ".", ""}
    compared = printed(monkeypatch, capfdbinary, "sweep", str(path), "--thresholds", "0.3")
    first = compared["selectors"][0]
    assert (first["threshold"], first["reason"]) == (own.value, own.reason)


def test_the_documents_have_thresholds_and_none() -> None:
    strategy = get("semantic")()
    values = [
        recommended_threshold(prepare(each, strategy.material), strategy).value
        for each in DOCUMENTS
    ]
    assert None not in values[:3]
    assert set(values[3:]) == {None}


@pytest.mark.parametrize("page", ["tune", "compare", "library"])
def test_a_threshold_that_is_set_has_a_notice_that_undoes_it(page: str) -> None:
    session = Session(page=page)
    session.open(topical())
    session.record()
    scope = {"tune": "tune", "library": "library", "compare": "a"}[page]
    for letter in session.compare.letters:  # of which one has a threshold
        session.settings[letter].apply(get("paragraph")())
    session.settings[scope].apply(get("semantic")())
    session.record()
    before = session.strategy(scope)
    shown = SessionPage(session).finish()
    after = session.strategy(scope)
    assert after != before
    value = format_threshold(after.model_dump()["threshold"])
    notice = next(each for each in session.notices if each.offer == UNDO)
    assert notice.text.startswith("Threshold ")
    assert f" set to {value}, recommended for " in notice.text
    shown.do("undo").finish()
    assert session.strategy(scope) == before
    assert UNDO not in [each.offer for each in session.notices]


def test_where_none_is_recommended_the_window_starts_with_one_for_its_sizes() -> None:
    session = Session()
    session.open(sample("essay.md"))
    session.record()
    page = SessionPage(session).finish()
    strategy = starting("semantic")
    own = recommended_threshold(prepare(sample("essay.md"), strategy.material), strategy)
    assert own.value is None
    assert session.strategy("tune").model_dump()["threshold"] == own.by_size
    (told,) = (each.text for each in session.notices if each.offer == UNDO)
    value = format_threshold(own.by_size or 0)
    assert told == f"Threshold set to {value} for the chunk sizes; none is recommended."
    assert session.history.undo_label(session.documents.chosen) == "starting threshold"
    page.do("undo").finish()
    assert session.strategy("tune").model_dump()["threshold"] == strategy.model_dump()["threshold"]


def test_library_starts_with_the_threshold_of_tune_for_the_sizes() -> None:
    session = Session(page="library")
    session.open(sample("essay.md"))
    session.record()
    SessionPage(session).finish()
    strategy = starting("semantic")
    own = recommended_threshold(prepare(sample("essay.md"), strategy.material), strategy)
    assert session.strategy("library").model_dump()["threshold"] == own.by_size
    (told,) = (each.text for each in session.notices if each.offer == UNDO)
    value = format_threshold(own.by_size or 0)
    assert told == f"Threshold of Library set to {value} for the chunk sizes; none is recommended."
