"""The strategy that CONTRIBUTING shows works as a file of its own."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from chunking import Document, available, chunk, get, strategies
from chunking.explain import labels
from chunking.settings import describe
from chunking.types import Constraints, Reason

ROOT = Path(__file__).parent.parent
TEXT = "One.\n\nTwo.\n\n* * * Three.\n\nFour."


def example() -> str:
    """The file that the page shows."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(.*?)```", page, flags=re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def _added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The example, as one more file among the strategies."""
    (tmp_path / "marked.py").write_text(example(), encoding="utf-8")
    monkeypatch.setattr(strategies, "__path__", [*strategies.__path__, str(tmp_path)])
    strategies._registry.cache_clear()
    yield
    sys.modules.pop("chunking.strategies.marked", None)
    monkeypatch.undo()
    strategies._registry.cache_clear()


def test_every_part_of_the_engine_has_its_floor() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    floors = "".join(re.findall(r"(?m)^\\| \\d \\|.*$", page))
    parts = {
        path.name + "/" if path.is_dir() else path.name
        for path in (ROOT / "chunking").iterdir()
        if path.suffix in {"", ".py"} and path.name not in {"__init__.py", "__pycache__"}
    }
    assert {part for part in parts if not re.search(rf"[`/]{part}`", floors)} == set()


@pytest.mark.usefixtures("_added")
def test_one_file_more_is_one_strategy_more() -> None:
    assert "marked" in available()
    found = chunk(TEXT, get("marked")())
    assert found.texts == ["One.\n\nTwo.", "* * * Three.\n\nFour."]
    assert found[0].reason is Reason.STRUCTURE
    assert [each["name"] for each in describe(get("marked"))["fields"]] == [
        "mark", "max_tokens", "count_in",
    ]  # fmt: skip


@pytest.mark.usefixtures("_added")
def test_it_honours_what_is_marked_by_hand() -> None:
    third = TEXT.index("* * *")
    marks = Constraints(required=(TEXT.index("Two"),), forbidden=(third,))
    found = chunk(TEXT, get("marked")(), constraints=marks)
    assert found.texts == ["One.", "Two.\n\n* * * Three.\n\nFour."]


@pytest.mark.usefixtures("_added")
def test_its_cuts_have_their_labels() -> None:
    from chunking.engine import prepare, run

    strategy = get("marked")(max_tokens=2)
    prepared = prepare(Document(TEXT), strategy.material)
    assert labels(run(prepared, strategy), prepared) == [
        "Max tokens 2",
        "heading",
        "Max tokens 2",
        "Max tokens 2",
    ]


def test_it_passes_the_checks() -> None:
    ruff = [str(Path(sys.executable).parent / "ruff"), "check", "--stdin-filename"]
    done = subprocess.run(
        [*ruff, "chunking/strategies/marked.py", "-"],
        input=example(), cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
