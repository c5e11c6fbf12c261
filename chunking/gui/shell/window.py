"""The window: one browser component, the messages it is sent, and the events it returns.

The component draws the whole window with the modules in `web/`. A script run begins with `begin`,
sends messages with `send` and `send_once`, and ends with `end`.
"""

from __future__ import annotations

import json
import time
from contextvars import ContextVar
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import streamlit as st
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest
from streamlit.runtime import Runtime

from chunking.analysis.reasons import WORDING
from chunking.gui.core import cache as results
from chunking.gui.core.jobs import Waiting
from chunking.gui.session import session
from chunking.gui.session.session import Session
from chunking.gui.shell import bundle, events, url
from chunking.output.lane_styles import LANE_STYLES
from chunking.output.reason_styles import REASON_STYLES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from streamlit.components.v2.types import ComponentRenderer
    from streamlit.delta_generator import DeltaGenerator

_PACKAGE: Final = "chunkscope"
_SESSION: Final = "session"
_KEY: Final = "window"
_ANSWER: Final = "answer"
_FRAME: Final = "frame"

_FRAMEWORK_STYLE: Final = """
<style>
[data-testid="stHeader"],[data-testid="stSidebar"]{display:none}
[data-testid="stMain"]{overflow:hidden}
.report{border-collapse:collapse}
.report th{text-align:left;font-weight:600;padding:2px 16px 2px 0;vertical-align:top}
.dialog-problem{border-left:4px solid #d55e00;padding:4px 12px;overflow-wrap:anywhere}
</style>
"""


class _Run(NamedTuple):
    """One script run: where messages and data go, those sent, and the jobs waited for.

    `nothing` is an empty place, `began` a time on the monotonic clock.
    """

    session: Session
    messages: DeltaGenerator
    data: DeltaGenerator
    nothing: DeltaGenerator
    waiting: list[Waiting]
    sent: set[str]
    began: float


_run: ContextVar[_Run] = ContextVar("run")


def current() -> Session:
    """Return the session of this tab."""
    found: Session | None = st.session_state.get(_SESSION)
    if found is None:
        found = st.session_state[_SESSION] = Session()
        session.register(found)
    return found


def begin(actions: Mapping[str, Callable[..., object]]) -> Session:
    """Mount the component, after the session has handled its events.

    Args:
        actions: The actions of all pages, by name.
    """
    began = time.monotonic()
    st.html(_FRAMEWORK_STYLE)
    data = {"styles": _styles(), "session": current().name}

    def handle() -> None:
        state = st.session_state.get(_KEY) or {}
        events.dispatch(current(), state.get("events"), actions)

    def resume() -> None:
        # Once: the framework also calls this when the component is mounted on another page.
        before = str((st.session_state.get(_KEY) or {}).get("before"))
        found = None if current().continues else session.continued(before)
        if found is not None:
            st.session_state[_SESSION] = found
            session.register(found)

    _component("window")(data=data, key=_KEY, on_events_change=handle, on_before_change=resume)
    # Wait until another run has handled its events, so that this one shows their result.
    with current().handling:
        pass
    # Two containers, so that data that comes and goes moves no message to another place.
    _run.set(_Run(current(), st.container(), st.container(), st.empty(), [], set(), began))
    return current()


def send(kind: str, header: dict[str, Any], payload: bytes = b"") -> None:
    """Send a message; one that has not changed is not sent again.

    The first message of a run tells the page which events it answers.

    Args:
        kind: Its name, for `subscribe` in the page.
        header: Values for JSON.
        payload: Bytes, as the kind defines them.
    """
    run = _run.get()
    if _ANSWER not in run.sent:
        # The page sends its next events once it knows that these were handled.
        header = {**header, "handled": run.session.handled}
        run.sent.add(_ANSWER)
    run.sent.add(kind)
    with run.messages:
        _component("message")(data=_packed(kind, header, payload), key=f"message.{kind}")


def send_once(kind: str, name: str, make: Callable[[], tuple[dict[str, Any], bytes]]) -> None:
    """Send data by its content until the page confirms that it holds it.

    Args:
        kind: What it is: "document", "signal", "gaps", "heat", "outcomes" or "probabilities".
        name: Its id, which names everything it depends on.
        make: Returns the header and the payload.
    """
    run = _run.get()
    if f"{kind}:{name}" in run.session.held | run.sent:
        return
    run.sent.add(f"{kind}:{name}")
    header, payload = make()
    with run.data:
        _component("message")(
            data=_packed(kind, {**header, "id": name}, payload), key=f"{kind}.{name}"
        )


def yield_to_events() -> None:
    """End the run here if the page has sent an event, which then need not wait for the rest."""
    # The framework looks for events whenever something is sent.
    _run.get().nothing.empty()


def wait_for(*works: object) -> None:
    """Show the progress of the jobs among these, and have the page ask again."""
    run = _run.get()
    run.waiting.extend(
        each for each in works if isinstance(each, Waiting) and each not in run.waiting
    )


def send_frame(found: Session) -> None:
    """Send what the bar of all pages shows, and the address."""
    document = found.document
    documents = found.documents
    history = found.history
    on_disk = documents.on_disk.get(documents.chosen)
    send(
        _FRAME,
        {
            "page": found.page,
            "documents": [[key, title] for key, title in documents.titles().items()],
            "own": list(documents.own),
            "chosen": documents.chosen,
            "document": document.sha256,
            "changed_on_disk": on_disk is not None and on_disk.changed,
            "watched": on_disk is not None,
            "undo": history.undo_label,
            "redo": history.redo_label,
            "dialog": bool(found.dialog),
            "awaited": found.awaited.text if found.awaited and found.awaits_document else "",
            "address": url.write(found),
        },
    )


def end(found: Session) -> None:
    """Send jobs and notices, and the frame if the page has not sent it."""
    run = _run.get()
    if _FRAME not in run.sent:
        send_frame(found)
    send(
        "status",
        {
            "jobs": [_progress(each, run.began) for each in run.waiting],
            "notices": [
                [each.number, each.text, each.problem, each.offer] for each in found.notices
            ],
        },
    )
    _keep_open(found)


def _progress(waiting: Waiting, began: float) -> dict[str, Any]:
    """Return the progress of a job in a run that began at a time.

    One that has failed since is still at work for the page, which then asks again: the run may have
    sent what is true while it works.
    """
    job = waiting.job
    failed = job.error is not None and job.failed_at < began
    return {
        "id": job.name,
        "text": f"{job.error}." if failed else job.progress,
        "done": job.done,
        "total": job.total,
        "error": failed,
        "stopped": job.stopped.is_set(),
        "stoppable": job.kind.stoppable,
    }


def _packed(kind: str, header: dict[str, Any], payload: bytes) -> bytes:
    """Return a message as bytes: the length of the header, the header as JSON, the payload.

    As bytes, since the framework encodes and hashes JSON twice in every run: 20 ms for 1 MB.
    """
    head = json.dumps({**header, "kind": kind}).encode()
    return len(head).to_bytes(4, "little") + head + payload


# ---- the component -------------------------------------------------------------------------------


def _component(name: str) -> ComponentRenderer:
    """Return the command that mounts "window" or "message"."""
    return _registered(name, id(Runtime.instance()) if Runtime.exists() else 0)


@cache
def _registered(name: str, runtime: int) -> ComponentRenderer:
    """Register a component once for each runtime: a test may start several in one process.

    Its files are served, not sent in every run. The framework finds their folder by the manifest of
    an installed package whose name is that of its distribution; here the folder is made when the
    program starts, so the manifest is given.
    """
    if runtime:
        _register_assets(runtime)
    if name == "message":
        return st.components.v2.component(f"{_PACKAGE}.message", js="message.js")
    return st.components.v2.component(
        f"{_PACKAGE}.window",
        html='<div class="chunkscope"></div>',
        css="window.css",
        js="window.js",
    )


@cache
def _register_assets(_runtime: int) -> None:
    components = [ComponentConfig(name, "web") for name in ("window", "message")]
    manifest = ComponentManifest(_PACKAGE, version(_PACKAGE), components)
    Runtime.instance().bidi_component_registry.register_from_manifest(
        manifest, bundle.in_new_folder("web")
    )


@cache
def _styles() -> str:
    """Return the colors of the lanes, and the color, glyph and wording of each reason, as JSON.

    As text, since the framework imports pandas to see whether a value is a table.
    """
    reasons = {
        reason.value: {
            "color": style.color,
            "glyph": style.glyph,
            "title": WORDING[reason].title,
            "description": WORDING[reason].description,
        }
        for reason, style in REASON_STYLES.items()
    }
    return json.dumps({"reasons": reasons, "lanes": [color for color, _, _ in LANE_STYLES]})


# ---- open documents ------------------------------------------------------------------------------


def _keep_open(found: Session) -> None:
    """Evict the results of documents that no tab has open any more."""
    own = (*found.documents.own.values(), *found.library.documents)
    results.keep(_tab(), {each.sha256 for each in own})


@st.cache_resource(scope="session", show_spinner=False, on_release=results.close)
def _tab() -> results.Tab:
    return results.Tab()
