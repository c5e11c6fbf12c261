"""The documents of Library, prepared one after another in one job that can be stopped."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from chunking import engine
from chunking.core.document import Document
from chunking.core.errors import ModelError
from chunking.core.prepared import Material, Prepared
from chunking.embedding import ModelTokens
from chunking.gui.core.cache import Key, cached
from chunking.gui.core.jobs import Job, Kind, Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import key_of
from chunking.loading.folder import MAX_FILES

_READING = Kind("Reading the documents", "Reading", "characters")


class Ready(NamedTuple):
    """A prepared document, and its text in the tokens of the selected model.

    `tokens` is None if that model cannot be found and the document is prepared without it.
    """

    prepared: Prepared
    tokens: ModelTokens | None


def prepare(
    documents: Sequence[Document], material: Material, model: str
) -> tuple[dict[Key, Ready], Waiting | None]:
    """Return the documents that are prepared for a material, and the job that prepares the rest.

    Its steps are characters, since the number of sentences of later documents is not yet known.

    Args:
        documents: The documents.
        material: What to prepare.
        model: The model whose limit chunks are compared with.

    Returns:
        The prepared documents by `key_of`, and None once all are.
    """
    lengths = [max(1, len(document.text)) for document in documents]
    key = ("library", material, model, *(part for each in documents for part in key_of(each)))

    def work(job: Job) -> dict[Key, Ready]:
        found: dict[Key, Ready] = {}
        total, before = sum(lengths), 0
        job.on_part(found)
        step = job.step if material.model is None else job.on_batch
        step(0, total)
        for document, length in zip(documents, lengths, strict=True):

            def on_batch(done: int, of: int, before: int = before, length: int = length) -> None:
                if done:
                    step(before + length * done // max(1, of), total)

            name = key_of(document)
            found[name] = _ready((*name, material, model), document, material, model, on_batch)
            before += length
            step(before, total)
        return found

    waiting = engine_calls.background(key, work, _READING)
    if waiting.job.finished.is_set() and waiting.job.result is not None:
        done: dict[Key, Ready] = waiting.job.result
        return done, None
    # A copy: the job goes on filling it.
    return dict(waiting.job.part or {}), waiting


@cached(MAX_FILES)
def _ready(
    _: Key,
    document: Document,
    material: Material,
    model: str,
    on_batch: Callable[[int, int], None],
) -> Ready:
    prepared = engine.prepare(document, material, on_batch=on_batch)
    try:
        return Ready(prepared, _tokens(prepared, model))
    except ModelError:
        return Ready(prepared, None)


def _tokens(prepared: Prepared, model: str) -> ModelTokens:
    from chunking import embedding

    sizes = embedding.sizes_for(prepared, engine_calls.plain(model))
    return ModelTokens(sizes, embedding.token_limit(embedding.get_embedder(model)))
