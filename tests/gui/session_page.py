"""A page without a browser: events in, messages out, settled and viewed as in the program."""

import json
import time
from collections.abc import Callable
from typing import Any, Self, TypeVar

from message_types import check_message
from waiting import TIME_LIMIT, wait_until

from chunking.gui.core.jobs import Job, Waiting
from chunking.gui.core.view import Data, View
from chunking.gui.pages import pages
from chunking.gui.session.session import Session
from chunking.gui.settle.settle import settled_view
from chunking.gui.shell import events
from chunking.gui.shell.actions import ACTIONS

T = TypeVar("T")


class SessionPage:
    """The page on screen of a session, and the messages sent last.

    Attributes:
        session: The session.
        sent: The header of the last message of each kind, as JSON has it, and of data by "kind:id".
        payloads: Its bytes.
        waiting: The jobs that the page waits for.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.sent: dict[str, dict[str, Any]] = {}
        self.payloads: dict[str, bytes] = {}
        self.waiting: list[Waiting] = []

    def do(self, action: str, *arguments: object) -> Self:
        """Handle one event, then show what it has changed."""
        row = [self.session.handled + 1, action, *arguments]
        events.dispatch(self.session, [row], ACTIONS)
        return self.show()

    def columns(self, lane: dict[str, Any]) -> dict[str, Any]:
        """Return the columns of the chunks of a lane of Compare."""
        found: dict[str, Any] = self.sent[f"chunks:{lane['chunks']}"]["columns"]
        return found

    def show(self) -> Self:
        """Show the page as a run of the program does: new and quiet jobs end before."""
        return self._until(lambda job: job.kind.quiet or not job.kind.late)

    def finish(self) -> Self:
        """Show the page until nothing works for it any more."""
        return self._until(lambda _: True)

    def show_at_once(self) -> Self:
        """Show the page as it is now."""
        self._send(self._settled_view())
        return self

    def show_until(self, holds: Callable[[Self], object]) -> Self:
        """Show the page as it is, again and again, until something holds."""
        wait_until(lambda: holds(self.show_at_once()))
        return self

    def _until(self, is_awaited: Callable[[Job], bool]) -> Self:
        while True:
            began = time.monotonic()
            found = self._settled_view()
            jobs = [each.job for each in found.waiting if is_awaited(each.job)]
            running = [each for each in jobs if each.ended >= began]
            if not running:
                self._send(found)
                return self
            for each in running:
                assert each.finished.wait(TIME_LIMIT), each.progress

    def _settled_view(self) -> View:
        return settled_view(self.session, pages()[self.session.page].view)

    def _send(self, found: View) -> None:
        self.waiting = found.waiting
        for each in found.items:
            message = each.make() if isinstance(each, Data) else each
            name = each.name if isinstance(each, Data) else each.kind
            header = json.loads(json.dumps(message.header))
            check_message(header)
            self.sent[name] = header
            self.payloads[name] = message.payload


def ended(call: Callable[[], T | Waiting]) -> T:
    """Return what a call returns once no job works for it."""
    found = ended_or_failed(call)
    assert not isinstance(found, Waiting), found.job.error
    return found


def ended_or_failed(call: Callable[[], T | Waiting]) -> T | Waiting:
    """Return what a call returns once no job works for it, or the job that failed."""
    while isinstance(found := call(), Waiting) and found.job.error is None:
        assert found.job.finished.wait(TIME_LIMIT), found.job.progress
    return found
