"""Former names of settings, which files, links, flags and code may still use."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from chunking.core.errors import ConflictError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

RENAMED_SETTINGS = {
    "count_in": "tokenizer",
    "anchor_tokens": "resync_interval",
    "join_tokens": "merge_below",
    "carry": "overlap_starts_at",
    "words": "lexical_weight",
    "heading": "heading_bonus",
    "paragraph": "paragraph_bonus",
    "speaker": "speaker_bonus",
    "within": "split_with",
    "structure": "keep_whole",
}

_BF16 = "@bf16"
MODELS_WITH_BF16 = ("all-MiniLM-L6-v2", "sentence-transformers/all-MiniLM-L6-v2")
_reported: set[str] = set()


class RenamedSettingWarning(DeprecationWarning):
    """A setting was given by a former name; each name is reported once per process."""


def current_settings(
    settings: Mapping[str, Any],
    fields: Collection[str],
    *,
    model: str = "",
    report: bool = True,
) -> dict[str, Any]:
    """Return settings under their current names.

    The former setting `precision` becomes part of the model's name: `fast` appends `@bf16` to that
    of the bundled model.

    Args:
        settings: Values by current or former name.
        fields: The settings that the strategy has; other names stay as they are.
        model: The model where `settings` names none.
        report: Warn of former names.

    Raises:
        ConflictError: A setting is given by its current and its former name.
    """
    found = dict(settings)
    for old in [name for name in settings if name not in fields]:
        new = RENAMED_SETTINGS.get(old, old)
        if new in fields:
            if new in settings:
                raise ConflictError(f"{old} is now {new}: give {new} only, got both")
            found[new] = found.pop(old)
            if report:
                _report(old, new)
        elif old == "precision" and "model" in fields and found[old] in {"exact", "fast"}:
            # Other models have no variant in bfloat16, so they are exact.
            if found.pop(old) == "fast" and found.get("model", model) in MODELS_WITH_BF16:
                found["model"] = f"{found.get('model', model)}{_BF16}"
            if report:
                _report(old, f"part of the model name ({MODELS_WITH_BF16[0]}{_BF16})")
    return found


def _report(old: str, new: str) -> None:
    if old not in _reported:
        _reported.add(old)
        warnings.warn(f"{old} is now {new}", RenamedSettingWarning, stacklevel=4)
