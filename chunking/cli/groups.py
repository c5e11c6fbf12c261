"""Import of commands when they run, and paths in place of a command."""

from __future__ import annotations

import importlib
import os
from typing import Any

from typer.core import TyperCommand, TyperGroup
from typer.main import get_command_from_info
from typer.models import CommandInfo

from chunking.core.errors import SettingsError

# Module and function of each command, in the order of the help. A module may name the class of its
# command, `COMMAND`.
COMMANDS = {
    "open": ("window", "open_files"),
    "library": ("window", "open_library"),
    "demo": ("window", "open_demo"),
    "split": ("split", "split"),
    "recommend": ("recommend", "recommend_settings"),
    "compare": ("compare", "compare_strategies"),
    "sweep": ("sweep", "sweep_settings"),
    "draft": ("draft", "draft_questions"),
    "check": ("check", "check_document"),
    "evaluate": ("evaluate", "evaluate_questions"),
    "transfer": ("transfer", "transfer_threshold"),
    "plan": ("plan", "plan_change"),
    "nest": ("nest", "nest_levels"),
    "sync": ("sync", "sync_library"),
    "search": ("search", "search_store"),
    "strategies": ("strategies", "list_strategies"),
    "cache": ("cache", "show_cache"),
}
HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}


class Group(TyperGroup):
    """All commands; the module of one is imported when it runs or its help is shown.

    The window starts without the engine, which takes longer to import than Streamlit.
    """

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002 - typer's signature
        """Return the names of the commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401, ARG002 - as above
        """Return a command, or None."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in self.commands:
            module, function = COMMANDS[cmd_name]
            found = importlib.import_module(f"chunking.cli.{module}")
            self.commands[cmd_name] = get_command_from_info(
                CommandInfo(
                    name=cmd_name,
                    cls=getattr(found, "COMMAND", TyperCommand),
                    callback=getattr(found, function),
                    context_settings=HELP_OPTIONS,
                ),
                pretty_exceptions_short=True,
                rich_markup_mode=None,
            )
        return self.commands[cmd_name]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - typer's signature
        """Return the name, the command and the remaining arguments.

        Raises:
            SettingsError: The first argument is an existing path.
        """
        word = args[0]
        if word not in COMMANDS and os.path.exists(word):  # noqa: PTH110 - any text
            command = "library" if os.path.isdir(word) else "open"  # noqa: PTH112 - any text
            raise SettingsError(
                f"a command must be one of {', '.join(COMMANDS)}, got {word!r}: "
                f"to open it in the window, put {command} before it"
            )
        if word not in COMMANDS:  # typer suggests from those that are imported
            for name in COMMANDS:
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)
