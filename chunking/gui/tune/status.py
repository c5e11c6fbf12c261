"""The status line of Tune: numbers, what determines the boundaries, and one action."""

import time
from collections.abc import Callable
from typing import NamedTuple

from chunking import embedding
from chunking.analysis.diagnosis import damage, diagnose
from chunking.analysis.metrics import Evaluation
from chunking.analysis.metrics.sizes import TRUNCATED, median_size
from chunking.analysis.thresholds import SelectedThreshold
from chunking.core.text.numbers import count_of
from chunking.engine.run import Split
from chunking.gui.core.jobs import Job, Kind, Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.chunks import depends_on
from chunking.gui.results.engine_calls import Reference
from chunking.gui.results.recommendations import recommended_threshold
from chunking.gui.session.session import Session
from chunking.gui.tune.messages import Verdict
from chunking.output.summaries.notes import oversize_summary


def numbers(shown: Split, known: object) -> list[list[str]]:
    """Return the numbers of a chunking: rows of the text, its tooltip and an optional action."""
    chunking = shown.chunking
    if not shown.complete:
        read = int(chunking.end[-1]) / max(1, len(shown.document.text)) if len(chunking) else 0.0
        return [[f"{count_of(len(chunking), 'chunk')} so far", ""], [f"{read:.0%} of the text", ""]]
    if len(chunking) == 0:
        return [["0 chunks", ""]]
    tokens = chunking.tokens
    found = [
        [count_of(len(chunking), "chunk"), ""],
        [
            f"median {median_size(tokens):,.0f}",
            f"Tokens per chunk: {tokens.min():,} to {tokens.max():,}",
        ],
    ]
    if chunking.oversize.any():
        kept = int(chunking.oversize.sum())
        found.append([f"{kept:,} oversize", f"Above the maximum: {oversize_summary(chunking)}"])
    if isinstance(known, Reference):
        found += _device(str(known.prepared.material.model))
        over = int(TRUNCATED.compute(Evaluation(chunking, known.prepared, known.tokens)))
        if over:
            exceed = "exceeds" if over == 1 else "exceed"
            text = f"{over:,} {exceed} the model limit"
            model = embedding.get_embedder(str(known.prepared.material.model))
            fate = embedding.fate_beyond_limit(model)
            found.append([text, f"Show the next one; {fate}", "truncated"])
    return found


def _device(model: str) -> list[list[str]]:
    """Return the GPU that a model runs on, if it has embedded anything there."""
    device = str(getattr(embedding.get_embedder(model), "device", ""))
    return [[f"on {device.upper()}", f"{model} runs on the GPU"]] if device else []


def verdict(shown: Split, known: object, on_setting: Callable[[], object] | None = None) -> Verdict:
    """Return what determines the boundaries, in at most twelve words, and what is broken.

    Args:
        shown: The chunks.
        known: The `Reference` of the document; anything else while there is none.
        on_setting: Called before each setting that is tried; it may raise an error to stop.

    Returns:
        `text` and its `detail`; `offer`: whether the page offers the recommended threshold, as the
        text is about the threshold; `advise`: whether it highlights it, as another would help.
    """
    found = diagnose(shown, recommended_threshold, on_setting)
    return {
        "text": found.text,
        "detail": damage(shown.chunking, known.prepared) if isinstance(known, Reference) else "",
        "offer": found.about_threshold,
        "advise": found.change_threshold,
    }


def of_previous(shown: Split) -> Verdict:
    """Return the verdict on chunks that stay on screen because a model has failed."""
    model = shown.strategy.material.model
    by = f" of {model}" if model else ""
    return {"text": f"Previous result{by}.", "detail": "", "offer": False, "advise": False}


# ---- analysis in the background ------------------------------------------------------------------

_ANALYZING = Kind("Analyzing the boundaries", quiet=True)
# Seconds that a setting rests at most before its boundaries are analyzed.
_LONGEST = 1.0


class Analysis(NamedTuple):
    """What takes longer to compute than the boundaries.

    Attributes:
        verdict: As `verdict` returns it.
        threshold: The recommended threshold, where the strategy has one.
    """

    verdict: Verdict
    threshold: SelectedThreshold | None = None


EMPTY = Analysis({"text": "", "detail": "", "offer": False, "advise": False})


def analyze(session: Session, shown: Split, known: object) -> Analysis | Waiting:
    """Return the analysis of the chunks on screen, or its job, of which a tab has one at a time."""

    def work(job: Job) -> Analysis:
        # As long as the last one took: a slow one would delay the steps of a slider that moves.
        job.stopped.wait(min(session.tune.analyzed_in, _LONGEST))
        job.step(0, 1)
        began = time.monotonic()
        found = Analysis(
            verdict(shown, known, lambda: job.step(0, 1)),
            recommended_threshold(shown.prepared, shown.strategy) if shown.complete else None,
        )
        session.tune.analyzed_in = time.monotonic() - began
        return found

    has_reference = isinstance(known, Reference)
    key = (*depends_on(shown, ""), shown.complete, has_reference, session.name, "analysis")
    slot = (session.name, "analysis")
    return engine_calls.result_or_none(key, work, _ANALYZING, slot=slot) or EMPTY
