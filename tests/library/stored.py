"""Documents for tests of stores, with vectors that are easy to find again."""

import datetime as dt
import uuid

import numpy as np
import pyarrow as pa

from chunking.library.stores import Description, StoredDocument
from chunking.library.stores.protocol import chunk_schema, vector_column

DESCRIPTION = Description("toy", "1", 4, long_texts="truncate")
TIME = dt.datetime(2026, 1, 2, 3, 4, 5, tzinfo=dt.UTC)


class ToyEmbedder:
    """A model of four dimensions that only describes itself."""

    id = "toy"
    revision = "1"
    max_pieces = None

    def encode(self, texts: list[str], *, on_batch: object = None) -> np.ndarray:
        del on_batch
        return np.tile(np.array([1, 0, 0, 0], dtype=np.float32), (len(texts), 1))


def document(
    route: str, *texts: str, settings: str = "s"
) -> tuple[dict[str, StoredDocument], pa.Table]:
    """Return a document with a chunk for each text.

    The vector of a text is in the direction of its first letter: a to d.
    """
    rows = [
        {
            "route": route,
            "id": f"{i:016x}",
            "index": i,
            "parent": None,
            "start": i,
            "end": i + 1,
            "overlap": 0,
            "tokens": 7,
            "reason": "tail",
            "heading_path": ["Top", "Below"],
            "location_kind": "pages",
            "location": [str(i + 1)],
            "table_header": None,
            "content_hash": text,
            "sha256": text,
            "location_id": f"{i:016x}",
            "oversize": False,
            "oversize_reason": None,
            "text": text,
            "source": route,
            "strategy": "recursive",
            "title": "A title",
            "language": "en",
            "domain": "",
            "key": str(uuid.uuid5(uuid.NAMESPACE_URL, f"{route} {i}")),
            "settings": "recursive",
            "metadata": '{"author": "Ann"}',
            "document_hash": " ".join(texts),
            "settings_hash": settings,
            "ingested_at": TIME,
        }
        for i, text in enumerate(texts)
    ]
    vectors = np.zeros((len(texts), 4), dtype=np.float32)
    for vector, text in zip(vectors, texts, strict=True):
        vector["abcd".index(text[0])] = 1
    schema = chunk_schema(4)
    plain = pa.schema([field for field in schema if field.name != "vector"])
    table = pa.Table.from_pylist(rows, schema=plain)
    stored = StoredDocument(" ".join(texts), settings, len(texts))
    return {route: stored}, table.append_column(schema.field("vector"), vector_column(vectors))


def together(
    *documents: tuple[dict[str, StoredDocument], pa.Table],
) -> tuple[dict[str, StoredDocument], pa.Table]:
    """Return several documents as one batch."""
    stored: dict[str, StoredDocument] = {}
    for each, _ in documents:
        stored |= each
    return stored, pa.concat_tables([chunks for _, chunks in documents])
