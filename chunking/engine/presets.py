"""Presets: settings of published systems, and those the user saved as TOML files."""

import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from chunking.core.errors import SettingsError, expect, why_not_written, why_unreadable
from chunking.core.files import atomic_file, config_folder, read_regular
from chunking.core.text.tokenizers import ESTIMATE
from chunking.engine.serialization import from_toml, to_toml
from chunking.strategies import Strategy, get
from chunking.strategies import available as strategies


@dataclass(frozen=True, slots=True)
class Preset:
    """Named settings; `source` says where they were published, empty for saved ones."""

    name: str
    strategy: Strategy
    source: str = ""


def published() -> tuple[Preset, ...]:
    """Return the presets that come with the program."""
    return (
        Preset("Context Harness", get("paragraph")(overlap_starts_at="exact"), "ADR-0006"),
        Preset("ContextMEM", get("structure")(), "issue 12"),
        Preset(
            "Alexandria",
            get("semantic")(keep_whole="blocks", tokenizer=ESTIMATE),
            "ADR 0007",
        ),
        Preset(
            "Alexandria for philosophy",
            get("semantic")(domain="philosophy", keep_whole="blocks", tokenizer=ESTIMATE),
            "ADR 0007",
        ),
        Preset(
            "Alexandria windows",
            get("sliding")(max_tokens=1800, stride_tokens=1200),
            "ADR 0002, superseded by ADR 0007",
        ),
        Preset("Semblance", get("sentence")(), "512 tokens, 64 overlap"),
    )


def saved() -> tuple[Preset, ...]:
    """Return the presets the user saved, by name, without files that cannot be read."""
    found = []
    for path in _files():
        with suppress(SettingsError):
            found.append(_read(path))
    return tuple(found)


def available() -> tuple[Preset, ...]:
    """Return the published presets, then the saved ones."""
    return (*published(), *saved())


def find(name: str) -> Preset:
    """Return the preset of a name, in any case."""
    expect(name, str, "the name of a preset must be a str")
    presets, folded = available(), name.strip().casefold()
    for preset in presets:
        if preset.name.casefold() == folded:
            return preset
    for path in _files():
        if path.stem.casefold() == folded:
            return _read(path)
    allowed = ", ".join(preset.name for preset in presets)
    raise SettingsError(f"preset must be one of {allowed}; got {name!r}")


def save(name: str, strategy: Strategy) -> Preset:
    """Save settings as a preset; replaces a saved preset of that name."""
    name = name.strip()
    for preset in saved():
        if preset.name.casefold() == name.casefold():
            name = preset.name
    if not re.fullmatch(r"[\w][\w .,()+-]{0,59}", name):
        raise SettingsError(
            "a preset's name must be 1 to 60 letters, digits, spaces or . , ( ) + - and begin "
            f"with a letter or digit, got {name[:80]!r}"
        )
    taken = [*(preset.name for preset in published()), *strategies()]
    if any(each.casefold() == name.casefold() for each in taken):
        raise SettingsError(f"{name} comes with the program: choose another name")
    if name.lower().endswith(".toml"):
        raise SettingsError(f"a preset's name must not end with .toml, got {name!r}")
    try:
        _folder().mkdir(parents=True, exist_ok=True)
        _write(_folder() / f"{name}.toml", to_toml(strategy))
    except OSError as error:
        raise SettingsError(f"the preset could not be saved: {why_not_written(error)}") from None
    return Preset(name, strategy)


def _files() -> list[Path]:
    """Return the files of saved presets, by name."""
    return sorted(_folder().glob("*.toml"))


def _read(path: Path) -> Preset:
    """Return the preset in a file."""
    try:
        return Preset(path.stem, from_toml(read_regular(path).decode()))
    except SettingsError as error:
        why = str(error)
    except (OSError, ValueError) as error:
        why = why_unreadable(error)
    raise SettingsError(f"the preset {path.stem} cannot be read: {why}")


def _write(path: Path, text: str) -> None:
    """Write a file atomically."""
    with atomic_file(path) as unfinished:
        unfinished.write_text(text, encoding="utf-8")


def delete(name: str) -> None:
    """Delete a saved preset."""
    for preset in saved():
        if preset.name.casefold() == name.strip().casefold():
            try:
                (_folder() / f"{preset.name}.toml").unlink(missing_ok=True)
            except OSError as error:
                raise SettingsError(f"{name} cannot be deleted: {why_not_written(error)}") from None
            return
    raise SettingsError(f"there is no saved preset {name!r}")


def _folder() -> Path:
    """Return the folder of saved presets."""
    return config_folder() / "presets"
