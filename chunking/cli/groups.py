"""Import of commands when they run, their common option, and paths in place of a command."""

import importlib
import os
from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any

import typer
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
# Commands that use no model that could be downloaded, or ask in the window.
_NO_DOWNLOAD = {"open", "library", "strategies", "cache"}
HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}


def _allow_downloads(value: bool) -> None:  # noqa: FBT001 - typer's signature
    if value:
        from chunking.core.text import hub

        hub.allow_all()


Download = Annotated[
    bool,
    typer.Option(
        "--download",
        callback=_allow_downloads,
        help="Download models and tokenizers that are not on this machine from huggingface.co.",
    ),
]


def _callback(name: str, function: Callable[..., None]) -> Callable[..., None]:
    """Return the function of a command, with `--download` if it may use a model."""
    if name in _NO_DOWNLOAD:
        return function

    @wraps(function)
    def run(*, download: bool, **options: Any) -> None:  # noqa: ANN401, ARG001 - see its callback
        function(**options)

    own = signature(function, eval_str=True)
    option = Parameter("download", Parameter.KEYWORD_ONLY, default=False, annotation=Download)
    run.__signature__ = own.replace(  # type: ignore[attr-defined] # typer reads it
        parameters=[*own.parameters.values(), option]
    )
    run.__annotations__ = {name: each.annotation for name, each in own.parameters.items()}
    run.__annotations__["download"] = Download
    return run


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
                    callback=_callback(cmd_name, getattr(found, function)),
                    context_settings=HELP_OPTIONS,
                ),
                pretty_exceptions_short=True,
                rich_markup_mode=None,
            )
        return self.commands[cmd_name]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - typer's signature
        """Return the name, the command and the remaining arguments."""
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
