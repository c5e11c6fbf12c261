"""CONTRIBUTING: its example works as one more file, its layers are those that are checked."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from chunking import Document, available, chunk, get, strategies
from chunking.analysis.explain import labels
from chunking.core.cuts import Reason
from chunking.core.prepared import Constraints
from chunking.engine.serialization import describe
from chunking.engine.spec import parse_query
from chunking.gui.session.settings import Settings

ROOT = Path(__file__).parent.parent
TEXT = "One.\n\nTwo.\n\n* * * Three.\n\nFour."


def examples(language: str = "python") -> list[str]:
    """Return the source files that the page shows."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found = re.findall(rf"```{language}\n(.*?)```", page, flags=re.DOTALL)
    assert found
    return found


@pytest.fixture
def _added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the example to the strategies."""
    (tmp_path / "marked.py").write_text(examples()[0], encoding="utf-8")
    monkeypatch.setattr(strategies, "__path__", [*strategies.__path__, str(tmp_path)])
    strategies._registry.cache_clear()
    yield
    sys.modules.pop("chunking.strategies.marked", None)
    monkeypatch.undo()
    strategies._registry.cache_clear()


def layers_of_the_page() -> list[set[str]]:
    """Return the files and folders of each layer in the table of the page, highest first."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = page.partition("| layer |")[2].partition("\n\n")[0]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    return [set(re.findall(r"`([^`]+)`", row)) for row in rows]


def test_the_layers_of_the_page_are_those_of_import_linter() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    [checked] = [each["layers"] for each in contracts if each.get("containers") == ["chunking"]]
    shown = layers_of_the_page()
    assert shown
    assert [{re.sub(r"/$|\.py$", "", name) for name in row} for row in shown] == [
        set(layer.split(" : ")) for layer in checked
    ]


def test_every_file_and_folder_of_the_package_has_its_layer() -> None:
    parts = {
        f"{path.name}/" if path.is_dir() else path.name
        for path in (ROOT / "chunking").iterdir()
        if path.suffix in {"", ".py"} and path.name not in {"__init__.py", "__pycache__"}
    }
    assert set().union(*layers_of_the_page()) == parts


@pytest.mark.usefixtures("_added")
def test_one_file_adds_a_strategy() -> None:
    assert "marked" in available()
    found = chunk(TEXT, get("marked")())
    assert found.texts == ["One.\n\nTwo.", "* * * Three.\n\nFour."]
    assert found[0].reason is Reason.STRUCTURE
    assert [each["name"] for each in describe(get("marked"))["fields"]] == [
        "mark", "max_tokens", "tokenizer",
    ]  # fmt: skip


@pytest.mark.usefixtures("_added")
def test_its_settings_are_controls_of_the_sidebar_and_parameters_of_a_link() -> None:
    settings = Settings(get("marked")())
    controls = {each["name"]: each for each in settings.form()["fields"]}
    assert controls["mark"]["kind"] == "text"
    assert controls["mark"]["help"] == "Start of a marked paragraph."
    assert controls["max_tokens"]["kind"] == "slider"
    settings.set("mark", "§")
    assert settings.strategy == get("marked")(mark="§")
    found, problems = parse_query({"strategy": "marked", "mark": "§"}, get("semantic")())
    assert (found, problems) == (settings.strategy, [])


@pytest.mark.usefixtures("_added")
def test_the_strategy_honors_manual_boundaries() -> None:
    third = TEXT.index("* * *")
    marks = Constraints(required=(TEXT.index("Two"),), forbidden=(third,))
    found = chunk(TEXT, get("marked")(), constraints=marks)
    assert found.texts == ["One.", "Two.\n\n* * * Three.\n\nFour."]


@pytest.mark.usefixtures("_added")
def test_its_boundaries_have_labels() -> None:
    from chunking.engine import prepare, run

    strategy = get("marked")(max_tokens=2)
    prepared = prepare(Document(TEXT), strategy.material)
    assert labels(run(prepared, strategy), prepared) == [
        "Max tokens 2",
        "heading",
        "Max tokens 2",
        "Max tokens 2",
    ]


def test_the_example_passes_ruff() -> None:
    ruff = [str(Path(sys.executable).parent / "ruff"), "check", "--stdin-filename"]
    done = subprocess.run(
        [*ruff, "chunking/strategies/marked.py", "-"],
        input=examples()[0], cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
