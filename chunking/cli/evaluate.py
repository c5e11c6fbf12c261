"""`chunkscope evaluate`: strategies measured by the questions that their chunks answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from chunking.cli import terminal
from chunking.cli.options import Json, Language, LongTexts, Strategies
from chunking.cli.strategy_options import compared_strategies
from chunking.core.errors import SettingsError
from chunking.engine.spec import to_spec

if TYPE_CHECKING:
    from chunking.core.chunking import Chunking
    from chunking.core.document import Document
    from chunking.retrieval.evaluation import Retrieval
    from chunking.retrieval.questions import Question
    from chunking.strategies import Strategy

# What is evaluated at several thresholds where no strategy is named.
_WITH_THRESHOLD = "semantic"


def evaluate_questions(
    files: Annotated[
        list[str] | None,
        typer.Argument(help="Documents; may be left out if the questions contain them."),
    ] = None,
    *,
    questions: Annotated[str, typer.Option(help="File of questions: JSON Lines, or JSON.")],
    strategy: Strategies = None,
    tokens: Annotated[
        int | None,
        typer.Option(
            help="Estimated tokens to retrieve per question, the same for every model; 800 by "
            "default."
        ),
    ] = None,
    chunks: Annotated[
        int | None, typer.Option(help="Chunks to retrieve per question, in place of --tokens.")
    ] = None,
    ranking: Annotated[
        Literal["cosine", "words", "fusion"],
        typer.Option(help="Rank chunks by vectors, by words, or by both."),
    ] = "cosine",
    neighbor_weight: Annotated[
        float, typer.Option(help="Weight of neighboring chunks in a chunk's vector: 0 to below 1.")
    ] = 0.0,
    scope: Annotated[
        Literal["document", "all"],
        typer.Option(help="Rank the chunks of the question's document, or of all."),
    ] = "document",
    metric_definitions: Annotated[
        Literal["default", "published"],
        typer.Option(
            help="Definitions of the metrics; published retrieves 5 chunks unless --chunks is set."
        ),
    ] = "default",
    model: Annotated[str | None, typer.Option(help="Model that ranks the chunks.")] = None,
    long_texts: LongTexts = "truncate",
    equal_size: Annotated[
        int | None,
        typer.Option(
            help="Scale the size settings of each strategy to this mean chunk size, in the unit of "
            "the mean sizes: their tokenizer if they have one in common, else that of the model."
        ),
    ] = None,
    thresholds: Annotated[
        str | None,
        typer.Option(
            metavar="LOW:HIGH:NUMBER",
            help="Print recall at NUMBER thresholds from LOW to HIGH; one strategy only.",
        ),
    ] = None,
    language: Language = None,
    as_json: Json = False,
) -> None:
    """Evaluate strategies by questions whose answers are known."""
    from chunking.analysis.recommend.sizes import starting
    from chunking.embedding import DEFAULT_MODEL
    from chunking.retrieval.evaluation import TOKENS, Retrieval
    from chunking.retrieval.published_metrics import PUBLISHED_CHUNKS
    from chunking.retrieval.question_sets import with_quotes
    from chunking.retrieval.questions import read_questions
    from chunking.retrieval.recall_curve import parse_range

    grid = None if thresholds is None else parse_range(thresholds)
    if grid is not None and (len(strategy or ()) > 1 or equal_size is not None):
        raise SettingsError("--thresholds is for one strategy, and not for --equal-size")
    if tokens is not None and chunks is not None:
        raise SettingsError(
            f"give either --tokens or --chunks, not both; got --tokens {tokens} --chunks {chunks}"
        )
    if tokens is not None and metric_definitions == "published":
        raise SettingsError(
            "--metric-definitions published retrieves a number of --chunks, "
            f"{PUBLISHED_CHUNKS} by default; got --tokens {tokens}"
        )
    asked, contained = read_questions(questions)
    asked = with_quotes(asked, contained)
    documents: list[Document] = [
        terminal.read_document(file, language=language) for file in files or ()
    ] or [*contained.values()]
    if not documents:
        raise SettingsError("evaluate needs documents: name their files before --questions")
    if grid is None or strategy:
        strategies = compared_strategies(strategy, documents, model)
    else:
        strategies = [starting(_WITH_THRESHOLD, model)]
    if metric_definitions == "published" and chunks is None:
        chunks = PUBLISHED_CHUNKS
    retrieval = Retrieval(
        TOKENS if tokens is None else tokens,
        chunks,
        ranking,
        scope,
        model=model or DEFAULT_MODEL,
        metric_definitions=metric_definitions,
        neighbor_weight=neighbor_weight,
        long_texts=long_texts,
    )
    for document in documents:
        terminal.print_cost(document, *(each.material for each in strategies))
    if grid is not None:
        _print_curve(documents, asked, strategies[0], grid, retrieval, as_json=as_json)
        return
    notes: list[str] = []
    if equal_size is not None:
        strategies, notes = _adjusted(documents, strategies, equal_size, retrieval)
    _print_evaluation(documents, asked, strategies, retrieval, notes, as_json=as_json)


def _adjusted(
    documents: Sequence[Document], strategies: Sequence[Strategy], tokens: int, retrieval: Retrieval
) -> tuple[list[Strategy], list[str]]:
    """Return the strategies with chunks of an equal mean size, and notes on those without."""
    from chunking.retrieval.equal_size import at_equal_size
    from chunking.retrieval.evaluation import common_tokenizer, first_model

    progress = terminal.embedding_progress()
    materials = [each.material for each in strategies]
    tokenizer, _ = common_tokenizer(materials, first_model(materials, retrieval.model))
    found = [
        at_equal_size(documents, each, tokens, tokenizer=tokenizer, on_batch=progress)
        for each in strategies
    ]
    return [each.strategy for each in found], [each.note for each in found if each.note]


def _print_evaluation(
    documents: Sequence[Document],
    questions: Sequence[Question],
    strategies: Sequence[Strategy],
    retrieval: Retrieval,
    notes: Sequence[str],
    *,
    as_json: bool,
) -> None:
    from chunking.output.summaries.evaluation import to_dict, to_table
    from chunking.retrieval.evaluation import chunk_all, evaluate_chunkings

    progress = terminal.embedding_progress()
    chunkings = chunk_all(documents, strategies, on_batch=progress)
    _announce([*chunkings.values()], questions, retrieval)
    found = evaluate_chunkings(documents, questions, chunkings, retrieval, on_batch=progress)
    ways = {to_spec(each): (chunkings[to_spec(each)], each) for each in strategies}
    printed = _print_notes(documents, ways, retrieval)
    found = replace(found, notes=(*found.notes, *notes, *(printed if as_json else ())))
    terminal.write_result(found, to_dict, to_table, as_json=as_json)


def _print_curve(
    documents: Sequence[Document],
    questions: Sequence[Question],
    strategy: Strategy,
    thresholds: Sequence[float],
    retrieval: Retrieval,
    *,
    as_json: bool,
) -> None:
    from chunking.core.text.numbers import format_threshold
    from chunking.engine import prepare
    from chunking.output.summaries.recall_curve import to_dict, to_table
    from chunking.retrieval.recall_curve import chunk_at_thresholds, recall_curve

    progress = terminal.embedding_progress()
    prepared = [prepare(each, strategy.material, on_batch=progress) for each in documents]
    chunkings = chunk_at_thresholds(prepared, strategy, thresholds)
    _announce(chunkings.distinct, questions, retrieval)
    found = recall_curve(chunkings, questions, retrieval, on_batch=progress)
    # The chunks of this threshold exceed the model limit most.
    largest = int(found.mean_tokens.argmax())
    title = f"threshold {format_threshold(float(found.thresholds[largest]))}"
    ways = {title: (chunkings.distinct[chunkings.rows[largest]], strategy)}
    printed = _print_notes(documents, ways, retrieval)
    if as_json:
        found = replace(found, notes=(*found.notes, *printed))
    terminal.write_result(found, to_dict, to_table, as_json=as_json)


def _announce(
    chunkings: Sequence[Sequence[Chunking]], questions: Sequence[Question], retrieval: Retrieval
) -> None:
    """Print what ranking sends to a server, before it is sent."""
    if retrieval.ranking == "words":
        return
    from chunking.retrieval.masking import masked_texts

    masked = [question.masked for question in questions if question.masked]
    texts = [question.text for question in questions]
    for chunking in (each for of_strategy in chunkings for each in of_strategy):
        texts += chunking.texts
        for text in masked:
            texts += masked_texts(chunking, text).values()
    terminal.print_cost_of_texts(retrieval.model, texts, retrieval.long_texts)


def _print_notes(
    documents: Sequence[Document],
    ways: Mapping[str, tuple[Sequence[Chunking], Strategy]],
    retrieval: Retrieval,
) -> list[str]:
    """Print the notes on each document, and on its chunks by each strategy; return them."""
    model = None if retrieval.ranking == "words" else retrieval.model
    notes = []
    for i, document in enumerate(documents):
        own = {title: (found[i], strategy) for title, (found, strategy) in ways.items()}
        title = document.source if len(documents) > 1 else ""
        notes += terminal.print_notes_on(
            document, own, model, long_texts=retrieval.long_texts, title=title
        )
    return notes
