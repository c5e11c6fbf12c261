"""Sets of documents whose boundaries are known, by kind of text."""

from collections.abc import Iterable
from dataclasses import dataclass

from benchmarks.segmentation_data import LabeledDocument, files, read

# Source and kind of text by the start of the name of a set. Texts of a source are similar, or even
# the same, so they are left out together.
SOURCES = {
    "choi": ("choi", "extracts"),
    "committee": ("committee", "speech"),
    "dialseg": ("dialseg", "dialogue"),
    "moonstone": ("moonstone", "prose"),
    "peps": ("peps", "manuals"),
    "qmsum": ("qmsum", "speech"),
    "rust_book": ("rust_book", "manuals"),
    "statutes": ("statutes", "legal"),
    "talks": ("talks", "speech"),
    "textbook_dev": ("textbook", "prose"),
    "textbook_zh": ("textbook_zh", "manuals"),
    "tiage": ("tiage", "dialogue"),
    "tinyrec": ("tinyrec", "speech"),
    "udhr": ("udhr", "legal"),
}
OTHER = "other"


@dataclass(frozen=True)
class CalibrationSet:
    """Documents of one source and kind."""

    name: str
    source: str
    kind: str
    documents: tuple[LabeledDocument, ...]


def labeled_sets(paths: Iterable[str], max_documents: int | None = None) -> list[CalibrationSet]:
    """Return the sets of JSONL files, without documents of a single unit.

    Raises:
        ChunkingError: As for `segmentation_data.files` and `read`.
    """
    found = []
    for name, path in files(paths).items():
        documents = tuple(each for each in read(path, max_documents) if len(each.units) > 1)
        known = (source for start, source in SOURCES.items() if name.startswith(start))
        if documents:
            found.append(CalibrationSet(name, *next(known, (name, OTHER)), documents))
    return found
