"""The window of an installed wheel and source distribution."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser import visiting
from distributions import Installation
from running import serving
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.nightly
@pytest.mark.browser
@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="reads Linux's /proc")
def test_the_installed_program_opens_its_window(
    browser: Browser, installed: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    program = [str(installed.program)]
    with serving(tmp_path, program=program) as server, visiting(browser, server) as window:
        assert server.listening() == [f"127.0.0.1:{server.port}"]
        window.tune()
        for page in ("Compare", "Library", "Sweep"):
            window.go_to(page)
        messages = map(ForwardMsg.FromString, window.frames)
        begun = [each.new_session for each in messages if each.WhichOneof("type") == "new_session"]
        assert {each.config.gather_usage_stats for each in begun} == {False}
        # The theme of the app's own settings, which Streamlit finds in the installed package.
        assert {each.custom_theme.base_radius for each in begun} == {"4px"}
