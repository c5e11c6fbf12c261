"""Values of metrics as text of the window."""

import math

from chunking.analysis.metrics.metric import MetricInfo
from chunking.analysis.metrics.sizes import TOKENS_MEDIAN


def metric_text(metric: MetricInfo, value: float) -> str:
    """Return a value as text; a median in whole tokens, as everywhere in the window.

    A half is rounded up, as the page rounds.
    """
    if metric.name == TOKENS_MEDIAN.name and math.isfinite(value):
        return f"{math.floor(value + 0.5):,}"
    return metric.format(value)
