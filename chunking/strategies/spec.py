"""A strategy with its settings in one word: `sentence:max_tokens=200,overlap_tokens=0`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Mapping


def split_spec(spec: str) -> tuple[str, dict[str, str]]:
    """The name before the colon, and the settings behind it, not yet validated.

    >>> split_spec("sentence:max-tokens=200")
    ('sentence', {'max_tokens': '200'})

    Raises:
        SettingsError: what is behind the colon is no list of settings.
    """
    name, _, rest = spec.partition(":")
    found: dict[str, str] = {}
    for part in filter(None, (each.strip() for each in rest.split(","))):
        field, equals, value = (each.strip() for each in part.partition("="))
        field = field.replace("-", "_")
        if not equals or not field or field in found:
            raise SettingsError(
                f"settings must be field=value with commas between, each field once, got {spec!r}"
            )
        found[field] = value
    return name.strip(), found


def join_spec(name: str, settings: Mapping[str, object]) -> str:
    """The word that `split_spec` takes apart.

    >>> join_spec("sentence", {"max_tokens": 200, "overlap_tokens": 0})
    'sentence:max_tokens=200,overlap_tokens=0'
    """
    listed = ",".join(f"{field}={value}" for field, value in settings.items())
    return f"{name}:{listed}" if listed else name
