"""What each page shows and draws, without a browser, is pinned in `tests/pinned/pages/`."""

import base64
import json
import os
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import playwright
import pytest
from session_page import SessionPage

from chunking.gui.core.cache import evict
from chunking.gui.core.view import Message
from chunking.gui.session.session import Session
from chunking.gui.shell import frame
from chunking.gui.shell.window import styles
from chunking.loading import load_bytes

TESTS = Path(__file__).parents[1]
PINNED = TESTS / "pinned" / "pages"
NODE = Path(playwright.__file__).parent / "driver" / "node"
WINDOW = TESTS.parent / "node_modules" / "happy-dom"
WRITES = "CHUNKSCOPE_PIN"
IS_CI = os.environ.get("CI") == "true"
# Two machines compute similarities that differ in the seventh digit, and so draw them.
TOLERANCE = 0.03
ON = True

pytestmark = [
    pytest.mark.usefixtures("small_model"),
    pytest.mark.skipif(not WINDOW.exists() and not IS_CI, reason="needs happy-dom: npm install"),
]

TEXT = """# Harbor

The pilot waits for the tide. The tide comes twice a day. A schooner lies at the quay.

The anchor is heavy! Who can lift it?

## Bread

Flour, water and salt make a dough. The oven is hot at noon. The baker sleeps.

- one loaf of rye
- two rolls

| day | loaves |
|---|---|
| Monday | 20 |
"""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def tune(page: SessionPage) -> None:
    page.do("boundary", page.session.document.sha256, 70, "required").do("select", 120)


def outcome(page: SessionPage) -> None:
    page.do("view", "outcome").do("signals", ["windowed", "depth"])
    while not any(name.startswith("outcomes:") for name in page.sent):
        page.do("outcomes")  # computed in slices


def heat_map(page: SessionPage) -> None:
    page.do("view", "heat map")


def compare(page: SessionPage) -> None:
    page.do("add_lane").do("pair", "a", "b").do("select", 120)


def overlaid(page: SessionPage) -> None:
    page.do("overlaid", ON).do("scale", "quantile")


def ask(page: SessionPage) -> None:
    page.session.ask.ask("What waits for the tide?")
    page.show()


def questions(page: SessionPage) -> None:
    page.do("ask_view", "questions").do("add_question", 0, 40).do("evaluate")


def sweep(page: SessionPage) -> None:
    page.do("sweep_rows", "max_tokens").do("sweep_cell", 3)


def library(page: SessionPage) -> None:
    page.do("library_select", page.session.library.documents[0].sha256)


PAGES: dict[Callable[[SessionPage], None], str] = {
    tune: "tune", outcome: "tune", heat_map: "tune", compare: "compare", overlaid: "compare",
    ask: "ask", questions: "ask", sweep: "sweep", library: "library",
}  # fmt: skip


def drawn(session: Session, page: SessionPage) -> list[str]:
    """Return the lines of what the page of a session shows."""
    around = {each.kind: each for each in frame.messages(session, [], time.monotonic())}
    sent = {name: Message(page.sent[name], page.payloads[name]) for name in page.sent}
    messages = [
        {"header": each.header, "payload": base64.b64encode(each.payload).decode()}
        for each in (around | sent).values()
    ]
    given = json.dumps({"styles": styles(), "messages": messages})
    done = subprocess.run(
        [str(NODE), str(TESTS / "web" / "draw.js")],
        input=given, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def is_near(line: str, pinned: str) -> bool:
    """Return whether two lines say the same, apart from small differences of numbers."""
    if _NUMBER.sub("", line) != _NUMBER.sub("", pinned):
        return False
    pairs = zip(_NUMBER.findall(line), _NUMBER.findall(pinned), strict=True)
    return all(abs(float(one) - float(other)) <= TOLERANCE for one, other in pairs)


@pytest.mark.parametrize("use", PAGES)
def test_a_page_shows_and_draws_what_is_pinned(
    use: Callable[[SessionPage], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A quarter of the cells of Sweep: this is not about their number.
    monkeypatch.setattr("chunking.analysis.settings_search.axis_choice._ROWS", 11)
    monkeypatch.setattr("chunking.analysis.settings_search.axis_choice._COLUMNS", 6)
    session = Session(page=PAGES[use])
    page = SessionPage(session)
    document = load_bytes(TEXT.encode(), "harbor.md")
    evict([document.sha256])  # what the other pages have computed
    session.documents.add(document)
    page.show()
    use(page)
    page.finish()
    lines, file = drawn(session, page), PINNED / f"{use.__name__}.txt"
    if WRITES in os.environ:
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join(lines) + "\n", "utf-8")
    pinned = file.read_text("utf-8").splitlines()
    differing = [
        f"{at}: {found!r}, pinned {expected!r}"
        for at, (found, expected) in enumerate(zip(lines, pinned, strict=False), 1)
        if not is_near(found, expected)
    ]
    assert differing[:10] == []
    assert len(lines) == len(pinned)
