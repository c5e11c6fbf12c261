"""Sets of documents whose boundaries are known at one or several levels, by kind of text."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.segmentation_data import LabeledDocument, files, read
from chunking import ChunkingError
from chunking.core.prepared import Material
from chunking.core.units import UnitKind
from chunking.engine import prepare
from chunking.loading import load

if TYPE_CHECKING:
    from collections.abc import Iterable

    from chunking.core.document import Document

# Source and kind of text by the start of the name of a set or work. Texts of a source are similar,
# or even the same, so they are left out together.
SOURCES = {
    "choi": ("choi", "extracts"),
    "cloud_service_agreement": ("cloud_service_agreement", "legal"),
    "commonmark": ("commonmark", "manuals"),
    "earnest": ("earnest", "dialogue"),
    "gfm": ("commonmark", "manuals"),
    "meditations": ("meditations", "prose"),
    "moonstone": ("moonstone", "prose"),
    "peps": ("peps", "manuals"),
    "plato": ("plato", "prose"),
    "qmsum": ("qmsum", "speech"),
    "rust_book": ("rust_book", "manuals"),
    "sherlock": ("sherlock", "prose"),
    "tiage": ("tiage", "dialogue"),
    "tinyrec": ("tinyrec", "speech"),
    "udhr": ("udhr", "legal"),
}
OTHER = "other"

# Depths of the headings that are levels of a work; deeper ones are removed, too.
LEVELS = (1, 2, 3)

# Works with fewer boundaries are left out: how far one of two or three is off is chance.
MIN_BOUNDARIES = 10


@dataclass(frozen=True)
class CalibrationSet:
    """Documents of one source and kind; the references of a document are its levels or readers."""

    name: str
    source: str
    kind: str
    documents: tuple[LabeledDocument, ...]


def labeled_sets(paths: Iterable[str], max_documents: int | None = None) -> list[CalibrationSet]:
    """Return the sets of JSONL files; those with the same texts are levels of one set.

    Raises:
        ChunkingError: As for `segmentation_data.files` and `read`.
    """
    by_texts: dict[tuple[tuple[str, ...], ...], dict[str, list[LabeledDocument]]] = {}
    for name, path in files(paths).items():
        documents = [each for each in read(path, max_documents) if len(each.units) > 1]
        texts = tuple(document.units for document in documents)
        by_texts.setdefault(texts, {})[name] = documents
    return [
        _set_of(
            _common_name(levels), [_merge(*same) for same in zip(*levels.values(), strict=True)]
        )
        for texts, levels in by_texts.items()
        if texts
    ]


def sets_of_works(folder: str, max_documents: int | None = None) -> list[CalibrationSet]:
    """Return the works of a folder of Markdown files, one set per source.

    Headings are removed. Works with fewer than `MIN_BOUNDARIES` of them between sentences are left
    out.

    Raises:
        ChunkingError: The folder has no Markdown file, or one cannot be loaded.
    """
    paths = sorted(Path(folder).glob("*.md"))
    if not paths:
        raise ChunkingError(f"works must be a folder of Markdown files, got {folder}")
    works: dict[str, list[LabeledDocument]] = {}
    for path in paths:
        work = without_headings(path.stem, load(path))
        if len(set().union(*work.references)) >= MIN_BOUNDARIES:
            works.setdefault(_source(path.stem)[0], []).append(work)
    return [
        _set_of(f"{source} (headings)", documents[:max_documents])
        for source, documents in works.items()
    ]


def without_headings(name: str, document: Document) -> LabeledDocument:
    """Return the sentences of a document without its headings, which are its references.

    The reference of a level has a boundary before the first sentence below each heading of that
    level or a higher one. Levels without further boundaries are left out.
    """
    prepared = prepare(document, Material("sentences"))
    units, outline = prepared.units, prepared.layout.outline
    kept = units.kinds != UnitKind.HEADING.code
    starts, ends = units.starts[kept], units.ends[kept]
    found: list[tuple[int, ...]] = []
    for level in LEVELS:
        below = np.searchsorted(starts, outline.starts[outline.depths <= level])
        inner = np.unique(below[(below > 0) & (below < len(starts))])
        boundaries = tuple(inner.tolist())
        if boundaries and boundaries not in found:
            found.append(boundaries)
    texts = tuple(document.text[a:b] for a, b in zip(starts.tolist(), ends.tolist(), strict=True))
    return LabeledDocument(name, texts, tuple(found))


def _set_of(name: str, documents: Iterable[LabeledDocument]) -> CalibrationSet:
    return CalibrationSet(name, *_source(name), tuple(documents))


def _source(name: str) -> tuple[str, str]:
    """Return the source and the kind of a set or work; its name and `OTHER` if it is unknown."""
    known = (found for start, found in SOURCES.items() if name.startswith(start))
    return next(known, (name, OTHER))


def _merge(*documents: LabeledDocument) -> LabeledDocument:
    """Return one document with the references of all, which have the same units."""
    references = tuple(each for document in documents for each in document.references)
    return LabeledDocument(documents[0].id, documents[0].units, references)


def _common_name(names: Iterable[str]) -> str:
    """Return the common start of names, without an underscore at its end."""
    first, *others = names
    lengths = range(len(first), 0, -1)
    common = next((n for n in lengths if all(each.startswith(first[:n]) for each in others)), 0)
    return first[:common].rstrip("_") or first
