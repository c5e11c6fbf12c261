"""Chunks from a file of another program, aligned with the document on screen."""

from chunking.core.document import Document
from chunking.core.errors import ChunkingError
from chunking.gui.core.cache import Key, cached
from chunking.gui.session.compare_state import IMPORTED
from chunking.gui.session.session import Session
from chunking.loading.chunk_files import Imported, load_chunks


def load(session: Session, name: str, content: bytes) -> str:
    """Show the chunks of a file as a lane.

    Returns:
        One sentence if it cannot be read, else an empty string; then nothing has changed.
    """
    try:
        _aligned(_key(session.document, name, content), session.document, name, content)
    except ChunkingError as error:
        return f"{name}: {error}."
    session.compare.imported[session.document.sha256] = (name, content)
    return ""


def aligned(session: Session) -> Imported | None:
    """Return the imported chunks of the document on screen, and those not found; None without."""
    document = session.document
    file = session.compare.imported.get(document.sha256)
    return None if file is None else _aligned(_key(document, *file), document, *file)


def remove(session: Session) -> None:
    """Remove the lane of imported chunks."""
    session.compare.imported.pop(session.document.sha256, None)
    if IMPORTED in (session.compare.pair or ()):
        session.compare.pair = None


def _key(document: Document, name: str, content: bytes) -> Key:
    return (document.sha256, document.language, document.media_type, name, content)


@cached(4)
def _aligned(_: Key, document: Document, name: str, content: bytes) -> Imported:
    return load_chunks(content, document, name=name)
