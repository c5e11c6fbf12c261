"""Strategies with their settings as one word: `sentence:max_tokens=200,overlap_tokens=0`.

A setting whose value contains a comma is quoted: `hierarchical:"levels=headings > sentence"`.
"""

import csv
import io
from collections.abc import Mapping

from chunking.core.errors import SettingsError


def split_spec(spec: str) -> tuple[str, dict[str, str]]:
    """Return the name before the colon, and the settings after it, not yet validated.

    >>> split_spec("sentence:max-tokens=200")
    ('sentence', {'max_tokens': '200'})

    Raises:
        SettingsError: What follows the colon is not a list of settings.
    """
    name, _, rest = spec.partition(":")
    found: dict[str, str] = {}
    refused = SettingsError(
        f"settings must be field=value with commas between, each field once, got {spec!r:.200}"
    )
    try:
        parts = next(csv.reader([rest], skipinitialspace=True), [])
    except csv.Error:  # a line break, or too large a field
        raise refused from None
    for part in filter(None, (each.strip() for each in parts)):
        field, equals, value = (each.strip() for each in part.partition("="))
        field = field.replace("-", "_")
        if not equals or not field or field in found:
            raise refused
        found[field] = value
    return name.strip(), found


def join_spec(name: str, settings: Mapping[str, object]) -> str:
    """Return the word that `split_spec` takes apart into these.

    >>> join_spec("hierarchical", {"levels": "headings > sentence:max_tokens=9,overlap_tokens=0"})
    'hierarchical:"levels=headings > sentence:max_tokens=9,overlap_tokens=0"'
    """
    if not settings:
        return name
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(f"{k}={v}" for k, v in settings.items())
    return f"{name}:{line.getvalue()}"
