"""The progress bar of commands that process many files."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def progress_bar(
    documents: int, size: int, *, quiet: bool = False
) -> Iterator[Callable[[int], None]]:
    """Show a bar on standard error if it is a terminal; yield what advances it by one document.

    The argument is the size of the document in bytes; rate and time left are estimated from sizes,
    since documents differ more in size than in anything else. `quiet` shows no bar.
    """
    if quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )

    columns = (
        BarColumn(),
        TextColumn("{task.fields[done]:,} of {task.fields[documents]:,} documents"),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=max(size, 1), done=0, documents=documents)
        done = 0

        def advance(by: int) -> None:
            nonlocal done
            done += 1
            progress.update(task, advance=by, done=done)

        yield advance
