"""Who may listen to the server, and what it asks of the page."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from browser import Window
    from running import Server

pytestmark = pytest.mark.browser


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="reads Linux's /proc")
def test_the_server_listens_on_loopback_alone(server: Server) -> None:
    sockets = {
        link.readlink().name
        for pid in server.processes()
        for link in Path(f"/proc/{pid}/fd").iterdir()
        if link.is_symlink()
    }
    listening = []
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                listening.append(fields[1])
    assert listening == [f"0100007F:{server.port:04X}"]
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", server.port), timeout=5)


def test_the_server_asks_the_page_for_no_statistics(window: Window) -> None:
    window.tune()
    assert window.gathers_statistics() == {False}
