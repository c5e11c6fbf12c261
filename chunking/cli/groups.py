"""Parsing of commands and options: paths in place of a command, former names of options."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from typer.core import TyperCommand, TyperGroup

from chunking.cli import terminal
from chunking.errors import SettingsError
from chunking.strategies.former_names import RENAMED_SETTINGS

if TYPE_CHECKING:
    from collections.abc import Collection

_RENAMED_OPTIONS = RENAMED_SETTINGS | {"measure": "metric"}
PRECISION_NOTE = "--precision is now part of the model name: model=all-MiniLM-L6-v2@bf16"


class Group(TyperGroup):
    """Command group that suggests `open` or `library` for a path in place of a command."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - typer's signature
        """Return the name, the command and the remaining arguments.

        Raises:
            SettingsError: The first argument is an existing path.
        """
        word = args[0]
        if word not in self.commands and os.path.exists(word):  # noqa: PTH110 - any text
            command = "library" if os.path.isdir(word) else "open"  # noqa: PTH112 - any text
            raise SettingsError(
                f"a command must be one of {', '.join(self.commands)}, got {word!r}: "
                f"to open it in the window, put {command} before it"
            )
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
    renamed = _RENAMED_OPTIONS.get(option.removeprefix("--").replace("-", "_"), "")
    current = "--" + renamed.replace("_", "-")
    if not option.startswith("--") or option in own or current not in own:
        return word
    return f"{current}{equals}{value}"
