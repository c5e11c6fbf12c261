"""`chunkscope open`, `library` and `demo`: the window with files, a folder, or a demonstration."""

from pathlib import Path
from typing import Annotated

import typer

from chunking.cli import terminal
from chunking.cli.cache import limit_cache
from chunking.core.errors import MissingPackageError, SettingsError
from chunking.core.packages import is_installed

Port = Annotated[
    str | None, typer.Option(metavar="<int>", help="Port; a free one near 8501 if omitted.")
]
Browser = Annotated[bool, typer.Option("--browser", help="Open it in the default browser.")]
NoWindow = Annotated[
    bool, typer.Option("--no-window", "--no-browser", help="Start the server only.")
]
CacheSize = Annotated[
    str | None, typer.Option(help="Maximum size of the vector cache, such as 500MB.")
]


def open_files(
    files: Annotated[list[Path], typer.Argument(help="Documents; the last one is shown first.")],
    *,
    port: Port = None,
    browser: Browser = False,
    no_window: NoWindow = False,
    cache_size: CacheSize = None,
) -> None:
    """Open files in the window; it offers to reload them when they change."""
    limit_cache(cache_size)
    for path in files:
        terminal.check_exists(path, folder=False)
    show_window(files, port=port, browser=browser, no_window=no_window)


def open_library(
    folder: Annotated[Path, typer.Argument(help="A folder; its subfolders are included.")],
    *,
    port: Port = None,
    browser: Browser = False,
    no_window: NoWindow = False,
    cache_size: CacheSize = None,
) -> None:
    """Open a folder in the window, with one strategy for all documents."""
    limit_cache(cache_size)
    terminal.check_exists(folder, folder=True)
    show_window([], port=port, browser=browser, no_window=no_window, library=folder)


def open_demo(
    *,
    port: Port = None,
    browser: Browser = False,
    no_window: NoWindow = False,
    cache_size: CacheSize = None,
) -> None:
    """Open the window with a demonstration of three minutes on the first sample."""
    limit_cache(cache_size)
    show_window([], port=port, browser=browser, no_window=no_window, demo=True)


def show_window(
    files: list[Path],
    *,
    port: str | None,
    browser: bool,
    no_window: bool,
    library: Path | None = None,
    demo: bool = False,
) -> None:
    """Serve the window until it is closed."""
    if not is_installed("streamlit"):
        raise MissingPackageError("the window", "chunkscope")
    from chunking.gui.shell.server import Shown, serve

    if browser and no_window:
        raise SettingsError("give either --browser or --no-window, not both")
    shown = Shown.NOWHERE if no_window else Shown.BROWSER if browser else Shown.WINDOW
    number = terminal.parse_int("port", port)
    serve(port=number, shown=shown, files=files, library=library, demo=demo)
