"""The progress bar of commands that process many documents."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(*, quiet: bool = False) -> Iterator[Callable[[int, int, str], None] | None]:
    """Show a bar on standard error; yield what updates it, None if that is no terminal.

    The arguments are the bytes done, those in total, and what is done in words. Rate and time left
    are estimated from bytes, since documents differ more in size than in anything else. `quiet`
    shows no bar.
    """
    if quiet or not sys.stderr.isatty():
        yield None
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
        TextColumn("{task.fields[state]}"),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None, state="")

        def show(done: int, total: int, state: str) -> None:
            progress.update(task, completed=done, total=max(total, 1), state=state)

        yield show
