"""The documents of Library: the samples, open documents, files, or a folder."""

from collections.abc import Sequence

from chunking.core.document import Document
from chunking.core.errors import ChunkingError
from chunking.core.text.numbers import count_of
from chunking.gui.core.jobs import Waiting
from chunking.gui.session.session import Session
from chunking.loading import load_folder
from chunking.loading.folder import limit_notice, within_limit
from chunking.loading.samples import SAMPLES, sample


def start(session: Session) -> list[Waiting]:
    """Show the user's own open documents, or the samples, when Library is first shown."""
    own = session.documents.by_hash()
    if not session.library.documents and own:
        use(session, list(own.values()))
    elif not session.library.documents:
        use_samples(session)
    return []


def use_samples(session: Session) -> None:
    """Show the samples in Library."""
    session.library.documents = tuple(sample(each.name) for each in SAMPLES)
    session.library.folder = ""


def add_open(session: Session) -> None:
    """Add the open documents to Library."""
    shown = session.document
    opened = {**session.documents.by_hash(), shown.sha256: shown}
    listed = {each.sha256: each for each in session.library.documents}
    use(session, [*{**listed, **opened}.values()])


def use(session: Session, documents: Sequence[Document]) -> None:
    """Show these documents in Library, as many as are allowed."""
    kept = within_limit(list(documents))
    if len(kept) < len(documents):
        session.notify(f"{limit_notice(len(documents) - len(kept))}.")
    if kept:
        session.library.documents = tuple(kept)
        session.library.folder = ""


def add_folder(session: Session, path: str) -> None:
    """Show the documents of a folder in Library; what cannot be read is named."""
    session.dismiss(session.library.notice)
    try:
        found = load_folder(path)
    except ChunkingError as error:
        text = f"{error}; the documents from before are shown."
        session.library.notice = session.notify(text, here=True)
        return
    for sentence in found.problems:
        session.notify(sentence)
    if [each.sha256 for each in found.documents] == [
        each.sha256 for each in session.library.documents
    ]:
        number = count_of(len(found.documents), "document")
        session.notify(f"{path}: {number}, unchanged.", problem=False, here=True)
    session.library.documents = found.documents
    session.library.folder = path
