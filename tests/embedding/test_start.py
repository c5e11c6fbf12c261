"""What a cold process imports: no model, no table, before one is needed."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from chunking.embedding import precision_note
from chunking.embedding.precision import _has_instructions

if TYPE_CHECKING:
    from pathlib import Path

# Whatever embeds, and whatever makes tables and pictures.
HEAVY = {
    "torch", "transformers", "sentence_transformers", "onnxruntime", "onnx", "openvino",
    "tokenizers", "pandas", "pyarrow", "scipy", "sklearn", "plotly", "streamlit",
}  # fmt: skip


def imported(script: str, root: Path) -> set[str]:
    """The modules that a process of its own has after a script."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{script}\nprint(*sys.modules, file=sys.stderr)"],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "CHUNKSCOPE_CACHE_DIR": str(root / "cache")},
    )
    return set(done.stderr.split())


def split(path: Path, *flags: str) -> str:
    """A script that runs `chunkscope split` as a person does."""
    return (
        f"sys.argv = ['chunkscope', 'split', {str(path)!r}, *{flags!r}]\n"
        "from chunking.start import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
    )


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.md"
    path.write_text("# Tides\n\n" + "The sea goes out. The sea comes in. " * 20, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["paragraph", "structure", "sentence"])
def test_a_strategy_without_a_model_loads_none(page: Path, tmp_path: Path, name: str) -> None:
    modules = imported(split(page, "--strategy", name), tmp_path)
    assert HEAVY & modules == set()
    assert {"chunking.embedding", "chunking.optimum", "numpy.ma"} & modules == set()


@pytest.mark.parametrize(("given", "kept"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "2"}, "2")])
def test_products_have_one_thread_unless_the_user_says_otherwise(
    tmp_path: Path, given: dict[str, str], kept: str
) -> None:
    script = (
        "import os, sys\nfrom chunking.start import main\nsys.argv[1:] = ['strategies']\n"
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
@pytest.mark.parametrize(("precision", "runtime"), [("exact", "onnxruntime"), ("fast", "openvino")])
def test_a_first_semantic_cut_loads_one_light_runtime_and_a_second_none(
    page: Path, tmp_path: Path, precision: str, runtime: str
) -> None:
    if precision_note(precision):
        pytest.skip(precision_note(precision))
    flags = ("--strategy", "semantic", "--precision", precision)
    first = imported(split(page, *flags), tmp_path)
    assert HEAVY & first == {runtime, "tokenizers", "onnx"}
    if precision == "fast" and not _has_instructions():
        pytest.skip("this system does not say what its processor can, so OpenVINO is asked")
    assert HEAVY & imported(split(page, *flags), tmp_path) == set()


def test_looking_at_the_cache_loads_nothing(tmp_path: Path) -> None:
    script = "from chunking.embedding.report import cache_report, cache_text\n"
    assert HEAVY & imported(f"{script}cache_text(cache_report())", tmp_path) == set()
