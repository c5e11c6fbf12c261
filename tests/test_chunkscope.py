"""The public package: its names, and programs that have a module of the same name as ours."""

import subprocess
import sys
from pathlib import Path

import pytest

import chunking
import chunkscope
from chunkscope import Chunking, Constraints, Document, Semantic, SettingsError, chunk, chunk_many

ROOT = Path(__file__).parent.parent
TEXT = "# Tides\n\nThe moon pulls the sea. The sea follows.\n\n# Bread\n\nKnead the dough. Wait.\n"


def test_every_public_name_is_found() -> None:
    assert set(chunkscope.__all__) == {"__version__", *chunkscope._MODULES}
    for name in chunkscope._MODULES:
        assert getattr(chunkscope, name) is not None
    assert set(chunking.__all__) <= set(chunkscope.__all__)
    assert chunkscope.__version__.count(".") == 2
    with pytest.raises(AttributeError, match="has no attribute 'cut'"):
        _ = chunkscope.cut


def test_importing_it_loads_nothing() -> None:
    code = "import sys, chunkscope; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"chunking", "numpy", "pydantic"} & set(done.stdout.split()) == set()


@pytest.mark.parametrize(
    "program",
    [
        "from chunking import split\nprint(split())",
        "from chunkscope import load\nfrom chunking import split\nprint(split())",
    ],
)
def test_a_program_may_have_a_module_called_chunking(program: str, tmp_path: Path) -> None:
    (tmp_path / "chunking.py").write_text(
        "from chunkscope import chunk, load\n"
        "def split():\n"
        "    found = chunk(load('a.md'), 'headings:merge_below=0')\n"
        "    return [each.heading_path[0] for each in found]\n",
        "utf-8",
    )
    (tmp_path / "a.md").write_text(TEXT, "utf-8")
    (tmp_path / "main.py").write_text(program, "utf-8")
    environment = {"PYTHONPATH": str(ROOT), "PATH": ""}
    done = subprocess.run(
        [sys.executable, "main.py"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == "['Tides', 'Bread']\n", done.stderr


def test_a_strategy_may_be_a_text() -> None:
    assert [part.heading_path for part in chunk(TEXT, "headings:merge_below=0")] == [
        ("Tides",),
        ("Bread",),
    ]
    with pytest.raises(SettingsError, match=r"strategy must be one of .* got 'no'"):
        chunk(TEXT, "no")
    [result] = chunk_many([TEXT], "headings:merge_below=0")
    assert isinstance(result.chunking, Chunking)
    assert len(result.chunking) == 2


@pytest.mark.model
def test_without_a_strategy_it_is_the_recommended_one() -> None:
    document = Document(TEXT)
    found = chunk(document)
    advice = chunkscope.recommend(document)
    assert found.settings == advice.settings
    assert found.notes[0] == f"recommended: {advice.summary} {advice.reason}"
    [result] = chunk_many([document])
    assert isinstance(result.chunking, Chunking)
    assert result.chunking.texts == found.texts


@pytest.mark.model
def test_manual_boundaries_are_kept_without_a_strategy() -> None:
    gap = TEXT.index("The sea")
    found = chunk(TEXT, constraints=Constraints(required=(gap,)))
    assert gap in found.boundaries
    assert found.strategy != Semantic.name
