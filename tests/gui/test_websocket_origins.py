"""Who may connect to a running server, and that no refusal looks anything up."""

from __future__ import annotations

import http.client
import sys
from typing import TYPE_CHECKING

import pytest
from running import free_port, serving
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from chunking.gui.shell.server import app_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from running import Server

# Writes each attempt to reach another machine to a file, then starts the program.
_WATCHED = """
import sys
def watch(event, arguments):
    if event == "socket.connect":
        host = str(arguments[1][0] if isinstance(arguments[1], tuple) else "127.")
    elif event in {"socket.getaddrinfo", "socket.gethostbyname"}:
        host = str(arguments[0])
    else:
        return
    if not host.startswith(("127.", "localhost", "::1")):
        with open("reached", "a") as file:
            file.write(f"{event} {host}\\n")
sys.addaudithook(watch)
"""
_CHUNKSCOPE = "from chunking.cli import main; main()"
_STREAMLIT = f"""
from streamlit.web.cli import main
sys.argv = [
    "streamlit", "run", {str(app_file())!r},
    "--server.headless=true", "--server.port", sys.argv[-2],
]
main()
"""


@pytest.fixture(scope="module", params=[_CHUNKSCOPE, _STREAMLIT], ids=["chunkscope", "streamlit"])
def watched(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """Run the program, in both ways, and open its page once."""
    folder = tmp_path_factory.mktemp("watched")
    program = (sys.executable, "-c", _WATCHED + request.param)
    with serving(folder, program=program) as server:
        open_page(server)
        yield server


def open_page(server: Server) -> None:
    """Run the app once, as a browser does."""
    with connect(address(server), origin=Origin(server.url), max_size=None) as socket:
        message = BackMsg()
        message.rerun_script.query_string = ""
        socket.send(message.SerializeToString())
        kinds = (ForwardMsg.FromString(each).WhichOneof("type") for each in map(as_bytes, socket))
        assert "script_finished" in kinds


def as_bytes(message: str | bytes) -> bytes:
    """Return a message of the server, all of which are binary."""
    assert isinstance(message, bytes)
    return message


def address(server: Server) -> str:
    """Return the address of its websocket."""
    return f"ws://127.0.0.1:{server.port}/_stcore/stream"


def status_of(server: Server, origin: str) -> int:
    """Return the status of a websocket request of a page with this origin."""
    try:
        with connect(address(server), origin=Origin(origin)):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def reached(server: Server) -> str:
    """Return the attempts of a server to reach another machine."""
    file = server.folder / "reached"
    return file.read_text() if file.exists() else ""


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_the_own_origin_may_connect(watched: Server, name: str) -> None:
    assert status_of(watched, f"http://{name}:{watched.port}") == 101
    assert reached(watched) == ""


def test_foreign_origins_and_other_local_ports_are_refused_without_a_lookup(
    watched: Server,
) -> None:
    other = free_port()
    for origin in (
        "http://attacker.example", "https://attacker.example:8501", "null", "file://",
        f"http://127.0.0.1:{other}", f"http://localhost:{other}", "http://localhost",
        f"https://localhost:{watched.port}", f"http://0.0.0.0:{watched.port}",
        f"http://[::1]:{watched.port}", f"http://127.0.0.1.attacker.example:{watched.port}",
    ):  # fmt: skip
        assert (origin, status_of(watched, origin)) == (origin, 403)
    assert reached(watched) == ""


def test_pages_of_other_origins_cannot_read_answers(watched: Server) -> None:
    for path in ("/_stcore/health", "/_stcore/host-config", "/"):
        for origin in ("http://attacker.example", f"http://localhost:{free_port()}"):
            connection = http.client.HTTPConnection("127.0.0.1", watched.port, timeout=60)
            connection.request("GET", path, headers={"Origin": origin})
            answer = connection.getresponse()
            answer.read()
            connection.close()
            assert (answer.status, answer.headers["Access-Control-Allow-Origin"]) == (200, None)
    assert reached(watched) == ""
