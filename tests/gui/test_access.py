"""Who may use a running server: a page of its own that was opened with its key, and no other."""

from __future__ import annotations

import http.client
import re
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest
from browser import visiting
from running import Server, free_port, serving
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from waiting import TIME_LIMIT, wait_until
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from chunking.gui.pages import pages
from chunking.gui.shell import access
from chunking.gui.shell.server import app_file

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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
# What a page of another origin tries: to read the pages and to begin a session.
_ATTACK = """async port => {
  const found = [];
  for (const host of ["127.0.0.1", "localhost"]) {
    for (const path of ["/", "/_stcore/health", "/_stcore/host-config", "/_stcore/metrics"])
      for (const credentials of ["omit", "include"])
        found.push(await fetch(`http://${host}:${port}${path}`, {credentials})
          .then(answer => `read ${path}`, () => "refused"));
    found.push(await new Promise(resolve => {
      const socket = new WebSocket(`ws://${host}:${port}/_stcore/stream`, ["streamlit"]);
      socket.onopen = () => resolve("connected");
      socket.onclose = () => resolve("refused");
    }));
  }
  return found;
}"""


@pytest.fixture(scope="module", params=[_CHUNKSCOPE, _STREAMLIT], ids=["chunkscope", "streamlit"])
def watched(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """Run the program, in both ways."""
    folder = tmp_path_factory.mktemp("watched")
    program = (sys.executable, "-c", _WATCHED + request.param)
    with serving(folder, program=program) as server:
        yield server


def stream(server: Server) -> str:
    """Return the address of its websocket."""
    return f"ws://127.0.0.1:{server.port}/_stcore/stream"


def status_of(server: Server, origin: str | None, cookie: str) -> int:
    """Return the status of a websocket request of a page with this origin and this cookie."""
    headers = {"Cookie": f"{server.cookie['name']}={cookie}"}
    named = None if origin is None else Origin(origin)
    try:
        with connect(stream(server), origin=named, additional_headers=headers):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def get(
    server: Server, path: str, headers: dict[str, str] | None = None
) -> http.client.HTTPResponse:
    """Return the answer to a request."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=TIME_LIMIT)
    connection.request("GET", path, headers=headers or {})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def reached(server: Server) -> str:
    """Return the attempts of a server to reach another machine."""
    file = server.folder / "reached"
    return file.read_text() if file.exists() else ""


def test_a_page_with_the_key_shows_all_pages_without_a_lookup(watched: Server) -> None:
    headers = {"Cookie": f"{watched.cookie['name']}={watched.key}"}
    address, origin = stream(watched), Origin(watched.url)
    with connect(address, origin=origin, additional_headers=headers, max_size=None) as socket:
        binary = (each for each in socket if isinstance(each, bytes))
        kinds = (ForwardMsg.FromString(each).WhichOneof("type") for each in binary)
        for name in pages():
            message = BackMsg()
            message.rerun_script.page_name = name
            socket.send(message.SerializeToString())
            assert "script_finished" in kinds
    assert reached(watched) == ""


def test_without_the_key_there_is_a_frame_but_no_session(watched: Server) -> None:
    for cookie in ("", "x", watched.key[:-1], f"{watched.key}x"):
        assert status_of(watched, watched.url, cookie) == 403
        header = {"Cookie": f"{watched.cookie['name']}={cookie}"}
        for path in ("/_stcore/metrics", "/_stcore/host-config", "/media/a.txt", "/?key=x"):
            assert get(watched, path, header).status == 403, path
        for path in ("/", "/compare", "/_stcore/health"):
            answer = get(watched, path, header)
            assert answer.status == 200, path
            assert watched.key not in answer.headers.get("Set-Cookie", ""), path


def test_a_typed_address_gets_the_key_and_a_link_or_a_frame_does_not(watched: Server) -> None:
    def opened(site: str, dest: str = "document") -> http.client.HTTPResponse:
        values = {"Mode": "navigate", "Site": site, "Dest": dest}
        return get(watched, "/?a=1", {f"Sec-Fetch-{name}": each for name, each in values.items()})

    typed = opened("none")
    assert typed.status == 200
    assert typed.headers["Set-Cookie"].startswith(f"{watched.cookie['name']}={watched.key}; ")
    for site in ("same-site", "cross-site"):
        for dest in ("document", "iframe"):
            answer = opened(site, dest)
            assert (answer.status, answer.headers["Set-Cookie"]) == (403, None)


def test_the_address_with_the_key_leads_to_the_page_without_it(watched: Server) -> None:
    for path, target in (
        ("/?a=1&key={}&b=%26", "/?a=1&b=%26"),
        ("/compare?key={}", "/compare"),
        ("//attacker.example/?key={}", "/attacker.example/"),
        ("/%5c%5cattacker.example?key={}", "/%5C%5Cattacker.example"),
    ):
        answer = get(watched, path.format(watched.key))
        assert (answer.status, answer.headers["Location"]) == (303, target)
        assert re.fullmatch(
            rf"chunkscope-{watched.port}={watched.key}; HttpOnly; Path=/; SameSite=lax",
            answer.headers["Set-Cookie"],
        )


def test_foreign_origins_and_other_local_ports_are_refused_without_a_lookup(
    watched: Server,
) -> None:
    other = free_port()
    assert status_of(watched, f"http://127.0.0.1:{watched.port}", watched.key) == 101
    for origin in (
        "http://attacker.example", "https://attacker.example:8501", "null", "file://", None,
        f"http://127.0.0.1:{other}", f"http://localhost:{other}", "http://localhost",
        f"https://127.0.0.1:{watched.port}", f"http://0.0.0.0:{watched.port}",
        f"http://[::1]:{watched.port}", f"http://127.0.0.1.attacker.example:{watched.port}",
    ):  # fmt: skip
        assert (origin, status_of(watched, origin, watched.key)) == (origin, 403)
        if origin is not None:
            assert get(watched, "/_stcore/health", {"Origin": origin}).status == 403
    assert reached(watched) == ""


def test_requests_under_another_name_of_the_machine_are_refused(watched: Server) -> None:
    for host in ("attacker.example", f"attacker.example:{watched.port}", "localhost.example", ""):
        for path in ("/", "/_stcore/health", "/_stcore/metrics", f"/?key={watched.key}"):
            assert get(watched, path, {"Host": host}).status == 403
    assert get(watched, "/_stcore/health", {"Host": f"localhost:{watched.port}"}).status == 200
    assert reached(watched) == ""


def test_a_key_on_a_command_line_works_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "_single_use", set())
    page, _, key = access.with_key("http://127.0.0.1/library", single_use=True).partition("?key=")
    assert page == "http://127.0.0.1/library"
    assert not access._is_key(f"{key}x")
    assert access._is_key(key)
    assert not access._is_key(key)
    assert access.with_key("/").partition("?key=")[2] == access._key


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.mark.browser
def test_a_page_of_another_local_server_reads_nothing(browser: Browser, server: Server) -> None:
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), _Page) as other,
        visiting(browser, server) as window,
    ):
        threading.Thread(target=other.serve_forever, daemon=True).start()
        # The cookie of the program is in this browser, and browsers send it to all ports.
        page = window.page.context.new_page()
        for host in ("127.0.0.1", "localhost"):
            page.goto(f"http://{host}:{other.server_port}/")
            assert set(page.evaluate(_ATTACK, server.port)) == {"refused"}
        other.shutdown()


@pytest.mark.browser
def test_the_printed_address_opens_the_window(browser: Browser, server: Server) -> None:
    with visiting(browser, server) as window:
        window.page.context.clear_cookies()
        with ThreadingHTTPServer(("127.0.0.1", 0), _Page) as other:
            threading.Thread(target=other.serve_forever, daemon=True).start()
            window.page.goto(f"http://127.0.0.1:{other.server_port}/")
            with window.page.expect_navigation():
                window.page.evaluate("address => { location.href = address }", server.url)
            assert "opened by a link of another page" in window.page.content()
            other.shutdown()
        window.page.goto(f"{server.url}/?sample=guide.md&key={server.key}")
        window.text.locator(".chunk").first.wait_for()
        wait_until(lambda: "key" not in window.address)
        assert window.address["sample"] == "guide.md"
        # The other server's page, and what its link led to.
        assert all("a request left" in each or "403" in each for each in window.faults)
        window.faults.clear()
