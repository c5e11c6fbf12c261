"""A LlamaIndex node parser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from chunking.adapters.texts import MARKDOWN, check_fields, metadata, resolve, split
from chunking.engine.serialization import to_dict
from chunking.strategies import Strategy

try:
    from llama_index.core.bridge.pydantic import Field
    from llama_index.core.node_parser import NodeParser
    from llama_index.core.node_parser.node_utils import build_nodes_from_splits
    from llama_index.core.schema import MetadataMode, TextNode
except ModuleNotFoundError as error:
    raise ImportError(
        "the LlamaIndex adapter needs a package: pip install llama-index-core"
    ) from error

if TYPE_CHECKING:
    from llama_index.core.schema import BaseNode, Document


# Metadata with the path or URL of a document, in the order of preference.
_SOURCES = ("file_path", "url", "file_name")


class ChunkscopeNodeParser(NodeParser):
    """Split documents into nodes by a strategy of Chunkscope.

    Nodes have exact offsets, and the relationships of the framework: source, previous and next.

    Args:
        strategy: A strategy, or one as text, as in `--strategy` of the command line.
        media_type: Of the texts; Markdown by default.
        fields: Properties of `Chunk.to_dict` to add to the metadata, such as "heading_path".
        options: Those of every node parser, such as `id_func`.

    Raises:
        SettingsError: The strategy or a field is not valid.
    """

    settings: dict[str, Any] = Field(description="Name and settings of the strategy.")
    media_type: str = Field(default=MARKDOWN, description="Media type of the texts.")
    fields: list[str] = Field(default_factory=list, description="Chunk properties in metadata.")

    def __init__(
        self,
        strategy: Strategy | str | Mapping[str, Any] = "paragraph",
        *,
        settings: Mapping[str, Any] | None = None,  # from `to_dict` of a parser
        media_type: str = MARKDOWN,
        fields: Sequence[str] = (),
        **options: Any,  # noqa: ANN401 - fields of the base class
    ) -> None:
        super().__init__(
            settings=to_dict(resolve(strategy if settings is None else settings)),
            media_type=media_type,
            fields=list(check_fields(fields)),
            **options,
        )

    @classmethod
    def class_name(cls) -> str:
        """Return the name under which the framework stores it."""
        return "ChunkscopeNodeParser"

    def _parse_nodes(
        self,
        nodes: Sequence[BaseNode],
        show_progress: bool = False,  # noqa: ARG002, FBT001, FBT002 - signature of the framework
        **_: Any,  # noqa: ANN401 - as above
    ) -> list[BaseNode]:
        strategy = resolve(self.settings)
        found: list[BaseNode] = []
        for node in nodes:
            text = node.get_content(metadata_mode=MetadataMode.NONE)
            source = next(filter(None, map(node.metadata.get, _SOURCES)), None)
            chunking = split(text, strategy, media_type=self.media_type, source=source)
            parts = build_nodes_from_splits(chunking.texts, node, id_func=self.id_func)
            for part, chunk in zip(parts, chunking, strict=True):
                part.start_char_idx = chunk.start - chunk.overlap
                part.end_char_idx = chunk.end
                part.metadata.update(metadata(chunk, self.fields))
            found += parts
        return found

    def _postprocess_parsed_nodes(
        self, nodes: list[BaseNode], parent_doc_map: dict[str, Document]
    ) -> list[BaseNode]:
        """Set relationships and metadata; keep the offsets, which the framework would search."""
        spans = [
            (node, node.start_char_idx, node.end_char_idx)
            for node in nodes
            if isinstance(node, TextNode)
        ]
        found: list[BaseNode] = super()._postprocess_parsed_nodes(nodes, parent_doc_map)
        for node, start, end in spans:
            node.start_char_idx, node.end_char_idx = start, end
        return found
