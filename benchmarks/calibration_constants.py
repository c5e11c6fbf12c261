"""The constants of `optimal`, and what the labeled texts say when one set is left out."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np

from benchmarks.calibration_measures import Gaps, gaps_of, log_loss, reliability
from benchmarks.segmentation_data import Case
from chunking.analysis.metrics.boundaries import pk
from chunking.strategies.optimal.constants import CONSTANTS, Constants
from chunking.strategies.optimal.costs import SegmentCosts
from chunking.strategies.optimal.document_posterior import evidence_width
from chunking.strategies.optimal.expected_loss import expected_losses
from chunking.strategies.optimal.posterior import Posterior

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.calibration_sets import CalibrationSet
    from chunking.core.arrays import Floats, Ints
    from chunking.embedding import Embedder

Criterion: TypeAlias = Literal["pk", "log_loss"]

# As in the strategy by default.
LEXICAL_WEIGHT = 0.5
GRANULARITY = 1.0

FIT = "fit"

# The fit, and what differs from it in one constant. Weights of words come last, as they change the
# evidence.
SETTINGS = (
    CONSTANTS,
    *(
        replace(CONSTANTS, precisions=each)
        for each in ((1.0,), (2.0,), (3.0,), (0.5, 1.0, 2.0, 4.0))
    ),
    *(replace(CONSTANTS, segments=each) for each in (4.0, 9.0)),
    *(replace(CONSTANTS, growth=each) for each in (0.0, 0.4)),
    *(replace(CONSTANTS, deviation=each) for each in (0.3, 0.7)),
    *(replace(CONSTANTS, level_evidence=each) for each in (0.25, 1.0)),
    *(replace(CONSTANTS, evidence_units=each) for each in (15.0, 60.0)),
    *(replace(CONSTANTS, adjacent_weight=each) for each in (0.1, 1.0)),
    *(replace(CONSTANTS, word_evidence=each) for each in (1.0, 3.0)),
)


class Outcome(NamedTuple):
    """Agreement and calibration on a set.

    Attributes:
        gaps: The gaps of the set.
        pk: Mean over its documents and their references that have a boundary.
    """

    gaps: Gaps
    pk: float

    @property
    def error(self) -> float:
        """The expected calibration error."""
        return reliability(self.gaps).error

    @property
    def log_loss(self) -> float:
        """The mean logarithmic loss of a gap, in nats."""
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
    named = {setting_name(each): each for each in settings}
    probabilities: dict[str, list[Floats]] = {name: [] for name in named}
    errors: dict[str, list[float]] = {name: [] for name in named}
    boundaries = []
    for document in labeled.documents:
        case = Case(document, embedder)
        count = len(case.units)
        costs = SegmentCosts(case.units, case.vectors)
        references = [each for each in case.references if each]
        boundaries.append(np.isin(np.arange(1, count), np.concatenate([[0], *case.references])))
        for name, each in named.items():
            posterior, answer = segment(costs, each)
            probabilities[name].append(posterior.probabilities)
            if references:
                errors[name].append(
                    float(np.mean([pk(reference, answer, count) for reference in references]))
                )
    return {
        name: Outcome(gaps_of(probabilities[name], boundaries), _mean(errors[name]))
        for name in named
    }


def segment(costs: SegmentCosts, constants: Constants) -> tuple[Posterior, Ints]:
    """Return the posterior of a text and its boundaries, without limits and preferences."""
    count = len(costs)
    evidence = costs.evidence(evidence_width(count), LEXICAL_WEIGHT, constants)
    posterior = Posterior(evidence, np.zeros(count), costs.word_count, constants)
    return posterior, expected_losses(posterior, GRANULARITY).optimal_boundaries()


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
