"""The scripts and styles of the views, read once, and their registration with Streamlit."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

import streamlit as st
from streamlit.runtime import Runtime

from chunking.analysis.reasons import WORDING
from chunking.output.reason_styles import REASON_STYLES

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

VIEWS: Final = (
    "heading", "readout", "curve", "text", "detail", "outcome", "compare", "measures", "sweep",
    "heat",
)  # fmt: skip


def _read(*names: str) -> str:
    folder = files(__package__)
    return "\n".join(folder.joinpath(name).read_text("utf-8") for name in names)


_MARKS_JS: Final = "const MARKS = {};\n".format(
    json.dumps(
        {
            reason.value: {
                "colour": style.color,
                "glyph": style.glyph,
                "means": WORDING[reason].description,
                "title": WORDING[reason].title,
            }
            for reason, style in REASON_STYLES.items()
        }
    )
)

# A component is one script that cannot import another, and Streamlit sends it again with every
# change of data. So the store, whose message never changes, brings all the code to the page
# once; what is sent often, and the views, have a script of a few lines that call it.
_STORE_JS: Final = _MARKS_JS + _read(
    "elements.js", "words.js", "page.js", "group.js", "outcomes.js", "heading.js", "readout.js",
    "places.js", "flow.js", "find.js", "copy.js", "marks.js", "gap_at.js", "marker.js", "rest.js",
    "text.js", "detail.js", "ticks.js", "svg.js", "save.js", "shapes.js", "plateaus.js",
    "plot_marks.js", "plot.js", "tip.js", "held.js", "threshold.js", "curve.js", "outcome_plot.js",
    "outcome.js", "rows.js", "changes.js", "strip.js", "compare.js", "measures.js", "scale.js",
    "sweep.js", "heat.js", "overlay.js", "undo.js", "store.js",
)  # fmt: skip

_OWN_JS: Final = {
    "keys": _read("elements.js", "words.js", "keys.js"),
    "figure": _MARKS_JS + _read("elements.js", "page.js", "save.js", "figure.js"),
}
_FEED_JS: Final = _read("feed.js")
_VIEW_JS: Final = {name: _read("view.js").replace("VIEW_NAME", name) for name in VIEWS}
_VIEW_CSS: Final = {name: _read("page.css", f"{name}.css") for name in VIEWS}
_VIEW_CSS["text"] += _read("marker.css")
for _name in ("text", "detail"):
    _VIEW_CSS[_name] += _read("unread.css")
for _name in ("sweep", "heat"):
    _VIEW_CSS[_name] += _read("scale.css")


def renderer(name: str) -> ComponentRenderer:
    """The command that mounts a component: "store", "feed", "keys", "figure" or one of `VIEWS`.

    Registered on first use, once for each runtime: a test may start several in one process.
    """
    return _registered(name, id(Runtime.instance()) if Runtime.exists() else 0)


@cache
def _registered(name: str, _runtime: int) -> ComponentRenderer:
    if name in {"store", "feed"}:
        script = _STORE_JS if name == "store" else _FEED_JS
        return st.components.v2.component(f"chunkscope.{name}", js=script)
    # These are on every page, also on one that shows no view and has no store.
    own = name in _OWN_JS
    return st.components.v2.component(
        f"chunkscope.{name}",
        html=f'<div class="chunkscope {name}"></div>',
        css=_read("page.css", f"{name}.css") if own else _VIEW_CSS[name],
        js=_OWN_JS[name] if own else _VIEW_JS[name],
    )
