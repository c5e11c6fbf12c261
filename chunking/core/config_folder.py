"""Folder of what the user has saved with the program."""

import os
from pathlib import Path


def config_folder() -> Path:
    """Return the folder, which may not exist yet; `CHUNKSCOPE_CONFIG_DIR` overrides it."""
    from platformdirs import user_config_path

    root = os.environ.get("CHUNKSCOPE_CONFIG_DIR")
    return Path(root) if root else user_config_path("chunkscope", appauthor=False)
