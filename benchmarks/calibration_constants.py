"""The constants of `optimal`, and what the labeled texts say when one set is left out."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from benchmarks.calibration_measures import Gaps, gaps_of, log_loss, reliability
from benchmarks.calibration_sets import CalibrationSet
from benchmarks.segmentation_data import Case
from chunking.analysis.metrics.boundaries import pk
from chunking.core.arrays import Bools, Floats, Ints
from chunking.embedding import Embedder
from chunking.strategies.optimal.constants import CONSTANTS, LEVELS, Constants
from chunking.strategies.optimal.costs import SegmentCosts
from chunking.strategies.optimal.document_posterior import evidence_width
from chunking.strategies.optimal.expected_loss import expected_losses
from chunking.strategies.optimal.posterior import LevelPosterior, Posterior

Criterion: TypeAlias = Literal["pk", "log_loss"]

# As in the strategy by default.
LEXICAL_WEIGHT = 0.5

FIT = "fit"

# The fit, and what differs from it in one constant. Weights of words come last, as they change the
# evidence.
SETTINGS = (
    CONSTANTS,
    *(
        replace(CONSTANTS, segments=each)
        for each in (
            *((2.5, 14.0, 42.0), (5.0, 14.0, 42.0), (3.5, 10.0, 42.0), (3.5, 20.0, 42.0)),
            *((3.5, 14.0, 30.0), (3.5, 14.0, 60.0)),
        )
    ),
    *(replace(CONSTANTS, growth=each) for each in (0.3, 0.7)),
    *(replace(CONSTANTS, precision=each) for each in (1.0, 2.0, 5.0)),
    *(replace(CONSTANTS, adjacent_weight=each) for each in (0.1, 1.0)),
    *(replace(CONSTANTS, word_evidence=each) for each in (1.0, 3.0)),
)


class LevelOutcome(NamedTuple):
    """Agreement and calibration of a level on a set.

    Attributes:
        gaps: The gaps of the set.
        pk: Mean over its documents and their references that have a boundary.
    """

    gaps: Gaps
    pk: float


class Outcome(NamedTuple):
    """Agreement and calibration on a set, by level, outermost first."""

    levels: tuple[LevelOutcome, ...]

    @property
    def best(self) -> int:
        """The index of the level with the lowest Pk, which a person would choose."""
        return min(range(len(self.levels)), key=lambda i: self.levels[i].pk)

    @property
    def gaps(self) -> Gaps:
        """The gaps at the best level."""
        return self.levels[self.best].gaps

    @property
    def pk(self) -> float:
        """Pk at the best level."""
        return self.levels[self.best].pk

    @property
    def error(self) -> float:
        """The expected calibration error at the best level."""
        return reliability(self.gaps).error

    @property
    def log_loss(self) -> float:
        """The mean logarithmic loss of a gap at the best level, in nats."""
        return log_loss(self.gaps)


@dataclass(frozen=True)
class LeftOut:
    """Setting chosen without the sets of a source, and what it does on these sets."""

    source: str
    setting: str
    fit: tuple[Outcome, ...]
    chosen: tuple[Outcome, ...]


def setting_name(constants: Constants) -> str:
    """Return the constants that differ from the fit, with their values; "fit" if none does."""
    names = [field.name for field in fields(Constants)]
    different = [name for name in names if getattr(constants, name) != getattr(CONSTANTS, name)]
    return ", ".join(f"{name} {_text(getattr(constants, name))}" for name in different) or FIT


def measure(
    labeled: CalibrationSet, embedder: Embedder, settings: Sequence[Constants] = SETTINGS
) -> dict[str, Outcome]:
    """Return the outcome of each setting on a set, by `setting_name`.

    The costs of a document are computed once.
    """
    rows: dict[str, list[list[tuple[Floats, float]]]] = {
        setting_name(each): [] for each in settings
    }
    right = []
    for document in labeled.documents:
        case = Case(document, embedder)
        count = len(case.units)
        costs = SegmentCosts(case.units, case.vectors)
        references = [each for each in case.references if each]
        right.append(np.isin(np.arange(1, count), np.concatenate([[0], *case.references])))
        for each in settings:
            rows[setting_name(each)].append(
                [
                    (level.probabilities, _mean([pk(r, found, count) for r in references]))
                    for level, found in segment(costs, each)
                ]
            )
    return {name: _outcome(found, right) for name, found in rows.items()}


def segment(costs: SegmentCosts, constants: Constants) -> list[tuple[LevelPosterior, Ints]]:
    """Return the posterior and the boundaries of each level, without limits and preferences."""
    count = len(costs)
    evidence = costs.evidence(evidence_width(count), LEXICAL_WEIGHT, constants)
    posterior = Posterior(evidence, np.zeros(count), costs.word_count, constants)
    found: list[tuple[LevelPosterior, Ints]] = []
    boundaries = np.zeros(0, np.int64)
    for level in LEVELS:
        losses = expected_losses(posterior.at(level), constants)
        boundaries = losses.optimal_boundaries(boundaries)
        found.append((posterior.at(level), boundaries))
    return found


def _outcome(
    documents: Sequence[Sequence[tuple[Floats, float]]], right: Sequence[Bools]
) -> Outcome:
    """Return the outcome of documents, of which each has a row per level."""
    levels = []
    for rows in zip(*documents, strict=True):
        probabilities, errors = zip(*rows, strict=True)
        levels.append(LevelOutcome(gaps_of(probabilities, right), _mean(errors)))
    return Outcome(tuple(levels))


def leave_one_source_out(
    sets: Sequence[CalibrationSet],
    outcomes: Sequence[Mapping[str, Outcome]],
    criterion: Criterion,
) -> list[LeftOut]:
    """Return the best setting without each source: of lowest mean over the other sets.

    Of equal ones the first counts. Nothing is returned for sets of a single source.
    """
    found = []
    for source in dict.fromkeys(each.source for each in sets):
        others = [
            found for each, found in zip(sets, outcomes, strict=True) if each.source != source
        ]
        left_out = [
            found for each, found in zip(sets, outcomes, strict=True) if each.source == source
        ]
        if others:
            means = {name: mean_of(name, others, criterion) for name in others[0]}
            best = min(means, key=means.__getitem__)
            of_fit, of_best = (tuple(each[name] for each in left_out) for name in (FIT, best))
            found.append(LeftOut(source, best, of_fit, of_best))
    return found


def mean_of(setting: str, outcomes: Sequence[Mapping[str, Outcome]], criterion: Criterion) -> float:
    """Return the mean of a criterion over sets, of those where it is known."""
    return _mean([getattr(each[setting], criterion) for each in outcomes])


def _mean(values: Sequence[float]) -> float:
    """Return the mean of the known values, nan if none is."""
    known = [value for value in values if not math.isnan(value)]
    return float(np.mean(known)) if known else math.nan


def _text(value: float | tuple[float, ...]) -> str:
    values = value if isinstance(value, tuple) else (value,)
    return " and ".join(f"{each:g}" for each in values)
