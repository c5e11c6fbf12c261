"""`chunkscope check`: checks of chunks that need no questions."""

from typing import Annotated

import typer

from chunking.cli import terminal
from chunking.cli.options import Encoding, File, Json, Language, LongTexts, Strategies, Type
from chunking.cli.strategy_options import named_strategies
from chunking.engine.spec import RECOMMENDED, to_spec


def check_document(
    file: File,
    *,
    strategy: Strategies = None,
    model: Annotated[str | None, typer.Option(help="Model that embeds the chunks.")] = None,
    long_texts: LongTexts = "truncate",
    language: Language = None,
    encoding: Encoding = None,
    type_: Type = None,
    as_json: Json = False,
) -> None:
    """Check chunks for duplicates, hubs, orphans, split sentences and more."""
    from chunking.analysis.chunk_checks import check_chunks
    from chunking.embedding import DEFAULT_MODEL, ChunkEmbedder, get_embedder
    from chunking.engine import chunk
    from chunking.output.summaries.chunk_checks import to_dict, to_table

    document = terminal.read_document(file, type_, language=language, encoding=encoding)
    strategies = named_strategies(strategy or [RECOMMENDED], [document], model)
    terminal.print_cost(document, *(each.material for each in strategies))
    progress = terminal.embedding_progress()
    chunkings = {to_spec(each): chunk(document, each, on_batch=progress) for each in strategies}
    name = model or DEFAULT_MODEL
    texts = [text for each in chunkings.values() for text in each.texts]
    terminal.print_cost_of_texts(name, texts, long_texts)
    embedder = ChunkEmbedder(get_embedder(name), long_texts)
    found = {
        title: check_chunks(each, embedder, on_batch=progress) for title, each in chunkings.items()
    }
    ways = dict(zip(chunkings, zip(chunkings.values(), strategies, strict=True), strict=True))
    terminal.print_notes_on(document, ways, name, long_texts=long_texts)
    terminal.write_result(found, to_dict, to_table, as_json=as_json)
