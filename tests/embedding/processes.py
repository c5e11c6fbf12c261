"""Scripts in a separate interpreter."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
HEAVY = ("torch", "transformers", "sentence_transformers", "sklearn", "onnxruntime", "onnx")


def python(script: str, *arguments: str, **environment: str) -> None:
    """Run a script in a new interpreter; a failed assertion fails the test."""
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    subprocess.run(
        [sys.executable, "-c", script, *arguments],
        check=True,
        env={**os.environ, "PYTHONPATH": path, **environment},
    )
