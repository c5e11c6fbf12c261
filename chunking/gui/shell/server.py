"""Server of the window: Streamlit on 127.0.0.1 only, started by `chunkscope`."""

import gc
import importlib
import os
import signal
import socket
import sys
import threading
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from chunking.core.errors import ChunkingError, SettingsError
from chunking.gui.core import arguments
from chunking.gui.shell import bundle, desktop

FIRST_PORT = 8501


def app_file() -> Path:
    """Return the path of `app.py`: in a wheel below the package, in a checkout next to it.

    Raises:
        ChunkingError: It is in neither place.
    """
    package = Path(__file__).parents[2]
    for folder in (package / "_app", package.parent):
        if (folder / "app.py").is_file():
            return folder / "app.py"
    raise ChunkingError("app.py is missing: install chunkscope again")


def free_port(first: int = FIRST_PORT) -> int:
    """Return the first free port from `first` on.

    Raises:
        SettingsError: None of a hundred is free.
    """
    for port in range(first, first + 100):
        with socket.socket() as probe:
            if os.name != "nt":
                # As the server does: a port that is still closing is free.
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise SettingsError(f"no port from {first} to {first + 99} is free")


class Shown(StrEnum):
    """Where the program is shown: in its own window, in the default browser, or nowhere."""

    WINDOW = "window"
    BROWSER = "browser"
    NOWHERE = "nowhere"


def serve(
    *,
    port: int | None = None,
    shown: Shown = Shown.WINDOW,
    files: Sequence[Path] = (),
    library: Path | None = None,
    demo: bool = False,
) -> None:
    """Serve the program until it is stopped or its window is closed, then end the process.

    The settings of the server are in `.streamlit/config.toml`, next to the app.

    Args:
        port: The port; by default a free one.
        shown: Where the program is shown.
        files: Documents that every session starts with.
        library: A folder whose documents Library starts with; then it is shown first.
        demo: Whether every session starts with the demonstration.

    Raises:
        SettingsError: The port is out of range.
    """
    if port is not None and not 1 <= port <= 65535:
        raise SettingsError(f"port must be between 1 and 65535, got {port}")
    from streamlit.runtime.pages_manager import PagesManager
    from streamlit.web import cli

    from chunking.gui.shell import access

    arguments.set_documents(files, library, with_demo=demo)
    # Until the app has called `st.navigation` once, Streamlit serves the files in `pages/`: the
    # first link to a page would open it without the app.
    PagesManager.uses_pages_directory = False
    # A step of a slider creates thousands of short-lived objects; with the default thresholds
    # they cause full collections, which stop all threads for 0.2 s.
    gc.set_threshold(50_000, 20, 100)
    chosen = port or free_port()
    sys.argv = [
        "streamlit", "run", str(app_file()),
        f"--server.port={chosen}",
        "--server.headless=true",
    ]  # fmt: skip
    close = None
    url = f"http://127.0.0.1:{chosen}"
    if shown is not Shown.NOWHERE and desktop.has_screen():
        own = shown is Shown.WINDOW
        page = url if library is None else f"{url}/library"
        close = desktop.open_when_ready(access.with_key(page, single_use=True), own=own)
    threading.Thread(target=_import_pages, args=(url,), name="import", daemon=True).start()
    status = 0
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, _stop)
    try:
        cli.main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        if close is not None:
            close()
    _end(status)


def _stop(*_: object) -> None:
    """End the program with status 0; the server raises its signals again when it has shut down."""
    raise SystemExit


def _import_pages(url: str) -> None:
    """Import what all pages need once the server answers, while the browser loads the frame."""
    if desktop.answers(url):
        importlib.import_module("chunking.gui.shell.actions")
        importlib.import_module("chunking.gui.shell.window")


def _end(status: int) -> None:
    """End the process at once.

    A thread that loads a model or embeds would still run while the interpreter shuts down, and
    abort it.
    """
    bundle.remove_folders()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)
