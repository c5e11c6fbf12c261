"""View of a page: the messages to the browser, and the jobs whose results they wait for."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from chunking.gui.core.jobs import Waiting


class Message(NamedTuple):
    """A message of its kind: values for JSON, "kind" among them, and bytes as it defines them."""

    header: Mapping[str, Any]
    payload: bytes = b""

    @property
    def kind(self) -> str:
        """What `subscribe` in the page names it by."""
        return str(self.header["kind"])


class Data(NamedTuple):
    """Data that is sent by its content, until the page confirms that it holds it.

    Attributes:
        kind: What it is: "document", "chunks", "signal", "gaps", "heat", "outcomes" or
            "probabilities".
        id: Names everything it depends on.
        make: Returns the message, whose header has the kind and the id.
    """

    kind: str
    id: str
    make: Callable[[], Message]

    @property
    def name(self) -> str:
        """The name by which the page confirms it."""
        return f"{self.kind}:{self.id}"


class View:
    """What a page shows of a session, which making it does not change.

    Attributes:
        items: Messages and data, in the order in which they are sent.
        waiting: The jobs whose results are missing.
    """

    def __init__(self) -> None:
        self.items: list[Message | Data] = []
        self.waiting: list[Waiting] = []

    def send(self, header: Mapping[str, Any], payload: bytes = b"") -> None:
        """Add a message."""
        self.items.append(Message(header, payload))

    def send_once(self, kind: str, name: str, make: Callable[[], Message]) -> None:
        """Add data by its content."""
        self.items.append(Data(kind, name, make))

    def wait_for(self, *works: object) -> None:
        """Add the jobs among these."""
        self.waiting += [
            each for each in works if isinstance(each, Waiting) and each not in self.waiting
        ]
