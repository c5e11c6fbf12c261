"""Base of embedders that add something to another one."""

from chunking.core.text.tokenizers import TokenizerLike
from chunking.embedding.protocol import Embedder, reserved_tokens


class EmbedderWrapper:
    """An embedder with everything that is known of the one inside, except `encode`."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @property
    def id(self) -> str:
        """Name of the model."""
        return self._embedder.id

    @property
    def revision(self) -> str:
        """Identifier of the model's weights."""
        return self._embedder.revision

    @property
    def max_pieces(self) -> int | None:
        """Token limit of the model."""
        return self._embedder.max_pieces

    @property
    def tokenizer(self) -> TokenizerLike | None:
        """Tokenizer of the model; `None` if it is unknown."""
        found: TokenizerLike | None = getattr(self._embedder, "tokenizer", None)
        return found

    @property
    def reserved_tokens(self) -> int:
        """Tokens of the limit that special tokens and a prompt take."""
        return reserved_tokens(self._embedder)

    @property
    def beyond_limit(self) -> str:
        """What other programs do with a text beyond the limit; empty if it is unknown."""
        return str(getattr(self._embedder, "beyond_limit", ""))

    @property
    def query_prompt(self) -> str:
        """Text before a question; empty without one."""
        return str(getattr(self._embedder, "query_prompt", "") or "")
