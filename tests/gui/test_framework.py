"""What the window uses of Streamlit and is not public: a new version may move it."""

from importlib import import_module

import pytest
import streamlit

USED = [
    ("streamlit.components.v2.manifest_scanner", "ComponentConfig"),
    ("streamlit.components.v2.manifest_scanner", "ComponentManifest"),
    ("streamlit.runtime", "Runtime.exists"),
    ("streamlit.runtime", "Runtime.instance"),
    ("streamlit.runtime", "Runtime.bidi_component_registry"),
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
