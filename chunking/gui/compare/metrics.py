"""The metrics of the lanes: values, and which lane has the best one."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from chunking.analysis.metrics import METRICS, compute_metrics
from chunking.analysis.metrics.boundaries import F1_1, PK, WINDOW_DIFF, B, ReferenceBoundaries
from chunking.analysis.metrics.metric import MetricInfo, best_rows
from chunking.analysis.metrics.sizes import CHUNKS, TRUNCATED
from chunking.core.text.sizes import Sizes
from chunking.embedding import ModelTokens
from chunking.gui.compare.messages import MetricRow
from chunking.gui.core.cache import Key, cached
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import Reference
from chunking.gui.results.lanes import Lane, lanes_unit

_AGREEMENT = (B, F1_1, PK, WINDOW_DIFF)
# Units of the metrics that are the number and the sizes of the chunks.
_OF_SIZE = {"chunks", "tokens"}


def rows(
    lanes: Sequence[Lane],
    tokens: Sequence[ModelTokens | None],
    known: Reference,
    manual: ReferenceBoundaries | None,
    proceed: Callable[[], object],
    *,
    are_scaled: bool = False,
) -> list[MetricRow]:
    """Return a row for each metric that a lane has: title, values, and the best of them.

    Args:
        lanes: The lanes.
        tokens: The document in the tokens of the model of each lane.
        known: The document as the model selected on Tune reads it.
        manual: Manual boundaries, for the agreement with them.
        proceed: Called before each lane; may raise to stop.
        are_scaled: Whether the lanes are scaled to equal size, which is not that on screen: numbers
            and sizes of chunks are left out.
    """
    found: list[MetricRow] = []
    if manual is not None:
        against = [manual.metrics_of(each.chunking) for each in lanes]
        found += [_row(each, [one[each.name] for one in against]) for each in _AGREEMENT]
    unit = lanes_unit(lanes, known)
    measured = []
    for one, lane in zip(tokens, lanes, strict=True):
        proceed()
        measured.append(_measured(lane, known, one, unit))
    found += [
        _over_limit(measured)
        if each is TRUNCATED
        else _row(each, [one[each.name] for one in measured])
        for each in METRICS
        if not are_scaled or each.unit not in _OF_SIZE
    ]
    defined = [each for each in found if any(value != "-" for value in each["values"])]
    return [*defined, _tokenizers(lanes, known, is_common=unit is not None)]


def _row(metric: MetricInfo, values: Sequence[float]) -> MetricRow:
    """Return a metric with its values as text; those that are equal as text tie."""
    texts = [metric.format(value) for value in values]
    return {
        "title": metric.title,
        "meaning": metric.meaning,
        "better": _direction(metric),
        "values": texts,
        "best": best_rows(values, texts, metric.better),
    }


def _over_limit(measured: Sequence[Mapping[str, float]]) -> MetricRow:
    """Return the shares of chunks over the model limit: counts rank few large chunks first."""
    pairs = [(one[TRUNCATED.name], one[CHUNKS.name]) for one in measured]
    shares = [over / count if count else math.nan for over, count in pairs]
    texts = ["-" if math.isnan(share) else f"{share:.0%}" for share in shares]
    counts = ", ".join(
        f"{over:,.0f} of {count:,.0f}" for over, count in pairs if not math.isnan(over)
    )
    return {
        "title": TRUNCATED.title,
        "meaning": f"Share of chunks that exceed the model limit: {counts}.",
        "better": _direction(TRUNCATED),
        "values": texts,
        "best": best_rows(shares, texts, TRUNCATED.better),
    }


def _direction(metric: MetricInfo) -> Literal["higher", "lower", ""]:
    return "" if metric.better == "neither" else metric.better


def _tokenizers(lanes: Sequence[Lane], known: Reference, *, is_common: bool) -> MetricRow:
    shown = known.prepared.material.size_unit if is_common else "that unit"
    titles = ["-" if each.strategy is None else each.strategy.material.size_unit for each in lanes]
    return {
        "title": "Tokenizer",
        "meaning": f"The unit of the settings of each lane; sizes are in {shown} here.",
        "better": "",
        "values": titles,
        "best": [],
    }


def _depends_on(
    lane: Lane, known: Reference, tokens: ModelTokens | None, unit: Sizes | None
) -> Key:
    model = known.prepared.material.model
    return (lane.chunking.document.sha256, lane.version, model, tokens is None, unit is None)


@cached(24, key=_depends_on)
def _measured(
    lane: Lane, known: Reference, tokens: ModelTokens | None, unit: Sizes | None
) -> dict[str, float]:
    found = engine_calls.evaluation(lane.chunking, lane.strategy, known, tokens, unit)
    return compute_metrics(found)
