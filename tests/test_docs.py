"""Examples, commands, settings and links of the documentation."""

import re
import shlex
import shutil
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from embedders import HashEmbedder
from pydantic.fields import FieldInfo
from pydantic_core import to_jsonable_python
from typer.testing import CliRunner

from chunking import get
from chunking.analysis.thresholds import SELECTORS
from chunking.cli.app import app
from chunking.cli.groups import COMMANDS
from chunking.core import rows
from chunking.core.arrays import Vectors
from chunking.engine.presets import published
from chunking.engine.spec import parse_spec

ROOT = Path(__file__).parent.parent
PAGES = ["README.md", *sorted(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md"))]
BOOK = (
    "# Tides\n\n"
    + "One more sentence of some length about the tides. " * 30
    + "\n\n# B\n\nThe end.\n"
)


def read(page: str) -> str:
    """Return the text of a page."""
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    """Return the code blocks of one language on a page."""
    return re.findall(rf"(?m)^```{language}\n((?:(?!```).*\n)*)```$", read(page))


@pytest.mark.parametrize("page", [*PAGES, "CHANGELOG.md", "CONTRIBUTING.md"])
def test_percent_signs_follow_the_number_as_in_the_program(page: str) -> None:
    assert re.findall(r".{0,20}\d\s%.{0,20}", read(page)) == []


def commands(page: str) -> list[list[str]]:
    """Return the words of the commands on a page, without those that open the window."""
    lines = "".join(blocks(page, "(?:sh)?")).splitlines()
    found = [shlex.split(line, comments=True) for line in lines if line.startswith("chunkscope ")]
    return [words[1:] for words in found if words[1] not in {"open", "library", "demo"}]


def sections(page: str) -> dict[str, str]:
    """Return the text below each heading of level 2, by its title."""
    _, *parts = re.split(r"(?m)^## (.+)\n", read(page))
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.fixture
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to a folder with the files that the pages name."""
    for name in ("book.md", "old.md", "new.md"):
        (tmp_path / name).write_text(BOOK, encoding="utf-8")
    (tmp_path / "theirs.jsonl").write_text('"The end."\n"Not there."\n', encoding="utf-8")
    (tmp_path / "others.csv").write_text("start,end\n0,34\n", encoding="utf-8")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "tides.md").write_text(BOOK, encoding="utf-8")
    shutil.copy(ROOT / "README.md", tmp_path)
    monkeypatch.chdir(tmp_path)


class StandIn(HashEmbedder):
    """Replaces `SentenceTransformer`, whose import takes seconds."""

    def __init__(self, folder: str) -> None:
        super().__init__()
        assert Path(folder).is_dir()

    def encode(self, texts: Sequence[str], **_: object) -> Vectors:
        """Return a vector for each text."""
        return super().encode(texts)


@pytest.mark.model
@pytest.mark.usefixtures("_folder")
@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")])
def test_python_examples_run(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    library = ModuleType("sentence_transformers")
    library.SentenceTransformer = StandIn  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sentence_transformers", library)
    run_examples(page)


@pytest.mark.nightly
@pytest.mark.model
@pytest.mark.usefixtures("_folder")
def test_python_examples_run_with_sentence_transformers() -> None:
    run_examples("README.md")


def run_examples(page: str) -> None:
    """Run the Python examples of a page."""
    for block in blocks(page, "python"):
        exec(compile(block, page, "exec"), {"__name__": page})  # noqa: S102 - our own page


@pytest.mark.model
@pytest.mark.usefixtures("_folder")
@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)])
def test_commands_run(page: str) -> None:
    stored = ["split", "book.md", "--strategy", "structure", "-o", "stored.jsonl"]
    for words in (stored, *commands(page)):
        done = CliRunner().invoke(app, words, catch_exceptions=False)
        assert done.exit_code == 0, f"{shlex.join(words)}: {done.output}"


def test_every_command_has_a_section() -> None:
    titles = " ".join(sections("docs/cli.md"))
    for command in COMMANDS:
        assert re.search(rf"\b{command}\b", titles)


@pytest.mark.parametrize(
    "name", [title for title in sections("docs/strategies.md") if title.islower()]
)
def test_section_of_a_strategy_matches_its_code(name: str) -> None:
    strategy, text = get(name), sections("docs/strategies.md")[name]
    assert strategy.source.split(",")[0].split(" and ")[0] in text
    listed = re.search(r"(?s)^Settings: (.+?)\.\n\n", text.partition("*\n\n")[2])
    assert listed is not None
    shown = re.findall(r"`(\w+)`(?: (\"[^\"]+\"|[^,]+))?(?:,|$)", " ".join(listed[1].split()))
    fields = strategy.fields()
    assert [field for field, _ in shown] == list(fields)
    for field, default in shown:
        assert default in {"", as_shown(fields[field])}


def as_shown(field: FieldInfo) -> str:
    """Return the default of a setting as the docs show it."""
    default: Any = to_jsonable_python(field.default)
    return f'"{default}"' if isinstance(default, str) else f"{default:g}"


def test_presets_in_the_docs_match_the_code() -> None:
    rows = re.findall(
        r"(?m)^\| ([A-Z].+?) \| `(.+?)` \|", sections("docs/strategies.md")["Presets"]
    )
    shown = {name: parse_spec(spec) for name, spec in rows}
    assert shown == {preset.name: preset.strategy for preset in published()}


def test_every_selector_has_a_row() -> None:
    for name in SELECTORS:
        assert f"| `{name}` |" in read("docs/thresholds.md")


def test_the_columns_of_rows_match_the_code() -> None:
    title, *parts = re.split(r"(?m)^#+ (?:.+)\n", read("docs/rows.md"))
    shown = [re.findall(r"(?m)^\| `(\w+)` \| (.+?) \| (.+) \|$", part) for part in parts]
    expected = [rows.COLUMNS, rows.LEVEL_COLUMNS, (rows.UUID_COLUMN,), rows.STORE_COLUMNS]
    assert title == ""
    assert shown == [[tuple(column) for column in columns] for columns in expected]


def test_every_dependency_has_a_row() -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    extras = [each for extra in project["optional-dependencies"].values() for each in extra]
    for dependency in [*project["dependencies"], *extras]:
        name = re.split(r"[<>=\[ ;]", dependency)[0]
        assert name in read("docs/dependencies.md")


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")])
def test_examples_import_public_names_alone(page: str) -> None:
    assert re.findall(r"(?m)^(?:from|import) chunking.*", "".join(blocks(page, "python"))) == []


def test_architecture_shows_the_layers_of_the_window() -> None:
    contracts = tomllib.loads(read("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    (layers,) = [each["layers"] for each in contracts if each.get("containers") == ["chunking.gui"]]
    rows = re.findall(r"(?m)^\| (`[^|]+`) \|", sections("docs/architecture.md")["The window"])
    shown = [re.findall(r"`(\w+)/`", row) for row in reversed(rows)]
    assert shown == [re.split(r" \| ", layer) for layer in layers]


@pytest.mark.parametrize("page", [*PAGES, "CONTRIBUTING.md"])
def test_links_and_pictures_exist(page: str) -> None:
    text = re.sub(r"(?s)```.*?```|`[^`]*`", "", read(page))
    for target, anchor in re.findall(r"\]\((?!http)([^)#]*)#?([^)]*)\)", text):
        linked = (ROOT / page).parent / target if target else ROOT / page
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), f"{target}#{anchor}"


def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings of a page, as Git hosts derive them."""
    headings = re.findall(r"(?m)^#+ (.+)$", page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w -]", "", each).lower().replace(" ", "-") for each in headings}
