"""The pages, run without a browser: how a test opens them and what it sees in them."""

import json
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

APP = Path(__file__).parent.parent.parent / "app.py"


def opened(page: str = "", **query: str) -> AppTest:
    """The window as a visitor first sees it."""
    app = AppTest.from_file(str(APP), default_timeout=60)
    for name, value in query.items():
        app.query_params[name.replace("__", ".")] = value
    app.run()
    if page:
        app.switch_page(page).run()
    assert not app.exception, app.exception
    return app


def open_menus(app: AppTest) -> AppTest:
    """Compare with the menus of its lanes open: what a closed one holds nobody can have set."""
    for letter in "abcd":
        app.session_state[f"{letter}.menu"] = True
    return app.run()


def move(app: AppTest, key: str, value: float) -> None:
    """Move a slider: it repaints a part, which the test sees alone; then the whole page."""
    app.slider(key=key).set_value(value).run()
    assert not app.exception
    app.run()


def html(app: AppTest) -> str:
    """All that the page shows as HTML of its own, and what the document is called there."""
    parcels = _parcels(app)
    named = [each["title"] + each["about"] for each in parcels if each["kind"] == "chunking"]
    return " ".join([*named, *(str(each.proto.body) for each in app.get("html"))])


def published(app: AppTest, kind: str) -> dict[str, Any]:
    """What the views were sent last: "chunking", or what is "said" of it."""
    return next(header for header in _parcels(app) if header["kind"] == kind)


def _parcels(app: AppTest) -> list[dict[str, Any]]:
    """The heads of all that was sent to the views."""
    sent = [bytes(each.proto.bytes) for each in app.get("bidi_component") if each.proto.bytes]
    return [json.loads(data[4 : 4 + int.from_bytes(data[:4], "little")]) for data in sent]


def figures(app: AppTest) -> str:
    """The readout's figures."""
    return ", ".join(" ".join(figure) for figure in published(app, "chunking")["figures"])


def figure(app: AppTest) -> int:
    """The number of chunks that the readout names."""
    return int(figures(app).split(" ")[0].replace(",", ""))


def picker(app: AppTest) -> Any:
    """The list of documents."""
    return next(each for each in app.selectbox if each.label == "Document")


def settle(app: AppTest) -> None:
    """Run until what takes longer than a page may wait is there, as the page does by itself."""
    for _ in range(100):
        if "% inside " in figures(app):
            return
        app.run()


def press(app: AppTest, label: str) -> None:
    """Press the button of that label."""
    next(each for each in app.button if each.label == label).click().run()
    assert not app.exception
