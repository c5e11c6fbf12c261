"""The lanes of Compare: the baseline, strategies with their settings, and imported chunks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from chunking.core.chunking import Chunking
from chunking.core.prepared import Prepared
from chunking.core.text.sizes import Sizes
from chunking.embedding import ModelTokens, OnBatch
from chunking.engine.serialization import summarize
from chunking.gui.core.jobs import Waiting
from chunking.gui.results import engine_calls, imported_chunks
from chunking.gui.results.baseline import baseline
from chunking.gui.results.chunks import AskedLane, split
from chunking.gui.results.columns import version_of
from chunking.gui.results.engine_calls import Reference
from chunking.gui.session.compare_state import BASELINE, IMPORTED, display_name
from chunking.gui.session.session import Session
from chunking.output.comparison import common_unit
from chunking.retrieval.equal_size import Way, at_smallest_size
from chunking.strategies import Strategy


@dataclass(frozen=True, slots=True, eq=False)
class Lane:
    """One chunking of the document on screen.

    Attributes:
        letter: "a" to "d", or that of the baseline or of imported chunks.
        title: The settings in words, or the name of a file.
        strategy: None for imported chunks.
        prepared: What the chunks were made from; None for imported chunks.
        complete: Whether the model has read the whole document.
    """

    letter: str
    title: str
    strategy: Strategy | None
    prepared: Prepared | None
    chunking: Chunking
    complete: bool = True

    @property
    def name(self) -> str:
        """The letter as the page shows it."""
        return display_name(self.letter)

    @property
    def version(self) -> str:
        """A name for the chunks and everything they depend on."""
        units = 0 if self.prepared is None else len(self.prepared.units)
        return version_of(self.chunking, units)


Lanes = dict[str, Lane | Waiting]
"""Lanes by letter, or the jobs that make them."""


def lanes(session: Session) -> Lanes:
    """Return all lanes by letter: the baseline first, imported chunks last."""
    found: Lanes = {}
    base = baseline(session, session.document)
    if isinstance(base, Waiting):
        found[BASELINE] = base
    elif base is not None:
        found[BASELINE] = Lane(BASELINE, base.title, base.strategy, base.prepared, base.chunking)
    for letter in session.compare.letters:
        found[letter] = _of_settings(session, letter)
    theirs = imported_chunks.aligned(session)
    if theirs is not None:
        chunking = theirs.chunking
        found[IMPORTED] = Lane(IMPORTED, chunking.strategy, None, None, chunking)
    return found


def ready(found: Lanes) -> list[Lane]:
    """Return the lanes that have chunks."""
    return [each for each in found.values() if isinstance(each, Lane)]


def shown_lanes(session: Session) -> Lanes:
    """Return the lanes that the page shows: those of Compare and Ask, or the chunks of Tune."""
    if session.page in {"compare", "ask"}:
        return lanes(session)
    return {"a": _of_settings(session, "a", "tune")}


def _of_settings(session: Session, letter: str, scope: str = "") -> Lane | Waiting:
    """Return the chunks of a lane; manual boundaries take part on Tune alone."""
    shown = split(session, scope or letter)
    if isinstance(shown, Waiting):
        return shown
    strategy = shown.strategy
    title = summarize(strategy)
    return Lane(letter, title, strategy, shown.prepared, shown.chunking, shown.complete)


def lane_tokens(session: Session, lane: Lane) -> ModelTokens | None:
    """Return the text in the tokens of the model of a lane; None before it has read it.

    For a lane without a model it is the one selected on Tune.
    """
    own = None if lane.strategy is None else lane.strategy.material.model
    return engine_calls.model_tokens(lane.chunking.document, own or session.model())


def lanes_unit(shown: Sequence[Lane], known: Reference | Waiting) -> Sizes | None:
    """Return what counts the sizes of all lanes if their units differ: the selected model."""
    tokens = None if isinstance(known, Waiting) else known.tokens
    return common_unit([each.strategy for each in shown], tokens)


def at_one_size(
    shown: Sequence[Lane], on_batch: OnBatch | None, unit: Sizes | None, title: str
) -> tuple[list[Lane], str]:
    """Return the lanes with chunks of the smallest of their mean sizes, and that size in words."""
    ways = [Way(each.name, each.strategy, each.chunking, each.prepared) for each in shown]
    found, size = at_smallest_size(ways, on_batch, unit, title)
    scaled = [
        replace(lane, strategy=way.strategy, chunking=way.chunking)
        for lane, way in zip(shown, found, strict=True)
    ]
    return scaled, size


def ranking_model(session: Session, lane: Lane) -> str:
    """Return the model that ranks the chunks of a lane: its own, else the one selected for it."""
    own = None if lane.strategy is None else lane.strategy.material.model
    return own or session.settings.get(lane.letter, session.settings["tune"]).model


def asked_lanes(session: Session, shown: Sequence[Lane]) -> list[AskedLane]:
    """Return the lanes that have chunks as a question asks them."""
    long_texts = session.asking.long_texts
    return [
        AskedLane(each.letter, each.chunking, ranking_model(session, each), long_texts)
        for each in shown
    ]
