"""Options and arguments that several commands share."""

from typing import Annotated, Literal

import typer

File = Annotated[str, typer.Argument(help="A document; - reads standard input.")]
Files = Annotated[
    list[str],
    typer.Argument(
        help="Documents, folders and glob patterns such as 'notes/**/*.md'; - reads standard input."
    ),
]
Strategies = Annotated[
    list[str] | None,
    typer.Option(
        "--strategy",
        help="A strategy, a preset or a TOML file, or recommended; repeat to compare.",
    ),
]
StrategySpec = Annotated[
    str | None,
    typer.Option("--strategy", help="A strategy (name:field=value,...), preset or TOML file."),
]
Language = Annotated[
    str | None, typer.Option(help="Language of the document, such as en; detected if omitted.")
]
Encoding = Annotated[
    str | None, typer.Option(help="Encoding of the document; detected if omitted.")
]
Type = Annotated[
    str | None,
    typer.Option(
        "--type",
        help="Kind of standard input by its suffix, such as md or py; detected if omitted.",
    ),
]
KeepRemoved = Annotated[
    bool,
    typer.Option(
        "--keep-removed",
        help="Keep removed text: running headers, page numbers, navigation and so on.",
    ),
]
LongTexts = Annotated[
    Literal["truncate", "average"],
    typer.Option(
        help="Chunks beyond the model limit: embed their first tokens, or average windows."
    ),
]
Output = Annotated[
    str | None, typer.Option("--output", "-o", help="File to write instead of standard output.")
]
Preset = Annotated[str | None, typer.Option(help="Name of a preset.")]
SettingsFile = Annotated[str | None, typer.Option("--settings", help="TOML file of settings.")]
Include = Annotated[
    list[str] | None,
    typer.Option(metavar="PATTERN", help="Files to include, such as '*.md'; repeat for more."),
]
Exclude = Annotated[
    list[str] | None,
    typer.Option(metavar="PATTERN", help="Files and folders to exclude, such as drafts."),
]
Jobs = Annotated[int, typer.Option(help="Number of processes; 1 by default.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
