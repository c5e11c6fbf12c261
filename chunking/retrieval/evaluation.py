"""Chunkings measured by the questions that they answer."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from chunking.analysis.metrics.metric import tokens_in
from chunking.core.arrays import Floats, Ints
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.core.prepared import Material
from chunking.core.text.numbers import count_of
from chunking.core.text.sizes import Sizes
from chunking.core.text.tokenizers import ESTIMATE, TokenizerLike, token_sizes, tokenizer_title
from chunking.embedding import (
    DEFAULT_MODEL,
    TRUNCATE,
    ChunkEmbedder,
    Embedder,
    LongTexts,
    OnBatch,
    check_long_texts,
    embedded_texts,
    get_embedder,
    model_tokenizer,
)
from chunking.embedding.chunk_embedder import MemoizedEmbedder
from chunking.engine import chunk
from chunking.engine.spec import to_spec
from chunking.retrieval.answer_span import (
    trimmed_spans,
    without_uncovered_whitespace,
)
from chunking.retrieval.evidence_metrics import (
    RETRIEVAL_METRICS,
    SPLIT,
    metrics_of,
    missed_spans,
    split_share,
)
from chunking.retrieval.masking import masked_texts, rank_questions
from chunking.retrieval.published_metrics import published_metrics
from chunking.retrieval.question_sets import synthetic_notes, with_evidence
from chunking.retrieval.questions import Question, Span
from chunking.retrieval.ranking import Ranking
from chunking.retrieval.retrieval_budget import Reader
from chunking.strategies import Strategy

Scope: TypeAlias = Literal["document", "all"]
MetricDefinitions: TypeAlias = Literal["default", "published"]

# Tokens to retrieve per question, as much as many programs put into a prompt.
TOKENS = 800


@dataclass(frozen=True, slots=True)
class Retrieval:
    """How chunks are ranked for a question, and how much of them is retrieved.

    Attributes:
        tokens: Tokens that are retrieved; the last chunk is cut off there.
        chunks: Number of chunks that are retrieved, in place of tokens.
        scope: Whether the chunks of the question's own document compete, or those of all.
        tokenizer: Tokenizer of `tokens`: by default an estimate, which is the same for all models.
        metric_definitions: Of recall, precision, IoU and PrecisionΩ: those of `metrics_of`, or
            those of `published_metrics`, for which a number of chunks is retrieved.
        neighbor_weight: Weight of the next chunk on each side in the vector of a chunk, as in
            `with_neighbors`; 0: each chunk alone.
        long_texts: What is embedded of a chunk beyond the limit of the model: its first tokens
            (`truncate`), or all of it in windows whose vectors are averaged (`average`).

    Raises:
        SettingsError: The number of tokens or of chunks is below 1, published metrics are to
            retrieve tokens, the weight is not in [0, 1), or `long_texts` is unknown.
    """

    tokens: int = TOKENS
    chunks: int | None = None
    ranking: Ranking = "cosine"
    scope: Scope = "document"
    tokenizer: str = ESTIMATE
    model: str = DEFAULT_MODEL
    metric_definitions: MetricDefinitions = "default"
    neighbor_weight: float = 0
    long_texts: LongTexts = TRUNCATE

    @property
    def summary(self) -> str:
        """How chunks are ranked and retrieved, and how the metrics are defined, in one line."""
        is_estimate = self.chunks is None and self.tokenizer == ESTIMATE
        same = " (the same for every model)" if is_estimate else ""
        parts = [
            f"ranking: {self.ranking}" + ("" if self.ranking == "words" else f" ({self.model})"),
            f"neighbor weight {self.neighbor_weight:g}" if self.neighbor_weight else "",
            f"retrieved per question: {self.extent}{same}",
            "chunks of all documents" if self.scope == "all" else "chunks of its document",
            f"metric definitions: {self.metric_definitions}",
        ]
        return "; ".join(filter(None, parts))

    @property
    def extent(self) -> str:
        """The amount retrieved, such as "800 estimated tokens"."""
        if self.chunks is not None:
            return count_of(self.chunks, "chunk")
        unit = tokenizer_title(self.tokenizer)
        return count_of(self.tokens, unit.removesuffix("s"), unit)

    def __post_init__(self) -> None:
        if self.tokens < 1 or (self.chunks is not None and self.chunks < 1):
            least = min(self.tokens, self.tokens if self.chunks is None else self.chunks)
            raise SettingsError(
                f"the number of tokens or chunks to retrieve must be at least 1, got {least}"
            )
        if self.metric_definitions == "published" and self.chunks is None:
            raise SettingsError(
                "published metrics need a number of chunks to retrieve, got a number of tokens"
            )
        if not 0 <= self.neighbor_weight < 1:
            raise SettingsError(
                f"the neighbor weight must be at least 0 and below 1, got {self.neighbor_weight}"
            )
        check_long_texts(self.long_texts)

    def embedder_of_chunks(self, embedder: Embedder | None = None) -> Embedder:
        """Return the model that ranks, or another one, with the treatment of long chunks."""
        return ChunkEmbedder(embedder or get_embedder(self.model), self.long_texts)


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """Values of ways to split some documents, on questions.

    Attributes:
        titles: Name of each way: a strategy in the form of `--strategy`, or that of a file.
        questions: The questions that have evidence in their document.
        documents: Index of the document of each question, (q,).
        values: Value of each way on each question by metric, (s, q) each.
        chunk_counts: Number of chunks of each way, (s,).
        mean_tokens: Mean size of the chunks of each way in `size_unit`, (s,).
        missed: Spans of the evidence of each question that each way did not retrieve, s rows of q.
        retrieval: How chunks were ranked and retrieved.
        size_unit: What counts the mean sizes, such as `words`, as from `mean_sizes`.
        notes: Sentences on questions left out, on those with a part of their evidence only, and on
            synthetic ones, if any.
    """

    titles: tuple[str, ...]
    questions: tuple[Question, ...]
    documents: Ints
    values: dict[str, Floats]
    chunk_counts: Ints
    mean_tokens: Floats
    missed: tuple[tuple[tuple[Span, ...], ...], ...]
    retrieval: Retrieval
    size_unit: str
    notes: tuple[str, ...] = ()

    def means(self, metric: str) -> Floats:
        """Return the mean of a metric over the questions by each way, (s,)."""
        found: Floats = self.values[metric].mean(axis=1)
        return found


def evaluate(
    documents: Sequence[Document],
    questions: Sequence[Question],
    strategies: Sequence[Strategy],
    retrieval: Retrieval | None = None,
    *,
    embedder: Embedder | None = None,
    on_batch: OnBatch | None = None,
) -> Evaluation:
    """Measure how well the chunks of strategies answer questions.

    Args:
        documents: The documents, with different sources if there are several.
        questions: Questions; those whose passages are in no document are left out.
        embedder: Replaces the model that ranks, and those of the strategies.

    Raises:
        SettingsError: There is no strategy or no question with evidence, or two documents have one
            name.
        ModelError: A model cannot be loaded.
    """
    if not strategies:
        raise SettingsError("evaluate needs a strategy; got none")
    chunkings = chunk_all(documents, strategies, embedder=embedder, on_batch=on_batch)
    return evaluate_chunkings(
        documents, questions, chunkings, retrieval, embedder=embedder, on_batch=on_batch
    )


def chunk_all(
    documents: Sequence[Document],
    strategies: Sequence[Strategy],
    *,
    embedder: Embedder | None = None,
    on_batch: OnBatch | None = None,
) -> dict[str, list[Chunking]]:
    """Return the chunkings of all documents by strategy, in the form of `--strategy`."""
    return {
        to_spec(strategy): [
            chunk(document, strategy, embedder=embedder, on_batch=on_batch)
            for document in documents
        ]
        for strategy in strategies
    }


def evaluate_chunkings(
    documents: Sequence[Document],
    questions: Sequence[Question],
    chunkings: Mapping[str, Sequence[Chunking]],
    retrieval: Retrieval | None = None,
    *,
    embedder: Embedder | None = None,
    on_batch: OnBatch | None = None,
) -> Evaluation:
    """Measure how well chunkings answer questions, those of other programs included.

    Args:
        chunkings: The chunkings of all documents, in their order, by title.

    Raises:
        SettingsError: There is no question with evidence, or two documents have one name.
    """
    retrieval = retrieval or Retrieval()
    questions, owners, notes = with_evidence(documents, questions)
    sizes = [token_sizes(document.text, retrieval.tokenizer) for document in documents]
    reader = Reader(sizes, retrieval.tokens, retrieval.chunks)
    remembered = MemoizedEmbedder(retrieval.embedder_of_chunks(embedder))
    ranker = _Ranker(retrieval, remembered, on_batch)
    values = {each.name: np.zeros((len(chunkings), len(questions))) for each in RETRIEVAL_METRICS}
    missed = []
    for row, found in enumerate(chunkings.values()):
        missed_here = []
        ranked = ranker.ranked(found, questions, owners)
        for column, (question, owner) in enumerate(zip(questions, owners, strict=True)):
            evidence = np.array(question.evidence, np.int64)
            read = reader.read(found, owner, ranked[column])
            text = documents[owner].text
            counted = without_uncovered_whitespace(text, read.starts, read.ends, evidence)
            of_question = metrics_of(read, counted)
            spans = trimmed_spans(text, evidence)
            of_question[SPLIT.name] = split_share(read.starts, read.ends, spans)
            missed_here.append(missed_spans(read, counted))
            if retrieval.metric_definitions == "published":
                of_question |= published_metrics(read, evidence)
            for name, value in of_question.items():
                values[name][row, column] = value
        missed.append(tuple(missed_here))
    ways = [*chunkings.values()]
    model = first_model([_material(each) for way in ways for each in way], retrieval.model)
    means, unit = mean_sizes(ways, model, embedder)
    return Evaluation(
        tuple(chunkings),
        tuple(questions),
        np.array(owners),
        values,
        np.array([sum(map(len, found)) for found in chunkings.values()]),
        means,
        tuple(missed),
        retrieval,
        unit,
        notes + synthetic_notes(questions),
    )


def join_evaluations(titles: Sequence[str], found: Sequence[Evaluation]) -> Evaluation:
    """Return evaluations of one way each on the same questions as one, under other titles."""
    first = found[0]
    return Evaluation(
        tuple(titles),
        first.questions,
        first.documents,
        {name: np.concatenate([each.values[name] for each in found]) for name in first.values},
        np.concatenate([each.chunk_counts for each in found]),
        np.concatenate([each.mean_tokens for each in found]),
        tuple(row for each in found for row in each.missed),
        first.retrieval,
        first.size_unit,
        first.notes,
    )


@dataclass(frozen=True, slots=True)
class _Ranker:
    """Ranks the chunks of documents for questions."""

    retrieval: Retrieval
    embedder: Embedder
    on_batch: OnBatch | None

    def ranked(
        self, chunkings: Sequence[Chunking], questions: Sequence[Question], owners: Sequence[int]
    ) -> list[Ints]:
        """Return the chunks in order for each question, as pairs (document, row), (n, 2) each."""
        pairs = [
            np.stack([np.full(len(each), i), np.arange(len(each))], axis=1)
            for i, each in enumerate(chunkings)
        ]
        if self.retrieval.scope == "all":
            texts = [text for each in chunkings for text in each.texts]
            together = np.concatenate(pairs)
            rows = np.cumsum([0, *map(len, chunkings)]).tolist()
            own = [(chunkings[owner], rows[owner]) for owner in owners]
            counts = [*map(len, chunkings)]
            return [together[order] for order in self._rank(questions, texts, counts, own)]
        found: list[Ints] = [np.zeros((0, 2), np.int64)] * len(questions)
        for i in sorted(set(owners)):
            columns = [column for column, owner in enumerate(owners) if owner == i]
            orders = self._rank(
                [questions[column] for column in columns],
                chunkings[i].texts,
                [len(chunkings[i])],
                [(chunkings[i], 0)] * len(columns),
            )
            for column, order in zip(columns, orders, strict=True):
                found[column] = pairs[i][order]
        return found

    def _rank(
        self,
        questions: Sequence[Question],
        texts: Sequence[str],
        counts: Sequence[int],
        own: Sequence[tuple[Chunking, int]],
    ) -> list[Ints]:
        return rank_questions(
            questions,
            own,
            texts,
            self.retrieval.ranking,
            self.embedder,
            on_batch=self.on_batch,
            counts=counts,
            neighbor_weight=self.retrieval.neighbor_weight,
        )


def common_tokenizer(
    materials: Sequence[Material | None], model: str, embedder: Embedder | None = None
) -> tuple[TokenizerLike | None, str]:
    """Return what counts the sizes of several ways to split, and its title.

    It is None, their own tokenizer, if that is one; else it is that of the model.

    Args:
        materials: Those of the strategies; None for imported chunks.
        embedder: Replaces the model.
    """
    units = {None if each is None else each.size_unit for each in materials}
    if len(units) == 1 and None not in units:
        return None, str(units.pop())
    known = embedder or get_embedder(model)
    tokenizer = model_tokenizer(known)
    return tokenizer, tokenizer_title(ESTIMATE if tokenizer == ESTIMATE else known.id)


def first_model(materials: Iterable[Material | None], model: str) -> str:
    """Return the first model that strategies use, else another one."""
    return next((each.model for each in materials if each is not None and each.model), model)


def mean_sizes(
    ways: Sequence[Sequence[Chunking]], model: str, embedder: Embedder | None = None
) -> tuple[Floats, str]:
    """Return the mean size of the chunks of each way, (s,), and its unit.

    That is the tokenizer of all ways if they have one in common, else that of the model.
    """
    materials = [_material(each) for way in ways for each in way]
    tokenizer, unit = common_tokenizer(materials, model, embedder)
    sizes = (
        [None] * len(ways[0])
        if tokenizer is None
        else [token_sizes(each.document.text, tokenizer) for each in ways[0]]
    )
    return np.array([mean_tokens(way, sizes) for way in ways]), unit


def _material(chunking: Chunking) -> Material | None:
    """Return what sizes of chunks are counted with, as a material; None for imported chunks."""
    settings = chunking.settings
    if "tokenizer" not in settings:
        return None
    return Material("sentences", settings["tokenizer"], settings.get("model"))


def mean_tokens(chunkings: Sequence[Chunking], sizes: Sequence[Sizes | None]) -> float:
    """Return the mean size of the chunks of some documents, overlap included; 0 without chunks.

    Args:
        sizes: The sizes of the text of each document; None: as the chunking counts.
    """
    counts = [tokens_in(each, size) for each, size in zip(chunkings, sizes, strict=True)]
    return float(np.concatenate(counts).mean()) if any(map(len, counts)) else 0.0


def evaluate_distinct(
    documents: Sequence[Document],
    chunkings: Sequence[Sequence[Chunking]],
    questions: Sequence[Question],
    retrieval: Retrieval,
    *,
    embedder: Embedder | None = None,
    on_batch: OnBatch | None = None,
) -> Evaluation:
    """Measure how well chunkings answer questions; each distinct chunk is embedded once.

    Args:
        chunkings: Chunkings of all documents, in their order, (n,).

    Returns:
        The evaluation, whose titles are the numbers of the chunkings, from 0.

    Raises:
        SettingsError: There is no question with evidence, or two documents have one name.
    """
    remembered = MemoizedEmbedder(embedder or get_embedder(retrieval.model))
    if retrieval.ranking != "words":
        texts = _texts(documents, chunkings, questions)
        embedded = embedded_texts(texts, remembered, retrieval.long_texts)
        remembered.encode(embedded, on_batch=on_batch)
    numbered = {str(i): each for i, each in enumerate(chunkings)}
    return evaluate_chunkings(documents, questions, numbered, retrieval, embedder=remembered)


def _texts(
    documents: Sequence[Document],
    chunkings: Sequence[Sequence[Chunking]],
    questions: Sequence[Question],
) -> list[str]:
    """Return the texts of all chunks to embed, and those without a synthetic question."""
    known, _, _ = with_evidence(documents, questions)
    masked = {question.masked for question in known if question.masked}
    found: dict[str, None] = {}
    for each in (each for row in chunkings for each in row):
        found.update(dict.fromkeys(each.texts))
        for text in sorted(masked):
            found.update(dict.fromkeys(masked_texts(each, text).values()))
    return list(found)
