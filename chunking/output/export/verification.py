"""Verification of exports in a fresh process."""

import hashlib
import io
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from chunking.core.chunking import Chunking, check_chunking
from chunking.core.document import Document
from chunking.core.errors import ChunkingError, LoadError
from chunking.engine import chunk
from chunking.engine.serialization import from_toml, to_toml
from chunking.loading import load_bytes
from chunking.output.export.jsonl import to_jsonl
from chunking.output.export.program import to_python
from chunking.strategies import Strategy

# The program imports from the public package, which is given since it stands above this one.
_CHILD = "import chunkscope; from chunking.output.export.verification import run; run(chunkscope)"


class Checked(NamedTuple):
    """An export, and one sentence why it does not reproduce the chunks; empty if it does."""

    content: str
    problem: str

    def verified(self) -> str:
        """Return the content.

        Raises:
            ChunkingError: It does not reproduce the chunks.
        """
        if self.problem:
            raise ChunkingError(self.problem)
        return self.content


def check_exports(
    chunking: Chunking, strategy: Strategy, *, by_settings: Chunking | None = None
) -> dict[str, Checked]:
    """Return the settings as `toml` and the program as `py`, run once in one fresh process.

    An export is refused unless the JSON lines of the chunks are equal there. The program loads the
    bytes of the document, where its text has the same bytes as its file, and else is given the
    document as it was loaded.

    Args:
        by_settings: What the settings alone make; by default the same chunks. Manual boundaries are
            part of the program, but no settings.
    """
    document = check_chunking(chunking).document
    by_settings = chunking if by_settings is None else by_settings
    makers: dict[str, tuple[str, Callable[[], str], Chunking]] = {
        "toml": ("the settings are", partial(to_toml, strategy, document), by_settings),
        "py": ("the program is", partial(to_python, chunking, strategy), chunking),
    }
    contents, problems = {}, {}
    for name, (what, make, _) in makers.items():
        try:
            contents[name] = make()
        except ChunkingError as error:
            problems[name] = f"{what} not exported: {error}"
    found = _in_fresh_process(document, contents)
    for name in contents:
        what, _, expected = makers[name]
        if found[name].get("digest") != _digest(to_jsonl(expected)):
            failure = found[name].get("error")
            why = f"fails: {failure}" if failure else "makes other chunks"
            problems[name] = f"{what} not exported: a fresh process {why}"
    return {name: Checked(contents.get(name, ""), problems.get(name, "")) for name in makers}


def _digest(lines: str) -> str:
    return hashlib.sha256(lines.encode()).hexdigest()


def _in_fresh_process(document: Document, contents: dict[str, str]) -> dict[str, dict[str, str]]:
    """Return the digest of the chunks of each export, or the error that it raised."""
    root = str(Path(__file__).parents[3])
    path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(  # noqa: S603 - this interpreter
        [sys.executable, "-P", "-c", _CHILD],
        input=pickle.dumps((document, contents)),
        capture_output=True,
        env={**os.environ, "PYTHONPATH": path},
        check=False,
    )
    with suppress(ValueError):
        found: dict[str, dict[str, str]] = json.loads(done.stdout)
        return found
    return {name: {"error": "the process failed"} for name in contents}


# ---- in the process ------------------------------------------------------------------------------


def run(public: ModuleType) -> None:
    """Run the exports on standard input, and write their digests or errors as JSON.

    Args:
        public: The package that the program imports, whose `load` is replaced.
    """
    output = sys.stdout
    document, contents = pickle.load(sys.stdin.buffer)  # noqa: S301 - of the parent process
    work: dict[str, Callable[[Document, str], str]] = {
        "toml": _run_settings,
        "py": partial(_run_program, public),
    }
    found = {name: _attempt(work[name], document, content) for name, content in contents.items()}
    print(json.dumps(found), file=output, flush=True)


def _attempt(
    work: Callable[[Document, str], str], document: Document, content: str
) -> dict[str, str]:
    try:
        return {"digest": _digest(work(document, content))}
    except (ChunkingError, SystemExit) as error:
        return {"error": str(error)}
    except Exception as error:  # noqa: BLE001 - a program may raise anything
        return {"error": f"it fails ({type(error).__name__})"}


def _run_settings(document: Document, content: str) -> str:
    return to_jsonl(chunk(document, from_toml(content)))


def _run_program(public: ModuleType, document: Document, content: str) -> str:
    """Return what the program writes."""
    public.__dict__["load"] = _loader(document)
    written = io.BytesIO()
    sys.stdout = io.TextIOWrapper(written, encoding="utf-8")
    exec(compile(content, "the program", "exec"), {"__name__": "__main__"})  # noqa: S102 - `to_python`
    sys.stdout.flush()
    return written.getvalue().decode()


def _loader(document: Document) -> Callable[..., Document]:
    """Return what replaces `load`: it reads the bytes of the text, if these are the document."""

    def load(path: str, **metadata: Any) -> Document:  # noqa: ANN401 - as `load` takes it
        with suppress(LoadError, ValueError, LookupError):
            data = document.text.encode(document.encoding)
            found = load_bytes(data, path, **metadata)
            if found.text == document.text and found.locations == document.locations:
                return found
        return document

    return load
