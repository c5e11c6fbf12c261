"""Server of the window: loopback only, no telemetry, files and folders of the command line."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser import Window, visiting
from playwright.sync_api import expect
from running import Server, serving
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from waiting import TIME_LIMIT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="reads Linux's /proc")
def test_the_server_listens_on_loopback_only(server: Server) -> None:
    assert server.listening() == [f"127.0.0.1:{server.port}"]
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", server.port), timeout=TIME_LIMIT)


def test_the_page_sends_no_telemetry(window: Window) -> None:
    window.tune()
    messages = map(ForwardMsg.FromString, window.frames)
    begun = [each.new_session for each in messages if each.WhichOneof("type") == "new_session"]
    assert {each.config.gather_usage_stats for each in begun} == {False}


@pytest.mark.nightly
def test_files_of_the_command_line_are_opened_and_reloaded_when_they_change(
    browser: Browser, tmp_path: Path
) -> None:
    first, last = tmp_path / "first.md", tmp_path / "a <b>draft.md"
    first.write_text("Another text.\n")
    last.write_text("The first draft of the text.\n")
    with (
        serving(tmp_path, "open", str(first), str(last)) as server,
        visiting(browser, server) as window,
    ):
        window.tune()
        core = window.text.locator(".chunk .core").first
        expect(core).to_contain_text("The first draft of the text.")
        last.write_text("The second draft of the text.\n")
        reload = window.page.get_by_role("button", name="The file has changed on disk")
        reload.wait_for()
        expect(core).to_contain_text("The first draft of the text.")
        reload.click()
        expect(core).to_contain_text("The second draft of the text.")
        expect(reload).to_have_count(0)


@pytest.mark.nightly
def test_a_folder_of_the_command_line_is_shown_in_library(browser: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "one.md").write_text("The tide goes out.\n")
    (folder / "two.md").write_text("The tide comes in.\n")
    with serving(tmp_path, "library", str(folder)) as server, visiting(browser, server) as window:
        window.open("/library")
        for name in ("one.md", "two.md"):
            window.page.get_by_text(name).first.wait_for()
