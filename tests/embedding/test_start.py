"""Imports of a fresh process: no model or table library before one is needed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from chunking.embedding import BF16_MODEL, DEFAULT_MODEL, model_note
from chunking.embedding.bfloat16 import CPU_FLAG, _cpu_flags

# Libraries of models, tables and plots.
HEAVY = {
    "torch", "transformers", "sentence_transformers", "onnxruntime", "onnx", "openvino",
    "tokenizers", "pandas", "pyarrow", "scipy", "sklearn", "plotly", "streamlit",
}  # fmt: skip


def imported(script: str, root: Path) -> set[str]:
    """Return the modules that a new process has after a script."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{script}\nprint(*sys.modules, file=sys.stderr)"],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "CHUNKSCOPE_CACHE_DIR": str(root / "cache")},
    )
    return set(done.stderr.split())


def split(path: Path, *flags: str) -> str:
    """Return a script that runs `chunkscope split`."""
    return (
        f"sys.argv = ['chunkscope', 'split', {str(path)!r}, *{flags!r}]\n"
        "from chunking.cli import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
    )


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.md"
    path.write_text("# Tides\n\n" + "The sea goes out. The sea comes in. " * 20, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["paragraph", "structure", "sentence"])
def test_a_strategy_without_a_model_imports_no_heavy_library(
    page: Path, tmp_path: Path, name: str
) -> None:
    modules = imported(split(page, "--strategy", name), tmp_path)
    assert HEAVY & modules == set()
    assert {"chunking.embedding", "chunking.optimum", "numpy.ma"} & modules == set()


@pytest.mark.parametrize(("given", "kept"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "2"}, "2")])
def test_numpy_uses_one_thread_unless_the_environment_sets_more(
    tmp_path: Path, given: dict[str, str], kept: str
) -> None:
    script = (
        "import os, sys\nfrom chunking.cli import main\nsys.argv[1:] = ['strategies']\n"
        "assert 'numpy' not in sys.modules\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(os.environ['OPENBLAS_NUM_THREADS'], file=sys.stderr)"
    )
    clean = {name: value for name, value in os.environ.items() if not name.startswith("OPENBLAS")}
    done = subprocess.run(
        [sys.executable, "-c", script],
        check=True,
        capture_output=True,
        text=True,
        env={**clean, **given, "CHUNKSCOPE_CACHE_DIR": str(tmp_path)},
    )
    assert done.stderr.split() == [kept]


@pytest.mark.model
@pytest.mark.parametrize(
    ("model", "runtime"), [(DEFAULT_MODEL, "onnxruntime"), (BF16_MODEL, "openvino")]
)
def test_the_first_semantic_split_loads_one_light_runtime_and_the_second_none(
    page: Path, tmp_path: Path, model: str, runtime: str
) -> None:
    if model_note(model):
        pytest.skip(model_note(model))
    flags = ("--strategy", "semantic", "--model", model)
    first = imported(split(page, *flags), tmp_path)
    assert HEAVY & first == {runtime, "tokenizers"}
    if model == BF16_MODEL and CPU_FLAG not in _cpu_flags():
        pytest.skip("this system lists no processor features, so OpenVINO is imported")
    # Whether the model covers the text depends on its tokenizer alone.
    assert HEAVY & imported(split(page, *flags), tmp_path) == {"tokenizers"}


def test_the_cache_report_imports_no_heavy_library(tmp_path: Path) -> None:
    script = "from chunking.embedding.vector_cache import cache_report\ncache_report()"
    assert HEAVY & imported(script, tmp_path) == set()
