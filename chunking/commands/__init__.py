"""The commands of the command line that have a file of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunking.commands.compare import compare_lanes
from chunking.commands.nest import nest_levels
from chunking.commands.plan import plan_change
from chunking.commands.recommend import recommend_settings
from chunking.commands.sweep import sweep_settings

if TYPE_CHECKING:
    from collections.abc import Callable

# By their names, in the order in which help lists them.
COMMANDS: dict[str, Callable[..., Any]] = {
    "recommend": recommend_settings,
    "compare": compare_lanes,
    "plan": plan_change,
    "nest": nest_levels,
    "sweep": sweep_settings,
}

__all__ = ["COMMANDS"]
