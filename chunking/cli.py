"""The command line: `chunkscope` opens the window, `split` cuts a file, others compare and plan."""

from __future__ import annotations

import inspect
import os
import sys
from pathlib import Path
from typing import Annotated, Any, get_args

import typer

from chunking import presets, settings
from chunking.commands import COMMANDS, terminal
from chunking.commands.cached import limit_cache, show_cache
from chunking.commands.group import Commands
from chunking.engine import chunk, notes_of
from chunking.errors import ChunkingError, SettingsError
from chunking.specs import parse_spec, read_settings
from chunking.strategies import Strategy, available, get

app = typer.Typer(
    name="chunkscope",
    cls=Commands,
    help="See how a text is cut into chunks, and why.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


_FORMATS = ("jsonl", "csv", "toml", "text")
# What the help calls a value. It is a word for all that: whoever it is for says what is wrong.
_KINDS: dict[object, str] = {int: "<int>", float: "<float>"}
_STRATEGY = "name:field=value,field=value, a preset, or a TOML file; a name is one of "
_Port = Annotated[
    str | None, typer.Option(metavar="<int>", help="The port; a free one near 8501 if none.")
]
_Tokens = Annotated[str | None, typer.Option(metavar="<int>", help="As of semantic.")]
_InBrowser = Annotated[bool, typer.Option("--browser", help="Show it in the default browser.")]
_NoWindow = Annotated[
    bool, typer.Option("--no-window", "--no-browser", help="Serve it, and open nothing.")
]
_CacheSize = Annotated[
    str | None, typer.Option(help="The most that cached vectors may take, as 500MB.")
]


@app.callback(invoke_without_command=True)
def window(
    context: typer.Context,
    *,
    port: _Port = None,
    browser: _InBrowser = False,
    no_window: _NoWindow = False,
    cache_size: _CacheSize = None,
) -> None:
    """See how a text is cut into chunks, and why. Without a command: open the window."""
    limit_cache(cache_size)
    if context.invoked_subcommand is None:
        _show([], port=port, browser=browser, no_window=no_window)


@app.command("open")
def open_files(
    files: Annotated[list[Path], typer.Argument(help="Documents; the last one is shown first.")],
    *,
    port: _Port = None,
    browser: _InBrowser = False,
    no_window: _NoWindow = False,
    cache_size: _CacheSize = None,
) -> None:
    """Open the window with documents of this machine, which are offered anew when they change."""
    limit_cache(cache_size)
    for path in files:
        terminal.check_there(path, folder=False)
    _show(files, port=port, browser=browser, no_window=no_window)


@app.command("library")
def open_library(
    folder: Annotated[Path, typer.Argument(help="A folder; the ones below it are read, too.")],
    *,
    port: _Port = None,
    browser: _InBrowser = False,
    no_window: _NoWindow = False,
    cache_size: _CacheSize = None,
) -> None:
    """Open the window with the documents of a folder, cut alike, a row each."""
    limit_cache(cache_size)
    terminal.check_there(folder, folder=True)
    _show([], port=port, browser=browser, no_window=no_window, library=folder)


def _show(
    files: list[Path],
    *,
    port: str | None,
    browser: bool,
    no_window: bool,
    library: Path | None = None,
) -> None:
    from chunking.gui.server import Shown, serve

    if browser and no_window:
        raise SettingsError("give either --browser or --no-window, not both")
    shown = Shown.NOWHERE if no_window else Shown.BROWSER if browser else Shown.WINDOW
    serve(port=terminal.whole_number("port", port), shown=shown, files=files, library=library)


@app.command("strategies")
def list_strategies(
    *,
    as_json: Annotated[
        bool, typer.Option("--json", help="Every field, range and default.")
    ] = False,
) -> None:
    """List the strategies and their settings."""
    described = [settings.describe(get(name)) for name in available()]
    if as_json:
        terminal.write_json(described)
        return
    lines = []
    for each in described:
        source = f" ({each['source']})" if each["source"] else ""
        lines.append(f"{each['name']}: {each['summary']}{source}\n")
        for field in each["fields"]:
            flag = "--" + field["name"].replace("_", "-")
            lines.append(f"  {flag} {field['default']}: {field['description']}\n")
    terminal.write("".join(lines))


@app.command("experiment")
def compare_thresholds(
    file: Annotated[str, typer.Argument(help="A document; - reads standard input.")],
    *,
    thresholds: Annotated[
        str, typer.Option(help="Numbers between -1 and 1, with commas between.")
    ] = "0.35,0.45,0.55",
    min_tokens: _Tokens = None,
    max_tokens: _Tokens = None,
    overlap_tokens: _Tokens = None,
    count_in: Annotated[str | None, typer.Option(help="What a token is.")] = None,
    model: Annotated[str | None, typer.Option(help="The embedding model.")] = None,
    precision: Annotated[str | None, typer.Option(help=terminal.PRECISION)] = None,
    language: Annotated[str | None, typer.Option(help="Its language, as en or de.")] = None,
    encoding: Annotated[str | None, typer.Option(help="Its encoding, if known.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="All numbers as JSON.")] = False,
) -> None:
    """Compare thresholds on a document: chunks, sizes, reasons, and what would be better."""
    from chunking.experiment import experiment, parse_thresholds, to_dict, to_table

    flags = {
        "min_tokens": min_tokens, "max_tokens": max_tokens, "overlap_tokens": overlap_tokens,
        "count_in": count_in, "model": model, "precision": precision,
    }  # fmt: skip
    tried = parse_thresholds(thresholds)
    base = get("semantic")(**{name: value for name, value in flags.items() if value is not None})
    document = terminal.read_document(file, language=language, encoding=encoding)
    found = experiment(document, tried, base, on_batch=terminal.progress())
    terminal.remark((*document.notes, *notes_of(base.material)))
    if as_json:
        terminal.write_json(to_dict(found))
    else:
        terminal.write(to_table(found))


def _split(file: str, **options: Any) -> None:  # noqa: ANN401 - declared by `_signature`
    from chunking.export import to_csv, to_jsonl, to_text

    terminal.check_output(options["output"], file, options["settings"], options["strategy"])
    format_ = terminal.one_of("format", options["format"], _FORMATS)
    strategy = _strategy(options)
    about = {name: options[name] for name in ("title", "language", "domain", "encoding")}
    document = terminal.read_document(file, **about)
    if format_ == "toml":
        terminal.write(settings.to_toml(strategy, document), options["output"])
        return
    write = {"jsonl": to_jsonl, "csv": to_csv, "text": to_text}[format_]
    chunking = chunk(document, strategy, on_batch=terminal.progress())
    terminal.remark((*document.notes, *chunking.notes))
    terminal.write(write(chunking), options["output"])


def _strategy(options: dict[str, Any]) -> Strategy:
    """The strategy that the flags describe: a preset or a file first, then each flag."""
    if options["preset"] and options["settings"]:
        raise SettingsError("give either --preset or --settings, not both")
    named = options["strategy"]
    if options["preset"]:
        base = presets.find(options["preset"]).strategy
    elif options["settings"]:
        base = read_settings(options["settings"])
    else:
        base = parse_spec(named or "paragraph")
        named = base.name
    if named not in {None, base.name}:
        raise SettingsError(f"the settings given are for {base.name}, got {named!r}")
    fields = base.fields()
    given = {field: options[field] for field in _setting_flags() if options[field] is not None}
    for field in given:
        if field not in fields and field != "domain":
            allowed = ", ".join("--" + each.replace("_", "-") for each in fields)
            raise SettingsError(f"{base.name} has no --{field.replace('_', '-')}; it has {allowed}")
    # The document's domain picks the published threshold; one not published changes nothing.
    if "domain" in given and not ("domain" in fields and given["domain"] in _domains(base)):
        del given["domain"]
    return base.with_(**given)


def _domains(strategy: Strategy) -> tuple[str, ...]:
    """The domains that a strategy has a published threshold for."""
    return get_args(strategy.fields()["domain"].annotation)


def _setting_flags() -> dict[str, tuple[str | None, str]]:
    """Every setting of any strategy: what its values are, and what it does, with who has it."""
    kinds: dict[str, str | None] = {}
    meanings: dict[str, dict[str, list[str]]] = {}
    for name in available():
        for field, info in get(name).fields().items():
            kinds.setdefault(field, _KINDS.get(info.annotation))
            meanings.setdefault(field, {}).setdefault(info.description or "", []).append(name)
    everybody = list(available())
    return {
        field: (
            kinds[field],
            " ".join(
                text if owners == everybody else f"{text} ({', '.join(owners)})"
                for text, owners in said.items()
            ),
        )
        for field, said in meanings.items()
    }


def _signature() -> inspect.Signature:
    """The parameters of `split`: its own, and one flag for each setting."""
    own: dict[str, tuple[Any, Any]] = {
        "file": (Annotated[str, typer.Argument(help="A document; - reads standard input.")], ...),
        "strategy": (
            Annotated[str | None, typer.Option(help=_STRATEGY + ", ".join(available()) + ".")],
            None,
        ),
        "preset": (Annotated[str | None, typer.Option(help="Settings under a name.")], None),
        "settings": (Annotated[str | None, typer.Option(help="A TOML file of settings.")], None),
        "format": (
            Annotated[str, typer.Option(metavar="|".join(_FORMATS), help="What to write.")],
            "jsonl",
        ),
        "output": (Annotated[str | None, typer.Option("--output", "-o", help="Where to.")], None),
        "title": (Annotated[str | None, typer.Option(help="The document's title.")], None),
        "language": (Annotated[str | None, typer.Option(help="Its language, as en or de.")], None),
        "encoding": (Annotated[str | None, typer.Option(help="Its encoding, if known.")], None),
    }
    flags = {
        field: (Annotated[str | None, typer.Option(metavar=kind, help=text)], None)
        for field, (kind, text) in _setting_flags().items()
    }
    return inspect.Signature(
        [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                annotation=annotation,
                default=inspect.Parameter.empty if default is ... else default,
            )
            for name, (annotation, default) in {**own, **flags}.items()
        ]
    )


def _register_split() -> None:
    """Make `split` a command whose flags are the settings of the strategies."""

    def split(**options: Any) -> None:  # noqa: ANN401 - declared by the signature below
        """Cut a document into chunks and write them, one JSON object a chunk by default."""
        _split(**options)

    split.__signature__ = _signature()  # type: ignore[attr-defined] # how inspect is told
    app.command("split")(split)


_register_split()
for name, command in COMMANDS.items():
    app.command(name)(command)
app.command("cache")(show_cache)


def main() -> None:
    """Run the command line; an error is one sentence and the exit code 2."""
    if sys.stderr is None:  # started without one: remarks and progress go nowhere
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for good
    try:
        app()
    except ChunkingError as error:
        print(f"chunkscope: {error}", file=sys.stderr)
        raise SystemExit(2) from None
