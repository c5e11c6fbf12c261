"""The component of the window in Streamlit, with all that is used of Streamlit and not public.

Not public are the registry of components of a runtime and the manifest that it is given. A
component that is registered the documented way is found by the manifest of an installed
distribution, in a folder of that distribution; here the folder is made when the program starts.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Final

import streamlit as st
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest
from streamlit.runtime import Runtime

from chunking.gui.shell import bundle

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_PACKAGE: Final = "chunkscope"


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
