"""What a word is that stands where the name of a command is expected."""

from __future__ import annotations

import os
from typing import Any

from typer.core import TyperGroup

from chunking.errors import SettingsError


class Commands(TyperGroup):
    """The commands by their names; a file or a folder in place of one is told how it is opened."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - the library's own
        """The name, the command and the words behind it.

        Raises:
            SettingsError: the name is that of a file or a folder.
        """
        word = args[0]
        if word not in self.commands and os.path.exists(word):  # noqa: PTH110 - it may be no path
            opens = "library" if os.path.isdir(word) else "open"  # noqa: PTH112 - as above
            raise SettingsError(
                f"a command must be one of {', '.join(self.commands)}, got {word!r}: "
                f"to see it in the window, put {opens} before it"
            )
        return super().resolve_command(ctx, args)
