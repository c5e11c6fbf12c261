"""A LangChain text splitter, and a retriever of the chunks in a store."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from chunking.adapters.texts import MARKDOWN, check_fields, metadata, resolve, split
from chunking.library.search import search
from chunking.retrieval.ranking import Ranking
from chunking.strategies import Strategy

try:
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
    from langchain_text_splitters import TextSplitter
except ModuleNotFoundError as error:
    raise ImportError(
        "the LangChain adapter needs a package: pip install langchain-text-splitters"
    ) from error

if TYPE_CHECKING:
    from langchain_core.callbacks import CallbackManagerForRetrieverRun


class ChunkscopeTextSplitter(TextSplitter):
    """Split texts by a strategy of Chunkscope.

    Args:
        strategy: A strategy, or one as text, as in `--strategy` of the command line.
        media_type: Of the texts; Markdown by default.
        fields: Properties of `Chunk.to_dict` to add to the metadata, such as "heading_path".
        add_start_index: Whether to add the exact offset of each chunk in its text, `start_index`.
        length_function: Counts the tokens of a text, in place of the tokenizer of the strategy.

    Raises:
        SettingsError: The strategy or a field is not valid.
    """

    def __init__(
        self,
        strategy: Strategy | str | Mapping[str, Any] = "paragraph",
        *,
        media_type: str = MARKDOWN,
        fields: Sequence[str] = (),
        add_start_index: bool = False,
        length_function: Callable[[str], int] | None = None,
    ) -> None:
        super().__init__(add_start_index=add_start_index)
        found = resolve(strategy)
        self.strategy = found.with_(tokenizer=length_function) if length_function else found
        self.media_type = media_type
        self.fields = check_fields(fields)

    def split_text(self, text: str) -> list[str]:
        """Return the text of each chunk, overlap included."""
        return split(text, self.strategy, media_type=self.media_type).texts

    def create_documents(
        self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None
    ) -> list[Document]:
        """Return the chunks of each text as documents with a copy of its metadata."""
        found = []
        for text, own in zip(texts, metadatas or [{}] * len(texts), strict=True):
            source = own.get("source")
            chunking = split(text, self.strategy, media_type=self.media_type, source=source)
            for chunk in chunking:
                values = {**deepcopy(own), **metadata(chunk, self.fields)}
                if self._add_start_index:
                    values["start_index"] = chunk.start - chunk.overlap
                found.append(Document(page_content=chunk.text, metadata=values))
        return found


class ChunkscopeRetriever(BaseRetriever):
    """Retrieve the chunks of a store, as `search` does.

    Attributes:
        ranking: How they are ranked: cosine, words or fusion.
        neighbor_weight: Weight of the neighbors in the vector of a chunk.
    """

    store: str
    count: int = 5
    ranking: Ranking = "cosine"
    neighbor_weight: float = 0.0

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        """Return the chunks with their columns and the score as metadata."""
        del run_manager
        hits = search(
            self.store,
            query,
            self.count,
            ranking=self.ranking,
            neighbor_weight=self.neighbor_weight,
        )
        return [
            Document(
                page_content=hit.chunk["text"],
                metadata={"score": hit.score}
                | {name: value for name, value in hit.chunk.items() if name != "text"},
            )
            for hit in hits
        ]
