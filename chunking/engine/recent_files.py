"""Files opened last, by the SHA-256 of their text, so that a link finds the file it was made of."""

import json
from contextlib import suppress
from pathlib import Path

from chunking.core.document import Document
from chunking.core.errors import ChunkingError
from chunking.core.files import atomic_file, config_folder
from chunking.loading import load

# As many as editors list.
MOST = 20


def remember(path: Path, document: Document) -> None:
    """Remember the path of a file that was opened; the text is not stored.

    A folder that cannot be written is no error: the file is not found by links then.
    """
    others = {key: value for key, value in _known().items() if key != document.sha256}
    known = {document.sha256: str(path.absolute()), **others}
    with suppress(OSError):
        config_folder().mkdir(parents=True, exist_ok=True)
        with atomic_file(_file()) as unfinished:
            unfinished.write_text(json.dumps(dict(list(known.items())[:MOST]), indent=1), "utf-8")


def find(digits: str) -> tuple[Path, Document] | None:
    """Return a remembered file and its document, by the first digits of the SHA-256 of its text.

    None if there is none, or if the file is gone or has another text now.
    """
    for sha256, name in _known().items():
        if digits and sha256.startswith(digits):
            with suppress(ChunkingError):
                document = load(Path(name))
                if document.sha256 == sha256:
                    return Path(name), document
    return None


def _known() -> dict[str, str]:
    """Return the paths by SHA-256, the last one first; empty if the file is damaged."""
    try:
        found = json.loads(_file().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    pairs = found.items() if isinstance(found, dict) else ()
    return {key: value for key, value in pairs if isinstance(value, str)}


def _file() -> Path:
    return config_folder() / "recent.json"
