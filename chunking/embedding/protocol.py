"""What every embedding model is to the rest of the program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import getattr_static
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from chunking.errors import ModelError

if TYPE_CHECKING:
    from chunking.types import Vectors

_NOTHING = object()

OnBatch: TypeAlias = Callable[[int, int], None]
"""Called with (done, total) texts; it may raise `StoppedError` to stop: what is done is kept."""

OnPart: TypeAlias = "Callable[[Vectors], None]"
"""Called with the vectors of the first k texts, (k, d), as k grows; what it is given never changes.

It may raise `StoppedError`. The last part is not handed on: it is what is returned.
"""


class Embedder(Protocol):
    """A model that turns texts into vectors of norm 1."""

    @property
    def id(self) -> str:
        """The name people know the model by, such as `all-MiniLM-L6-v2`."""
        ...

    @property
    def revision(self) -> str:
        """Which weights these are: a hash or a commit; equal revisions give equal vectors.

        Raises `ModelError` where the model cannot be found.
        """
        ...

    @property
    def max_pieces(self) -> int | None:
        """The number of word pieces the model reads of one text; `None` where unknown."""
        ...

    def encode(self, texts: Sequence[str], *, on_batch: OnBatch | None = None) -> Vectors:
        """One vector a text, in their order: (n, d) float32 of norm 1; a zero vector stays zero.

        No texts give shape (0, 0), since d is unknown until a model has answered.
        Raises `ModelError` where the model cannot be found, loaded or trusted.
        """
        ...


def check_embedder(given: object) -> None:
    """Nothing, where it is an `Embedder` as far as can be seen without asking it.

    Raises `ModelError` where it is something else, such as a model that needs a `ModelEmbedder`.
    """
    # Looked up without being asked: a revision may need weights that are not there yet.
    members = ("id", "revision", "max_pieces", "encode")
    missing = [name for name in members if getattr_static(given, name, _NOTHING) is _NOTHING]
    if isinstance(given, type) or missing:
        raise ModelError(
            f"an embedder must have {', '.join(members)}, as ModelEmbedder(model) and "
            f"get_embedder(name) of chunking.embedding have; got {type(given).__name__}"
        )


@runtime_checkable
class InParts(Protocol):
    """What an embedder may be besides: the first vectors are there before the last are."""

    def encode_parts(
        self, texts: Sequence[str], *, on_part: OnPart, on_batch: OnBatch | None = None
    ) -> Vectors:
        """As `encode`, from the top of `texts` on, in parts that are handed on as they grow."""
        ...
