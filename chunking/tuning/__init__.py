"""What a setting would give at every value of its slider, and what it decides where it stands."""

from chunking.tuning.limits import LEVEL, idle, order_tells
from chunking.tuning.outcomes import Outcomes, OutcomeSweep, outcomes, slider_values, swept_field
from chunking.tuning.stability import Lives, lives, plateaus

__all__ = [
    "LEVEL",
    "Lives",
    "OutcomeSweep",
    "Outcomes",
    "idle",
    "lives",
    "order_tells",
    "outcomes",
    "plateaus",
    "slider_values",
    "swept_field",
]
