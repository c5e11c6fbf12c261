"""The commands of the command line that have a file of their own."""

from chunking.commands.compare import compare_lanes
from chunking.commands.nest import nest_levels
from chunking.commands.plan import plan_change
from chunking.commands.sweep import sweep_settings

__all__ = ["compare_lanes", "nest_levels", "plan_change", "sweep_settings"]
