"""The models that the form of a strategy lists."""

import time
from functools import lru_cache

from chunking.embedding.installed import InstalledModel, installed_models
from chunking.engine import presets
from chunking.gui.session.messages import GroupedChoice

# Seconds until models are looked up again: forms are sent while a slider is dragged.
_FRESH = 20
_SAVED = "Saved presets"


def model_choices(current: str) -> list[GroupedChoice]:
    """Return the usable models by origin, with those of saved presets and the selected one."""
    found = [*_installed(int(time.monotonic()) // _FRESH)]
    used = (each.strategy.material.model for each in presets.saved())
    found += [InstalledModel(name, _SAVED) for name in used if name]
    found.append(InstalledModel(current, "Selected"))
    named = {each.name: each for each in reversed(found)}
    order = dict.fromkeys(each.name for each in found)
    return [
        {"value": name, "title": name, "group": named[name].origin, "help": name} for name in order
    ]


@lru_cache(1)
def _installed(_: int) -> tuple[InstalledModel, ...]:
    return tuple(installed_models())
