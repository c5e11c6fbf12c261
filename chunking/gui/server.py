"""The window's server: Streamlit on this machine alone, started by `chunkscope`."""

from __future__ import annotations

import os
import socket
import subprocess
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


def command(port: int, *, browser: bool) -> list[str]:
    """The command that serves the window; its settings stand in `.streamlit/config.toml`."""
    return [
        sys.executable, "-m", "chunking.gui", "run", str(app_file()),
        f"--server.port={port}",
        f"--server.headless={'false' if browser else 'true'}",
        # A full collection after every run holds all threads for 0.2 s once a model is loaded,
        # and while one is being loaded, with progress shown three times a second, for ever.
        "--runner.postScriptGC=false",
    ]  # fmt: skip


def serve(*, port: int | None = None, browser: bool = True) -> int:
    """Serve the window until it is stopped; the server's exit code."""
    if port is not None and not 1 <= port <= 65535:
        raise SettingsError(f"port must be between 1 and 65535, got {port}")
    # Without a screen there is no browser to open.
    screen = os.name == "nt" or sys.platform == "darwin" or bool(os.environ.get("DISPLAY"))
    line = command(port or free_port(), browser=browser and screen)
    try:
        return subprocess.run(line, check=False).returncode  # noqa: S603 - our own interpreter
    except KeyboardInterrupt:
        return 0
