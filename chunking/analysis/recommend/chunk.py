"""Split a document by a strategy, one as text, or the recommended one."""

from dataclasses import replace

from chunking import engine
from chunking.analysis.recommend.strategy import recommend
from chunking.core.chunking import Chunking
from chunking.core.document import Document, as_document
from chunking.core.prepared import NONE, Constraints
from chunking.embedding import Embedder, OnBatch
from chunking.engine.spec import RECOMMENDED, parse_spec
from chunking.strategies import Strategy


def chunk(
    document: Document | str,
    strategy: Strategy | str = RECOMMENDED,
    *,
    embedder: Embedder | None = None,
    constraints: Constraints = NONE,
    on_batch: OnBatch | None = None,
) -> Chunking:
    """Split a document.

    Args:
        document: The document, or its text, which is read as Markdown.
        strategy: A strategy; or as text its name with settings (`semantic:threshold=0.3`), the name
            of a preset, or a TOML file. By default it is the recommended one, and a note of the
            chunking says why.
        embedder: Replaces the model for embedding.
        constraints: Manual boundaries.
        on_batch: Called with the numbers of embedded texts and of all texts.

    Raises:
        SettingsError: An argument is not valid.
        ModelError: The model cannot be loaded, or `embedder` is not one, or its vectors are not
            of norm 1.
        StoppedError: `on_batch` raised it.
    """
    if strategy == RECOMMENDED:
        document = as_document(document)
        found = recommend(document, embedder=embedder, on_batch=on_batch)
        chunking = engine.chunk(
            document,
            found.strategy,
            embedder=embedder,
            constraints=constraints,
            on_batch=on_batch,
        )
        note = f"recommended: {found.summary} {found.reason}"
        return replace(chunking, notes=(note, *chunking.notes))
    if isinstance(strategy, str):
        strategy = parse_spec(strategy)
    return engine.chunk(
        document, strategy, embedder=embedder, constraints=constraints, on_batch=on_batch
    )
