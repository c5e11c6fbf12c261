"""A strategy with its settings in one word: `sentence:max_tokens=200,overlap_tokens=0`."""

from __future__ import annotations

from chunking.errors import SettingsError


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
