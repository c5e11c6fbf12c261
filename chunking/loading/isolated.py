"""Conversion of a file in a subprocess, with limits of time and memory."""

import importlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from queue import Empty, Queue
from typing import IO, Any

from chunking.core.errors import LoadError, MissingPackageError
from chunking.core.origin import Locations, Removed
from chunking.loading.formats import Content

STALL_SECONDS = 10.0  # of processor time without a page or a result
# A last resort for a process that waits for something; minutes without a page or a result.
_MINUTES = 10
MAX_BYTES_OF_MEMORY = 2**30
# Modules whose converters report each page, slide or some rows.
_WITH_PROGRESS = frozenset({"pdf", "pptx", "spreadsheet"})
_ERROR = "error"
# The exit code of a process whose processor time is over.
_STALLED = None if sys.platform == "win32" else -signal.SIGPROF
_CHILD = "from chunking.loading.isolated import run; run()"


def convert(converter: str, data: bytes) -> Content:
    """Return what a function of `chunking.loading`, such as `docx.convert`, returns for the data.

    Raises:
        LoadError: The conversion fails, makes no progress in 10 seconds of processor time, or needs
            more than 1 GiB.
    """
    root = str(Path(__file__).parents[2])
    path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    process = subprocess.Popen(  # noqa: S603 - this interpreter
        [sys.executable, "-P", "-c", _CHILD, converter],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"},
        start_new_session=True,  # a group with the programs that it starts
    )
    lines: Queue[bytes] = Queue()
    work = ((_feed, (process.stdin, data)), (_collect, (process.stdout, lines)))
    try:
        for target, arguments in work:
            threading.Thread(target=target, args=arguments, daemon=True).start()
        last = _last(lines)
    finally:
        _kill(process)
        process.wait()
    if last.startswith(b"{"):
        return content_of(last)
    if process.returncode == _STALLED:
        raise LoadError(
            f"reading it made no progress in {STALL_SECONDS:.0f} seconds of processor time"
        )
    raise LoadError("the converter crashed: the file is damaged or needs more than 1 GiB of memory")


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and the programs that it has started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _feed(stream: IO[bytes], data: bytes) -> None:
    with suppress(OSError), stream:  # a process that ended reads nothing
        stream.write(data)


def _collect(stream: IO[bytes], lines: Queue[bytes]) -> None:
    with stream:
        for line in stream:
            lines.put(line)
    lines.put(b"")


def _last(lines: Queue[bytes]) -> bytes:
    """Return the last line before the empty one that ends them.

    Raises:
        LoadError: None comes for minutes.
    """
    last, seconds = b"", 0
    while seconds < 60 * _MINUTES:
        try:
            line = lines.get(timeout=1)  # a longer wait cannot be interrupted on Windows
        except Empty:
            seconds += 1
            continue
        if not line:
            return last
        last, seconds = line, 0
    raise LoadError(f"reading it made no progress for {_MINUTES} minutes")


def content_of(line: bytes | str) -> Content:
    """Return the content of a line that `converted` has written.

    Raises:
        LoadError: It is an error.
    """
    found: dict[str, Any] = json.loads(line)
    if _ERROR in found:
        raise LoadError(found[_ERROR])
    locations = found.pop("locations")
    return Content(
        **{
            **found,
            "notes": tuple(found["notes"]),
            "locations": None if locations is None else Locations(**locations),
            "removed": tuple(Removed(**each) for each in found["removed"]),
        }
    )


# ---- in the process ------------------------------------------------------------------------------


def run() -> None:
    """Convert standard input, and write the content or the error as one line of JSON.

    A line `.` reports progress: a page, a slide or many rows. Formats that report none must be
    converted within 10 seconds of processor time.
    """
    output = sys.stdout
    sys.stdout = sys.stderr  # whatever a library prints
    _limit_memory()
    _limit_time()

    def on_page() -> None:
        _limit_time()
        print(".", file=output, flush=True)

    line = converted(sys.argv[1], sys.stdin.buffer.read(), on_page)
    _limit_time()
    print(line, file=output, flush=True)


def converted(converter: str, data: bytes, on_page: Callable[[], None]) -> str:
    """Return the content, or the error of any kind, as one line of JSON.

    Args:
        converter: The name of a function.
        data: The content of a file.
        on_page: Called after a page, a slide or many rows.
    """
    try:
        found: dict[str, Any] = asdict(_converter(converter)(data, on_page))
    except (LoadError, MissingPackageError) as error:
        found = {_ERROR: str(error)}
    except MemoryError:
        found = {_ERROR: f"reading it needs more than {MAX_BYTES_OF_MEMORY // 2**30} GiB of memory"}
    except BaseException as error:  # noqa: BLE001 - panics of readers in Rust are no Exception
        found = {
            _ERROR: f"damaged, or not the kind of file it seems to be ({type(error).__name__})"
        }
    return json.dumps(found)


def _limit_memory() -> None:
    with suppress(ImportError, ValueError, OSError):  # not on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MAX_BYTES_OF_MEMORY, MAX_BYTES_OF_MEMORY))


def _limit_time() -> None:
    """End the process after some processor time from now; of the clock, others may take any."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, STALL_SECONDS)


def _converter(name: str) -> Callable[[bytes, Callable[[], None]], Content]:
    """Return a converter by its name, as a function of the data and of a call after each page."""
    module, _, function = name.rpartition(".")
    convert = getattr(importlib.import_module(f"chunking.loading.{module}"), function)
    has_progress = name.partition(".")[0] in _WITH_PROGRESS
    return convert if has_progress else lambda data, _: convert(data)
