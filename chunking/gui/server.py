"""The window's server: Streamlit on this machine alone, started by `chunkscope`."""

from __future__ import annotations

import gc
import os
import socket
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import chunking
from chunking.errors import ChunkingError, SettingsError
from chunking.gui import desktop

if TYPE_CHECKING:
    from collections.abc import Sequence

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


class Shown(StrEnum):
    """Where the program is shown: in a window of its own, in the default browser, or nowhere."""

    WINDOW = "window"
    BROWSER = "browser"
    NOWHERE = "nowhere"


def serve(
    *,
    port: int | None = None,
    shown: Shown = Shown.WINDOW,
    files: Sequence[Path] = (),
    library: Path | None = None,
) -> None:
    """Serve the program until it is stopped or its window is closed; the process ends with it.

    Each visit begins with the documents in `files`, its library with those of the folder `library`,
    which is shown first then.

    The server's settings stand in `.streamlit/config.toml`, beside the app.

    Raises:
        SettingsError: there is no such port.
    """
    if port is not None and not 1 <= port <= 65535:
        raise SettingsError(f"port must be between 1 and 65535, got {port}")
    from streamlit.runtime.pages_manager import PagesManager
    from streamlit.web import cli

    from chunking.gui import start

    start.with_files(files, library)

    # Streamlit looks for a folder `pages/` until the app has called `st.navigation` once: the
    # first visitor of a server would get a page without the app around it if the link named it.
    PagesManager.uses_pages_directory = False
    # A step of a slider makes thousands of small objects and drops them again; by the default
    # thresholds that sets off full collections, which stop every thread for a fifth of a second.
    gc.set_threshold(50_000, 20, 100)
    chosen = port or free_port()
    sys.argv = [
        "streamlit", "run", str(app_file()),
        f"--server.port={chosen}",
        "--server.headless=true",
    ]  # fmt: skip
    close = None
    if shown is not Shown.NOWHERE and desktop.has_screen():
        own = shown is Shown.WINDOW
        address = f"http://127.0.0.1:{chosen}{'' if library is None else '/library'}"
        close = desktop.open_when_ready(address, own=own)
    status = 0
    try:
        cli.main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        if close is not None:
            close()
    _end(status)


def _end(status: int) -> None:
    """End the process at once.

    A thread in which a model is loaded, or embeds, would go on while the interpreter is taken
    down, and abort it.
    """
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)
