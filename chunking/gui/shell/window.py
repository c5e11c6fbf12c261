"""The window: one browser component, which is sent messages and returns events.

The component draws the whole window with the modules in `web/`. A script run begins with `begin`,
which handles the events; `show` settles the session and sends a view of it; `end` completes it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import streamlit as st

from chunking.analysis.explain import WORDING
from chunking.gui.core import cache as results
from chunking.gui.core.jobs import Job
from chunking.gui.core.view import Data, Message, View
from chunking.gui.pages.messages import HandledMessage
from chunking.gui.session import session
from chunking.gui.session.session import Session
from chunking.gui.settle.settle import settled_view
from chunking.gui.shell import events, frame, framework
from chunking.output.reason_styles import LANE_COLORS, REASON_STYLES

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator


_SESSION: Final = "session"
_KEY: Final = "window"
_NUMBERS: Final = "numbers"
# Seconds between two looks for events of the page: a step of a slider waits for half of that.
_LOOK: Final = 0.005
# Bytes from which the framework sends a message again as its hash (`global.minCachedMessageSize`).
_LARGE: Final = 10_000

_FRAMEWORK_STYLE: Final = """
<style>
[data-testid="stHeader"],[data-testid="stSidebar"]{display:none}
[data-testid="stMain"]{overflow:hidden}
[data-testid="stDialog"]{background:rgb(0 0 0/0.45)}
.report{border-collapse:collapse}
.report th{text-align:left;font-weight:600;padding:2px 16px 2px 0;vertical-align:top}
.dialog-problem{border-left:4px solid #d55e00;padding:4px 12px;overflow-wrap:anywhere}
</style>
"""


class _Run(NamedTuple):
    """One script run.

    Attributes:
        session: The session of the tab.
        data: The place of data: what comes and goes there moves no message to another place.
        sent: The numbers of what was sent, by its name.
        began: When it began, on the monotonic clock.
    """

    session: Session
    data: DeltaGenerator
    sent: dict[str, list[int]]
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
    """Mount the component, after the session has handled its events by these actions."""
    began = time.monotonic()
    st.html(_FRAMEWORK_STYLE)
    data = {"styles": styles(), "session": current().name}

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

    mount = framework.component("window")
    mount(data=data, key=_KEY, on_events_change=handle, on_before_change=resume)
    # Wait until another run has handled its events, so that this one shows their result.
    with current().handling:
        pass
    _run.set(_Run(current(), st.container(), {}, began))
    return current()


def show(view: Callable[[Session], View]) -> None:
    """Settle the session and send a view of it, again when a quiet job has ended.

    New jobs get a moment before, so that what is cached is not announced as work. An event of the
    page ends the run while it waits.
    """
    run = _run.get()
    while True:
        found = settled_view(run.session, view)
        while any(each.job.moments for each in found.waiting):
            _wait_for_any([each.job for each in found.waiting if each.job.moments])
            found = settled_view(run.session, view)
        _send([*found.items, *frame.messages(run.session, found.waiting, run.began)])
        quiet = [each.job for each in found.waiting if each.job.kind.quiet]
        if not quiet:
            return
        _wait_for_any(quiet)


def end() -> None:
    """Send the frame if the page has sent nothing, and evict what no tab has open."""
    run = _run.get()
    if not run.sent:
        _send(frame.messages(run.session, [], run.began))
    own = (*run.session.documents.own.values(), *run.session.library.documents)
    results.keep(_tab(), {each.sha256 for each in own})


# ---- messages ------------------------------------------------------------------------------------


def _send(items: Sequence[Message | Data]) -> None:
    """Send data, and the messages that refer to it.

    Messages go together, since each element costs the framework about a millisecond on both sides;
    a large one goes alone, so that the framework need not send it again if only others change. It
    goes before them: what the page has set stands until it knows that its events were handled.
    """
    run = _run.get()
    messages = [each for each in items if isinstance(each, Message)]
    if not run.sent:
        # The page sends its next events once it knows that these were handled.
        handled: HandledMessage = {"kind": "handled", "events": run.session.handled}
        messages.insert(0, Message(handled))
    for each in items:
        if isinstance(each, Data):
            _send_data(each)
    packed = {each.kind: _numbered(each) for each in messages}
    large = {kind: content for kind, content in packed.items() if len(content) >= _LARGE}
    for kind, content in large.items():
        _mount(content, kind)
    _mount(b"".join(packed[kind] for kind in packed if kind not in large), "messages")


def _numbered(message: Message) -> bytes:
    """Return a message with its number, packed; nothing if this run has sent it.

    A message of a kind that was sent in this run already, with other values, is another element of
    the framework. Its number makes it differ from what such an element showed in earlier runs, and
    the content from what an earlier server has sent.
    """
    run, kind = _run.get(), message.kind
    header = json.dumps(message.header)
    numbers, content = _numbers(), hash((header, message.payload))
    before, number = numbers.get(kind, (0, 0))
    number += content != before
    numbers[kind] = content, number
    sent = run.sent.setdefault(kind, [])
    if number in sent:
        return b""
    sent.append(number)
    return _packed(f'{header[:-1]}, "number": "{number}.{content:x}"}}', message.payload)


def _numbers() -> dict[str, tuple[int, int]]:
    """Return the content and the number of the last message of each kind in this tab."""
    found: dict[str, tuple[int, int]] = st.session_state.setdefault(_NUMBERS, {})
    return found


def _mount(packed: bytes, name: str) -> None:
    """Mount the component of messages, one for each time that a run sends them."""
    if packed:
        elements = _run.get().sent.setdefault(f"{name} elements", [])
        elements.append(len(elements))
        framework.component("message")(data=packed, key=f"message.{name}.{len(elements)}")


def _send_data(data: Data) -> None:
    run = _run.get()
    if data.name in run.session.held or data.name in run.sent:
        return
    run.sent[data.name] = []
    with run.data:
        message = data.make()
        packed = _packed(json.dumps(message.header), message.payload)
        framework.component("message")(data=packed, key=f"{data.kind}.{data.id}")


def _packed(header: str, payload: bytes) -> bytes:
    """Return a message as bytes: the lengths of its header as JSON and of its payload, and both.

    As bytes, since the framework encodes and hashes JSON twice in every run: 20 ms for 1 MB.
    """
    head = header.encode()
    lengths = (len(each).to_bytes(4, "little") for each in (head, payload))
    return b"".join((*lengths, head, payload))


def _wait_for_any(jobs: Sequence[Job]) -> None:
    """Wait until one of some jobs has ended, or its moment is over.

    The framework ends the run here if the page has sent an event.
    """
    while all(each.moments or each.kind.quiet for each in jobs):
        if any(each.finished.is_set() for each in jobs):
            return
        jobs[0].settled.wait(_LOOK)
        _look_for_events()


def _look_for_events() -> None:
    """Let the framework end the run for an event: it looks for one whenever its state is read.

    It also does when something is sent, which the page would draw.
    """
    st.session_state.get(_KEY)


@cache
def styles() -> str:
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
    return json.dumps({"reasons": reasons, "lanes": LANE_COLORS})


@st.cache_resource(scope="session", show_spinner=False, on_release=results.close)
def _tab() -> results.Tab:
    return results.Tab()
