"""Results of the question: the best chunks of each lane, the best sentences, and the answer."""

from collections.abc import Sequence

import numpy as np

from chunking.core.arrays import Floats, Ints, Vectors
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.units import Units
from chunking.gui.ask.messages import AnswerLane, AnswerMessage, AnswerResults, Placement
from chunking.gui.ask.relevance import QUESTION, chunk_vectors, relevance
from chunking.gui.core.jobs import JOBS, Waiting
from chunking.gui.core.view import View
from chunking.gui.results import columns, question_set
from chunking.gui.results.chunks import AskedLane
from chunking.gui.results.engine_calls import is_remote, utf16
from chunking.gui.results.question_set import retrieval_of
from chunking.gui.session.session import Session
from chunking.retrieval.answer_places import best_sentences, place_answers, places_in_words
from chunking.retrieval.answer_span import find_passage
from chunking.retrieval.evaluation import Retrieval
from chunking.retrieval.questions import Span
from chunking.retrieval.ranking import best_first, combine
from chunking.retrieval.relevance import Relevance

# Chunks that are listed of each lane.
_LISTED = 10
# Chunks of which the text is embedded once the user pauses: so many, and at most so many tokens,
# which take about two seconds; but at least a few.
_MOST_EMBEDDED, _MOST_TOKENS, _FEWEST_EMBEDDED = 20, 6_000, 5
_DECIMALS = {"cosine": 2, "words": 1, "fusion": 3}


def add_answer(view: View, session: Session, lanes: Sequence[AskedLane]) -> None:
    """Add the results of each lane; without a question, that there are none."""
    ask, document = session.ask, session.document
    message: AnswerMessage = {
        "kind": "answer",
        "document": document.sha256,
        "question": ask.question,
        "ranking": ask.ranking,
        "lanes": [],
        "sentences": [],
        "passages": [],
        "message": "",
        "set": question_set.state_of(session),
    }
    if ask.question:
        message = {**message, **_answer(view, session, lanes)}
    view.send(message)


def _answer(view: View, session: Session, lanes: Sequence[AskedLane]) -> AnswerResults:
    ask, document = session.ask, session.document
    found = {
        model: relevance(document, ask.question, ask.ranking, model)
        for model in dict.fromkeys(lane.model for lane in lanes)
    }
    view.wait_for(*(each.waiting for each in found.values()))
    known = ((lane, found[lane.model].relevance) for lane in lanes)
    ranked = [(lane, each) for lane, each in known if each is not None]
    if not ranked:
        return {"message": _missing([each.waiting for each in found.values()])}
    first = ranked[0][1]
    waiting = found[ranked[0][0].model].waiting
    relevances = first.sentences
    marked, units = _marked(session), first.units
    similar = None if marked or units is None else find_passage(units, relevances)
    passages = marked if similar is None else (similar,)
    place = places_in_words(document, units, passages)
    version = columns.version_of(
        ranked[0][0].chunking,
        ask.question,
        ask.ranking,
        [[lane.model, columns.version_of(lane.chunking)] for lane, _ in ranked],
    )
    has_vectors = any(each.vector is not None for _, each in ranked)
    local = has_vectors and not any(is_remote(lane.model) for lane, _ in ranked)
    embedding: list[Waiting] | None = [] if ask.exact == version and local else None
    retrieval = retrieval_of(session, ranked[0][0].model)
    shown = [_lane(lane, each, marked, retrieval, embedding) for lane, each in ranked]
    # Chunks of results that are no longer shown are not embedded.
    JOBS.occupy((session.name, "best chunks"), *(embedding or ()))
    view.wait_for(*(embedding or ()))
    exact = bool(shown) and all(each["exact"] for each in shown)
    return {
        "version": version,
        "lanes": shown,
        "sentences": _shaded(document, units, relevances),
        "passages": utf16(document)(np.array(passages, np.int64).reshape(-1, 2)).tolist(),
        "selected": bool(marked),
        "place": place and f"{'Answer' if marked else 'Most similar'}: {place}",
        "improves": local and not exact,
        "basis": _basis(first, waiting, exact=exact, local=local),
    }


def _marked(session: Session) -> Sequence[Span]:
    """Return the passages that the user has marked as the answer, here or in the question set."""
    known = question_set.find(session, session.ask.question)
    marked = session.ask.passages_of(session.document)
    return marked or (() if known is None else known.question.evidence)


def _missing(found: Sequence[Waiting | None]) -> str:
    """Return one sentence on why nothing is ranked."""
    errors = [each.job.error for each in found if each is not None and each.job.error]
    if errors:
        return f"{errors[0]}."
    if found and all(each is not None and each.key[0] == QUESTION for each in found):
        return "Embedding the question…"
    if found:
        return "Embedding text… BM25 is available now."
    return "Splitting text…"


def _basis(found: Relevance, waiting: Waiting | None, *, exact: bool, local: bool) -> str:
    """Return what chunks are ranked by, in a few words."""
    if found.vector is None:
        return "" if waiting is None else "by words until the text is embedded"
    if exact:
        return "by chunk vectors"
    return "by sentence vectors; chunk vectors follow" if local else "by sentence vectors"


def _lane(
    lane: AskedLane,
    found: Relevance,
    marked: Sequence[Span],
    retrieval: Retrieval,
    embedding: list[Waiting] | None,
) -> AnswerLane:
    """Return the best chunks of a lane, and how it holds the marked passages.

    `embedding` receives the job that embeds the best chunks; None leaves the estimates.
    """
    chunking, document = lane.chunking, lane.chunking.document
    begins, ends = chunking.start - chunking.overlap, chunking.end
    similarities, words = found.of_spans(begins, ends)
    improved = None
    if embedding is not None and similarities is not None and found.vector is not None:
        improved = _improved(lane, found.vector, similarities, embedding)
        similarities = similarities if improved is None else improved
    scores = combine(similarities, words)
    order = best_first(scores)
    rows = [row for row in order[:_LISTED].tolist() if scores[row] > 0]
    decimals = _DECIMALS["fusion" if similarities is not None and words is not None
                         else "words" if similarities is None else "cosine"]  # fmt: skip
    to = utf16(document)
    columns = zip(
        rows,
        to(chunking.start[rows]).tolist(),
        to(chunking.end[rows]).tolist(),
        chunking.tokens[rows].tolist(),
        [f"{each:.{decimals}f}" for each in scores[rows]],
        strict=True,
    )
    return {
        "letter": lane.letter,
        "rows": list(columns),
        "exact": improved is not None,
        "placement": _placement(chunking, order, marked, retrieval, found.units)
        if marked
        else None,
    }


def _improved(
    lane: AskedLane, question: Vectors, similarities: Floats, embedding: list[Waiting]
) -> Floats | None:
    """Return similarities with those of the best chunks computed from their texts.

    The other chunks stay behind them. None while the texts are being embedded.
    """
    chunking = lane.chunking
    best = best_first(similarities)[:_MOST_EMBEDDED]
    affordable = int(np.count_nonzero(chunking.tokens[best].cumsum() <= _MOST_TOKENS))
    best = best[: max(_FEWEST_EMBEDDED, affordable)]
    texts = [chunking.texts[i] for i in best]
    vectors = chunk_vectors(chunking.document, lane.model, texts, lane.long_texts)
    if isinstance(vectors, Waiting):
        embedding.append(vectors)
        return None
    exact: Floats = (vectors @ question).astype(np.float64)
    improved: Floats = np.minimum(similarities, exact.min())
    improved[best] = exact
    return improved


def _placement(
    chunking: Chunking,
    order: Ints,
    marked: Sequence[Span],
    retrieval: Retrieval,
    units: Units | None,
) -> Placement:
    found = place_answers(chunking, order, marked, retrieval, units)
    return {
        "text": found.text,
        "whole": found.whole,
        "row": found.row,
        "at": None if found.split is None else columns.to_utf16(chunking.document, found.split),
    }


def _shaded(
    document: Document, units: Units | None, relevances: Floats
) -> list[tuple[int, int, int]]:
    """Return the best sentences in order: start, end, and 1 if it is shaded strongly."""
    if units is None:
        return []
    best, strong = best_sentences(relevances)
    to = utf16(document)
    columns = zip(
        to(units.starts[best]).tolist(), to(units.ends[best]).tolist(), strong.tolist(), strict=True
    )
    return [(start, end, int(is_strong)) for start, end, is_strong in columns]
