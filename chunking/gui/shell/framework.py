"""The component of the window in Streamlit, with all that is used of Streamlit and not public.

Streamlit keeps the session of a page that is gone for a time, for a page that connects again, but
then forgets it only when the page of another session goes: its documents would stay in memory.

Not public are the registry of components of a runtime and the manifest that it is given. A
component that is registered the documented way is found by the manifest of an installed
distribution, in a folder of that distribution; here the folder is made when the program starts.
"""

from __future__ import annotations

import asyncio
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final, cast

import streamlit as st
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from chunking.gui.core.cache import release_memory_later
from chunking.gui.shell import bundle

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_PACKAGE: Final = "chunkscope"
# Seconds between two looks for sessions whose time is over.
_EXPIRY: Final = 10.0


def component(name: str) -> ComponentRenderer:
    """Return the command that mounts "window" or "message"."""
    return _registered(name, id(Runtime.instance()) if Runtime.exists() else 0)


@cache
def _registered(name: str, runtime: int) -> ComponentRenderer:
    """Register a component once for each runtime: a test may start several in one process.

    Its files are served, not sent in every run.
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


def forget_uploads() -> None:
    """Drop the files uploaded in this tab, which Streamlit keeps for as long as it is open."""
    context = get_script_run_ctx()
    if context is not None:
        context.uploaded_file_mgr.remove_session_files(context.session_id)


async def close_sessions() -> None:
    """Close the sessions whose pages are gone for longer than Streamlit keeps them, for ever.

    To be run in the thread of the server.
    """
    while True:
        await asyncio.sleep(_EXPIRY)
        sessions = cast("Any", Runtime.instance())._session_mgr._session_storage._cache  # noqa: SLF001
        expired = sessions.expire()
        for _, each in expired:
            each.session.shutdown()
        if expired:
            release_memory_later()
