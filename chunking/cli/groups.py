"""Import of commands when they run, paths in place of a command, former names of options."""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, Any

from typer.core import TyperCommand, TyperGroup
from typer.main import get_command_from_info
from typer.models import CommandInfo

from chunking.cli import terminal
from chunking.core.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Collection

# Module and function of each command, in the order of the help. A module may name the class of its
# command, `COMMAND`.
COMMANDS = {
    "open": ("window", "open_files"),
    "library": ("window", "open_library"),
    "split": ("split", "split"),
    "recommend": ("recommend", "recommend_settings"),
    "compare": ("compare", "compare_strategies"),
    "experiment": ("experiment", "compare_thresholds"),
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
PRECISION_NOTE = "--precision is now part of the model name: model=all-MiniLM-L6-v2@bf16"


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
                    cls=getattr(found, "COMMAND", Command),
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


class Command(TyperCommand):
    """Command that accepts the former names of its options, with a note."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - typer's signature
        """Parse the arguments after replacing former names of options."""
        own = {name for parameter in self.params for name in parameter.opts}
        last = args.index("--") if "--" in args else len(args)
        current = [current_option(word, own) for word in args[:last]]
        notes = [
            f"{old.partition('=')[0]} is now {new.partition('=')[0]}"
            for old, new in zip(args, current, strict=False)
            if new != old
        ]
        if any(word.partition("=")[0] == "--precision" for word in current):
            notes.append(PRECISION_NOTE)
        terminal.print_notes(dict.fromkeys(notes))
        return super().parse_args(ctx, [*current, *args[last:]])


def current_option(word: str, own: Collection[str]) -> str:
    """Return an argument with the current name of its option, if a command has that.

    >>> current_option("--count-in=words", {"--tokenizer"})
    '--tokenizer=words'
    """
    option, equals, value = word.partition("=")
    if not option.startswith("--") or option in own:
        return word
    from chunking.strategies.former_names import RENAMED_SETTINGS

    former = RENAMED_SETTINGS | {"measure": "metric"}
    renamed = former.get(option.removeprefix("--").replace("-", "_"), "")
    current = "--" + renamed.replace("_", "-")
    return f"{current}{equals}{value}" if current in own else word
