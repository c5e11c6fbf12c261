"""What the window uses of Streamlit and is not public: a new version may move it."""

import asyncio
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
import streamlit
from streamlit.runtime import Runtime
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.session_manager import SessionInfo
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager
from waiting import TIME_LIMIT

from chunking.gui.shell import framework

USED = [
    ("streamlit.components.v2.manifest_scanner", "ComponentConfig"),
    ("streamlit.components.v2.manifest_scanner", "ComponentManifest"),
    ("streamlit.runtime", "Runtime.exists"),
    ("streamlit.runtime", "Runtime.instance"),
    ("streamlit.runtime", "Runtime.bidi_component_registry"),
    ("streamlit.runtime.app_session", "AppSession.shutdown"),
    ("streamlit.runtime.scriptrunner", "get_script_run_ctx"),
    (
        "streamlit.runtime.memory_uploaded_file_manager",
        "MemoryUploadedFileManager.remove_session_files",
    ),
    ("streamlit.runtime.caching.ttl_cache", "TTLCache.expire"),
    (
        "streamlit.components.v2.component_manager",
        "BidiComponentManager.register_from_manifest",
    ),
    ("streamlit.runtime.pages_manager", "PagesManager.uses_pages_directory"),
    ("streamlit.web.server.starlette.starlette_websocket", "is_host_allowed"),
]


@pytest.mark.parametrize(("module", "name"), USED)
def test_what_is_used_of_streamlit_is_there(module: str, name: str) -> None:
    gone = f"Streamlit {streamlit.__version__} has no {module}.{name}: see gui/shell/framework.py"
    try:
        found: object = import_module(module)
    except ModuleNotFoundError:
        pytest.fail(gone)
    for part in name.split("."):
        assert hasattr(found, part), gone
        found = getattr(found, part)


def test_a_session_whose_page_is_gone_is_closed_without_another_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def closed() -> None:
        gone = asyncio.Event()
        page: Any = SimpleNamespace(id="gone", shutdown=gone.set)
        storage = MemorySessionStorage(ttl_seconds=0)
        storage.save(SessionInfo(client=None, session=page))
        others: Any = None
        manager = WebsocketSessionManager(storage, others, others, others)
        runtime = SimpleNamespace(_session_mgr=manager)
        monkeypatch.setattr(Runtime, "instance", lambda: runtime)
        monkeypatch.setattr(framework, "_EXPIRY", 0.0)
        looking = asyncio.create_task(framework.close_sessions())
        await asyncio.wait_for(gone.wait(), TIME_LIMIT)
        looking.cancel()

    asyncio.run(closed())
