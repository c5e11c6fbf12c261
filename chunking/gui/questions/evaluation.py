"""The lanes of Compare, evaluated by the question set in a background job."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from chunking.core.chunking import Chunking
from chunking.core.text.tokenizers import token_sizes
from chunking.embedding import DEFAULT_MODEL, OnBatch
from chunking.gui.core.cache import Key, cached
from chunking.gui.core.jobs import JOBS, Job, Kind, Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.columns import version_of
from chunking.gui.results.lanes import Lane, at_one_size, ranking_model
from chunking.gui.results.question_set import retrieval_of, sends_text
from chunking.gui.session.session import Session
from chunking.retrieval.evaluation import (
    Evaluation,
    Retrieval,
    common_tokenizer,
    evaluate_chunkings,
    join_evaluations,
    mean_sizes,
)
from chunking.retrieval.evidence_metrics import RECALL
from chunking.retrieval.questions import Question
from chunking.retrieval.significance import Significance, significance, verdict

_EVALUATING = Kind("Evaluating questions", "Embedding", "chunks")
_NAME = "evaluate questions"


@dataclass(frozen=True, slots=True, eq=False)
class Evaluated:
    """The values of some lanes on the questions with evidence, and whether they differ.

    `lanes` are those whose chunks were evaluated: with equal sizes adjusted ones, and `size` says
    so. `verdict` is a sentence on their recall; empty for a single lane.
    """

    evaluation: Evaluation
    compared: Significance
    verdict: str
    lanes: tuple[Lane, ...]
    size: str


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What is evaluated: each lane by the model that ranks its chunks.

    Attributes:
        questions: The questions on the document.
        lanes: The lanes, whole.
        retrievals: How the chunks of each lane are ranked and retrieved.
        equal: Whether the lanes are adjusted to one mean size.
        model: The model whose tokens count the sizes of lanes that have no common tokenizer.
    """

    questions: tuple[Question, ...]
    lanes: tuple[Lane, ...]
    retrievals: tuple[Retrieval, ...]
    equal: bool = False
    model: str = DEFAULT_MODEL

    @property
    def keys(self) -> list[Key]:
        """Everything that the values of each lane depend on."""
        return [
            (lane.chunking.document.sha256, lane.version, retrieval, self.questions)
            for lane, retrieval in zip(self.lanes, self.retrievals, strict=True)
        ]

    @property
    def version(self) -> str:
        """A short name for all of that."""
        chunking = self.lanes[0].chunking
        return version_of(chunking, [self.equal, self.model, *(repr(each) for each in self.keys)])

    @property
    def remote(self) -> bool:
        """Whether a model that ranks sends text to a server."""
        return any(map(sends_text, self.retrievals))


def plan_of(session: Session, lanes: Sequence[Lane], questions: Sequence[Question]) -> Plan | None:
    """Return what to evaluate; None without a whole lane or a question with evidence."""
    whole = tuple(each for each in lanes if each.complete)
    answered = tuple(each for each in questions if each.evidence)
    if not whole or not answered:
        return None
    retrievals = tuple(retrieval_of(session, ranking_model(session, lane)) for lane in whole)
    return Plan(answered, whole, retrievals, session.compare.equal_size, session.model())


def evaluated(session: Session, plan: Plan) -> Evaluated | Waiting:
    """Return the values of the lanes; a job while they are computed."""
    # Other questions or chunks: of what is under way, only the cached vectors are of use.
    slot = (session.name, "evaluation")
    return engine_calls.result_of(
        _key(plan), lambda job: evaluate(plan, job), _EVALUATING, slot=slot
    )


def forget_stopped(plan: Plan) -> None:
    """Drop a job that failed or was stopped, so that it starts again."""
    job = JOBS.find(_key(plan))
    if job is not None and job.error is not None:
        JOBS.forget(_key(plan))


def _key(plan: Plan) -> Key:
    return (plan.lanes[0].chunking.document.sha256, _NAME, plan.equal, plan.model, *plan.keys)


def evaluate(plan: Plan, job: Job) -> Evaluated:
    """Return the values of the lanes; one that was evaluated before is not again.

    Raises:
        ChunkingError: A model cannot be used, or the job was stopped.
    """
    size = ""
    if plan.equal:
        lanes, size = _at_one_size(plan, job.on_batch)
        plan, size = replace(plan, lanes=tuple(lanes)), f"{size}. The text shows the lanes as set"
    found = [
        _of_lane(key, plan.questions, lane.chunking, retrieval, job.on_batch)
        for key, lane, retrieval in zip(plan.keys, plan.lanes, plan.retrievals, strict=True)
    ]
    job.step(job.done, job.total)  # stopped between two lanes
    together = join_evaluations([each.letter for each in plan.lanes], found)
    sizes, unit = mean_sizes([[each.chunking] for each in plan.lanes], plan.model)
    together = replace(together, mean_tokens=sizes, size_unit=unit)
    compared = significance(together.values[RECALL.name])
    names = [each.name for each in plan.lanes]
    text = ""
    if len(names) > 1:
        counts = together.chunk_counts
        text = verdict(compared, names, counts, sizes, len(plan.questions), unit=unit)
    return Evaluated(together, compared, text, plan.lanes, size)


def _at_one_size(plan: Plan, on_batch: OnBatch) -> tuple[list[Lane], str]:
    """Return the lanes at the smallest of their mean sizes, and that size in words."""
    materials = [None if e.strategy is None else e.strategy.material for e in plan.lanes]
    tokenizer, title = common_tokenizer(materials, plan.model)
    text = plan.lanes[0].chunking.document.text
    unit = None if tokenizer is None else token_sizes(text, tokenizer)
    return at_one_size(plan.lanes, on_batch, unit, title)


@cached(48)
def _of_lane(
    _: Key,
    questions: tuple[Question, ...],
    chunking: Chunking,
    retrieval: Retrieval,
    on_batch: OnBatch,
) -> Evaluation:
    title = chunking.strategy
    return evaluate_chunkings(
        [chunking.document], questions, {title: [chunking]}, retrieval, on_batch=on_batch
    )
