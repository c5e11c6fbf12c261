"""The window's server: Streamlit on this machine alone, started by `chunkscope`."""

from __future__ import annotations

import gc
import os
import socket
import sys
from pathlib import Path

import chunking
from chunking.errors import ChunkingError, SettingsError

FIRST_PORT = 8501


def app_file() -> Path:
    """Where `app.py` is: below the package in a wheel, beside it in a checkout.

    Raises:
        ChunkingError: in neither place.
    """
    package = Path(chunking.__file__).parent
    for folder in (package / "_app", package.parent):
        if (folder / "app.py").is_file():
            return folder / "app.py"
    raise ChunkingError("app.py is missing: install chunkscope again")


def free_port(first: int = FIRST_PORT) -> int:
    """The first port from `first` on that nobody listens on.

    Raises:
        SettingsError: none of a hundred is free.
    """
    for port in range(first, first + 100):
        with socket.socket() as probe:
            if os.name != "nt":
                # As the server will do: a port in its closing minute is free.
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise SettingsError(f"no port from {first} to {first + 99} is free")


def serve(*, port: int | None = None, browser: bool = True) -> None:
    """Serve the window, in this process, until it is stopped.

    The server's settings stand in `.streamlit/config.toml`, beside the app.

    Raises:
        SettingsError: there is no such port.
    """
    if port is not None and not 1 <= port <= 65535:
        raise SettingsError(f"port must be between 1 and 65535, got {port}")
    from streamlit.runtime.pages_manager import PagesManager
    from streamlit.web import cli

    # Streamlit looks for a folder `pages/` until the app has called `st.navigation` once: the
    # first visitor of a server would get a page without the app around it if the link named it.
    PagesManager.uses_pages_directory = False
    # A step of a slider makes thousands of small objects and drops them again; by the default
    # thresholds that sets off full collections, which stop every thread for a fifth of a second.
    gc.set_threshold(50_000, 20, 100)
    # Without a screen there is no browser to open.
    screen = os.name == "nt" or sys.platform == "darwin" or bool(os.environ.get("DISPLAY"))
    sys.argv = [
        "streamlit", "run", str(app_file()),
        f"--server.port={port or free_port()}",
        f"--server.headless={'false' if browser and screen else 'true'}",
    ]  # fmt: skip
    cli.main()
