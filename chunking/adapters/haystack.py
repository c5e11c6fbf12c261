"""A Haystack component."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from chunking.adapters.texts import MARKDOWN, check_fields, metadata, resolve, split
from chunking.core.errors import SettingsError, expect_each
from chunking.engine.serialization import to_dict
from chunking.strategies import Strategy

try:
    from haystack import Document, component
    from haystack.core.serialization import default_from_dict, default_to_dict
except ModuleNotFoundError as error:
    raise ImportError("the Haystack adapter needs a package: pip install haystack-ai") from error


@component
class ChunkscopeSplitter:
    """Split documents by a strategy of Chunkscope.

    Args:
        strategy: A strategy, one as text, as in `--strategy` of the command line, or its settings.
        media_type: Of the texts; Markdown by default.
        fields: Properties of `Chunk.to_dict` to add to the metadata, such as "heading_path".

    Raises:
        SettingsError: The strategy or a field is not valid.
    """

    def __init__(
        self,
        strategy: Strategy | str | Mapping[str, Any] = "paragraph",
        media_type: str = MARKDOWN,
        fields: Sequence[str] = (),
    ) -> None:
        self.strategy = resolve(strategy)
        self.media_type = media_type
        self.fields = check_fields(fields)

    @component.output_types(documents=list[Document])
    def run(self, documents: list[Document]) -> dict[str, list[Document]]:
        """Return the chunks of each document, with a copy of its metadata.

        As with the splitters of the framework, the metadata has `source_id`, `split_id` and
        `split_idx_start`, the exact offset.

        Raises:
            SettingsError: A document has no text.
        """
        expect_each(documents, Document, "documents must be a list of Haystack documents")
        return {"documents": [part for document in documents for part in self._parts(document)]}

    def to_dict(self) -> dict[str, Any]:
        """Return the component as the framework stores it in a pipeline."""
        settings = to_dict(self.strategy)
        found: dict[str, Any] = default_to_dict(
            self, strategy=settings, media_type=self.media_type, fields=list(self.fields)
        )
        return found

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> ChunkscopeSplitter:
        """Return the component of the result of `to_dict`."""
        found: ChunkscopeSplitter = default_from_dict(cls, data)
        return found

    def _parts(self, document: Document) -> list[Document]:
        if document.content is None:
            raise SettingsError(f"documents must have text, got none in document {document.id}")
        source = document.meta.get("file_path")
        chunking = split(document.content, self.strategy, media_type=self.media_type, source=source)
        return [
            Document(
                content=chunk.text,
                meta={
                    **deepcopy(document.meta),
                    "source_id": document.id,
                    "split_id": chunk.index,
                    "split_idx_start": chunk.start - chunk.overlap,
                    **metadata(chunk, self.fields),
                },
            )
            for chunk in chunking
        ]
